import CShelfCount
private import ShelfABI

/// Detections of a moving camera in, stable tracks and an honest count out.
///
/// Belongs to one thread at a time; distinct scanners need no locks.
///
///     var scanner = try Scanner(Configuration(width: 640, height: 480))
///     let band = try scanner.add(.band(0.45...0.55))
///     for rows in frames { for track in try scanner.update(rows) { draw(track) } }
///     try scanner.finish()
///     print(try scanner.counts(band).total)
public struct Scanner: ~Copyable, @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  /// For the functions of shelfcount.h that have no twin here.
  public let handle: OpaquePointer

  /// Opens a scanner; all its memory is taken here.
  public init(_ configuration: Configuration) throws(ShelfError) {
    var config = configuration.c
    try self.init(for: config) { shelf_open($0, $1, &config, $2) }
  }

  /// The scanner that was saved, with configuration, gates, tracks and counts.
  public init(restoring snapshot: [UInt8]) throws(ShelfError) {
    var config = shelf_config()
    try ShelfError.check(
      shelf_snapshot_config(snapshot, snapshot.count, &config, MemoryLayout<shelf_config>.size))
    try self.init(for: config) { shelf_snapshot_restore($0, $1, snapshot, snapshot.count, $2) }
  }

  private init(
    for config: shelf_config,
    _ open: (UnsafeMutableRawPointer, Int, UnsafeMutablePointer<OpaquePointer?>) -> shelf_status
  ) throws(ShelfError) {
    var config = config
    var (size, alignment) = (0, 0)
    try ShelfError.check(shelf_memory_needed(&config, &size, &alignment))
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    var opened: OpaquePointer?
    let status = open(block, size, &opened)
    guard status == SHELF_OK, let opened else {
      block.deallocate()
      throw ShelfError(status: status)
    }
    memory = block
    handle = opened
  }

  deinit {
    shelf_close(handle)
    memory.deallocate()
  }

  /// All of the scanner as bytes, to go on later or on another machine.
  public func save() throws(ShelfError) -> [UInt8] {
    try list(of: UInt8.self) { shelf_snapshot_save(handle, $0, $1, $2) }
  }

  /// Forgets tracks, counts and log; keeps configuration and gates.
  public mutating func reset() throws(ShelfError) { try ShelfError.check(shelf_reset(handle)) }

  // MARK: Gates

  /// Adds a gate; gives its number.
  public mutating func add(_ gate: Gate) throws(ShelfError) -> Int {
    var (gate, index) = (gate.c, UInt32(0))
    try ShelfError.check(shelf_gate_add(handle, &gate, &index))
    return Int(index)
  }

  /// The edges that counting compares with: draw these.
  public func edges(_ gate: Int = 0) throws(ShelfError) -> [(from: Point, to: Point)] {
    let edges = try list(of: shelf_edge.self) { shelf_gate_edges(handle, UInt32(clamping: gate), $0, $1, $2) }
    return edges.map { (Point($0.a), Point($0.b)) }
  }

  // MARK: The frame

  /// One frame; gives the confirmed tracks that were matched in it.
  ///
  /// - Parameters:
  ///   - detections: rows in any order; none for an empty frame, which must be told too.
  ///   - microseconds: when the frame was taken; 0: one nominal frame after the last.
  /// - Returns: the tracks in state `tracked`.
  /// - Throws: ``ShelfError/time`` where time did not advance.
  @discardableResult
  public mutating func update(_ detections: [Detection], at microseconds: UInt64 = 0) throws(ShelfError)
    -> [Track]
  {
    let status = detections.withUnsafeBytes { bytes in
      shelf_update(
        handle, microseconds, bytes.assumingMemoryBound(to: shelf_detection.self).baseAddress,
        detections.count, nil)
    }
    try ShelfError.check(status)
    return try tracks([.tracked])
  }

  /// Tells how the picture's content moves until the next update, where the app knows it.
  public mutating func giveMotion(dx: Float, dy: Float) throws(ShelfError) {
    try ShelfError.check(shelf_give_motion(handle, dx, dy))
  }

  /// The end of a stream: decides what still waits.
  public mutating func finish() throws(ShelfError) { try ShelfError.check(shelf_finish(handle)) }

  // MARK: Results

  /// The tracks in these states.
  public func tracks(_ states: Set<Track.State> = [.tracked, .lost]) throws(ShelfError) -> [Track] {
    let bits = states.reduce(0) { $0 | $1.rawValue }
    return try list(of: shelf_track.self) { shelf_tracks(handle, bits, $0, $1, $2) }.map(Track.init)
  }

  /// The centres of a confirmed track, oldest first.
  public func trail(of id: Track.ID) throws(ShelfError) -> [Point] {
    try list(of: shelf_point.self) { shelf_trail(handle, id, $0, $1, $2) }.map(Point.init)
  }

  /// Counts of a gate, of one class or of all.
  public func counts(_ gate: Int = 0, classID: UInt32? = nil) throws(ShelfError) -> Counts {
    var counts = shelf_counts()
    try ShelfError.check(
      shelf_get_counts(
        handle, UInt32(clamping: gate), classID ?? SHELF_ALL_CLASSES, &counts,
        MemoryLayout<shelf_counts>.size))
    return Counts(counts)
  }

  /// Takes the entries out of the count log.
  public mutating func takeEvents() throws(ShelfError) -> [Event] {
    try list(of: shelf_event.self) { shelf_events(handle, $0, $1, $2) }.map(Event.init)
  }

  /// The places of the shelf, when counting by item.
  public func items() throws(ShelfError) -> [Item] {
    try list(of: shelf_item.self) { shelf_items(handle, $0, $1, $2) }.map(Item.init)
  }

  /// That place is no item: its counts are taken back.
  public mutating func dismiss(item id: UInt64) throws(ShelfError) {
    try ShelfError.check(shelf_item_dismiss(handle, id))
  }

  /// Both places show the same item: one count is taken back where both counted.
  public mutating func merge(item id: UInt64, into other: UInt64) throws(ShelfError) {
    try ShelfError.check(shelf_item_merge(handle, id, other))
  }

  /// What one of the functions that fill an array has to give: asks for the number, then for the entries.
  private func list<Element>(
    of _: Element.Type,
    _ fill: (UnsafeMutablePointer<Element>?, Int, UnsafeMutablePointer<Int>) -> shelf_status
  ) throws(ShelfError) -> [Element] {
    var count = 0
    let asked = fill(nil, 0, &count)
    guard asked == SHELF_ERROR_BUFFER else {
      try ShelfError.check(asked)
      return []
    }
    var status = asked
    let entries = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      var filled = 0
      status = fill(buffer.baseAddress, count, &filled)
      initialized = status == SHELF_OK ? filled : 0
    }
    try ShelfError.check(status)
    return entries
  }
}
