import CShelfCount

/// Where things count: the band, then lines and zones in the order they were asked for.
struct GateOptions {
  enum Shape {
    case band(axis: Int, lo: Double, hi: Double)
    case line([Double])
    case zone([Double])
  }

  var band = (lo: 0.45, hi: 0.55)
  var axis = SHELF_AXIS_X
  var hasBand = true
  /// Set once the user has spoken about the band, which contradicts taking it away.
  var isBandAsked = false
  var anchor = SHELF_ANCHOR_CENTER
  var others: [Shape] = []

  var shapes: [Shape] {
    (hasBand ? [.band(axis: axis, lo: band.lo, hi: band.hi)] : []) + others
  }

  func makeGate(_ shape: Shape) throws -> shelf_gate {
    var gate = shelf_gate()
    try check(shelf_gate_init(&gate, MemoryLayout<shelf_gate>.size), "a gate")
    gate.anchor = Int32(anchor)
    switch shape {
    case .band(let axis, let lo, let hi):
      try check(shelf_gate_set_band(&gate, Int32(axis), Float(lo), Float(hi)), shape.description)
    case .line(let numbers):
      gate.kind = Int32(SHELF_GATE_LINE)
      gate.setPoints(numbers)
    case .zone(let numbers):
      gate.kind = Int32(SHELF_GATE_ZONE)
      gate.setPoints(numbers)
    }
    return gate
  }
}

extension GateOptions.Shape {
  var kind: String {
    switch self {
    case .band: "band"
    case .line: "line"
    case .zone: "zone"
    }
  }

  var description: String {
    switch self {
    case .band(let axis, let lo, let hi): "band \(lo)...\(hi)\(axis == SHELF_AXIS_Y ? " of the height" : "")"
    case .line(let numbers), .zone(let numbers): "\(kind) \(numbers.map { "\($0)" }.joined(separator: ","))"
    }
  }
}

extension shelf_gate {
  /// Sets the points from x,y pairs, at most SHELF_MAX_GATE_POINTS of them.
  fileprivate mutating func setPoints(_ numbers: [Double]) {
    point_count = UInt32(numbers.count / 2)
    withUnsafeMutableBytes(of: &points) { bytes in
      let points = bytes.bindMemory(to: shelf_point.self)
      for index in 0..<min(numbers.count / 2, points.count) {
        points[index] = shelf_point(x: Float(numbers[2 * index]), y: Float(numbers[2 * index + 1]))
      }
    }
  }
}
