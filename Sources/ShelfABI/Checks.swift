import CShelfCount
import ShelfCore

/// Sizes of the structs that may grow, as the first release had them: what a caller must at least bring.
///
/// They never change.
enum FirstRelease {
  static let config = 160
  static let gate = 168
  static let counts = 64
  static let stats = 224
  static let tensorFormat = 40
  static let decoder = 56
}

let success = shelf_status(SHELF_OK)

func failure(_ code: Int) -> shelf_status { shelf_status(truncatingIfNeeded: code) }

@unsafe
func isAligned(_ block: UnsafeMutableRawPointer) -> Bool {
  UInt(bitPattern: block) & UInt(Scanner.alignment &- 1) == 0
}

/// Fills the caller's block with zeros; false where it is misaligned or too small for that configuration.
@unsafe
func prepare(_ block: UnsafeMutableRawPointer, _ size: Int, for configuration: Configuration) -> Bool {
  let needed = Scanner.size(of: configuration)
  guard size >= needed, unsafe isAligned(block) else { return false }
  unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: needed)
  return true
}

/// The block behind a handle, or nil where no open scanner lies in it.
@unsafe
func openBlock(_ handle: OpaquePointer?) -> UnsafeMutableRawPointer? {
  guard let handle = unsafe handle else { return nil }
  let block = unsafe UnsafeMutableRawPointer(handle)
  guard unsafe isAligned(block), unsafe Scanner.isOpen(in: block) else { return nil }
  return unsafe block
}

/// The scanner behind a handle, or nil where there is none.
@unsafe @inline(never)
func open(_ handle: OpaquePointer?) -> Scanner? {
  guard let block = unsafe openBlock(handle) else { return nil }
  return unsafe Scanner(in: block)
}

/// Writes as much of a struct as the caller's version of it has.
@unsafe
func writePrefix<Value: BitwiseCopyable>(_ value: Value, to target: UnsafeMutablePointer<Value>, size: Int) {
  unsafe withUnsafeBytes(of: value) { bytes in
    guard let source = bytes.baseAddress else { return }
    unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: min(size, bytes.count))
  }
}

/// Reads as much of a struct as the caller's version of it has; the rest keeps its defaults.
@unsafe
func readPrefix<Value: BitwiseCopyable>(
  _ source: UnsafePointer<Value>, size: Int, over defaults: Value
) -> Value {
  var value = defaults
  unsafe withUnsafeMutableBytes(of: &value) { bytes in
    guard let target = bytes.baseAddress else { return }
    unsafe target.copyMemory(from: UnsafeRawPointer(source), byteCount: min(size, bytes.count))
  }
  return value
}

/// An output array of the caller's with the rules all of them share: `count` is set to what there is, and too
/// short an array gets nothing.
@safe
struct Output<Element> {
  private let base: UnsafeMutablePointer<Element>?
  private let capacity: Int
  private let count: UnsafeMutablePointer<Int>

  /// Nil where the arguments make no array.
  @unsafe
  init?(_ base: UnsafeMutablePointer<Element>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?) {
    guard let count = unsafe count, capacity >= 0, unsafe base != nil || capacity == 0 else { return nil }
    unsafe self.base = base
    self.capacity = capacity
    unsafe self.count = count
  }

  func fill(_ needed: Int, _ element: (Int) -> Element) -> shelf_status {
    unsafe count.pointee = needed
    guard needed > 0 else { return success }
    guard needed <= capacity, let base = unsafe base else { return failure(SHELF_ERROR_BUFFER) }
    for i in 0..<needed { unsafe base[i] = element(i) }
    return success
  }

  /// The same with those of `all` elements that are wanted, tile by tile a bit in the byte of each.
  @inline(__always)
  func fill(_ all: Int, lanes: (Int) -> UInt64, _ element: (Int) -> Element) -> shelf_status {
    // Where all have room they need not be counted first.
    if all > capacity {
      var needed = 0
      for t in 0..<Tiles.count(of: all) { needed &+= lanes(t).nonzeroBitCount }
      unsafe count.pointee = needed
      guard needed <= capacity else { return failure(SHELF_ERROR_BUFFER) }
    }
    var filled = 0
    if let base = unsafe base {
      for t in 0..<Tiles.count(of: all) {
        var wanted = lanes(t)
        while wanted != 0 {
          unsafe base[filled] = element(t &* Tiles.width &+ nextLane(&wanted))
          filled &+= 1
        }
      }
    }
    unsafe count.pointee = filled
    return success
  }
}
