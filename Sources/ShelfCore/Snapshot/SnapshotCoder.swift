/// Writes the fields of a scanner as little-endian bytes, reads them back, or only measures them.
///
/// Every table names its fields once, for all three: what is written and what is read cannot differ. Reading
/// checks every number before it is stored, so that bytes from anywhere can do no harm: the first one out of
/// its range ends the reading, and all later fields keep their values.
@safe
struct SnapshotCoder {
  private let source: UnsafeRawPointer?
  private let target: UnsafeMutableRawPointer?
  private let capacity: Int
  /// Bytes written, read or measured so far.
  private(set) var place = 0
  /// False once something read was out of its range, or there was nothing left to read.
  private(set) var isSound = true

  /// Only measures.
  init() {
    unsafe source = nil
    unsafe target = nil
    capacity = .max
  }

  /// Writes; the caller has measured that all will fit.
  @unsafe
  init(writing bytes: UnsafeMutableRawBufferPointer) {
    unsafe source = nil
    unsafe target = bytes.baseAddress
    capacity = bytes.count
  }

  @unsafe
  init(reading bytes: UnsafeRawBufferPointer) {
    unsafe source = bytes.baseAddress
    unsafe target = nil
    capacity = bytes.count
  }

  var isReading: Bool { unsafe source != nil }

  /// Whether all was read and nothing is left.
  var isDone: Bool { isSound && place == capacity }

  /// Ends the reading: the bytes make no sense.
  mutating func refuse() { isSound = false }

  // Not inlined: hundreds of fields, and no haste.
  @inline(never)
  mutating func code<Number: FixedWidthInteger & BitwiseCopyable>(_ x: inout Number) {
    let size = MemoryLayout<Number>.size
    guard isSound, capacity &- place >= size else { return refuse() }
    if let source = unsafe source {
      x = Number(littleEndian: unsafe source.loadUnaligned(fromByteOffset: place, as: Number.self))
    } else if let target = unsafe target {
      unsafe target.storeBytes(of: x.littleEndian, toByteOffset: place, as: Number.self)
    }
    place &+= size
  }

  mutating func code<Number: FixedWidthInteger & BitwiseCopyable>(
    _ x: inout Number, in range: ClosedRange<Number>
  ) {
    var read = x
    code(&read)
    guard !isReading || range.contains(read) else { return refuse() }
    if isSound { x = read }
  }

  /// A count or an index.
  @inline(never)
  mutating func code(_ x: inout Int, in range: ClosedRange<Int>) {
    var read = Int64(x)
    code(&read)
    guard isReading else { return }
    guard isSound, read >= Int64(range.lowerBound), read <= Int64(range.upperBound) else { return refuse() }
    x = Int(truncatingIfNeeded: read)
  }

  @inline(never)
  mutating func code(_ x: inout Bool) {
    var byte: UInt8 = x ? 1 : 0
    code(&byte, in: 0...1)
    if isSound { x = byte == 1 }
  }

  /// A number that must be finite.
  @inline(never)
  mutating func code(_ x: inout Float) {
    var bits = x.bitPattern
    code(&bits)
    guard isReading else { return }
    guard isSound, Float(bitPattern: bits).isFinite else { return refuse() }
    x = Float(bitPattern: bits)
  }

  /// A number that must lie in a range.
  @inline(never)
  mutating func code(_ x: inout Float, in range: ClosedRange<Float>) {
    code(&x)
    if isReading, !range.contains(x) { refuse() }
  }

  mutating func code<Choice: RawRepresentable>(_ x: inout Choice) where Choice.RawValue == Int32 {
    var raw = x.rawValue
    code(&raw)
    guard isReading else { return }
    guard isSound, let choice = Choice(rawValue: raw) else { return refuse() }
    x = choice
  }

  mutating func code(_ x: inout Point, in range: ClosedRange<Float>) {
    code(&x.x, in: range)
    code(&x.y, in: range)
  }

  /// A box that a row may have.
  @inline(never)
  mutating func code(_ x: inout Box) {
    code(&x.x1, in: Bounds.row)
    code(&x.y1, in: Bounds.row)
    code(&x.x2, in: Bounds.row)
    code(&x.y2, in: Bounds.row)
  }

  /// One track's numbers.
  @inline(never)
  mutating func code<let rows: Int>(
    _ tiles: TileColumn<rows>, track: Int, in range: ClosedRange<Float> = Bounds.any
  ) {
    for row in 0..<rows {
      var x = tiles[track, row]
      code(&x, in: range)
      if isReading { tiles[track, row] = x }
    }
  }
}

/// How far the numbers of a scanner can go, whatever it is shown, with room to spare.
///
/// Beyond them a snapshot was not written by a scanner, and what follows from it might not be finite.
enum Bounds {
  static var any: ClosedRange<Float> { -Float.greatestFiniteMagnitude...Float.greatestFiniteMagnitude }
  /// Corners of rows: 16 times the largest frame side.
  static var row: ClosedRange<Float> { -1_048_576...1_048_576 }
  /// Where a track or a camera may have gone at `speed`, unseen.
  static var place: ClosedRange<Float> { -1e22...1e22 }
  /// Per nominal frame, which may be given as 16 widths in a millionth of one.
  static var speed: ClosedRange<Float> { -1e16...1e16 }
  /// Of what is seen: sides and their ratio.
  static var side: ClosedRange<Float> { 1e-4...4_194_304 }
  static var ratio: ClosedRange<Float> { 1e-8...1e10 }
  /// Of one row, or a mean, rounded.
  static var score: ClosedRange<Float> { 0...1.01 }
  /// Sums over a life.
  static var sum: ClosedRange<Float> { 0...1e20 }
  static var evidence: ClosedRange<Float> { -1e9...1e3 }
}
