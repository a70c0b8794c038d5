import CShelfCount
import Testing

@Suite("Kalman filter against the float64 reference")
struct KalmanReferenceTests {
  /// What the scanner must say of one object after one update.
  struct Expected {
    var values: [Double]
    var missed: Bool
  }

  /// Fifty objects, far apart, swinging in cells of 192 x 180 pixels; every box with noise, some missing.
  ///
  /// Frames are 40 ms apart, now and then 80 or 120.
  struct Scene {
    static let objects = 50
    var times: [UInt64] = []
    var rows: [[shelf_detection]] = []
    var expected: [[Expected]] = []

    init(frames: Int) {
      var random = Random(2024)
      var filters: [KalmanReference] = []
      var tracked = [Bool](repeating: true, count: Self.objects)
      var time: UInt64 = 0
      for frame in 0..<frames {
        let dt: UInt64 = frame > 0 && random.chance(0.05) ? 2 + random.next() % 2 : 1
        time += dt * 40_000
        var boxes: [shelf_detection] = []
        for i in 0..<Self.objects {
          let place = Self.place(i, frame, &random)
          let measured = Self.measured(place.box)
          if frame == 0 {
            filters.append(
              KalmanReference(cx: measured[0], cy: measured[1], aspect: measured[2], height: measured[3]))
            boxes.append(place)
            continue
          }
          filters[i].predict(dt: Double(dt), tracked: tracked[i])
          tracked[i] = !random.chance(0.05)
          guard tracked[i] else { continue }
          filters[i].update(cx: measured[0], cy: measured[1], aspect: measured[2], height: measured[3])
          boxes.append(place)
        }
        times.append(time)
        rows.append(boxes)
        expected.append(
          filters.indices.map { Expected(values: filters[$0].mean.values, missed: !tracked[$0]) })
      }
    }

    static func place(_ i: Int, _ frame: Int, _ random: inout Random) -> shelf_detection {
      // A triangle wave of 60 frames, in other phase for each object.
      let phase = Float((frame + i * 7) % 60)
      let swing = phase < 30 ? phase - 15 : 45 - phase
      return row(
        Float(i % 10) * 192 + 96 + swing + random.uniform(-2, 2),
        Float(i / 10) * 180 + 90 - swing / 2 + random.uniform(-2, 2),
        w: 70 + Float(i % 7) * 6 + random.uniform(-2, 2), h: 80 + Float(i % 5) * 8 + random.uniform(-2, 2),
        score: frame > 0 && random.chance(0.1) ? 0.4 : 0.9)
    }

    /// cx, cy, aspect and height of a box.
    static func measured(_ box: shelf_box) -> [Double] {
      let (x1, y1, x2, y2) = (Double(box.x1), Double(box.y1), Double(box.x2), Double(box.y2))
      return [(x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) / (y2 - y1), y2 - y1]
    }
  }

  static let scene = Scene(frames: 1000)

  @Test(
    "1000 noisy frames: position to 1e-3 px, velocity to 1e-3 px per frame", arguments: Setup.withoutOrder)
  func boxes(setup: Setup) throws {
    let scanner = try TestScanner(setup) {
      $0.width = 1920
      $0.height = 1080
      $0.fps = 25
      $0.partners = Int32(SHELF_PARTNER_BOTH)
      $0.new_score = 0.5
      $0.high_score = 0.35
    }
    var order: [UInt64] = []
    var worst = (position: 0.0, velocity: 0.0)
    for (frame, time) in Self.scene.times.enumerated() {
      let fates = try scanner.update(Self.scene.rows[frame], at: time)
      if frame == 0 { order = fates.map(\.track_id) }
      var tracks: [UInt64: shelf_track] = [:]
      for track in try scanner.tracks() { tracks[track.id] = track }
      try #require(tracks.count == Scene.objects, "frame \(frame)")
      for (id, expected) in zip(order, Self.scene.expected[frame]) {
        let track = try #require(tracks[id])
        try #require((track.state == SHELF_TRACK_LOST) == expected.missed, "frame \(frame), track \(id)")
        let box = Scene.measured(track.box)
        let truth = expected.values
        for error in [
          box[0] - truth[0], box[1] - truth[1], box[3] - truth[3], box[2] * box[3] - truth[2] * truth[3],
        ] { worst.position = max(worst.position, abs(error)) }
        worst.velocity = max(
          worst.velocity, abs(Double(track.vx) - truth[4]), abs(Double(track.vy) - truth[5]))
      }
    }
    #expect(worst.position <= 1e-3)
    #expect(worst.velocity <= 1e-3)
  }
}
