// A hosted Swift program that links the C library: the real runtime and the core must not meet.
// Therefore it keeps everything in classes, arrays, dictionaries and strings. Prints what
// Examples/c/replay.c prints.
//
// usage: main FILE WIDTH HEIGHT

import CShelfCount
import Glibc

struct Failure: Error { let text: String }

func check(_ status: shelf_status) throws {
  if status != SHELF_OK { throw Failure(text: String(cString: shelf_status_text(status))) }
}

/// Asking for a number with no array: the library may call that a short buffer.
func ask(_ status: shelf_status) throws {
  if status != SHELF_ERROR_BUFFER { try check(status) }
}

func format(_ value: Float) -> String {
  var buffer = [CChar](repeating: 0, count: 64)
  withVaList([Double(value)]) { _ = vsnprintf(&buffer, buffer.count, "%.2f", $0) }
  return text(buffer)
}

/// The characters up to the end of a C string or of a line.
func text(_ buffer: [CChar]) -> String {
  String(
    decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Rows of each frame, by number.
func read(_ path: String) throws -> [Int: [shelf_detection]] {
  guard let file = fopen(path, "r") else { throw Failure(text: "cannot read \(path)") }
  defer { fclose(file) }
  var frames: [Int: [shelf_detection]] = [:]
  while let line = readLine(from: file) {
    let fields = line.split(separator: ",")
    let numbers = fields.dropFirst(2).compactMap { Float($0) }
    guard numbers.count >= 5, let frame = Int(fields[0]) else {
      throw Failure(text: "not MOT text: \(line)")
    }
    let box = shelf_box(
      x1: numbers[0], y1: numbers[1], x2: numbers[0] + numbers[2], y2: numbers[1] + numbers[3])
    let classID = numbers.count > 5 ? UInt32(numbers[5]) : 0
    frames[frame, default: []].append(
      shelf_detection(box: box, score: numbers[4], class_id: classID))
  }
  return frames
}

func readLine(from file: UnsafeMutablePointer<FILE>) -> String? {
  var buffer = [CChar](repeating: 0, count: 256)
  guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
  return text(buffer)
}

/// What one identity did, as text by frame.
final class History {
  let id: UInt64
  private(set) var lines: [Int: String] = [:]

  init(id: UInt64) { self.id = id }

  func add(_ track: shelf_track, frame: Int) {
    let box = track.box
    let numbers = [box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1, track.score].map(format)
    lines[frame] = "\(frame),\(id),\(numbers.joined(separator: ",")),\(track.class_id),-1,-1"
  }
}

final class Scanner {
  private let memory: UnsafeMutableRawPointer
  private var scanner: OpaquePointer?
  private var gate: UInt32 = 0
  private var frame = 0
  private(set) var histories: [UInt64: History] = [:]
  private(set) var order: [Int: [UInt64]] = [:]

  init(width: UInt32, height: UInt32) throws {
    var config = shelf_config()
    try check(shelf_config_init(&config, MemoryLayout<shelf_config>.size, Int32(SHELF_PRESET_SHELF)))
    config.width = width
    config.height = height
    var size = 0
    var alignment = 0
    try check(shelf_memory_needed(&config, &size, &alignment))
    memory = .allocate(byteCount: size, alignment: alignment)
    try check(shelf_open(memory, size, &config, &scanner))
    var band = shelf_gate()
    try check(shelf_gate_init(&band, MemoryLayout<shelf_gate>.size))
    try check(shelf_gate_add(scanner, &band, &gate))
  }

  deinit {
    shelf_close(scanner)
    memory.deallocate()
  }

  func update(_ rows: [shelf_detection]) throws {
    frame += 1
    try check(shelf_update(scanner, 0, rows, rows.count, nil))
    var count = 0
    try ask(shelf_tracks(scanner, Int32(SHELF_TRACK_TRACKED), nil, 0, &count))
    var tracks = [shelf_track](repeating: shelf_track(), count: count)
    try check(shelf_tracks(scanner, Int32(SHELF_TRACK_TRACKED), &tracks, count, &count))
    for track in tracks {
      let history = histories[track.id] ?? History(id: track.id)
      histories[track.id] = history
      history.add(track, frame: frame)
      order[frame, default: []].append(track.id)
    }
  }

  func finish() throws -> [String] {
    try check(shelf_finish(scanner))
    var count = 0
    try ask(shelf_events(scanner, nil, 0, &count))
    var events = [shelf_event](repeating: shelf_event(), count: count)
    try check(shelf_events(scanner, &events, count, &count))
    var c = shelf_counts()
    try check(
      shelf_get_counts(scanner, gate, SHELF_ALL_CLASSES, &c, MemoryLayout<shelf_counts>.size))
    let log = events.map {
      "event: frame \($0.frame), track \($0.track_id), kind \($0.kind), delta \($0.delta), "
        + "direction \($0.direction)"
    }
    let summary =
      "counted \(c.total): \(c.forward) forward, \(c.backward) backward, "
      + "\(c.undirected) without direction; \(c.passed) passed"
    return log + [summary]
  }
}

func run(_ arguments: [String]) throws {
  guard arguments.count >= 4, let width = UInt32(arguments[2]), let height = UInt32(arguments[3])
  else { throw Failure(text: "usage: main FILE WIDTH HEIGHT") }
  let frames = try read(arguments[1])
  let scanner = try Scanner(width: width, height: height)
  let last = frames.keys.max() ?? 0
  for frame in 1...max(1, last) { try scanner.update(frames[frame] ?? []) }
  let end = try scanner.finish()
  for frame in scanner.order.keys.sorted() {
    for id in scanner.order[frame] ?? [] { print(scanner.histories[id]?.lines[frame] ?? "?") }
  }
  print(end.joined(separator: "\n"))
}

do {
  try run(CommandLine.arguments)
} catch {
  print("error: \((error as? Failure)?.text ?? "\(error)")")
  exit(1)
}
