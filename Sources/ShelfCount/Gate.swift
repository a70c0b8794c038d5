public import CShelfCount

/// Where things count; positions are shares of width and height, 0 to 1.
public struct Gate: Sendable {
  /// The `shelf_gate` itself, for fields that have no name here.
  public var c: shelf_gate

  private init() {
    c = shelf_gate()
    // Cannot fail: the size is right.
    _ = shelf_gate_init(&c, MemoryLayout<shelf_gate>.size)
  }

  private init(kind: Int, _ points: [Point]) {
    self.init()
    c.kind = Int32(kind)
    c.point_count = UInt32(clamping: points.count)
    // A point has the layout of shelf_point.
    withUnsafeMutableBytes(of: &c.points) { bytes in
      points.withUnsafeBytes {
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(bytes.count)))
      }
    }
  }

  /// A strip between two upright edges: what was inside for `dwell` frames counts.
  public static func band(_ range: ClosedRange<Float> = 0.45...0.55) -> Gate {
    band(range, axis: SHELF_AXIS_X)
  }

  /// A strip between two lying edges.
  public static func lyingBand(_ range: ClosedRange<Float>) -> Gate { band(range, axis: SHELF_AXIS_Y) }

  /// A line: what goes over it counts.
  public static func line(from a: Point, to b: Point) -> Gate { Gate(kind: SHELF_GATE_LINE, [a, b]) }

  /// A polygon of 3 to 16 points: what was inside for `dwell` frames counts.
  public static func zone(_ points: [Point]) -> Gate { Gate(kind: SHELF_GATE_ZONE, points) }

  private static func band(_ range: ClosedRange<Float>, axis: Int) -> Gate {
    var gate = Gate()
    let status = shelf_gate_set_band(&gate.c, Int32(axis), range.lowerBound, range.upperBound)
    // A band without points is refused when it is added.
    if status != SHELF_OK { gate.c.point_count = 0 }
    return gate
  }

  /// Whether the middle of the lower edge of a box counts instead of its centre.
  public var usesBottomAnchor: Bool {
    get { c.anchor == SHELF_ANCHOR_BOTTOM }
    set { c.anchor = Int32(newValue ? SHELF_ANCHOR_BOTTOM : SHELF_ANCHOR_CENTER) }
  }

  /// What counts once here; nil: what the configuration says.
  public var countBy: Configuration.CountBy? {
    get { Configuration.CountBy(rawValue: c.count_by) }
    set { c.count_by = newValue?.rawValue ?? Int32(SHELF_FOLLOW_CONFIG) }
  }

  /// Frames inside; 0: what the configuration says.
  public var dwell: Int {
    get { Int(c.dwell) }
    set { c.dwell = UInt32(clamping: newValue) }
  }
}
