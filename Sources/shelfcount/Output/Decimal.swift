/// Numbers as text with a fixed count of decimals.
enum Decimal {
  static func text(_ value: Double, decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.magnitude < 1e15 else { return "\(value)" }
    let units = Int(scaled)
    let whole = String(units.magnitude / UInt(scale))
    let sign = units < 0 ? "-" : ""
    guard decimals > 0 else { return sign + whole }
    let part = String(units.magnitude % UInt(scale))
    return "\(sign)\(whole).\(String(repeating: "0", count: decimals - part.count))\(part)"
  }

  /// A whole number with a comma between thousands.
  static func grouped(_ value: Int) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
