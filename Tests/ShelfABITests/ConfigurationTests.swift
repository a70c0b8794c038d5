import CShelfCount
import Testing

@Suite("Configuration")
struct ConfigurationTests {
  static let argument = shelf_status(SHELF_ERROR_ARGUMENT)

  /// What memory_needed says to a configuration with some changes.
  func status(_ setup: Setup = .shelf, _ change: (inout shelf_config) -> Void) throws -> shelf_status {
    var config = try setup.config()
    change(&config)
    var size = 0
    var alignment = 0
    return shelf_memory_needed(&config, &size, &alignment)
  }

  /// Values at the ends of the range are taken, those beyond are refused.
  func expect<T>(
    _ field: WritableKeyPath<shelf_config, T>, takes good: [T], refuses bad: [T],
    with change: (inout shelf_config) -> Void = { _ in }
  ) throws {
    for value in good {
      let got = try status {
        change(&$0)
        $0[keyPath: field] = value
      }
      #expect(got == SHELF_OK, "\(field) = \(value)")
    }
    for value in bad {
      let got = try status {
        change(&$0)
        $0[keyPath: field] = value
      }
      #expect(got == Self.argument, "\(field) = \(value)")
    }
  }

  static let odd: [Float] = [.nan, .infinity, -.infinity]
  /// For values within 0...1.
  static let beyond: [Float] = odd + [Float(0).nextDown, Float(1).nextUp]

  @Test("The frame must be set")
  func frame() throws {
    try expect(\.width, takes: [1, 32_768], refuses: [0, 32_769, .max])
    try expect(\.height, takes: [1, 32_768], refuses: [0, 32_769, .max])
    try expect(\.fps, takes: [0.01, 1000], refuses: Self.odd + [0, -30, 0.009, 1000.1])
  }

  @Test("Capacities have their ranges")
  func capacities() throws {
    try expect(\.max_tracks, takes: [1, 16_384], refuses: [0, 16_385, .max])
    try expect(\.max_detections, takes: [1, 16_384], refuses: [0, 16_385, .max])
    try expect(\.max_candidates, takes: [1, 64], refuses: [0, 65, .max])
    try expect(\.max_items, takes: [1, 4096], refuses: [0, 4097, .max])
    try expect(\.max_gates, takes: [0, 32], refuses: [33, .max])
    try expect(\.max_events, takes: [1, 65_536], refuses: [0, 65_537, .max])
    try expect(\.max_classes, takes: [1, 65_536], refuses: [0, 65_537, .max])
    try expect(\.trail_length, takes: [0, 1024], refuses: [1025, .max])
  }

  @Test("Scores must rise from low to high to new")
  func scores() throws {
    try expect(\.low_score, takes: [0, 0.5], refuses: Self.beyond + [0.51])
    try expect(\.high_score, takes: [0.1, 0.6], refuses: Self.beyond + [0.09, 0.61])
    try expect(\.new_score, takes: [0.5, 1], refuses: Self.beyond + [0.49])
    try expect(\.max_area, takes: [0, 1], refuses: Self.beyond)
  }

  @Test("Costs lie in 0...1")
  func costs() throws {
    try expect(\.first_cost, takes: [0, 1], refuses: Self.beyond)
    try expect(\.second_cost, takes: [0, 1], refuses: Self.beyond)
    try expect(\.third_cost, takes: [0, 1], refuses: Self.beyond)
    try expect(\.class_penalty, takes: [0, 1], refuses: Self.beyond)
    try expect(\.duplicate_iou, takes: [0, 1], refuses: Self.beyond)
    try expect(\.nms_iou, takes: [0, 1], refuses: Self.beyond)
    try expect(\.nms_sigma, takes: [0.01, 10], refuses: Self.odd + [0, 0.009, 10.1])
  }

  @Test("Choices are those of the header")
  func choices() throws {
    let wild: [Int32] = [-2, 99, .min, .max]
    try expect(\.units, takes: [0, 1], refuses: wild + [-1, 2])
    try expect(\.fusion, takes: [0, 1, 2], refuses: wild + [-1, 3])
    try expect(\.partners, takes: [1, 2, 3], refuses: wild + [4])
    try expect(\.class_gate, takes: [0, 1, 2], refuses: wild + [-1, 3])
    try expect(\.matcher, takes: [0, 1, 2], refuses: wild + [-1, 3])
    try expect(\.kalman, takes: Setup.kalmans, refuses: wild + [-1, 2])
    try expect(\.nms, takes: [0, 1, 2, 3], refuses: wild + [-1, 4])
    try expect(\.count_by, takes: [0, 1], refuses: wild + [-1, 2])
  }

