/// What the map sees of a frame: the rows after double boxes were merged, best first, in an order that does
/// not depend on the caller's.
///
/// Coordinates are relative to the picture's centre.
struct Views {
  let x: Column<Float>
  let y: Column<Float>
  let w: Column<Float>
  let h: Column<Float>
  /// As detected (and fused), in pixels of the picture.
  let box: Column<Box>
  let score: Column<Float>
  /// What all boxes on the same thing say together; only where rows are merged.
  let support: Column<Float>
  let classID: Column<UInt16>
  /// Which borders cut the box.
  let cuts: Column<UInt8>
  /// The row that the view stems from, by its place in the one order.
  let row: Column<UInt16>
  /// The item that it was given to.
  let item: Column<UInt16>
  let isFree: Column<Bool>

  static let left: UInt8 = 1
  static let right: UInt8 = 2
  static let top: UInt8 = 4
  static let bottom: UInt8 = 8
  static let sideways: UInt8 = 3
  static let upright: UInt8 = 12

  @_optimize(speed)
  init(_ arena: inout Arena, capacity: Int, merged: Bool) {
    x = arena.tiledColumn(capacity)
    y = arena.tiledColumn(capacity)
    w = arena.tiledColumn(capacity)
    h = arena.tiledColumn(capacity)
    box = arena.column(Box.self, Tiles.count(of: capacity) &* Tiles.width)
    score = arena.column(Float.self, capacity)
    support = arena.column(Float.self, merged ? capacity : 0)
    row = arena.column(UInt16.self, capacity)
    item = arena.column(UInt16.self, capacity)
    classID = arena.column(UInt16.self, capacity)
    cuts = arena.column(UInt8.self, capacity)
    isFree = arena.column(Bool.self, capacity)
  }

  /// Merges the first `count` rows of the table, which come best first.
  ///
  /// Returns the number of views.
  @_optimize(speed)
  func fill(
    _ table: DetectionTable, _ arrangement: RowArrangement, count: Int, frame: Point, _ optics: Optics,
    without isLeftOut: (Box) -> Bool
  ) -> Int {
    arrangement.restore(count)
    var views = 0
    for i in 0..<count where arrangement.has(i) {
      let box = merge(i, table, arrangement, count, &support[views])
      if isLeftOut(box) { continue }
      add(box, i, table, at: views)
      views &+= 1
    }
    noteCuts(views, frame)
    straighten(views, frame, optics)
    return views
  }

  /// Takes the rows as they are.
  func copyRows(_ table: DetectionTable, count: Int, frame: Point, _ optics: Optics) {
    for i in 0..<count { add(table.box(i), i, table, at: i) }
    noteCuts(count, frame)
    straighten(count, frame, optics)
  }

  /// Takes in the rows that mean the same thing as a better one.
  ///
  /// Of three and more similar boxes on one big item the mean is steadier than the best. Where a network gives
  /// several boxes to one thing, each with a part of the score, `support` is what they say together: half way
  /// from the best score to that of independent witnesses, 1 - (1 - a) (1 - b) ...
  @_optimize(speed)
  private func merge(
    _ best: Int, _ table: DetectionTable, _ arrangement: RowArrangement, _ count: Int, _ support: inout Float
  ) -> Box {
    let box = table.box(best)
    var sum = box.scaled(table.score[best], table.score[best])
    var weight = table.score[best]
    var similar = 0
    var doubt = 1 - table.score[best]
    arrangement.eachOverlapping(best, below: count) { other in
      let b = table.box(other)
      let shared = sharedArea(box, b)
      let smaller = min(box.area, b.area)
      let isSame = shared > MapTuning.mergeIoU * (box.area + b.area - shared)
      guard isSame || shared > MapTuning.mergePart * smaller else { return }
      arrangement.remove(other)
      let s = table.score[other]
      if isSame { doubt *= 1 - s }
      guard s > 0.5 * table.score[best], isSimilar(b.width, box.width), isSimilar(b.height, box.height)
      else { return }
      similar &+= 1
      weight += s
      sum = Box(x1: sum.x1 + b.x1 * s, y1: sum.y1 + b.y1 * s, x2: sum.x2 + b.x2 * s, y2: sum.y2 + b.y2 * s)
    }
    support = table.score[best] + MapTuning.witness * (1 - doubt - table.score[best])
    return similar > 1 ? sum.scaled(1 / weight, 1 / weight) : box
  }

  @inline(__always)
  private func isSimilar(_ a: Float, _ b: Float) -> Bool { a < b * 1.35 && b < a * 1.35 }

  @inline(__always)
  private func add(_ box: Box, _ from: Int, _ table: DetectionTable, at i: Int) {
    self.box[i] = box
    score[i] = table.score[from]
    classID[i] = table.classID[from]
    row[i] = UInt16(truncatingIfNeeded: from)
  }

  /// A detector seldom draws a cut item's box exactly up to the border.
  private func noteCuts(_ count: Int, _ frame: Point) {
    let edge = MapTuning.cutMargin * frame.x
    let least = SIMD4<Float>(edge, edge, -.infinity, -.infinity)
    let most = SIMD4<Float>(.infinity, .infinity, frame.x - edge, frame.y - edge)
    for i in 0..<count {
      let corners = box.corners(i)
      // By left, top, right, bottom.
      let cut = lanes((corners .<= least) .| (corners .>= most))
      cuts[i] = UInt8(truncatingIfNeeded: cut | cut >> 6 | cut >> 15 | cut >> 21)
    }
  }

  /// Puts the first `count` boxes where the optics say.
  @_optimize(speed) @inline(never)
  func straighten(_ count: Int, _ frame: Point, _ optics: Optics) {
    let middle = SIMD4<Float>(frame.x, frame.y, frame.x, frame.y) * 0.5
    for t in 0..<Tiles.count(of: count) {
      let ideal = optics.straighten(RowTile { box.corners(t &* Tiles.width &+ $0) - middle })
      x.setTile(t, (ideal.x1 + ideal.x2) * 0.5)
      y.setTile(t, (ideal.y1 + ideal.y2) * 0.5)
      w.setTile(t, ideal.x2 - ideal.x1)
      h.setTile(t, ideal.y2 - ideal.y1)
    }
  }

  @inline(__always)
  func isCutSideways(_ i: Int) -> Bool { cuts[i] & Views.sideways != 0 }

  @inline(__always)
  func isCutUpright(_ i: Int) -> Bool { cuts[i] & Views.upright != 0 }
}

/// The area two boxes share.
@inline(__always)
func sharedArea(_ a: Box, _ b: Box) -> Float {
  let width = min(a.x2, b.x2) - max(a.x1, b.x1)
  let height = min(a.y2, b.y2) - max(a.y1, b.y1)
  return width > 0 && height > 0 ? width * height : 0
}
