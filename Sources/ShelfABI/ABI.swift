// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The C functions of shelfcount.h, where they are documented: each checks what C passed and calls the core.

public import CShelfCount
import ShelfCore

// MARK: Version and texts

@c @implementation
public func shelf_version() -> UInt32 { UInt32(SHELF_VERSION_NUMBER) }

@c @implementation
public func shelf_version_text() -> UnsafePointer<CChar>? { unsafe text("0.1.0") }

@c @implementation
public func shelf_status_text(_ status: shelf_status) -> UnsafePointer<CChar>? {
  switch Int(status) {
  case SHELF_OK: unsafe text("ok")
  case SHELF_ERROR_ARGUMENT: unsafe text("argument null, out of range or not finite")
  case SHELF_ERROR_VERSION: unsafe text("struct_size smaller than the first release's")
  case SHELF_ERROR_MEMORY: unsafe text("memory block too small or misaligned")
  case SHELF_ERROR_HANDLE: unsafe text("not an open scanner")
  case SHELF_ERROR_CAPACITY: unsafe text("a table of the configuration is full")
  case SHELF_ERROR_BUFFER: unsafe text("output array too short")
  case SHELF_ERROR_TIME: unsafe text("time did not advance")
  case SHELF_ERROR_UNSUPPORTED: unsafe text("not part of this build or this release")
  case SHELF_ERROR_NOT_FOUND: unsafe text("no track, gate or class of that number")
  case SHELF_ERROR_SNAPSHOT: unsafe text("not a snapshot, or a damaged one")
  case SHELF_ERROR_LAYOUT: unsafe text("the tensor is not of the layout that was named")
  default: unsafe text("unknown status")
  }
}

@unsafe
private func text(_ text: StaticString) -> UnsafePointer<CChar> {
  unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

// MARK: Life

@c @implementation
public func shelf_config_init(
  _ config: UnsafeMutablePointer<shelf_config>?, _ struct_size: Int, _ preset: Int32
) -> shelf_status {
  guard let config = unsafe config, let preset = Configuration.Preset(rawValue: preset) else {
    return failure(SHELF_ERROR_ARGUMENT)
  }
  guard struct_size >= FirstRelease.config, let size = UInt32(exactly: struct_size) else {
    return failure(SHELF_ERROR_VERSION)
  }
  let filled = shelf_config(Configuration(preset: preset), size: size)
  unsafe writePrefix(filled, to: config, size: struct_size)
  return success
}

@c @implementation
public func shelf_memory_needed(
  _ config: UnsafePointer<shelf_config>?, _ size: UnsafeMutablePointer<Int>?,
  _ alignment: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let size = unsafe size, let alignment = unsafe alignment else { return failure(SHELF_ERROR_ARGUMENT) }
  switch unsafe read(config) {
  case .failure(let status):
    return status
  case .success(let configuration):
    unsafe size.pointee = Scanner.size(of: configuration)
    unsafe alignment.pointee = Scanner.alignment
    return success
  }
}

@c @implementation
public func shelf_open(
  _ memory: UnsafeMutableRawPointer?, _ size: Int, _ config: UnsafePointer<shelf_config>?,
  _ scanner: UnsafeMutablePointer<OpaquePointer?>?
) -> shelf_status {
  guard let memory = unsafe memory, let scanner = unsafe scanner else { return failure(SHELF_ERROR_ARGUMENT) }
  switch unsafe read(config) {
  case .failure(let status):
    return status
  case .success(let configuration):
    guard unsafe prepare(memory, size, for: configuration) else { return failure(SHELF_ERROR_MEMORY) }
    _ = unsafe Scanner(startIn: memory, configuration)
    unsafe scanner.pointee = OpaquePointer(memory)
    return success
  }
}

@c @implementation
public func shelf_close(_ scanner: OpaquePointer?) {
  if let scanner = unsafe open(scanner) { scanner.close() }
}

@c @implementation
public func shelf_reset(_ scanner: OpaquePointer?) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  scanner.reset()
  return success
}

// MARK: Gates

@c @implementation
public func shelf_gate_init(_ gate: UnsafeMutablePointer<shelf_gate>?, _ struct_size: Int) -> shelf_status {
  guard let gate = unsafe gate else { return failure(SHELF_ERROR_ARGUMENT) }
  guard struct_size >= FirstRelease.gate, let size = UInt32(exactly: struct_size) else {
    return failure(SHELF_ERROR_VERSION)
  }
  unsafe writePrefix(defaultGate(size: size), to: gate, size: struct_size)
  return success
}

