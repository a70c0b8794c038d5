/// The kernels of the core, by what they work on.
enum Kernels {
  static let sizes = [10, 100, 300]

  static var all: [Kernel] {
    sizes.flatMap { kalman($0, .closed, "closed form") + kalman($0, .blas, "BLAS") }
      + sizes.flatMap { association($0) + map($0) } + suppression + decoding
  }

  /// With a dt of next to nothing a prediction leaves the state as it is, and does the same work; with 0 BLAS
  /// would do none.
  private static func kalman(_ n: Int, _ kalman: Configuration.Kalman, _ name: String) -> [Kernel] {
    guard kalman.isAvailable else { return [] }
    let frame = Frame(things: n, kalman: kalman, preset: .byteTrack)
    var tracker = frame.scanner.tracker
    let state = frame.scanner.state
    return [
      Kernel("Kalman predict, \(name)", n: n) { tracker.predict(dt: 1e-9, &state[0]) },
      Kernel("Kalman correct, \(name)", n: n) { tracker.correct(count: state[0].trackCount) },
    ]
  }

  private static func association(_ n: Int) -> [Kernel] {
    let frame = Frame(things: n, kalman: .closed, preset: .byteTrack)
    let tracker = frame.scanner.tracker
    let state = frame.scanner.state
    let build = {
      _ = tracker.graph.build(
        tracker.tracks.kalman, count: state[0].trackCount, detections: tracker.detections, count: n,
        high: 0.5, least: 0.2, frame: Point(x: 640, y: 640))
    }
    return [
      Kernel("candidates", n: n, build), matching(n, .greedy, "greedy"), matching(n, .optimal, "optimal"),
    ]
  }

  private static func matching(_ n: Int, _ matcher: Configuration.Matcher, _ name: String) -> Kernel {
    let frame = Frame(things: n, kalman: .closed, preset: .byteTrack, matcher: matcher)
    var tracker = frame.scanner.tracker
    return Kernel("candidates and \(name) matching", n: n) {
      frame.forgetRows()
      _ = tracker.associate(rows: n, &frame.scanner.state[0])
    }
  }

  /// The camera stands: pose, places and evidence for the same rows again and again.
  private static func map(_ n: Int) -> [Kernel] {
    let frame = Frame(things: n, kalman: .closed, preset: .shelf)
    let scanner = frame.scanner
    let table = scanner.tracker.detections
    let arrangement = scanner.tracker.arrangement
    let map = scanner.inventory.map
    return [
      Kernel("motion of the picture", n: n) { _ = map.followRows(table, count: n, dt: 1) },
      Kernel("registration and places", n: n) {
        let clock = scanner.state[0].clock.frames
        arrangement.arrange(table, count: n)
        _ = map.step(table, arrangement, rows: n, frameNumber: clock, dt: 1, Point(x: 0, y: 0))
      },
    ]
  }

  // MARK: Around the network

  /// Every second row doubles the one before.
  private static func doubled(_ n: Int) -> [Detection] {
    var random = SplitMix64(state: 7)
    return Frame.grid(n / 2, &random).flatMap { row -> [Detection] in
      var second = row
      second.box.x1 += 0.1 * row.box.width
      second.score *= 0.8
      return [row, second]
    }
  }

  private static var suppression: [Kernel] {
    [100, 300].flatMap { n -> [Kernel] in
      let rows = doubled(n)
      let work = UnsafeMutablePointer<Detection>.allocate(capacity: n)
      func kernel(_ name: String, _ kind: Configuration.NMS) -> Kernel {
        let suppression = Suppression(kind: kind, iou: 0.5, sigma: 0.5, byClass: false, leastScore: 0.1)
        return Kernel(name, n: n) {
          for i in 0..<n { work[i] = rows[i] }
          _ = DetectionArray(work, capacity: n).suppress(suppression, count: n)
        }
      }
      return [kernel("NMS", .hard), kernel("soft-NMS, Gaussian", .gaussian)]
    }
  }

  private static var decoding: [Kernel] {
    [
      decode("decode [1,300,6], end to end", .endToEnd, rows: 300, columns: 6),
      decode("decode [1,84,8400], channels", .channels, rows: 84, columns: 8400),
      decode("decode [1,8400,84], rows", .rows, rows: 8400, columns: 84),
      decode("decode [1,8400,85], grids", .yolox, rows: 8400, columns: 85),
    ]
  }

  /// About one score in a thousand is above the threshold.
  private static func decode(
    _ name: String, _ layout: YOLODecoder.Layout, rows: Int, columns: Int
  ) -> Kernel {
    let letterbox = Letterbox(
      sourceWidth: 1280, sourceHeight: 720, modelWidth: 640, modelHeight: 640, fit: .center)
    let decoder = YOLODecoder(
      layout: layout, classes: 80, minScore: 0.25, isFraction: false, letterbox: letterbox,
      outputScale: Point(x: 1, y: 1))
    var random = SplitMix64(state: 3)
    let tensor = UnsafeMutablePointer<Float>.allocate(capacity: rows * columns)
    for i in 0..<rows * columns {
      tensor[i] = random.uniform(0, 1) > 0.999 ? random.uniform(0.3, 0.9) : random.uniform(0, 0.1)
    }
    if layout == .endToEnd {
      for i in 0..<rows {
        let x = random.uniform(0, 500)
        let row = [x, x, x + 90, x + 90, random.uniform(0.05, 0.9), Float(i % 80)]
        for k in 0..<6 { tensor[6 * i + k] = row[k] }
      }
    }
    let out = UnsafeMutablePointer<Detection>.allocate(capacity: 300)
    let count = decoder.rowCount(rows, columns) ?? 0
    return Kernel(name, n: count) {
      let report = decoder.decode(
        tensor, rows: count, only: UnsafeBufferPointer<UInt32>(start: nil, count: 0),
        into: DetectionArray(out, capacity: 300))
      precondition((report?.kept ?? 0) > 0, "\(name): nothing was decoded")
    }
  }
}
