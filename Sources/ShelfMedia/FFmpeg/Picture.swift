/// A picture in memory, top row first: red, green, blue and a byte without meaning per pixel.
package final class Picture: @unchecked Sendable {
  package let width: Int
  package let height: Int
  package let bytes: UnsafeMutableRawBufferPointer

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    bytes = .allocate(byteCount: width * height * 4, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { bytes.deallocate() }

  /// Bytes from one row to the next.
  package var stride: Int { width * 4 }

  package func pixel(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let at = y * stride + x * 4
    return (bytes[at], bytes[at + 1], bytes[at + 2])
  }
}
