/// Boxes round so many places each, in shelf coordinates: of a long shelf only the part is looked at where
/// something is to be found.
///
/// Places that follow one another in the table were opened one after the other, hence mostly lie together. A
/// box may be larger than what it holds.
struct ItemBlocks {
  let left: Column<Float>
  let right: Column<Float>
  let top: Column<Float>
  let bottom: Column<Float>

  /// Places of a block.
  static let size = 32
  static let tiles = size / Tiles.width

  init(_ arena: inout Arena, capacity: Int) {
    let count = ItemBlocks.count(of: capacity)
    left = arena.tiledColumn(count)
    right = arena.tiledColumn(count)
    top = arena.tiledColumn(count)
    bottom = arena.tiledColumn(count)
  }

  @inline(__always)
  static func count(of items: Int) -> Int { (items &+ size &- 1) / size }

  /// A place came to lie there; the first of a block is the first of a new one.
  func take(_ i: Int, x: Float, y: Float, isNew: Bool) {
    let block = i / ItemBlocks.size
    let isFirst = isNew && i % ItemBlocks.size == 0
    left[block] = isFirst ? x : min(left[block], x)
    right[block] = isFirst ? x : max(right[block], x)
    top[block] = isFirst ? y : min(top[block], y)
    bottom[block] = isFirst ? y : max(bottom[block], y)
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

  /// Finds out anew what is kept up from frame to frame.
  func noteAll() {
    for i in 0..<state[0].itemCount { note(i, isNew: true) }
  }

  // The searches leave what they find in `found` and return how many there are.

  /// Finds the tiles of eight places of which one may project to within reach of the picture's centre.
  @_optimize(speed) @inline(never)
  func findTiles(near pose: Pose, _ reachX: Float, _ reachY: Float) -> Int {
    // Some room for rounding.
    let room = 1e-5 * (abs(pose.cx) + abs(pose.cy) + reachX) + 1e-3
    var n = 0
    for b in 0..<ItemBlocks.count(of: state[0].itemCount) {
      let middle = Point(
        x: (blocks.left[b] + blocks.right[b]) * 0.5, y: (blocks.top[b] + blocks.bottom[b]) * 0.5)
      let u = pose.project(middle)
      let halfX = (blocks.right[b] - blocks.left[b]) * 0.501
      let halfY = (blocks.bottom[b] - blocks.top[b]) * 0.501
      guard abs(u.x) <= abs(pose.a) * halfX + abs(pose.b) * halfY + (reachX + room) else { continue }
      guard abs(u.y) <= abs(pose.b) * halfX + abs(pose.a) * halfY + (reachY + room) else { continue }
      for t in tiles(block: b) {
        found[n] = UInt16(truncatingIfNeeded: t)
        n &+= 1
      }
    }
    return n
  }

  @inline(__always)
  private func tiles(block: Int) -> Range<Int> {
    let start = block &* ItemBlocks.tiles
    return start..<min(start &+ ItemBlocks.tiles, Tiles.count(of: state[0].itemCount))
  }

  /// Of the lanes of a tile those that hold a place.
  @inline(__always)
  func places(_ lanes: UInt64, tile t: Int) -> UInt64 {
    first(state[0].itemCount &- t &* Tiles.width, of: lanes)
  }

  @inline(__always)
  private func first(_ count: Int, of lanes: UInt64) -> UInt64 {
    count < Tiles.width ? lanes & (1 &<< UInt64(8 &* count) &- 1) : lanes
  }

  /// Finds the places whose x on the shelf lies within reach of another, in their order.
  @_optimize(speed) @inline(never)
  func findItems(atX x: Float, within reach: Float) -> Int {
    let blockCount = ItemBlocks.count(of: state[0].itemCount)
    var n = 0
    for eight in 0..<Tiles.count(of: blockCount) {
      let isWanted = (blocks.left.tile(eight) - x .< reach) .& (x - blocks.right.tile(eight) .< reach)
      var wanted = first(blockCount &- eight &* Tiles.width, of: lanes(isWanted))
      while wanted != 0 {
        for t in tiles(block: eight &* Tiles.width &+ nextLane(&wanted)) {
          let d = items.x.tile(t) - x
          var near = places(lanes((d .< reach) .& (d .> -reach)), tile: t)
          while near != 0 {
            found[n] = UInt16(truncatingIfNeeded: t &* Tiles.width &+ nextLane(&near))
            n &+= 1
          }
        }
      }
    }
    return n
  }
}
