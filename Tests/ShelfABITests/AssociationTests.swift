import CShelfCount
import Testing

/// Boxes here are 90 x 90: shifted by 30 they overlap by exactly one half.
@Suite("Association")
struct AssociationTests {
  static func box(_ x: Float, _ score: Float = 0.9, class id: UInt32 = 0) -> shelf_detection {
    row(x, w: 90, h: 90, score: score, class: id)
  }

  /// One box at 145, confirmed as track 1.
  static func scanner(
    _ setup: Setup, _ configure: (inout shelf_config) -> Void = { _ in }
  ) throws -> TestScanner {
    let scanner = try TestScanner(setup, configure)
    try scanner.update([box(145)])
    return scanner
  }

  // MARK: Steps

  @Test("Tentative tracks take part in step 1 or wait for step 3", arguments: Setup.all)
  func tentativeStep(setup: Setup) throws {
    for first: UInt32 in [0, 1] {
      let scanner = try TestScanner(setup) { $0.tentative_first = first }
      try scanner.update()
      try scanner.update([Self.box(145)])
      let fate = try scanner.update([Self.box(145)])[0]
      #expect(fate == shelf_fate(track_id: 1, kind: Int32(SHELF_FATE_MATCHED), stage: first == 1 ? 1 : 3))
    }
  }

  @Test("Step 1 serves confirmed tracks before the tentative ones of step 3", arguments: Setup.kalmans)
  func tentativeSecond(kalman: Int32) throws {
    // The tentative track lies right under the row, the confirmed one 50 to the left.
    let setup = Setup(preset: .bytetrack, kalman: kalman)
    for (first, id) in [(0, 1), (1, 2)] as [(UInt32, UInt64)] {
      let scanner = try Self.scanner(setup) { $0.tentative_first = first }
      try scanner.update([Self.box(145), Self.box(195)])
      #expect(try scanner.update([Self.box(195)])[0].track_id == id)
    }
  }

  @Test("Step 2 offers the partner set to low rows", arguments: Setup.all)
  func partners(setup: Setup) throws {
    for partners in [SHELF_PARTNER_TRACKED, SHELF_PARTNER_LOST, SHELF_PARTNER_BOTH] {
      for state in [SHELF_PARTNER_TRACKED, SHELF_PARTNER_LOST] {
        let scanner = try Self.scanner(setup) { $0.partners = Int32(partners) }
        if state == SHELF_PARTNER_LOST { try scanner.update() }
        let fate = try scanner.update([Self.box(145, 0.3)])[0]
        let fits = partners & state != 0
        #expect(fate.kind == (fits ? SHELF_FATE_MATCHED : SHELF_FATE_UNMATCHED))
        #expect(fate.stage == (fits ? 2 : 0))
        #expect(fate.track_id == (fits ? 1 : 0))
      }
    }
  }

  @Test("A high row goes before a low one that fits better", arguments: Setup.all)
  func highFirst(setup: Setup) throws {
    let scanner = try Self.scanner(setup)
    let fates = try scanner.update([Self.box(145, 0.3), Self.box(175, 0.9)])
    #expect(fates.map(\.track_id) == [0, 1])
    #expect(fates.map(\.kind) == [Int32(SHELF_FATE_UNMATCHED), Int32(SHELF_FATE_MATCHED)])
  }

  @Test("Low rows neither start nor confirm a track", arguments: Setup.all)
  func lowNeverStarts(setup: Setup) throws {
    let scanner = try TestScanner(setup) { $0.partners = Int32(SHELF_PARTNER_BOTH) }
    try scanner.update([Self.box(145, 0.4)])
    #expect(try scanner.tracks().isEmpty)
    try scanner.update([Self.box(145)])
    #expect(try scanner.update([Self.box(145, 0.4)])[0].kind == SHELF_FATE_UNMATCHED)
  }

  // MARK: Limits

  @Test("Step 2 accepts an overlap of exactly one half", arguments: Setup.all)
  func secondCost(setup: Setup) throws {
    for (shift, id) in [(30, 1), (31, 0)] as [(Float, UInt64)] {
      let scanner = try Self.scanner(setup) { $0.partners = Int32(SHELF_PARTNER_BOTH) }
      #expect(try scanner.update([Self.box(145 + shift, 0.3)])[0].track_id == id)
    }
  }

  @Test("Step 1 accepts a cost up to its limit", arguments: Setup.all)
  func firstCost(setup: Setup) throws {
    for (limit, reached, missed) in [(0.8, 59, 61), (0.7, 48, 49), (0.5, 30, 31)] as [(Float, Float, Float)] {
      for shift in [reached, missed] {
        let scanner = try Self.scanner(setup) {
          $0.first_cost = limit
          $0.fusion = Int32(SHELF_FUSION_NONE)
        }
        let id = try scanner.update([Self.box(145 + shift)])[0].track_id
        #expect(id == (shift == reached ? 1 : 0), "limit \(limit), shift \(shift)")
      }
    }
  }

