import CShelfCount
import Testing

@Suite("User reports: bad and odd input")
struct UserReportInputTests {
  /// Runs the good box with a bad one beside it in the given frame; it must be as if that had not been.
  func ignores(_ bad: shelf_detection, as kind: Int, in frame: Int, of frames: Int, _ setup: Setup) throws {
    let good = row(corners: 300, 100, 350, 200)
    let clean = try TestScanner(setup)
    let dirty = try TestScanner(setup)
    for i in 1...frames {
      let expected = try clean.update([good])[0]
      let fates = try dirty.update(i == frame ? [bad, good] : [good])
      if i == frame { #expect(fates[0] == shelf_fate(track_id: 0, kind: Int32(kind), stage: 0)) }
      #expect(fates.last == expected)
      #expect(try clean.tracks() == dirty.tracks().map { $0.with(detection: 0) })
    }
    #expect(try dirty.ids() == [1])
    #expect(try dirty.stats().tracks_started == 1)
  }

  @Test("O9 a box without height or width, or inverted, is dropped alone", arguments: Setup.all)
  func o9(setup: Setup) throws {
    try ignores(row(corners: 100, 100, 150, 100), as: SHELF_FATE_EMPTY, in: 1, of: 3, setup)
    try ignores(row(corners: 100, 100, 100, 200), as: SHELF_FATE_EMPTY, in: 1, of: 3, setup)
    try ignores(row(corners: 150, 100, 100, 200), as: SHELF_FATE_INVERTED, in: 1, of: 3, setup)
    try ignores(row(corners: 100, 200, 150, 100), as: SHELF_FATE_INVERTED, in: 1, of: 3, setup)
  }

  @Test("O10 a value that is not finite is dropped alone", arguments: Setup.all)
  func o10(setup: Setup) throws {
    let notFinite = SHELF_FATE_NOT_FINITE
    try ignores(row(corners: .nan, 100, 150, 200), as: notFinite, in: 4, of: 6, setup)
    try ignores(row(corners: 100, 100, 150, .signalingNaN), as: notFinite, in: 4, of: 6, setup)
    try ignores(row(corners: 100, 100, 150, 200, score: .nan), as: notFinite, in: 4, of: 6, setup)
    try ignores(row(corners: 100, 100, .infinity, 200), as: notFinite, in: 4, of: 6, setup)
    try ignores(row(corners: 100, -.infinity, 150, 200), as: notFinite, in: 4, of: 6, setup)
    try ignores(row(corners: 100, 100, 150, 200, score: 1.5), as: SHELF_FATE_BAD_SCORE, in: 4, of: 6, setup)
    try ignores(row(corners: 100, 100, 150, 200, score: -0.5), as: SHELF_FATE_BAD_SCORE, in: 4, of: 6, setup)
  }

  @Test("O9, O10 dropped rows are counted by reason", arguments: Setup.all)
  func reasons(setup: Setup) throws {
    let scanner = try TestScanner(setup)
    try scanner.update([
      row(corners: .nan, 0, 1, 1), row(corners: 9, 0, 1, 9), row(corners: 1, 0, 1, 9),
      row(corners: 1, 0, 20_000, 9), row(100, score: 2), row(100, class: 80),
    ])
    let stats = try scanner.stats()
    #expect(stats.rows == 6)
    #expect(stats.rows_not_finite == 1)
    #expect(stats.rows_inverted == 1)
    #expect(stats.rows_empty == 1)
    #expect(stats.rows_too_far == 1)
    #expect(stats.rows_bad_score == 1)
    #expect(stats.rows_bad_class == 1)
  }

  @Test("O11 more detections than tracks, or fewer: the survivors keep their ids", arguments: Setup.all)
  func o11(setup: Setup) throws {
    let boxes = (0..<300).map { i in
      row(Float(i % 20) * 32 + 16, Float(i / 20) * 32 + 16, w: 20, h: 20)
    }
    for capacity: UInt32 in [512, 256] {
      let scanner = try TestScanner(setup) { $0.max_tracks = capacity }
      let survivors = try scanner.update(Array(boxes.prefix(2))).map(\.track_id)
      #expect(survivors.sorted() == [1, 2])
      for number in [7, 1, 0, 300, 3] {
        let ids = try scanner.update(Array(boxes.prefix(number))).map(\.track_id)
        #expect(ids.prefix(2).elementsEqual(survivors.prefix(number)), "\(number) boxes")
      }
      #expect(try scanner.stats().tracks_refused == (capacity == 256 ? 300 - 256 : 0))
    }
  }

  @Test("O12 boxes that are never confirmed count nowhere", arguments: Setup.all, [1, 2] as [UInt32])
  func o12(setup: Setup, dwell: UInt32) throws {
    let scanner = try TestScanner(setup) { $0.dwell = dwell }
    try scanner.add(.band())
    try scanner.add(.line((320, 480), (320, 0), margin: 2))
    try scanner.add(.zone([(288, 0), (352, 0), (352, 480), (288, 480)]))
    try scanner.update()
    for i in 0..<30 {
      let fate = try scanner.update([row([160, 320, 480][i % 3])])[0]
      #expect(fate == shelf_fate(track_id: 0, kind: Int32(SHELF_FATE_TENTATIVE), stage: 0))
    }
    for gate: UInt32 in 0...2 {
      let counts = try scanner.counts(gate)
      #expect(counts.total == 0)
      #expect(counts.passed == 0)
      #expect(counts.inside == 0)
    }
    #expect(try scanner.events().isEmpty)
    #expect(try scanner.stats().tracks_confirmed == 0)
  }
}
