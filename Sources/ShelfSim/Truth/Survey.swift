/// Follows the real centres of all items through the band.
struct Survey {
  private(set) var items: [Truth.CountedItem] = []
  private(set) var enteredAtAll = 0
  /// Items that merely touch the band, by index.
  private(set) var touching: Set<Int> = []
  private(set) var crossings: [Truth.Crossing] = []

  private struct Passage {
    var first = 0
    var last = 0
    var countedAt = 0
    var frames = 0
    /// How far inside the band it ever was; below 0 outside.
    var depth = -Double.infinity
    /// It was in the band, but above or below the picture.
    var wasOutside = false
    /// Left of the middle line when last seen near it.
    var wasLeft: Bool?
  }

  init(_ world: World) {
    let width = Double(world.scenario.width)
    let height = Double(world.scenario.height)
    let half = Band.half * width
    let nearest = world.items.reduce(0) { max($0, Band.margin($1)) }
    var passages = Array(repeating: Passage(), count: world.items.count)
    for frame in 1...world.frames {
      world.forEachItem(within: half + nearest, at: frame - 1) { index, exact in
        // As it is written, so that whoever reads the file finds the same.
        let box = exact.rounded
        let depth = half - abs(box.centreX - width / 2)
        passages[index].depth = max(passages[index].depth, depth)
        if world.isCameraStanding { note(&passages[index], box, frame, world.items[index].id, width) }
        guard box.centreX >= width * 0.45, box.centreX <= width * 0.55 else { return }
        guard box.centreY >= 0, box.centreY <= height else {
          passages[index].wasOutside = true
          return
        }
        if passages[index].frames == 0 { passages[index].first = frame }
        passages[index].frames += 1
        passages[index].last = frame
        if passages[index].frames == Band.dwell { passages[index].countedAt = frame }
      }
    }
    finish(passages, world)
  }

  private mutating func note(
    _ passage: inout Passage, _ box: Rect, _ frame: Int, _ item: Int, _ width: Double
  ) {
    let isLeft = box.centreX < width / 2
    if let wasLeft = passage.wasLeft, wasLeft != isLeft {
      crossings.append(Truth.Crossing(frame: frame, item: item, isLeftwards: isLeft))
    }
    passage.wasLeft = isLeft
  }

  private mutating func finish(_ passages: [Passage], _ world: World) {
    for (index, passage) in passages.enumerated() {
      let item = world.items[index]
      let isClear = abs(passage.depth) >= Band.margin(item) && passage.frames != 1 && !passage.wasOutside
      if !isClear { touching.insert(index) }
      guard passage.frames > 0 else { continue }
      enteredAtAll += 1
      guard passage.frames >= Band.dwell else { continue }
      items.append(
        Truth.CountedItem(
          id: item.id, classID: item.classID, first: passage.first, last: passage.last,
          countedAt: passage.countedAt, framesInBand: passage.frames))
    }
    items.sort { ($0.countedAt, $0.id) < ($1.countedAt, $1.id) }
  }
}
