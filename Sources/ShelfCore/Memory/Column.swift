/// A column of plain values in the caller's block: the storage of every structure-of-arrays table.
///
/// The index is checked by `assert`, hence in every test run and never in what ships: all indices are
/// produced inside the core, none comes from a caller.
@safe
package struct Column<Element: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Element>
  // A table of a scanner is one address per column, which every call finds anew; what ships does without more.
  #if DEBUG
    private let count: Int
  #endif

  @unsafe
  init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    #if DEBUG
      self.count = count
    #endif
  }

  /// Whether an index may be used; where it is not checked, true.
  @inline(__always)
  func holds(_ index: Int) -> Bool {
    #if DEBUG
      index >= 0 && index < count
    #else
      true
    #endif
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(holds(index))
      return unsafe UnsafePointer(base + index)
    }
    nonmutating unsafeMutableAddress {
      assert(holds(index))
      return unsafe base + index
    }
  }

  /// The address of an entry, for calls into CBLAS.
  @unsafe @inline(__always)
  func address(_ index: Int) -> UnsafeMutablePointer<Element> {
    assert(index == 0 || holds(index &- 1))
    return unsafe base + index
  }

  /// All but the first of `count` + 1 entries.
  @inline(__always)
  func dropFirst(_ count: Int) -> Column { unsafe Column(base: base + 1, count: count) }

  /// The same memory as so many smaller entries, of which several make up one of these.
  @inline(__always)
  func split<Part: BitwiseCopyable>(into _: Part.Type, _ count: Int) -> Column<Part> {
    unsafe Column<Part>(
      base: UnsafeMutableRawPointer(base).assumingMemoryBound(to: Part.self), count: count)
  }

  @inline(__always)
  func swapAt(_ i: Int, _ j: Int) {
    let kept = self[i]
    self[i] = self[j]
    self[j] = kept
  }
}
