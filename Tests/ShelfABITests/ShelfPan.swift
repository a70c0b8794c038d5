import CShelfCount

/// A shelf with rows of items, and what a detector says of it while a camera moves along.
///
/// Every random number follows from the seed, the frame and the item, so that frames can be left out without
/// changing the others.
struct ShelfPan {
  /// Where the camera looks: on the shelf, in pixels of a picture at zoom 1; roll in radians.
  struct Camera {
    var x: Float
    var y: Float = 240
    var zoom: Float = 1
    var roll: Float = 0
  }

  struct Item {
    var x: Float
    var y: Float
    var w: Float
    var h: Float
    var row = 0
    var classID: UInt32 = 0
    var score: Float = 0.8
    /// Something that is no item, though the detector sees it.
    var isClutter = false
  }

  typealias Point = (x: Float, y: Float)

  var width: Float = 640
  var height: Float = 480
  var items: [Item]
  var camera: (Int) -> Camera
  var seed: UInt64 = 1
  /// Shares of an item's size by which its box's edges err.
  var jitter: Float = 0.02
  /// Shares of rows that are missing, and of those with a second box a third of a width aside.
  var misses: Float = 0
  var doubles: Float = 0
  /// Radial distortion: a point at half the width from the centre lies this share closer to it.
  var lens: Float = 0
  /// Perspective of a camera that looks aslant: at half the width the shelf is farther by this share on one side,
  /// nearer on the other.
  var tilt: Float = 0
  /// How much nearer each row is than the one above it: so much faster does it pass.
  var parallax: Float = 0
  /// What is not seen in which frame, besides the misses; given with its place in the picture.
  var isHidden: (_ frame: Int, _ item: Int, _ at: Point) -> Bool = { _, _, _ in false }

  /// Rows of items, the first one's centre at x = 100, filling the height of 480.
  static func rows(
    _ rows: Int = 2, of columns: Int = 15, pitch: Float = 80, seed: UInt64 = 1,
    camera: @escaping (Int) -> Camera
  ) -> ShelfPan {
    var items: [Item] = []
    let tall = 480 / Float(rows)
    for r in 0..<rows {
      for c in 0..<columns {
        var random = Random(seed &* 1000 &+ UInt64(r * columns + c))
        items.append(
          Item(
            x: 100 + pitch * (Float(c) + random.uniform(-0.06, 0.06) + Float(r) / Float(rows)),
            y: tall * (Float(r) + 0.5), w: pitch * random.uniform(0.68, 0.78),
            h: tall * random.uniform(0.72, 0.8), row: r, classID: UInt32(r)))
      }
    }
    return ShelfPan(items: items, camera: camera, seed: seed)
  }

  /// Draws the rows in, for a strip below them.
  mutating func makeRoomBelow() {
    for i in items.indices {
      items[i].y *= 0.8
      items[i].h *= 0.8
    }
  }

  /// Twelve things that are none, in a strip of their own below the rows.
  mutating func addClutterBelow() {
    for k in 0..<12 {
      items.append(Item(x: 130 + 105 * Float(k), y: 435, w: 56, h: 70, score: 0.32, isClutter: true))
    }
  }

  /// A camera that goes on by `speed` from `start`.
  static func steady(_ speed: Float, from start: Float = -100) -> (Int) -> Camera {
    { Camera(x: start + speed * Float($0)) }
  }

  /// A camera that visits these places in turn at a speed.
  static func path(_ stops: [Float], speed: Float = 8) -> (Int) -> Camera {
    { frame in
      var left = speed * Float(frame)
      for (a, b) in zip(stops, stops.dropFirst()) {
        if left <= abs(b - a) { return Camera(x: a + (b > a ? left : -left)) }
        left -= abs(b - a)
      }
      return Camera(x: stops.last ?? 0)
    }
  }

  /// How many frames a camera takes for that path.
  static func length(_ stops: [Float], speed: Float = 8) -> Int {
    let way = zip(stops, stops.dropFirst()).map { abs($1 - $0) }.reduce(0, +)
    return Int((way / speed).rounded(.up)) + 1
  }

  // MARK: What there is

