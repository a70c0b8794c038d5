import CShelfCount
import Testing

/// The reports of users of comparable trackers, by number; each with its smallest input.
@Suite("User reports: identities")
struct UserReportTests {
  static func still(_ score: Float = 0.9, class id: UInt32 = 0) -> shelf_detection {
    row(corners: 100, 100, 150, 200, score: score, class: id)
  }

  // MARK: O1

  @Test("O1 a score exactly on the high threshold continues the track in step 1", arguments: Setup.all)
  func o1High(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    for score in [0.9, 0.9, 0.9, scanner.config.high_score, 0.9] {
      let fate = try scanner.update([Self.still(score)])[0]
      #expect(fate.kind == SHELF_FATE_MATCHED)
      #expect(fate.track_id == 1)
      let track = try scanner.track(1)
      #expect(track.state == SHELF_TRACK_TRACKED)
      #expect(track.detection == 0)
      if score < 0.9 { #expect(fate.stage == 1) }
    }
  }

  @Test("O1 a score exactly on the low threshold is low, one below is ignored", arguments: Setup.all)
  func o1Low(setup: Setup) throws {
    for below in [false, true] {
      let scanner = try TestScanner(setup)
      for _ in 1...3 { try scanner.update([Self.still()]) }
      // The seed offers only lost tracks to low rows.
      if setup.preset == .seed { try scanner.update() }
      let low = scanner.config.low_score
      let fate = try scanner.update([Self.still(below ? low.nextDown : low)])[0]
      let state = try scanner.track(1).state
      if below {
        #expect(fate == shelf_fate(track_id: 0, kind: Int32(SHELF_FATE_IGNORED), stage: 0))
        #expect(state == SHELF_TRACK_LOST)
      } else {
        #expect(fate == shelf_fate(track_id: 1, kind: Int32(SHELF_FATE_MATCHED), stage: 2))
        #expect(state == SHELF_TRACK_TRACKED)
      }
      #expect(try scanner.update([Self.still()])[0].track_id == 1)
    }
  }

  @Test("O1 a lone box exactly on the new threshold starts a track, one below does not", arguments: Setup.all)
  func o1New(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    let new = scanner.config.new_score
    let fate = try scanner.update([Self.still(new)])[0]
    #expect(fate == shelf_fate(track_id: 1, kind: Int32(SHELF_FATE_MATCHED), stage: 0))
    try scanner.reset()
    let below = try scanner.update([Self.still(new.nextDown)])[0]
    #expect(below == shelf_fate(track_id: 0, kind: Int32(SHELF_FATE_UNMATCHED), stage: 0))
    #expect(try scanner.tracks().isEmpty)
  }

  // MARK: O2

  @Test("O2 a box too weak to start a track is told as unmatched", arguments: Setup.all)
  func o2Unmatched(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    let fates = try scanner.update([Self.still(0.55), row(500)])
    #expect(fates[0] == shelf_fate(track_id: 0, kind: Int32(SHELF_FATE_UNMATCHED), stage: 0))
    #expect(fates[1] == shelf_fate(track_id: 1, kind: Int32(SHELF_FATE_MATCHED), stage: 0))
    #expect(try scanner.stats().tracks_started == 1)
  }

  @Test("O2 the same box continues a track that is there", arguments: Setup.withoutSeed)
  func o2Continues(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.update([Self.still()])
    let fate = try scanner.update([Self.still(0.55)])[0]
    #expect(fate == shelf_fate(track_id: 1, kind: Int32(SHELF_FATE_MATCHED), stage: 1))
  }

  // MARK: O3

  @Test("O3 found again after 30 missed frames it keeps its id, after 31 it is new", arguments: Setup.all)
  func o3(setup: Setup) throws {
    for fps: Float in [1, 5, 30, 120] {
      for (missed, id) in [(30, UInt64(1)), (31, 2)] {
        let scanner = try TestScanner(setup) { $0.fps = fps }
        for _ in 1...3 { try scanner.update([Self.still()]) }
        for _ in 0..<missed { try scanner.update() }
        let first = try scanner.update([Self.still()])[0].track_id
        let second = try scanner.update([Self.still()])[0].track_id
        #expect(first == (missed == 30 ? 1 : 0), "\(fps) fps, \(missed) missed")
        #expect(second == id, "\(fps) fps, \(missed) missed")
      }
    }
  }

  @Test("O3 a buffer in time shorter than a frame is refused", arguments: Setup.all)
  func o3Time(setup: Setup) throws {
    #expect(throws: Refusal(status: shelf_status(SHELF_ERROR_ARGUMENT))) {
      try TestScanner(setup) {
        $0.fps = 1
        $0.lost_us = 500_000
      }
    }
  }

  // MARK: O4

