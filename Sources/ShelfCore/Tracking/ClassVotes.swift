/// The votes for a track's class over its life, weighted by score.
///
/// Exact for up to four classes; a fifth takes the place of the lightest, whose votes are forgotten.
struct ClassVotes: BitwiseCopyable {
  var classes = SIMD4<UInt16>(repeating: .max)
  /// Negative: a free place.
  var weights = SIMD4<Float>(repeating: -1)
  /// The class with the most weight; ties go to the lower class.
  var winner: UInt16

  init(_ classID: UInt16, _ score: Float) {
    classes[0] = classID
    weights[0] = score
    winner = classID
  }

  @inline(__always)
  mutating func add(_ classID: UInt16, _ score: Float) {
    if classes[0] == classID, winner == classID {
      weights[0] += score
    } else {
      addToAny(classID, score)
    }
  }

  @inline(never)
  private mutating func addToAny(_ classID: UInt16, _ score: Float) {
    var place = 0
    while place < 4, classes[place] != classID || weights[place] < 0 { place &+= 1 }
    if place == 4 {
      place = 0
      for i in 1..<4 where beats(place, i) { place = i }
      classes[place] = classID
      weights[place] = score
    } else {
      weights[place] += score
    }
    var best = 0
    for i in 1..<4 where beats(i, best) { best = i }
    winner = classes[best]
  }

  private func beats(_ i: Int, _ j: Int) -> Bool {
    weights[i] != weights[j] ? weights[i] > weights[j] : classes[i] < classes[j]
  }
}
