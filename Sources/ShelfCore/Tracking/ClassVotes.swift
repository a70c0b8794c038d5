/// The votes for a track's class over its life, weighted by score.
///
/// Exact for up to four classes; a fifth takes the place of the lightest, whose votes are forgotten. The class
/// with the most weight comes first; ties go to the lower class.
struct ClassVotes: BitwiseCopyable {
  var classes = InlineArray<4, UInt16>(repeating: .max)
  /// Negative: a free place, which the first never is.
  var weights = InlineArray<4, Float>(repeating: -1)

  init(_ classID: UInt16, _ score: Float) {
    classes[0] = classID
    weights[0] = score
  }

  @inline(__always)
  var winner: UInt16 { classes[0] }

  @inline(__always)
  mutating func add(_ classID: UInt16, _ score: Float) {
    if classes[0] == classID {
      weights[0] += score
    } else {
      addToAny(classID, score)
    }
  }

  @inline(never)
  private mutating func addToAny(_ classID: UInt16, _ score: Float) {
    var place = self.place(of: classID)
    if place < 4 {
      weights[place] += score
    } else {
      place = 0
      for i in 1..<4 where beats(place, i) { place = i }
      classes[place] = classID
      weights[place] = score
    }
    if beats(place, 0) { bringToFront(place) }
  }

  /// 4 where the class has no votes.
  func place(of classID: UInt16) -> Int {
    var place = 0
    while place < 4, classes[place] != classID || weights[place] < 0 { place &+= 1 }
    return place
  }

  mutating func bringToFront(_ place: Int) {
    classes.swapAt(0, place)
    weights.swapAt(0, place)
  }

  private func beats(_ i: Int, _ j: Int) -> Bool {
    weights[i] != weights[j] ? weights[i] > weights[j] : classes[i] < classes[j]
  }
}