  @Test("Step 3 accepts a cost up to its limit", arguments: Setup.all)
  func thirdCost(setup: Setup) throws {
    for (shift, id) in [(48, 1), (49, 0)] as [(Float, UInt64)] {
      let scanner = try TestScanner(setup) {
        $0.tentative_first = 0
        $0.fusion = Int32(SHELF_FUSION_NONE)
      }
      try scanner.update()
      try scanner.update([Self.box(145)])
      #expect(try scanner.update([Self.box(145 + shift)])[0].track_id == id)
    }
  }

  @Test("The score changes the cost as the fusion says", arguments: Setup.all)
  func fusion(setup: Setup) throws {
    // An overlap of 0.5 (shift 30) or 0.25 (shift 54); the limit is 0.65.
    let accepted: [(Int, Float, Float, UInt64)] = [
      (SHELF_FUSION_NONE, 30, 0.6, 1), (SHELF_FUSION_NONE, 54, 0.6, 0),
      (SHELF_FUSION_PRODUCT, 30, 0.75, 1), (SHELF_FUSION_PRODUCT, 30, 0.65, 0),
      (SHELF_FUSION_INVERSE, 54, 0.6, 1), (SHELF_FUSION_INVERSE, 85, 0.2, 0),
      (SHELF_FUSION_INVERSE, 85, 0.4, 1),
    ]
    for (fusion, shift, score, id) in accepted {
      let scanner = try Self.scanner(setup) {
        $0.fusion = Int32(fusion)
        $0.first_cost = 0.65
        $0.low_score = 0.1
        $0.high_score = 0.15
      }
      let got = try scanner.update([Self.box(145 + shift, score)])[0].track_id
      #expect(got == id, "fusion \(fusion), shift \(shift), score \(score)")
    }
  }

  // MARK: Classes

  @Test("Another class costs nothing, the penalty, or the match", arguments: Setup.all)
  func classGate(setup: Setup) throws {
    // An overlap of 0.5 (shift 30) or 0.25 (shift 54); the limit is 0.8.
    let accepted: [(Int, Float, Float, UInt64)] = [
      (SHELF_CLASS_OFF, 0.2, 54, 1), (SHELF_CLASS_SOFT, 0.2, 30, 1), (SHELF_CLASS_SOFT, 0.2, 54, 0),
      (SHELF_CLASS_SOFT, 0.04, 54, 1), (SHELF_CLASS_SOFT, 0.4, 30, 0), (SHELF_CLASS_HARD, 0, 0, 0),
    ]
    for (gate, penalty, shift, id) in accepted {
      let scanner = try Self.scanner(setup) {
        $0.class_gate = Int32(gate)
        $0.class_penalty = penalty
        $0.first_cost = 0.8
        $0.fusion = Int32(SHELF_FUSION_NONE)
      }
      let got = try scanner.update([Self.box(145 + shift, class: 1)])[0].track_id
      #expect(got == id, "gate \(gate), penalty \(penalty), shift \(shift)")
    }
  }

  // MARK: Matchers

  @Test("Greedy takes the best pair first, the seed's matcher the first row", arguments: Setup.all)
  func matchers(setup: Setup) throws {
    // x fits both tracks and the second one better; y fits only the second one, best of all.
    let x = row(135, w: 100)
    let y = row(170, w: 100)
    let greedy = Int32(SHELF_MATCHER_GREEDY)
    let seed = Int32(SHELF_MATCHER_SEED)
    let cases: [(Int32, [shelf_detection], [Int?])] = [
      (greedy, [x, y], [0, 1]), (greedy, [y, x], [1, 0]), (seed, [x, y], [1, nil]), (seed, [y, x], [1, 0]),
    ]
    for (matcher, rows, tracks) in cases {
      let scanner = try TestScanner(setup) { $0.matcher = matcher }
      let births = try scanner.update([row(100, w: 100), row(160, w: 100)])
      let ids = tracks.map { i in i.map { births[$0].track_id } ?? 0 }
      #expect(try scanner.update(rows).map(\.track_id) == ids)
    }
  }

  @Test("Optimal gives up the best pair where more rows find a track so", arguments: Setup.all)
  func optimal(setup: Setup) throws {
    // x fits both tracks and the second one better, as y does that fits no other.
    let rows = [row(135, w: 100), row(189, w: 100)]
    for (matcher, tracks) in [(SHELF_MATCHER_GREEDY, [1, nil]), (SHELF_MATCHER_OPTIMAL, [0, 1])] {
      for order in [[0, 1], [1, 0]] {
        let scanner = try TestScanner(setup) {
          $0.matcher = Int32(matcher)
          $0.nms = Int32(SHELF_NMS_OFF)
        }
        let births = try scanner.update([row(100, w: 100), row(160, w: 100)])
        let ids = tracks.map { i in i.map { births[$0].track_id } ?? 0 }
        #expect(try scanner.update(order.map { rows[$0] }).map(\.track_id) == order.map { ids[$0] })
      }
    }
  }

