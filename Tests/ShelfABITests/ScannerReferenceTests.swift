import CShelfCount
import Foundation
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

  /// A configuration with its gates.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let setup: Setup
    let seed: UInt64
    let change: @Sendable (inout shelf_config) -> Void
    var testDescription: String { name }

    /// The presets as they are, and configurations drawn at random: `SHELFCOUNT_LONG` asks for more of them.
    static let all: [Case] = {
      let isLong = ProcessInfo.processInfo.environment["SHELFCOUNT_LONG"] != nil
      let presets = Setup.withMoving.enumerated().map { i, setup in
        Case(name: "\(setup.testDescription)", setup: setup, seed: UInt64(i)) { _ in }
      }
      let random = (1...(isLong ? 600 : 30)).map { seed in
        Case(
          name: "random \(seed)", setup: Setup.withMoving[seed % Setup.withMoving.count], seed: UInt64(seed)
        ) {
          ScannerReferenceTests.draw(&$0, UInt64(seed))
        }
      }
      return presets + random
    }()
  }

  /// Any choice of every option that association, life and counting by track have.
  static func draw(_ config: inout shelf_config, _ seed: UInt64) {
    var random = Random(seed &* 7919)
    let pick = { (random: inout Random, count: Int) in Int32(random.next() % UInt64(count)) }
    config.nms = pick(&random, 4)
    config.nms_iou = random.uniform(0.35, 0.7)
    config.nms_sigma = random.uniform(0.3, 1)
    config.nms_classes = UInt32(pick(&random, 2))
    config.class_gate = pick(&random, 3)
    config.class_penalty = random.uniform(0.05, 0.4)
    config.matcher = pick(&random, 3)
    config.fusion = pick(&random, 3)
    config.partners = 1 + pick(&random, 3)
    config.tentative_first = UInt32(pick(&random, 2))
    config.frame_motion = UInt32(pick(&random, 2))
    config.low_score = random.uniform(0.1, 0.3)
    config.high_score = random.uniform(0.35, 0.6)
    config.new_score = random.uniform(0.6, 0.75)
    config.max_area = random.chance(0.5) ? 1 : random.uniform(0.01, 0.1)
    config.first_cost = random.uniform(0.5, 0.95)
    config.second_cost = random.uniform(0.3, 0.8)
    config.third_cost = random.uniform(0.5, 0.9)
    config.confirm_hits = 1 + UInt32(pick(&random, 4))
    config.confirm_window = config.confirm_hits + UInt32(pick(&random, 3))
    config.lost_frames = UInt32([2, 10, 30][Int(pick(&random, 3))])
    config.duplicate_iou = [0.6, 0.85, 1][Int(pick(&random, 3))]
    config.max_detections = random.chance(0.3) ? 9 : 300
    config.max_candidates = [1, 2, 64][Int(pick(&random, 3))]
    config.dwell = 1 + UInt32(pick(&random, 4))
    config.crossing = UInt32(pick(&random, 2))
  }

  /// One gate of each kind, the band lying or slanted too, with any rule.
  static func gates(_ seed: UInt64) throws -> [shelf_gate] {
    var random = Random(seed &* 104_729)
    var gates = try [
      shelf_gate.band(), shelf_gate.band(0.4, 0.6, axis: seed % 2 == 0 ? SHELF_AXIS_X : SHELF_AXIS_Y),
    ]
    let (x, lean) = (random.uniform(220, 380), random.uniform(-60, 60))
    let (top, bottom) = (random.uniform(0, 150), random.uniform(300, 480))
    gates.append(
      try .pixels(
        SHELF_GATE_BAND, [(x, top), (x + lean, bottom), (x + 50, top), (x + lean + 70, bottom)]))
    gates.append(
      try .line(
        (random.uniform(200, 440), random.uniform(0, 200)),
        (random.uniform(200, 440), random.uniform(280, 480)),
        margin: random.uniform(0, 12)))
    // Round a point, so that no two edges cross.
    let corners = 3 + Int(random.next() % 6)
    gates.append(
      try .zone(
        (0..<corners).map { i in
          let angle = 2 * Float.pi * (Float(i) + random.uniform(0, 0.8)) / Float(corners)
          let radius = random.uniform(60, 200)
          return (320 + radius * cos(angle), 240 + radius * sin(angle))
        }))
    for i in gates.indices {
      gates[i].anchor = Int32(random.next() % 2)
      gates[i].every = UInt32(random.next() % 2)
      gates[i].crossing = Int32(random.next() % 3) - 1
      gates[i].dwell = UInt32(random.next() % 4)
    }
    return gates
  }

  @Test("Ids, states, classes, boxes, fates, log and counts are the reference's", arguments: Case.all)
  func same(_ test: Case) throws {
    let scanner = try TestScanner(test.setup) {
      $0.nms = Int32(SHELF_NMS_OFF)
      test.change(&$0)
      $0.max_gates = 5
    }
    let gates = try Self.gates(test.seed)
    for gate in gates { try scanner.add(gate) }
    var reference = ScannerReference(scanner.config, gates)
    var stream = Stream(seed: test.seed, objects: 10)
    var random = Random(test.seed + 77)
    var sums: [[Int]] = gates.map { _ in [0, 0, 0, 0] }
    for frame in 1...100 {
      let rows = stream.frame()
      // Some frames come late.
      let elapsed = frame > 1 && random.chance(0.05) ? 1 + Int(random.next() % 5) : 1
      let time = try frame == 1 ? 1_000_000 : scanner.stats().time_us + UInt64(elapsed) * 33_333
      let motion = (x: random.uniform(-8, 8), y: random.uniform(-2, 2))
      if scanner.config.frame_motion == 1 {
        try check(shelf_give_motion(scanner.handle, motion.x, motion.y))
      }
      let fates = try scanner.update(rows, at: time)
      // The first frame is one nominal frame long.
      reference.update(
        rows, elapsed: frame == 1 ? 1 : Double(elapsed) * 33_333 / (1e6 / 30),
        motion: (Double(motion.x), Double(motion.y)))
      let place = "\(test.name), frame \(frame)"
      try compareTracks(scanner, reference, place)
      let told = fates.map {
        ScannerReference.Fate(kind: Int($0.kind), trackID: $0.track_id, stage: Int($0.stage))
      }
      try #require(told == reference.fates, "\(place)")
      try compareCounts(scanner, reference, &sums, place)
    }
    let dropped = try Int(scanner.stats().candidates_dropped)
    #expect(abs(dropped - reference.dropped) <= reference.uncertain)
    #expect(try scanner.stats().tracks_confirmed > 10)
  }

  private func compareTracks(_ scanner: TestScanner, _ reference: ScannerReference, _ place: String) throws {
    // Tracks that are not confirmed and not seen differ in their place only.
    let tracks = try scanner.tracks().sorted {
      ($0.id, $0.detection, $0.box.x1) < ($1.id, $1.detection, $1.box.x1)
    }
    let row = { (track: ScannerReference.Track) in reference.number(of: track) }
    let expected = reference.tracks.sorted { ($0.id, row($0), $0.box[0]) < ($1.id, row($1), $1.box[0]) }
    try #require(tracks.map(\.id) == expected.map(\.id), "\(place)")
    try #require(tracks.map { Int($0.state) } == expected.map(\.state), "\(place)")
    try #require(tracks.map { Int($0.detection) } == expected.map(row), "\(place)")
    try #require(tracks.map(\.class_id) == expected.map(\.classID), "\(place)")
    try #require(tracks.map { Int($0.hits) } == expected.map(\.hits), "\(place)")
    try #require(tracks.map { Int($0.missed) } == expected.map(\.missed), "\(place)")
    for (track, model) in zip(tracks, expected) {
      let box = [track.box.x1, track.box.y1, track.box.x2, track.box.y2].map(Double.init)
      try #require(zip(box, model.box).allSatisfy { abs($0 - $1) < 0.02 }, "\(place): \(box) \(model.box)")
      try #require(abs(Double(track.score) - model.score) < 1e-5, "\(place)")
    }
  }

  /// The log of this frame, and what it adds up to.
  private func compareCounts(
    _ scanner: TestScanner, _ reference: ScannerReference, _ sums: inout [[Int]], _ place: String
  ) throws {
    let log = try scanner.events().map {
      ScannerReference.Event(
        gate: Int($0.gate), trackID: $0.track_id, classID: $0.class_id,
        entry: .init(kind: Int($0.kind), direction: Int($0.direction), reason: Int($0.reason)))
    }
    let order = { (a: ScannerReference.Event, b: ScannerReference.Event) in
      (a.gate, a.trackID) < (b.gate, b.trackID)
    }
    try #require(log.sorted(by: order) == reference.events.sorted(by: order), "\(place)")
    for event in reference.events {
      if event.entry.kind == SHELF_EVENT_COUNT { sums[event.gate][1 + event.entry.direction] += 1 }
      if event.entry.kind == SHELF_EVENT_PASSED { sums[event.gate][3] += 1 }
    }
    for (gate, sum) in sums.enumerated() {
      let c = try scanner.counts(UInt32(gate))
      try #require(
        [c.backward, c.undirected, c.forward, c.passed].map(Int.init) == sum, "\(place), gate \(gate)")
      let inside = reference.tracks.count { $0.isConfirmed && $0.memories[gate].isInside }
      try #require(Int(c.inside) == inside, "\(place), gate \(gate)")
    }
  }
}