  @Test("O4 objects that come and go leave nothing behind", arguments: Setup.all, [1, 2])
  func o4(setup: Setup, sightings: Int) throws {
    let scanner = try TestScanner(setup)
    let clock = ContinuousClock()
    let updates = 6_000
    var costs: [Duration] = []
    var alive: UInt32 = 0
    for i in 0..<updates {
      let place = i / sightings % 192
      let box = row(Float(place % 16) * 40 + 20, Float(place / 16) * 40 + 20, w: 30, h: 30)
      costs.append(try clock.measure { try scanner.update([box]) })
      let stats = try scanner.stats()
      alive = max(alive, stats.tentative + stats.tracked + stats.lost)
    }
    let stats = try scanner.stats()
    #expect(stats.tracks_started == UInt64(updates / sightings))
    let now = stats.tentative + stats.tracked + stats.lost
    #expect(stats.tracks_started - stats.tracks_removed == UInt64(now))
    #expect(alive <= 40)
    let median = { (part: ArraySlice<Duration>) in part.sorted()[part.count / 2] }
    #expect(median(costs.suffix(1000)) < median(costs[1000..<2000]) * 3)
  }

  // MARK: O5

  @Test("O5 each scanner counts its ids from 1, and again after a reset", arguments: Setup.all)
  func o5(setup: Setup) throws {
    let a = try TestScanner(setup)
    let b = try TestScanner(setup)
    for _ in 1...3 {
      #expect(try a.update([Self.still()])[0].track_id == 1)
      #expect(try b.update([Self.still()])[0].track_id == 1)
    }
    try a.reset()
    #expect(try a.update([Self.still()])[0].track_id == 1)
    try b.update([Self.still(), row(500)])
    #expect(try b.update([Self.still(), row(500)]).map(\.track_id) == [1, 2])
  }

  // MARK: O6

  @Test("O6 empty frames age the tracks", arguments: Setup.all)
  func o6(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    for _ in 1...3 { try scanner.update([Self.still()]) }
    for frame in 1...40 {
      try check(shelf_update(scanner.handle, 0, nil, 0, nil))
      #expect(try scanner.tracks(SHELF_TRACK_TRACKED).isEmpty)
      // In between it depends on the half frame that is granted to time stamps.
      if frame != 31 { #expect(try scanner.ids() == (frame <= 30 ? [1] : []), "\(frame) empty frames") }
    }
    let overlapping = row(corners: 110, 110, 160, 210)
    #expect(try scanner.update([overlapping])[0].track_id == 0)
    #expect(try scanner.update([overlapping])[0].track_id == 2)
  }

  // MARK: O7

  @Test("O7 seen every other frame, 2 of 3 confirms and keeps the id", arguments: Setup.kalmans)
  func o7(kalman: Int32) throws {
    let scanner = try TestScanner(Setup(preset: .shelf, kalman: kalman))
    for frame in 1...12 {
      let blinking = frame.isMultiple(of: 2) ? [row(500)] : []
      let fates = try scanner.update([Self.still()] + blinking)
      #expect(fates[0].track_id == 1)
      if let fate = fates.dropFirst().first {
        #expect(fate.kind == (frame == 2 ? SHELF_FATE_TENTATIVE : SHELF_FATE_MATCHED), "frame \(frame)")
        #expect(fate.track_id == (frame == 2 ? 0 : 2), "frame \(frame)")
      }
    }
  }

  @Test("O7 under a strict rule it stays tentative and burns no id", arguments: Setup.all)
  func o7Strict(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.confirm_window = 2 }
    for frame in 1...12 {
      let blinking = frame.isMultiple(of: 2) ? [row(500)] : []
      let fates = try scanner.update([Self.still()] + blinking)
      for fate in fates.dropFirst() {
        #expect(fate == shelf_fate(track_id: 0, kind: Int32(SHELF_FATE_TENTATIVE), stage: 0))
      }
    }
    try scanner.update([Self.still(), row(320)])
    #expect(try scanner.update([Self.still(), row(320)])[1].track_id == 2)
  }

  // MARK: O8

  static let onceWrong: [[UInt32]] = [[0, 0, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0]]

  @Test("O8 one frame of another class: one identity, gate off or soft", arguments: Setup.all, onceWrong)
  func o8(setup: Setup, classes: [UInt32]) throws {
    for gate in [SHELF_CLASS_OFF, SHELF_CLASS_SOFT] {
      let scanner = try TestScanner(setup) { $0.class_gate = Int32(gate) }
      for id in classes {
        #expect(try scanner.update([Self.still(class: id)])[0].track_id == 1)
      }
      #expect(try scanner.stats().tracks_started == 1)
      #expect(try scanner.track(1).class_id == 0)
    }
  }

  @Test("O8 one frame of another class: two tracks with the hard gate", arguments: Setup.all)
  func o8Hard(setup: Setup) throws {
    for (classes, ids) in zip(Self.onceWrong, [[1, 1, 1, 0, 1, 1], [1, 0, 2, 2, 2, 2]] as [[UInt64]]) {
      let scanner = try TestScanner(setup) { $0.class_gate = Int32(SHELF_CLASS_HARD) }
      #expect(try classes.map { try scanner.update([Self.still(class: $0)])[0].track_id } == ids)
      #expect(try scanner.stats().tracks_started == 2)
    }
  }
}
