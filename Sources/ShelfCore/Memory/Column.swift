/// A column of plain values in the caller's block: the storage of every structure-of-arrays table.
///
/// The index is checked by `assert`, hence in every test run and never in what ships: all indices are
/// produced inside the core, none comes from a caller.
@safe
package struct Column<Element: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  @unsafe
  init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return unsafe UnsafePointer(base + index)
    }
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return unsafe base + index
    }
  }

  /// The address of an entry, for calls into CBLAS.
  @unsafe @inline(__always)
  func address(_ index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index <= count)
    return unsafe base + index
  }

  @inline(__always)
  func swapAt(_ i: Int, _ j: Int) {
    let kept = self[i]
    self[i] = self[j]
    self[j] = kept
  }
}
