import CShelfCount
import ShelfABI
import Testing

/// A status other than OK, thrown so that a test stops where the library refused.
struct Refusal: Error, Equatable {
  let status: shelf_status
}

/// What the first release's `shelf_config` took, in bytes: the least that a caller brings.
let oldestConfigSize = 160

func check(_ status: shelf_status) throws {
  guard status == SHELF_OK else { throw Refusal(status: status) }
}

/// A preset with a Kalman backend: what most tests run over.
struct Setup: Sendable, CustomTestStringConvertible {
  enum Preset: Int32, CaseIterable { case shelf, bytetrack, seed, moving }

  let preset: Preset
  let kalman: Int32

  static let shelf = Setup(preset: .shelf, kalman: kalmans[0])
  static let bytetrack = Setup(preset: .bytetrack, kalman: kalmans[0])
  static let seed = Setup(preset: .seed, kalman: kalmans[0])
  /// Those that confirm by two hits and call a score of 0.5 high, which most tests take for granted.
  static let all = withMoving.filter { $0.preset != .moving }
  static let withoutSeed = all.filter { $0.preset != .seed }
  static let withMoving = Preset.allCases.flatMap { preset in
    kalmans.map { Setup(preset: preset, kalman: $0) }
  }
  /// Those that do not look at the order of the rows.
  static let withoutOrder = withMoving.filter { $0.preset != .seed }

  /// The backends of this build, the default one first.
  static let kalmans: [Int32] = {
    var config = shelf_config()
    let status = shelf_config_init(&config, MemoryLayout<shelf_config>.size, 0)
    let hasBLAS = status == SHELF_OK && config.kalman == SHELF_KALMAN_BLAS
    return hasBLAS ? [Int32(SHELF_KALMAN_BLAS), Int32(SHELF_KALMAN_CLOSED)] : [Int32(SHELF_KALMAN_CLOSED)]
  }()

  var testDescription: String { "\(preset) \(kalman == SHELF_KALMAN_BLAS ? "BLAS" : "closed")" }

  /// The preset at 640 x 480, counting by track: counting by item has tests of its own.
  func config() throws -> shelf_config {
    var config = shelf_config()
    try check(shelf_config_init(&config, MemoryLayout<shelf_config>.size, preset.rawValue))
    config.width = 640
    config.height = 480
    config.kalman = kalman
    config.count_by = Int32(SHELF_BY_TRACK)
    return config
  }
}

/// A scanner in a block of its own.
final class TestScanner {
  let config: shelf_config
  let memory: UnsafeMutableRawPointer
  let size: Int
  let handle: OpaquePointer

  init(_ setup: Setup = .shelf, _ configure: (inout shelf_config) -> Void = { _ in }) throws {
    var config = try setup.config()
    configure(&config)
    var size = 0
    var alignment = 0
    try check(shelf_memory_needed(&config, &size, &alignment))
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    var handle: OpaquePointer?
    let status = shelf_open(memory, size, &config, &handle)
    guard status == SHELF_OK, let handle else {
      memory.deallocate()
      throw Refusal(status: status)
    }
    self.config = config
    self.memory = memory
    self.size = size
    self.handle = handle
  }

  init(config: shelf_config, memory: UnsafeMutableRawPointer, size: Int, handle: OpaquePointer) {
    self.config = config
    self.memory = memory
    self.size = size
    self.handle = handle
  }

  /// A copy of the block, made with memcpy, at another address.
  init(copying other: TestScanner) {
    config = other.config
    size = other.size
    memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    memory.copyMemory(from: other.memory, byteCount: size)
    handle = OpaquePointer(memory + (UnsafeMutableRawPointer(other.handle) - other.memory))
  }

  deinit {
    shelf_close(handle)
    memory.deallocate()
  }

  @discardableResult
  func update(_ rows: [shelf_detection] = [], at time: UInt64 = 0) throws -> [shelf_fate] {
    var fates = [shelf_fate](repeating: shelf_fate(), count: rows.count)
    try check(shelf_update(handle, time, rows, rows.count, &fates))
    return fates
  }

  func reset() throws { try check(shelf_reset(handle)) }

  /// The tracks in the given states, all three if not said.
  func tracks(_ states: Int = 7) throws -> [shelf_track] {
    try fill(shelf_track()) { shelf_tracks(handle, Int32(states), $0, $1, $2) }
  }