  /// Where a point of the shelf lies in the picture.
  func project(_ x: Float, _ y: Float, row: Int, _ frame: Int) -> Point {
    let c = camera(frame)
    let near = 1 + parallax * Float(row)
    let s = c.zoom * width / 640
    let (dx, dy) = ((x - c.x * near) * s, (y - c.y) * s)
    // Small angles suffice: sine and cosine by their series.
    let sine = c.roll - c.roll * c.roll * c.roll / 6
    let cosine = (1 - sine * sine).squareRoot()
    let half = width / 2
    let far = 1 + tilt * (cosine * dx - sine * dy) / half
    let (u, v) = ((cosine * dx - sine * dy) / far, (sine * dx + cosine * dy) / far)
    let bend = 1 / (1 + lens / (1 - lens) * min((u * u + v * v) / (half * half), 4))
    return (width / 2 + u * bend, height / 2 + v * bend)
  }

  /// The centre of an item in the picture.
  func center(_ item: Int, _ frame: Int) -> Point {
    project(items[item].x, items[item].y, row: items[item].row, frame)
  }

  /// The box of an item in the picture, by its four edges' middles.
  func box(_ item: Int, _ frame: Int) -> shelf_box {
    let i = items[item]
    let left = project(i.x - i.w / 2, i.y, row: i.row, frame).x
    let right = project(i.x + i.w / 2, i.y, row: i.row, frame).x
    let top = project(i.x, i.y - i.h / 2, row: i.row, frame).y
    let bottom = project(i.x, i.y + i.h / 2, row: i.row, frame).y
    return shelf_box(x1: left, y1: top, x2: right, y2: bottom)
  }

  /// The items whose centre was inside in at least `dwell` of the frames.
  func passed(
    _ frames: Range<Int>, dwell: Int = 2, through isInside: (Point) -> Bool
  ) -> Set<Int> {
    let inside = items.indices.filter { i in
      !items[i].isClutter && frames.count { isInside(center(i, $0)) } >= dwell
    }
    return Set(inside)
  }

  /// The same for an upright band.
  func passedBand(_ frames: Range<Int>, _ lo: Float = 0.45, _ hi: Float = 0.55, dwell: Int = 2) -> Set<Int> {
    passed(frames, dwell: dwell) { (lo * width...hi * width).contains($0.x) && (0...height).contains($0.y) }
  }

  /// The item that a box of that frame shows.
  func item(under box: shelf_box, _ frame: Int) -> Int? {
    let (x, y) = ((box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2)
    let near = items.indices.min { a, b in
      let (p, q) = (center(a, frame), center(b, frame))
      return abs(p.x - x) + abs(p.y - y) < abs(q.x - x) + abs(q.y - y)
    }
    guard let near else { return nil }
    let (at, real) = (center(near, frame), self.box(near, frame))
    let isNear = abs(at.x - x) < 0.4 * (real.x2 - real.x1) && abs(at.y - y) < 0.4 * (real.y2 - real.y1)
    return isNear ? near : nil
  }

  // MARK: What the detector says

  private func random(_ frame: Int, _ item: Int) -> Random {
    Random(seed &* 0x9E37_79B9 &+ UInt64(frame) &* 0x1_0001 &+ UInt64(item) &* 0x51_7CC1_B727)
  }

  /// The rows of one frame: boxes cut at the borders, nothing of which less than a third is in the picture.
  func rows(_ frame: Int) -> [shelf_detection] {
    var rows: [shelf_detection] = []
    for (i, item) in items.enumerated() {
      var random = random(frame, i)
      let whole = box(i, frame)
      let (w, h) = (whole.x2 - whole.x1, whole.y2 - whole.y1)
      let shake = (0..<4).map { _ in random.uniform(-jitter, jitter) }
      let score = item.score * random.uniform(0.94, 1.06)
      let isMissed = random.chance(misses)
      let isDouble = random.chance(doubles)
      let aside = (random.uniform(-0.3, 0.3) * w, random.uniform(0.6, 0.95))
      guard !isMissed, !isHidden(frame, i, center(i, frame)) else { continue }
      func report(_ dx: Float, _ score: Float) {
        let x1 = max(0, whole.x1 + shake[0] * w + dx)
        let x2 = min(width, whole.x2 + shake[1] * w + dx)
        let y1 = max(0, whole.y1 + shake[2] * h)
        let y2 = min(height, whole.y2 + shake[3] * h)
        guard x2 > x1, y2 > y1, (x2 - x1) * (y2 - y1) > 0.34 * w * h else { return }
        rows.append(row(corners: x1, y1, x2, y2, score: min(1, score), class: item.classID))
      }
      report(0, score)
      if isDouble { report(aside.0, score * aside.1) }
    }
    return rows
  }
}
