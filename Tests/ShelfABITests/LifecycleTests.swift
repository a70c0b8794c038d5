import CShelfCount
import Testing

@Suite("Life of a track")
struct LifecycleTests {
  // MARK: Lost buffer

  /// The id of a still box, seen three times and again so many microseconds later, at 25 fps.
  ///
  /// With `filled` there are empty updates in between, 40 ms apart, else none at all.
  func idFound(
    after elapsed: UInt64, filled: Bool, _ setup: Setup, _ configure: (inout shelf_config) -> Void = { _ in }
  ) throws -> UInt64 {
    let scanner = try TestScanner(setup) {
      $0.fps = 25
      configure(&$0)
    }
    for i: UInt64 in 1...3 { try scanner.update([row(320)], at: i * 40_000) }
    if filled {
      for time in stride(from: 40_000, to: elapsed, by: 40_000) {
        try scanner.update([], at: 120_000 + time)
      }
    }
    try scanner.update([row(320)], at: 120_000 + elapsed)
    return try scanner.update([row(320)], at: 160_000 + elapsed)[0].track_id
  }

  @Test("The buffer counts nominal frames, dropped ones too", arguments: Setup.all, [false, true])
  func lostFrames(setup: Setup, filled: Bool) throws {
    for (elapsed, id) in [(31 * 40_000, 1), (32 * 40_000, 2)] as [(UInt64, UInt64)] {
      #expect(try idFound(after: elapsed, filled: filled, setup) == id)
    }
  }

  @Test("Half a frame of jitter in time does no harm to the buffer", arguments: Setup.all, [false, true])
  func lostJitter(setup: Setup, filled: Bool) throws {
    for (elapsed, id) in [(31 * 40_000 + 19_000, 1), (31 * 40_000 + 21_000, 2)] as [(UInt64, UInt64)] {
      #expect(try idFound(after: elapsed, filled: filled, setup) == id)
    }
  }

  @Test("A buffer in microseconds replaces the one in frames", arguments: Setup.all, [false, true])
  func lostMicroseconds(setup: Setup, filled: Bool) throws {
    // Survives while elapsed - 40,000 <= 500,000 + 20,000.
    for (elapsed, id) in [(560_000, 1), (561_000, 2)] as [(UInt64, UInt64)] {
      #expect(try idFound(after: elapsed, filled: filled, setup) { $0.lost_us = 500_000 } == id)
    }
  }

  @Test("A buffer of no frames means that one miss ends the track", arguments: Setup.all)
  func lostNone(setup: Setup) throws {
    for (elapsed, id) in [(40_000, 1), (80_000, 2)] as [(UInt64, UInt64)] {
      #expect(try idFound(after: elapsed, filled: true, setup) { $0.lost_frames = 0 } == id)
    }
  }

  @Test("The end of a lost track disturbs no other", arguments: Setup.all)
  func expiry(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    // Every other object stands in the zone; each has a class of its own.
    try scanner.add(.zone([(0, 240), (640, 240), (640, 480), (0, 480)]))
    let objects = (0..<6).map { row(Float($0) * 100 + 50, $0 % 2 == 0 ? 100 : 380, class: UInt32($0)) }
    let ids = try scanner.update(objects).map(\.track_id)
    // One after the other vanishes for good, five frames apart.
    for frame in 0..<80 {
      let left = Array(objects.dropFirst(min(5, frame / 5)))
      let fates = try scanner.update(left)
      #expect(fates.map(\.track_id) == ids.suffix(left.count), "frame \(frame)")
      #expect(try scanner.ids(SHELF_TRACK_TRACKED) == fates.map(\.track_id).sorted(), "frame \(frame)")
    }
    #expect(try scanner.stats().tracks_started == 6)
    #expect(try scanner.counts().total == 3)
    #expect(try scanner.counts().inside == 1)
    #expect(try scanner.tracks().map(\.class_id) == [5])
    #expect(try scanner.tracks().map(\.hits) == [81])
    #expect(try scanner.trail(ids[5]).count == 60)
  }

