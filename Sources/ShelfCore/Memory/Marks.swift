/// A byte per entry, 0 or 1, written by vector loops and searched eight at a time.
struct Marks {
  private let words: Column<UInt64>
  let marks: Column<UInt8>

  init(_ arena: inout Arena, capacity: Int) {
    let count = (capacity &+ 7) / 8
    words = arena.column(UInt64.self, count)
    marks = words.split(into: UInt8.self, count &* 8)
  }

  /// The first marked entry below `count` after another one (-1: from the start).
  @inline(__always)
  func next(after k: Int, _ count: Int) -> Int? {
    var i = k &+ 1
    while i < count {
      if i & 7 == 0, words[i >> 3] == 0 {
        i &+= 8
      } else if marks[i] != 0 {
        return i
      } else {
        i &+= 1
      }
    }
    return nil
  }
}