  // MARK: Two boxes on one object

  /// Two confirmed tracks, 100 wide, that have come so near to each other.
  ///
  /// 5 px apart they overlap by 0.905, 11 px by 0.802.
  static func doubled(_ setup: Setup, _ apart: Float, limit: Float = 0.85) throws -> TestScanner {
    let scanner = try TestScanner(setup) {
      $0.nms = Int32(SHELF_NMS_OFF)
      $0.duplicate_iou = limit
    }
    try scanner.update([row(300, w: 100)])
    for _ in 1...3 { try scanner.update([row(300, w: 100), row(315, w: 100)]) }
    #expect(try scanner.ids() == [1, 2])
    #expect(try scanner.stats().duplicates == 0)
    // The filtered boxes need some frames to get there.
    for _ in 1...5 where try scanner.stats().duplicates == 0 {
      try scanner.update([row(300, w: 100), row(300 + apart, w: 100)])
    }
    return scanner
  }

  @Test("Of two tracks on one object the younger goes", arguments: Setup.all)
  func duplicates(setup: Setup) throws {
    let cases: [(Float, Float, [UInt64])] = [(5, 0.85, [1]), (11, 0.85, [1, 2]), (5, 1, [1, 2])]
    for (apart, limit, ids) in cases {
      let scanner = try Self.doubled(setup, apart, limit: limit)
      #expect(try scanner.ids() == ids, "\(apart) apart, limit \(limit)")
      #expect(try scanner.stats().duplicates == UInt64(2 - ids.count))
    }
  }

  @Test("The NMS takes one of two boxes on one object", arguments: Setup.all)
  func nms(setup: Setup) throws {
    for nms in [SHELF_NMS_OFF, SHELF_NMS_HARD, SHELF_NMS_LINEAR, SHELF_NMS_GAUSSIAN] {
      for (grouped, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] as [(UInt32, UInt32)] {
        let scanner = try TestScanner(setup) {
          $0.nms = Int32(nms)
          $0.nms_iou = 0.65
          $0.nms_classes = grouped
        }
        let rows = [row(304, w: 100, score: 0.8, class: other), row(300, w: 100, score: 0.9)]
        let fates = try scanner.update(rows)
        let both = nms == SHELF_NMS_OFF || (grouped == 1 && other == 1)
        #expect(try scanner.ids().count == (both ? 2 : 1), "nms \(nms), grouped \(grouped), class \(other)")
        #expect(fates[1].kind == SHELF_FATE_MATCHED)
        if nms == SHELF_NMS_HARD && !both {
          #expect(fates[0] == shelf_fate(track_id: 0, kind: Int32(SHELF_FATE_SUPPRESSED), stage: 0))
          #expect(try scanner.stats().rows_suppressed == 1)
        }
      }
    }
  }

  @Test("Rows that are equal to the last bit go to a track each", arguments: [0, 1, 2])
  func equalRows(matcher: Int32) throws {
    let scanner = try Self.scanner(.shelf) {
      $0.matcher = matcher
      $0.nms = Int32(SHELF_NMS_OFF)
      $0.duplicate_iou = 1
    }
    try scanner.update([Self.box(145), Self.box(160)])
    let rows = [Self.box(150), Self.box(150), Self.box(152), Self.box(150)]
    let fates = try scanner.update(rows)
    let given = try scanner.tracks(SHELF_TRACK_TRACKED).map { Int($0.detection) }
    #expect(given.count == 2 && given[0] != given[1])
    #expect(try scanner.tracks(SHELF_TRACK_TRACKED).allSatisfy { fates[Int($0.detection)].track_id == $0.id })
  }

  @Test("A row at the high score is no low one too", arguments: Setup.all)
  func highIsNotLow(setup: Setup) throws {
    // An overlap of two thirds: too little for step 1, enough for step 2.
    for (score, stage) in [(0.5, 0), (0.49, 2)] as [(Float, Int32)] {
      let scanner = try Self.scanner(setup) {
        ($0.high_score, $0.first_cost, $0.third_cost, $0.second_cost) = (0.5, 0.1, 0.1, 0.5)
        $0.partners = Int32(SHELF_PARTNER_BOTH)
      }
      #expect(try scanner.update([Self.box(163, score)])[0].stage == stage, "\(score)")
    }
  }
}
