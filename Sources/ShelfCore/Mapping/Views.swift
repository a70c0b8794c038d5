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

  init(_ arena: inout Arena, capacity: Int) {
    x = arena.column(Float.self, capacity)
    y = arena.column(Float.self, capacity)
    w = arena.column(Float.self, capacity)
    h = arena.column(Float.self, capacity)
    box = arena.column(Box.self, capacity)
    score = arena.column(Float.self, capacity)
    row = arena.column(UInt16.self, capacity)
    item = arena.column(UInt16.self, capacity)
    classID = arena.column(UInt16.self, capacity)
    cuts = arena.column(UInt8.self, capacity)
    isFree = arena.column(Bool.self, capacity)
  }

  /// Merges the first `count` rows of the table, which come best first.
  ///
  /// Returns the number of views.
  func fill(_ table: DetectionTable, count: Int, frame: Point, _ lens: Lens) -> Int {
    table.overlaps.restore(count)
    var views = 0
    for i in 0..<count where table.overlaps.has(i) {
      add(merge(i, table, count), i, table, at: views, frame, lens)
      views &+= 1
    }
    return views
  }

  /// Takes the rows as they are.
  func copyRows(_ table: DetectionTable, count: Int, frame: Point, _ lens: Lens) {
    for i in 0..<count { add(table.box(i), i, table, at: i, frame, lens) }
  }

  /// Takes in the rows that mean the same thing as a better one.
  ///
  /// Of three and more similar boxes on one big item the mean is steadier than the best.
  private func merge(_ best: Int, _ table: DetectionTable, _ count: Int) -> Box {
    let box = table.box(best)
    var sum = box.scaled(table.score[best], table.score[best])
    var weight = table.score[best]
    var similar = 0
    table.eachOverlapping(best, below: count) { other in
      let b = table.box(other)
      let shared = sharedArea(box, b)
      let smaller = min(box.area, b.area)
      guard
        shared > MapTuning.mergeIoU * (box.area + b.area - shared) || shared > MapTuning.mergePart * smaller
      else { return }
      table.overlaps.remove(other)
      let s = table.score[other]
      guard s > 0.5 * table.score[best], isSimilar(b.width, box.width), isSimilar(b.height, box.height)
      else { return }
      similar &+= 1
      weight += s
      sum = Box(x1: sum.x1 + b.x1 * s, y1: sum.y1 + b.y1 * s, x2: sum.x2 + b.x2 * s, y2: sum.y2 + b.y2 * s)
    }
    return similar > 1 ? sum.scaled(1 / weight, 1 / weight) : box
  }

  @inline(__always)
  private func isSimilar(_ a: Float, _ b: Float) -> Bool { a < b * 1.35 && b < a * 1.35 }

  @inline(never)
  private func add(
    _ box: Box, _ from: Int, _ table: DetectionTable, at i: Int, _ frame: Point, _ lens: Lens
  ) {
    self.box[i] = box
    place(i, frame, lens)
    score[i] = table.score[from]
    classID[i] = table.classID[from]
    row[i] = UInt16(truncatingIfNeeded: from)
    // A detector seldom draws a cut item's box exactly up to the border.
    let edge = MapTuning.cutMargin * frame.x
    var cut: UInt8 = 0
    if box.x1 <= edge { cut |= Views.left }
    if box.x2 >= frame.x - edge { cut |= Views.right }
    if box.y1 <= edge { cut |= Views.top }
    if box.y2 >= frame.y - edge { cut |= Views.bottom }
    cuts[i] = cut
  }

  private func place(_ i: Int, _ frame: Point, _ lens: Lens) {
    let halfX = frame.x * 0.5
    let halfY = frame.y * 0.5
    let b = box[i]
    let ideal = lens.straighten(
      Box(x1: b.x1 - halfX, y1: b.y1 - halfY, x2: b.x2 - halfX, y2: b.y2 - halfY))
    let center = ideal.center
    x[i] = center.x
    y[i] = center.y
    w[i] = ideal.width
    h[i] = ideal.height
  }

  /// Puts the first `count` boxes where another lens says.
  func straighten(_ count: Int, _ frame: Point, _ lens: Lens) {
    for i in 0..<count { place(i, frame, lens) }
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