  @Test("A lost track is predicted onwards and says how long it is missed", arguments: Setup.all)
  func lostState(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.walk((0..<20).map { .some(100 + Float($0) * 10) }, w: 60)
    let seen = try scanner.track(1)
    #expect(abs(seen.vx - 10) < 0.5)
    #expect(abs(seen.vy) < 0.01)
    for missed: UInt32 in 1...5 {
      try scanner.update()
      let track = try scanner.track(1)
      #expect(track.state == SHELF_TRACK_LOST)
      #expect(track.missed == missed)
      #expect(track.hits == 20)
      #expect(track.detection == -1)
      #expect(abs(track.box.x1 - seen.box.x1 - Float(missed) * seen.vx) < 0.01)
    }
    try scanner.walk([100 + 250], w: 60)
    #expect(try scanner.track(1).missed == 0)
    #expect(try scanner.track(1).hits == 21)
  }

  @Test("Dropped frames move the prediction as far as frames that came", arguments: Setup.all)
  func dropped(setup: Setup) throws {
    let full = try TestScanner(setup) { $0.fps = 25 }
    let sparse = try TestScanner(setup) { $0.fps = 25 }
    for scanner in [full, sparse] {
      for i in 0..<20 {
        try scanner.update([row(100 + Float(i) * 8)], at: UInt64(i + 1) * 40_000)
      }
    }
    for i: UInt64 in 21...24 { try full.update([], at: i * 40_000) }
    try sparse.update([], at: 24 * 40_000)
    let a = try full.track(1)
    let b = try sparse.track(1)
    #expect(abs(a.box.x1 - b.box.x1) < 0.01)
    #expect(abs(a.vx - b.vx) < 1e-4)
    #expect(b.missed == 1)
  }

  // MARK: Confirmation

  /// The update of its life in which an object is confirmed that is seen as the pattern says.
  func confirmed(_ pattern: String, _ hits: UInt32, _ window: UInt32, _ setup: Setup) throws -> Int? {
    let scanner = try TestScanner(setup) {
      $0.confirm_hits = hits
      $0.confirm_window = window
    }
    try scanner.update()
    for (i, sign) in pattern.enumerated() {
      let fates = try scanner.update(sign == "x" ? [row(320)] : [])
      if fates.first?.track_id == 1 { return i + 1 }
    }
    return nil
  }

  @Test("Confirmed by N hits within the first M updates of its life", arguments: Setup.all)
  func confirmation(setup: Setup) throws {
    #expect(try confirmed("x", 1, 1, setup) == 1)
    #expect(try confirmed("xx", 2, 2, setup) == 2)
    #expect(try confirmed("x.x", 2, 2, setup) == nil)
    #expect(try confirmed("x.x", 2, 3, setup) == 3)
    #expect(try confirmed("x..x..x", 2, 3, setup) == nil)
    #expect(try confirmed("x.x.x", 3, 5, setup) == 5)
    #expect(try confirmed("xx..x", 3, 5, setup) == 5)
    #expect(try confirmed("x...xx", 3, 5, setup) == nil)
    #expect(try confirmed(String(repeating: "x", count: 32), 32, 32, setup) == 32)
  }

  @Test("The first update after open or reset confirms at once, a later one does not", arguments: Setup.all)
  func firstFrame(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    #expect(try scanner.update([row(100), row(300)]).map(\.track_id).sorted() == [1, 2])
    #expect(try scanner.update([row(100), row(300), row(500)])[2].track_id == 0)
    try scanner.reset()
    #expect(try scanner.update([row(500)])[0].track_id == 1)
    try scanner.reset()
    try scanner.update()
    #expect(try scanner.update([row(500)])[0].track_id == 0)
  }