@c @implementation
public func shelf_gate_set_band(
  _ gate: UnsafeMutablePointer<shelf_gate>?, _ axis: Int32, _ lo: Float, _ hi: Float
) -> shelf_status {
  guard let gate = unsafe gate, axis == SHELF_AXIS_X || axis == SHELF_AXIS_Y, lo < hi, lo.isFinite,
    hi.isFinite
  else { return failure(SHELF_ERROR_ARGUMENT) }
  guard unsafe gate.pointee.struct_size >= FirstRelease.gate else { return failure(SHELF_ERROR_VERSION) }
  unsafe setBand(&gate.pointee, isUpright: axis == SHELF_AXIS_X, lo, hi)
  return success
}

@c @implementation
public func shelf_gate_add(
  _ scanner: OpaquePointer?, _ gate: UnsafePointer<shelf_gate>?, _ index: UnsafeMutablePointer<UInt32>?
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let gate = unsafe gate, let index = unsafe index else { return failure(SHELF_ERROR_ARGUMENT) }
  guard unsafe gate.pointee.struct_size >= FirstRelease.gate else { return failure(SHELF_ERROR_VERSION) }
  let given = unsafe readPrefix(gate, size: Int(gate.pointee.struct_size), over: defaultGate(size: 0))
  guard let resolved = resolve(given, scanner.configuration) else { return failure(SHELF_ERROR_ARGUMENT) }
  guard let added = scanner.add(resolved) else { return failure(SHELF_ERROR_CAPACITY) }
  unsafe index.pointee = UInt32(truncatingIfNeeded: added)
  return success
}

@c @implementation
public func shelf_gate_edges(
  _ scanner: OpaquePointer?, _ gate: UInt32, _ edges: UnsafeMutablePointer<shelf_edge>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let output = unsafe Output(edges, capacity, count) else { return failure(SHELF_ERROR_ARGUMENT) }
  guard gate < scanner.gateCount else { return failure(SHELF_ERROR_NOT_FOUND) }
  return output.fill(scanner.edgeCount(gate: Int(gate))) { i in
    let edge = scanner.edge(i, gate: Int(gate))
    return shelf_edge(a: shelf_point(edge.a), b: shelf_point(edge.b), role: edge.role.rawValue, gate: gate)
  }
}

// MARK: The frame

@c @implementation @_optimize(speed)
public func shelf_update(
  _ scanner: OpaquePointer?, _ time_us: UInt64, _ detections: UnsafePointer<shelf_detection>?, _ count: Int,
  _ fates: UnsafeMutablePointer<shelf_fate>?
) -> shelf_status {
  guard let block = unsafe openBlock(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard count >= 0, count <= Int(Int32.max), unsafe count == 0 || detections != nil else {
    return failure(SHELF_ERROR_ARGUMENT)
  }
  // The core's types have the layout of the header's; a test compares them field by field.
  let rows = unsafe UnsafeRawPointer(detections)?.assumingMemoryBound(to: Detection.self)
  let sheet = unsafe UnsafeMutableRawPointer(fates)?.assumingMemoryBound(to: Fate.self)
  var scanner = unsafe Scanner(in: block)
  let didAdvance = unsafe scanner.update(
    timeUs: time_us, rows: UnsafeBufferPointer(start: rows, count: count), fates: sheet)
  return didAdvance ? success : failure(SHELF_ERROR_TIME)
}

@c @implementation
public func shelf_give_motion(_ scanner: OpaquePointer?, _ dx: Float, _ dy: Float) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  let limit = Float(scanner.configuration.width) * 16
  let pixels = scanner.configuration.toPixels
  guard abs(dx * pixels.x) <= limit, abs(dy * pixels.y) <= limit else { return failure(SHELF_ERROR_ARGUMENT) }
  guard scanner.usesMotion else { return failure(SHELF_ERROR_UNSUPPORTED) }
  scanner.giveMotion(dx, dy)
  return success
}

@c @implementation
public func shelf_finish(_ scanner: OpaquePointer?) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  scanner.finish()
  return success
}

