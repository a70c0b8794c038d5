/// Hands out the caller's block, column by column, always in the same order.
///
/// The block holds no addresses: each call into the core walks the same list of columns again and so finds
/// them at the same offsets, wherever the block has been copied to. Measuring is the same walk with a base
/// that is never dereferenced.
@safe
struct Arena {
  private let base: UnsafeMutableRawPointer
  private(set) var size = 0

  /// What the block must be aligned to: a cache line, and more than any vector in it asks for.
  static let alignment = 64

  @unsafe
  init(base: UnsafeMutableRawPointer) {
    unsafe self.base = base
  }

  @inline(__always)
  mutating func column<Element: BitwiseCopyable>(_: Element.Type, _ count: Int) -> Column<Element> {
    // Every column begins and ends at a multiple of 16: columns of one size so cost one addition each.
    var offset = size
    let mask = MemoryLayout<Element>.alignment &- 1
    if mask > 15 { offset = (offset &+ mask) & ~mask }
    size = offset &+ (count &* MemoryLayout<Element>.stride &+ 15) & ~15
    return unsafe Column(base: (base + offset).assumingMemoryBound(to: Element.self), count: count)
  }

  /// Makes room for what a copy of this arena has handed out too: columns that are never alive at once may begin
  /// at the same place.
  @inline(__always)
  mutating func cover(_ copy: Arena) { size = max(size, copy.size) }
}