  @Test("Tentative tracks have id 0 and are listed as such", arguments: Setup.all)
  func tentative(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.update([row(100)])
    try scanner.update([row(100), row(500)])
    let tracks = try scanner.tracks(SHELF_TRACK_TENTATIVE)
    #expect(tracks.map(\.id) == [0])
    #expect(tracks.map(\.detection) == [1])
    #expect(tracks.map(\.box) == [row(500).box])
    #expect(try scanner.tracks(SHELF_TRACK_TRACKED).map(\.id) == [1])
    let stats = try scanner.stats()
    #expect([stats.tentative, stats.tracked, stats.lost] == [1, 1, 0])
  }

  @Test("Noise burns no ids", arguments: Setup.all)
  func noise(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.update()
    for i in 0..<48 {
      try scanner.update([row(Float(i % 8) * 80 + 40, Float(i / 8) * 80 + 40, w: 60, h: 60)])
    }
    #expect(try scanner.stats().tracks_started == 48)
    for _ in 1...3 { try scanner.update() }
    try scanner.update([row(320)])
    #expect(try scanner.update([row(320)])[0].track_id == 1)
  }

  // MARK: What a track says

  @Test("The class is the vote weighted by score, ties go to the lower class", arguments: Setup.all)
  func vote(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.class_gate = Int32(SHELF_CLASS_OFF) }
    var votes: [UInt32] = []
    let rows: [(UInt32, Float)] = [
      (2, 0.625), (2, 0.625), (1, 0.75), (1, 0.75), (2, 0.625), (0, 0.875), (0, 1),
    ]
    for (id, score) in rows {
      try scanner.update([row(320, score: score, class: id)])
      votes.append(try scanner.track(1).class_id)
      #expect(try scanner.track(1).score == score)
    }
    // In the end it stands 1.875 for 0, 1.5 for 1 and 1.875 for 2.
    #expect(votes == [2, 2, 2, 1, 2, 2, 0])
  }

  @Test("The trail holds the filtered centres of the frames that saw the track", arguments: Setup.all)
  func trail(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.trail_length = 10 }
    var centres: [Float] = []
    for i in 0..<25 {
      try scanner.walk([i % 4 == 3 ? nil : 100 + Float(i) * 5])
      guard i % 4 != 3 else { continue }
      let box = try scanner.track(1).box
      centres.append((box.x1 + box.x2) / 2)
    }
    let trail = try scanner.trail(1)
    #expect(trail.count == 10)
    for (point, x) in zip(trail, centres.suffix(10)) {
      #expect(abs(point.x - x) < 1e-3)
      #expect(abs(point.y - 240) < 1e-3)
    }
  }

  @Test("The buffer of a lost track ends to the microsecond", arguments: Setup.all)
  func bufferEnds(setup: Setup) throws {
    // Two missed frames of 100 ms, the frame that finds it again, and half a frame for jitter.
    for (late, id) in [(350_000, 1), (350_001, 0)] as [(UInt64, UInt64)] {
      let scanner = try TestScanner(setup) { ($0.fps, $0.lost_frames) = (10, 2) }
      try scanner.update([row(320)], at: 1_000_000)
      #expect(try scanner.update([row(320)], at: 1_000_000 + late)[0].track_id == id)
    }
  }

  @Test("A box that shrinks fast stays a box while it is not seen", arguments: Setup.all)
  func shrinking(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    var size: Float = 400
    for _ in 0..<6 {
      try scanner.update([row(320, w: size, h: size)])
      size *= 0.8
    }
    let time = try scanner.stats().time_us
    for frames in 1...25 { try scanner.update([], at: time + UInt64(frames) * 1_000_000 / 30) }
    try scanner.update([], at: time + 29 * 1_000_000 / 30)
    let track = try scanner.track(1)
    #expect(track.box.x1 < track.box.x2 && track.box.y1 < track.box.y2)
    // At once, before its loss has stopped the height.
    let jumping = try TestScanner(setup)
    for side: Float in [400, 300, 220, 160] { try jumping.update([row(320, w: side, h: side)]) }
    try jumping.update([], at: jumping.stats().time_us + 900_000)
    #expect(try jumping.tracks().allSatisfy { $0.box.x1 < $0.box.x2 && $0.box.y1 < $0.box.y2 })
  }
}