  @Test("Lives, buffers and dwells have their ranges")
  func lives() throws {
    try expect(\.confirm_hits, takes: [1, 3], refuses: [0, 4, .max])
    try expect(\.confirm_window, takes: [2, 32], refuses: [0, 1, 33, .max])
    try expect(\.lost_frames, takes: [0, 1_000_000], refuses: [1_000_001, .max])
    try expect(\.lost_us, takes: [0, 40_000, 1_000_000], refuses: [1, 39_999]) { $0.fps = 25 }
    try expect(\.dwell, takes: [1, 10_000], refuses: [0, 10_001, .max])
  }

  @Test("The presets are those of the header")
  func presets() throws {
    var presets = [shelf_config](repeating: shelf_config(), count: 4)
    for i in presets.indices {
      try check(shelf_config_init(&presets[i], MemoryLayout<shelf_config>.size, Int32(i)))
    }
    func expect<T: Equatable>(_ field: KeyPath<shelf_config, T>, _ values: T...) {
      let expected = values.count == 1 ? presets.map { _ in values[0] } : values
      #expect(presets.map { $0[keyPath: field] } == expected, "\(field)")
    }
    func choice(_ field: KeyPath<shelf_config, Int32>, _ values: Int...) {
      #expect(presets.map { Int($0[keyPath: field]) } == values, "\(field)")
    }
    expect(\.units, Int32(SHELF_UNITS_PIXEL))
    expect(\.fps, 30)
    expect(\.max_tracks, 256)
    expect(\.max_detections, 300)
    expect(\.max_candidates, 8)
    expect(\.max_items, 1024)
    expect(\.max_gates, 4)
    expect(\.max_events, 128)
    expect(\.max_classes, 80)
    expect(\.trail_length, 60)
    expect(\.low_score, 0.1)
    expect(\.high_score, 0.5, 0.5, 0.6, 0.13)
    expect(\.new_score, 0.6, 0.6, 0.6, 0.15)
    expect(\.first_cost, 0.8, 0.8, 0.7, 0.6)
    expect(\.second_cost, 0.5)
    expect(\.third_cost, 0.7)
    choice(\.fusion, SHELF_FUSION_NONE, SHELF_FUSION_PRODUCT, SHELF_FUSION_NONE, SHELF_FUSION_NONE)
    choice(
      \.partners, SHELF_PARTNER_TRACKED, SHELF_PARTNER_TRACKED, SHELF_PARTNER_LOST, SHELF_PARTNER_TRACKED)
    expect(\.tentative_first, 1, 0, 0, 1)
    expect(\.frame_motion, 1, 0, 0, 0)
    choice(\.class_gate, SHELF_CLASS_SOFT, SHELF_CLASS_OFF, SHELF_CLASS_HARD, SHELF_CLASS_OFF)
    expect(\.class_penalty, 0.2)
    choice(
      \.matcher, SHELF_MATCHER_GREEDY, SHELF_MATCHER_GREEDY, SHELF_MATCHER_SEED, SHELF_MATCHER_GREEDY)
    expect(\.confirm_hits, 2, 2, 2, 3)
    expect(\.confirm_window, 3, 2, 2, 5)
    expect(\.lost_frames, 30)
    expect(\.lost_us, 0)
    expect(\.duplicate_iou, 0.85, 0.85, 1, 1)
    choice(\.nms, SHELF_NMS_HARD, SHELF_NMS_OFF, SHELF_NMS_LINEAR, SHELF_NMS_HARD)
    expect(\.nms_iou, 0.5, 0.65, 0.65, 0.4)
    expect(\.nms_sigma, 0.5)
    expect(\.nms_classes, 0)
    choice(\.count_by, SHELF_BY_ITEM, SHELF_BY_TRACK, SHELF_BY_TRACK, SHELF_BY_TRACK)
    expect(\.dwell, 2)
    expect(\.crossing, 1, 0, 0, 1)
    expect(\.max_area, 1, 1, 1, 0.75)
  }
}
