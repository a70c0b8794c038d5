import CShelfCount
import Testing

/// Random streams: the library against a scanner written for clarity.
@Suite("Against a plain reference")
struct ScannerReferenceTests {
  /// Objects that move, flicker, change class and overlap, with clutter; no two numbers alike.
  struct Stream {
    private struct Object { var x, y, w, h, speed, climb: Float, classID: UInt32 }
    private var random: Random
    private var objects: [Object] = []

    init(seed: UInt64, objects count: Int) {
      random = Random(seed)
      for _ in 0..<count { objects.append(Self.object(&random)) }
    }

    private static func object(_ random: inout Random) -> Object {
      Object(
        x: random.uniform(0, 640), y: random.uniform(60, 420), w: random.uniform(30, 90),
        h: random.uniform(30, 90), speed: random.uniform(-12, 12), climb: random.uniform(-1, 1),
        classID: UInt32(random.next() % 3))
    }

    mutating func frame() -> [shelf_detection] {
      var rows: [shelf_detection] = []
      for i in objects.indices {
        objects[i].x += objects[i].speed
        objects[i].y += objects[i].climb
        if !(-40...680).contains(objects[i].x) { objects[i] = Self.object(&random) }
        let o = objects[i]
        guard random.chance(0.85) else { continue }
        let score = random.chance(0.3) ? random.uniform(0.11, 0.7) : random.uniform(0.65, 0.99)
        let jitter = { (r: inout Random) in r.uniform(-2.5, 2.5) }
        rows.append(
          row(
            o.x + jitter(&random), o.y + jitter(&random), w: o.w + jitter(&random), h: o.h + jitter(&random),
            score: score, class: random.chance(0.1) ? (o.classID + 1) % 3 : o.classID))
        if random.chance(0.06), var double = rows.last {
          double.box.x1 += random.uniform(-1, 1)
          double.score *= 0.97
          rows.append(double)
        }
      }
      if random.chance(0.4) {
        rows.append(
          row(
            random.uniform(0, 640), random.uniform(0, 480), w: random.uniform(20, 80),
            h: random.uniform(20, 80), score: random.uniform(0.11, 0.9)))
      }
      return rows
    }
  }

  /// A preset, and what is changed in it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let setup: Setup
    let change: @Sendable (inout shelf_config) -> Void
    var testDescription: String { name }

    static let all =
      Setup.all.map { Case(name: "\($0.testDescription)", setup: $0) { _ in } } + [
        Case(name: "crossing", setup: .bytetrack) { $0.crossing = 1 },
        Case(name: "short life", setup: .shelf) { $0.lost_frames = 3 },
        Case(name: "hard class", setup: .shelf) { $0.class_gate = Int32(SHELF_CLASS_HARD) },
        Case(name: "3 of 5", setup: .bytetrack) { ($0.confirm_hits, $0.confirm_window) = (3, 5) },
        Case(name: "both partners, inverse", setup: .seed) {
          $0.partners = Int32(SHELF_PARTNER_BOTH)
          $0.fusion = Int32(SHELF_FUSION_INVERSE)
        },
        Case(name: "sparse, dwell 4", setup: .seed) { ($0.first_cost, $0.dwell) = (0.9, 4) },
      ]
  }

  @Test("Ids, states, classes, boxes and counts are the reference's", arguments: Case.all)
  func same(_ test: Case) throws {
    let configure = { (config: inout shelf_config) in
      config.nms = Int32(SHELF_NMS_OFF)
      config.frame_motion = 0
      config.max_candidates = 64
      test.change(&config)
    }
    for seed in 1...2 as ClosedRange<UInt64> {
      let scanner = try TestScanner(test.setup, configure)
      try scanner.add(.band())
      var reference = ScannerReference(scanner.config)
      var stream = Stream(seed: seed, objects: 10)
      var random = Random(seed + 77)
      for frame in 1...150 {
        let rows = stream.frame()
        // Some frames come late.
        let elapsed = frame > 1 && random.chance(0.05) ? 1 + Int(random.next() % 5) : 1
        let time = try frame == 1 ? 1_000_000 : scanner.stats().time_us + UInt64(elapsed) * 33_333
        try scanner.update(rows, at: time)
        reference.update(rows, elapsed: Double(elapsed) * 33_333 / (1e6 / 30))
        try compare(scanner, reference, "\(test.name), seed \(seed), frame \(frame)")
      }
      #expect(reference.tracks.count > 3)
      #expect(try scanner.stats().tracks_confirmed > 20)
    }
  }

  private func compare(_ scanner: TestScanner, _ reference: ScannerReference, _ place: String) throws {
    // Tracks that are not confirmed and not seen differ in their place only.
    let tracks = try scanner.tracks().sorted {
      ($0.id, $0.detection, $0.box.x1) < ($1.id, $1.detection, $1.box.x1)
    }
    let expected = reference.tracks.sorted {
      ($0.id, $0.row ?? -1, $0.box[0]) < ($1.id, $1.row ?? -1, $1.box[0])
    }
    try #require(tracks.map(\.id) == expected.map(\.id), "\(place)")
    try #require(tracks.map { Int($0.state) } == expected.map(\.state), "\(place)")
    try #require(tracks.map { Int($0.detection) } == expected.map { $0.row ?? -1 }, "\(place)")
    try #require(tracks.map(\.class_id) == expected.map(\.classID), "\(place)")
    try #require(tracks.map { Int($0.hits) } == expected.map(\.hits), "\(place)")
    for (track, model) in zip(tracks, expected) {
      let box = [track.box.x1, track.box.y1, track.box.x2, track.box.y2].map(Double.init)
      try #require(zip(box, model.box).allSatisfy { abs($0 - $1) < 0.02 }, "\(place): \(box) \(model.box)")
    }
    let counts = try scanner.counts()
    let c = reference.count
    try #require(
      [counts.forward, counts.backward, counts.undirected, counts.passed].map(Int.init)
        == [c.forward, c.backward, c.undirected, c.passed], "\(place)")
  }
}
