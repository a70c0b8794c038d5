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

  /// Calls back with the tiles of the blocks that, of eight blocks each, a condition holds for.
  @inline(__always)
  private func eachTile(where isWanted: (Int) -> SIMDMask<SIMD8<Int32>>, _ body: (Int) -> Void) {
    let count = state[0].itemCount
    let blockCount = ItemBlocks.count(of: count)
    for eight in 0..<Tiles.count(of: blockCount) {
      var wanted = first(blockCount &- eight &* Tiles.width, of: lanes(isWanted(eight)))
      while wanted != 0 {
        let start = (eight &* Tiles.width &+ nextLane(&wanted)) &* ItemBlocks.tiles
        for t in start..<min(start &+ ItemBlocks.tiles, Tiles.count(of: count)) { body(t) }
      }
    }
  }

  /// Calls back with the tiles of eight places of which one may project to within reach of the picture's centre.
  @inline(__always)
  func eachTile(near pose: Pose, _ reachX: Float, _ reachY: Float, _ body: (Int) -> Void) {
    // Some room for rounding.
    let room = 1e-5 * (abs(pose.cx) + abs(pose.cy) + reachX) + 1e-3
    eachTile(
      where: { b in
        let left = blocks.left.tile(b)
        let right = blocks.right.tile(b)
        let top = blocks.top.tile(b)
        let bottom = blocks.bottom.tile(b)
        let u = pose.project((left + right) * 0.5, (top + bottom) * 0.5)
        let halfX = (right - left) * 0.501
        let halfY = (bottom - top) * 0.501
        let farX = abs(pose.a) * halfX + abs(pose.b) * halfY + (reachX + room)
        let farY = abs(pose.b) * halfX + abs(pose.a) * halfY + (reachY + room)
        return (u.x .<= farX) .& (u.x .>= -farX) .& (u.y .<= farY) .& (u.y .>= -farY)
      }, body)
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

  /// Calls back with the places whose x on the shelf lies within reach of another, in their order.
  @inline(__always)
  func eachItem(atX x: Float, within reach: Float, _ body: (Int) -> Void) {
    eachTile(where: { (blocks.left.tile($0) - x .< reach) .& (x - blocks.right.tile($0) .< reach) }) { t in
      let d = items.x.tile(t) - x
      var near = places(lanes((d .< reach) .& (d .> -reach)), tile: t)
      while near != 0 { body(t &* Tiles.width &+ nextLane(&near)) }
    }
  }
}
