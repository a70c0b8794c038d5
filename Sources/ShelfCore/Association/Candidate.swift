/// A pair of a track and a row whose boxes overlap enough to be considered, in one word.
struct Candidate: BitwiseCopyable {
  /// The bits of `value`, then the track, then the row: as a number it is in the order of the matchers.
  private(set) var key: UInt64

  @inline(__always)
  init(value: Float, track: UInt16, detection: UInt16) {
    key = UInt64(value.bitPattern) << 32 | UInt64(track) << 16 | UInt64(detection)
  }

  /// The IoU as it was found; once an association step has admitted the pair, its cost in that step.
  ///
  /// Never negative.
  @inline(__always)
  var value: Float {
    get { Float(bitPattern: UInt32(truncatingIfNeeded: key >> 32)) }
    set { key = UInt64(newValue.bitPattern) << 32 | key & 0xffff_ffff }
  }

  @inline(__always)
  var track: UInt16 { UInt16(truncatingIfNeeded: key >> 16) }

  @inline(__always)
  var detection: UInt16 { UInt16(truncatingIfNeeded: key) }

  /// Of two pairs of one row: less overlap, or a higher slot.
  @inline(__always)
  func isWorse(than other: Candidate) -> Bool { key ^ 0xffff_0000 < other.key ^ 0xffff_0000 }
}
