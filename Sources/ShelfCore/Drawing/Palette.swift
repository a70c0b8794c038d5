/// Colours of identities, told apart side by side and visible on white and on black.
///
/// Each has a contrast (WCAG 2) of at least 3 to both; chosen in CIELAB so that any two differ and neighbours
/// in the list differ most.
package enum Palette {
  private static let count: UInt64 = 16

  private static var colors: InlineArray<16, UInt32> {
    [
      0xee362f, 0x7d24fe, 0x17a92a, 0x0c9edc, 0xf826ad, 0x9e7b0b, 0x1770f9, 0x994e5e,
      0x047b62, 0xf41752, 0xd514f8, 0x3e8201, 0x2e6799, 0xe05ec6, 0xda7306, 0x124efb,
    ]
  }

  /// 0xRRGGBB; the same for an id for ever.
  package static func color(of id: UInt64) -> UInt32 {
    colors[Int(truncatingIfNeeded: id % count)]
  }
}
