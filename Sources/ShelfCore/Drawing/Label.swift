/// The text of a box: `#<id> <class> <conf>%`.
@safe
package struct Label {
  private let id: UInt64
  private let name: UnsafeBufferPointer<UInt8>
  private let percent: UInt64

  /// An id of 0 and an empty name are left out; the score is in 0...1.
  @unsafe
  package init(id: UInt64, name: UnsafeBufferPointer<UInt8>, score: Float) {
    self.id = id
    unsafe self.name = name
    percent = UInt64(score * 100 + 0.5)
  }

  /// Hands out the text byte by byte and returns its length.
  package func write(_ put: (Int, UInt8) -> Void) -> Int {
    var length = 0
    func byte(_ b: UInt8) {
      put(length, b)
      length &+= 1
    }
    func number(_ n: UInt64) {
      var unit: UInt64 = 1
      while n / unit >= 10 { unit &*= 10 }
      while unit > 0 {
        byte(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: n / unit % 10))
        unit /= 10
      }
    }
    if id > 0 {
      byte(UInt8(ascii: "#"))
      number(id)
      byte(UInt8(ascii: " "))
    }
    for i in unsafe 0..<name.count { byte(unsafe name[i]) }
    if unsafe !name.isEmpty { byte(UInt8(ascii: " ")) }
    number(percent)
    byte(UInt8(ascii: "%"))
    return length
  }
}