  func track(_ id: UInt64) throws -> shelf_track { try #require(tracks().first { $0.id == id }) }

  /// The ids of the confirmed tracks in the given states, sorted.
  func ids(_ states: Int = SHELF_TRACK_TRACKED | SHELF_TRACK_LOST) throws -> [UInt64] {
    try tracks(states).map(\.id).sorted()
  }

  func trail(_ id: UInt64) throws -> [shelf_point] {
    try fill(shelf_point()) { shelf_trail(handle, id, $0, $1, $2) }
  }

  func edges(_ gate: UInt32 = 0) throws -> [shelf_edge] {
    try fill(shelf_edge()) { shelf_gate_edges(handle, gate, $0, $1, $2) }
  }

  func events() throws -> [shelf_event] {
    try fill(shelf_event()) { shelf_events(handle, $0, $1, $2) }
  }

  func counts(_ gate: UInt32 = 0, class classID: UInt32 = SHELF_ALL_CLASSES) throws -> shelf_counts {
    var counts = shelf_counts()
    try check(shelf_get_counts(handle, gate, classID, &counts, MemoryLayout<shelf_counts>.size))
    return counts
  }

  func stats() throws -> shelf_stats {
    var stats = shelf_stats()
    try check(shelf_get_stats(handle, &stats, MemoryLayout<shelf_stats>.size))
    return stats
  }

  @discardableResult
  func add(_ gate: shelf_gate) throws -> UInt32 {
    var index = UInt32.max
    var gate = gate
    try check(shelf_gate_add(handle, &gate, &index))
    return index
  }

  /// Updates once per centre with one box of that size; nil is an empty frame.
  func walk(_ centres: [(Float, Float)?], w: Float = 100, h: Float = 100) throws {
    for centre in centres {
      try update(centre.map { [row($0.0, $0.1, w: w, h: h)] } ?? [])
    }
  }

  /// The same along a row at mid-height.
  func walk(_ centres: [Float?], w: Float = 100) throws {
    try walk(centres.map { x in x.map { ($0, 240) } }, w: w)
  }

  /// Asks for the number, then for the entries.
  private func fill<T>(
    _ zero: T, _ call: (UnsafeMutablePointer<T>?, Int, UnsafeMutablePointer<Int>) -> shelf_status
  ) throws -> [T] {
    var count = 0
    let status = call(nil, 0, &count)
    guard status == SHELF_OK || status == SHELF_ERROR_BUFFER else { throw Refusal(status: status) }
    var entries = [T](repeating: zero, count: count)
    if count > 0 { try check(call(&entries, count, &count)) }
    return entries
  }
}

/// A detection by its centre and size.
func row(
  _ cx: Float, _ cy: Float = 240, w: Float = 50, h: Float = 100, score: Float = 0.9, class id: UInt32 = 0
) -> shelf_detection {
  let box = shelf_box(x1: cx - w / 2, y1: cy - h / 2, x2: cx + w / 2, y2: cy + h / 2)
  return shelf_detection(box: box, score: score, class_id: id)
}

/// A detection by its corners.
func row(
  corners x1: Float, _ y1: Float, _ x2: Float, _ y2: Float, score: Float = 0.9, class id: UInt32 = 0
) -> shelf_detection {
  shelf_detection(box: shelf_box(x1: x1, y1: y1, x2: x2, y2: y2), score: score, class_id: id)
}

extension shelf_gate {
  static func standard() throws -> shelf_gate {
    var gate = shelf_gate()
    try check(shelf_gate_init(&gate, MemoryLayout<shelf_gate>.size))
    return gate
  }

  static func band(_ lo: Float = 0.45, _ hi: Float = 0.55, axis: Int = SHELF_AXIS_X) throws -> shelf_gate {
    var gate = try standard()
    try check(shelf_gate_set_band(&gate, Int32(axis), lo, hi))
    return gate
  }

  static func line(_ a: (Float, Float), _ b: (Float, Float), margin: Float) throws -> shelf_gate {
    var gate = try pixels(SHELF_GATE_LINE, [a, b])
    gate.margin = margin
    return gate
  }

  static func zone(_ points: [(Float, Float)]) throws -> shelf_gate {
    try pixels(SHELF_GATE_ZONE, points)
  }

  /// A gate of the given kind with points in pixels.
  static func pixels(_ kind: Int, _ points: [(Float, Float)]) throws -> shelf_gate {
    var gate = try standard()
    gate.kind = Int32(kind)
    gate.units = Int32(SHELF_UNITS_PIXEL)
    gate.setPoints(points)
    return gate
  }

  mutating func setPoints(_ points: [(Float, Float)]) {
    point_count = UInt32(points.count)
    withUnsafeMutableBytes(of: &self.points) { bytes in
      let all = bytes.bindMemory(to: shelf_point.self)
      for (i, point) in points.enumerated() { all[i] = shelf_point(x: point.0, y: point.1) }
    }
  }
}

/// Values of C without padding, equal when their bytes are.
protocol Bytewise: Equatable {}

extension Bytewise {
  static func == (a: Self, b: Self) -> Bool {
    withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { b in a.elementsEqual(b) } }
  }
}

extension shelf_point: @retroactive Equatable, Bytewise {}
extension shelf_box: @retroactive Equatable, Bytewise {}
extension shelf_fate: @retroactive Equatable, Bytewise {}
extension shelf_track: @retroactive Equatable, Bytewise {}
extension shelf_event: @retroactive Equatable, Bytewise {}
extension shelf_counts: @retroactive Equatable, Bytewise {}
extension shelf_stats: @retroactive Equatable, Bytewise {}

extension shelf_track {
  /// The same track with another row number.
  func with(detection: Int32) -> shelf_track {
    var track = self
    track.detection = detection
    return track
  }
}
