/// Boxes round so many places each, in shelf coordinates: of a long shelf only the part is looked at where
/// something is to be found.
///
/// Places that follow one another in the table were opened one after the other, hence mostly lie together. A
/// box may be larger than what it holds.
struct ItemBlocks {
  private let boxes: Column<Box>

  /// Places of a block.
  static let size = 32
  static let tiles = size / Tiles.width

  init(_ arena: inout Arena, capacity: Int) {
    boxes = arena.column(Box.self, ItemBlocks.count(of: capacity))
  }

  @inline(__always)
  static func count(of items: Int) -> Int { (items &+ size &- 1) / size }

  @inline(__always)
  func box(_ block: Int) -> Box { boxes[block] }

  /// A place came to lie there; the first of a block is the first of a new one.
  func take(_ i: Int, x: Float, y: Float, isNew: Bool) {
    let block = i / ItemBlocks.size
    if isNew, i % ItemBlocks.size == 0 { boxes[block] = Box(x1: x, y1: y, x2: x, y2: y) }
    let box = boxes[block]
    boxes[block] = Box(x1: min(box.x1, x), y1: min(box.y1, y), x2: max(box.x2, x), y2: max(box.y2, y))
  }
}

/// Looking for places where they lie.
extension ShelfMap {
  /// Draws the box of a block anew, as tight as can be.
  func tighten(_ block: Int) {
    let first = block &* ItemBlocks.size
    for i in first..<min(first &+ ItemBlocks.size, state[0].itemCount) {
      blocks.take(i, x: items.x[i], y: items.y[i], isNew: true)
    }
  }

  func tightenAll() {
    for block in 0..<ItemBlocks.count(of: state[0].itemCount) { tighten(block) }
  }

  /// Calls back with the tiles of eight places of which one may project to within reach of the picture's centre.
  @inline(__always)
  func eachTile(near pose: Pose, _ reachX: Float, _ reachY: Float, _ body: (Int) -> Void) {
    let count = state[0].itemCount
    for block in 0..<ItemBlocks.count(of: count) {
      let box = blocks.box(block)
      let halfX = 0.5 * box.width
      let halfY = 0.5 * box.height
      let center = box.center
      let u = pose.project(center)
      // Some room for rounding.
      let room = 1e-5 * (abs(center.x) + abs(center.y) + abs(pose.cx) + abs(pose.cy) + reachX)
      guard abs(u.x) <= reachX + abs(pose.a) * halfX + abs(pose.b) * halfY + room,
        abs(u.y) <= reachY + abs(pose.b) * halfX + abs(pose.a) * halfY + room
      else { continue }
      let first = block &* ItemBlocks.tiles
      for t in first..<min(first &+ ItemBlocks.tiles, Tiles.count(of: count)) { body(t) }
    }
  }

  /// Of the lanes of a tile those that hold a place.
  @inline(__always)
  func places(_ lanes: UInt64, tile t: Int) -> UInt64 {
    let left = state[0].itemCount &- t &* Tiles.width
    return left < Tiles.width ? lanes & (1 &<< UInt64(8 &* left) &- 1) : lanes
  }

  /// Calls back with the places whose x on the shelf lies within reach of another, in their order.
  @inline(__always)
  func eachItem(atX x: Float, within reach: Float, _ body: (Int) -> Void) {
    let count = state[0].itemCount
    for block in 0..<ItemBlocks.count(of: count) {
      let box = blocks.box(block)
      guard box.x1 - x < reach, x - box.x2 < reach else { continue }
      let first = block &* ItemBlocks.tiles
      for t in first..<min(first &+ ItemBlocks.tiles, Tiles.count(of: count)) {
        let d = items.x.tile(t) - x
        var near = places(lanes((d .< reach) .& (d .> -reach)), tile: t)
        while near != 0 { body(t &* Tiles.width &+ nextLane(&near)) }
      }
    }
  }
}
