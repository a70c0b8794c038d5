import CShelfCount
import Testing

/// Pairs that are equally good, and more of them than a row may have.
@Suite("Ties and crowds")
struct TieTests {
  static func scanner(_ matcher: Int, _ configure: (inout shelf_config) -> Void = { _ in }) throws
    -> TestScanner
  {
    try TestScanner(.shelf) {
      ($0.matcher, $0.nms, $0.duplicate_iou) = (Int32(matcher), Int32(SHELF_NMS_OFF), 1)
      configure(&$0)
    }
  }

  static func box(_ x: Float, score: Float = 0.9) -> shelf_detection { row(x, w: 90, h: 90, score: score) }

  @Test(
    "Of tracks that fit equally well the lower slot gets the row",
    arguments: [SHELF_MATCHER_GREEDY, SHELF_MATCHER_SEED, SHELF_MATCHER_OPTIMAL])
  func lowerSlot(matcher: Int) throws {
    for room: UInt32 in [1, 2, 8, 64] {
      let scanner = try Self.scanner(matcher) { $0.max_candidates = room }
      try scanner.update([shelf_detection](repeating: Self.box(145), count: 12))
      #expect(try scanner.ids().count == 12)
      #expect(try scanner.update([Self.box(150)])[0].track_id == 1, "\(room) candidates")
      #expect(try scanner.stats().candidates_dropped == UInt64(max(0, 12 - Int(room))))
    }
  }

  @Test(
    "Of rows that fit equally well the left one gets the track, in whatever order they come",
    arguments: [SHELF_MATCHER_GREEDY, SHELF_MATCHER_OPTIMAL])
  func leftRow(matcher: Int) throws {
    for rows in [[-30, 30], [30, -30], [30, 40, -30]] as [[Float]] {
      let scanner = try Self.scanner(matcher)
      try scanner.update([Self.box(145)])
      let fates = try scanner.update(rows.map { Self.box(145 + $0) })
      let left = try #require(rows.firstIndex(of: -30))
      #expect(fates.map { $0.track_id == 1 } == rows.indices.map { $0 == left }, "\(rows)")
    }
  }

  @Test(
    "In a crowd the best candidates are kept, the lower slots where they are equal", arguments: Setup.kalmans)
  func crowd(kalman: Int32) throws {
    let scanner = try Self.scanner(SHELF_MATCHER_GREEDY) { ($0.max_candidates, $0.kalman) = (3, kalman) }
    // 100 tracks aside, all alike, and one behind them that a row will fit exactly.
    var rows = [shelf_detection](repeating: Self.box(160), count: 100)
    rows.append(Self.box(145, score: 0.8))
    try scanner.update(rows)
    #expect(try scanner.ids().count == 101)
    let fates = try scanner.update([Self.box(145), Self.box(146), Self.box(147), Self.box(148)])
    #expect(fates.map(\.track_id) == [101, 0, 2, 1])
    #expect(try scanner.stats().candidates_dropped == 4 * 98)
  }

  @Test("A crowd of tracks and rows, thinned out, is matched as plain loops would")
  func thinned() throws {
    // With room for 110 rows their pairs are more than there are places.
    for (seed, room, most) in [(1, 64, 300), (2, 8, 110), (3, 3, 300), (4, 1, 300), (5, 8, 110), (9, 9, 130)]
      as [(UInt64, UInt32, UInt32)]
    {
      let scanner = try Self.scanner(seed % 2 == 0 ? SHELF_MATCHER_OPTIMAL : SHELF_MATCHER_GREEDY) {
        ($0.frame_motion, $0.max_candidates, $0.class_gate) = (0, room, Int32(SHELF_CLASS_OFF))
        $0.max_detections = most
      }
      var reference = ScannerReference(scanner.config, [])
      var random = Random(seed)
      for frame in 1...6 {
        let rows = (0..<110).map { _ in
          row(
            random.uniform(290, 350), random.uniform(200, 280), w: random.uniform(60, 90),
            h: random.uniform(60, 90), score: random.uniform(0.3, 0.95))
        }
        let fates = try scanner.update(rows)
        reference.update(rows)
        let told = fates.map {
          ScannerReference.Fate(kind: Int($0.kind), trackID: $0.track_id, stage: Int($0.stage))
        }
        try #require(told == reference.fates, "seed \(seed), frame \(frame)")
        #expect(
          try scanner.stats().candidates_dropped == UInt64(reference.dropped), "seed \(seed), frame \(frame)")
      }
      #expect(try scanner.stats().tracked > 20 && (room > 9 || reference.dropped > 500))
    }
  }

  @Test("Three hundred tracks of all widths find the rows that plain loops find")
  func wide() throws {
    let scanner = try Self.scanner(SHELF_MATCHER_GREEDY) {
      ($0.frame_motion, $0.max_candidates, $0.max_tracks) = (0, 64, 600)
    }
    var reference = ScannerReference(scanner.config, [])
    var random = Random(9)
    var things = (0..<300).map { _ in
      (
        x: random.uniform(0, 640), y: random.uniform(0, 480),
        w: random.chance(0.1) ? 300 : random.uniform(4, 30),
        h: random.uniform(4, 30)
      )
    }
    for frame in 1...4 {
      let rows = things.map { row($0.x, $0.y, w: $0.w, h: $0.h, score: random.uniform(0.3, 0.95)) }
      let fates = try scanner.update(rows)
      reference.update(rows)
      #expect(fates.map(\.track_id) == reference.fates.map(\.trackID), "frame \(frame)")
      // The narrow ones jump within the wide ones, and widths change.
      for i in things.indices {
        things[i].x += random.uniform(-8, 8)
        things[i].w *= random.uniform(0.5, 2)
      }
    }
  }

  @Test("In a crowd a pair at the limit is taken like any other")
  func atTheLimit() throws {
    let scanner = try Self.scanner(SHELF_MATCHER_GREEDY) { ($0.first_cost, $0.width) = (0.5, 8000) }
    // Two tracks and two rows on one another, 20 times: shifted by 30 they overlap by one half.
    let pairs = { (shift: Float) in (0..<40).map { Self.box(100 + 200 * Float($0 / 2) + shift) } }
    try scanner.update(pairs(0))
    #expect(try scanner.update(pairs(30)).allSatisfy { $0.stage == 1 && $0.track_id > 0 })
  }

  @Test("A slot without a track takes part in nothing, not even at the origin where it is parked")
  func gone() throws {
    let scanner = try Self.scanner(SHELF_MATCHER_GREEDY) { ($0.lost_frames, $0.frame_motion) = (0, 0) }
    // The one in the middle ends, and the last one takes its slot.
    try scanner.update([Self.box(100), Self.box(300), Self.box(500)])
    for _ in 0..<2 { try scanner.update([Self.box(100), Self.box(500)]) }
    let fates = try scanner.update([Self.box(100), Self.box(500), row(0, 0, w: 1, h: 1)])
    #expect(fates.map(\.track_id) == [1, 3, 0])
  }
}