// MARK: Results

@c @implementation
public func shelf_tracks(
  _ scanner: OpaquePointer?, _ states: Int32, _ tracks: UnsafeMutablePointer<shelf_track>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let block = unsafe openBlock(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  let all = Int32(SHELF_TRACK_TENTATIVE | SHELF_TRACK_TRACKED | SHELF_TRACK_LOST)
  guard states & ~all == 0, let output = unsafe Output(tracks, capacity, count) else {
    return failure(SHELF_ERROR_ARGUMENT)
  }
  let reader = unsafe TrackReader(in: block)
  return output.fill(
    reader.count, lanes: { reader.lanes(tile: $0, in: UInt8(truncatingIfNeeded: states)) },
    { slot in unsafe unsafeBitCast(reader.track(slot), to: shelf_track.self) })
}

@c @implementation
public func shelf_trail(
  _ scanner: OpaquePointer?, _ track_id: UInt64, _ points: UnsafeMutablePointer<shelf_point>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let output = unsafe Output(points, capacity, count) else { return failure(SHELF_ERROR_ARGUMENT) }
  guard let slot = scanner.slot(of: track_id) else { return failure(SHELF_ERROR_NOT_FOUND) }
  return output.fill(scanner.trailCount(slot)) { shelf_point(scanner.trailPoint(slot, $0)) }
}

@c @implementation
public func shelf_get_counts(
  _ scanner: OpaquePointer?, _ gate: UInt32, _ class_id: UInt32,
  _ counts: UnsafeMutablePointer<shelf_counts>?, _ struct_size: Int
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let counts = unsafe counts else { return failure(SHELF_ERROR_ARGUMENT) }
  guard struct_size >= FirstRelease.counts, let size = UInt32(exactly: struct_size) else {
    return failure(SHELF_ERROR_VERSION)
  }
  let isAll = class_id == SHELF_ALL_CLASSES
  guard gate < scanner.gateCount, isAll || class_id < scanner.configuration.maxClasses else {
    return failure(SHELF_ERROR_NOT_FOUND)
  }
  let report = scanner.counts(Int(gate), classID: isAll ? nil : Int(class_id))
  unsafe writePrefix(shelf_counts(report, size: size), to: counts, size: struct_size)
  return success
}

@c @implementation
public func shelf_events(
  _ scanner: OpaquePointer?, _ events: UnsafeMutablePointer<shelf_event>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let output = unsafe Output(events, capacity, count) else { return failure(SHELF_ERROR_ARGUMENT) }
  return output.fill(scanner.eventCount) { _ in shelf_event(scanner.takeEvent()) }
}

@c @implementation
public func shelf_items(
  _ scanner: OpaquePointer?, _ items: UnsafeMutablePointer<shelf_item>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let output = unsafe Output(items, capacity, count) else { return failure(SHELF_ERROR_ARGUMENT) }
  let inventory = scanner.inventory
  return output.fill(scanner.itemCount) { shelf_item(inventory.item($0)) }
}

@c @implementation
public func shelf_item_dismiss(_ scanner: OpaquePointer?, _ item_id: UInt64) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let item = scanner.itemIndex(item_id) else { return failure(SHELF_ERROR_NOT_FOUND) }
  scanner.dismissItem(item)
  return success
}

@c @implementation
public func shelf_item_merge(_ scanner: OpaquePointer?, _ item_id: UInt64, _ into_id: UInt64) -> shelf_status
{
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard item_id != into_id else { return failure(SHELF_ERROR_ARGUMENT) }
  guard let item = scanner.itemIndex(item_id), let into = scanner.itemIndex(into_id) else {
    return failure(SHELF_ERROR_NOT_FOUND)
  }
  scanner.mergeItem(item, into: into)
  return success
}

@c @implementation
public func shelf_get_stats(
  _ scanner: OpaquePointer?, _ stats: UnsafeMutablePointer<shelf_stats>?, _ struct_size: Int
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let stats = unsafe stats else { return failure(SHELF_ERROR_ARGUMENT) }
  guard struct_size >= FirstRelease.stats, let size = UInt32(exactly: struct_size) else {
    return failure(SHELF_ERROR_VERSION)
  }
  unsafe writePrefix(shelf_stats(scanner, size: size), to: stats, size: struct_size)
  return success
}
