/// `exp(x)` for x <= 0 from `+ - * /` alone, so that it is the same number on every machine.
///
/// exp(x) = 2^k * exp(r), |r| <= ln2 / 2, and a Taylor polynomial of degree 7 for exp(r): error below 2e-7.
func negativeExponential(_ x: Float) -> Float {
  guard x > -87 else { return 0 }
  guard x < 0 else { return 1 }
  let k = Int32(x * 1.442695 - 0.5)
  let r = x - Float(k) * 0.6931472
  var p: Float = 1 / 5040
  p = p * r + 1 / 720
  p = p * r + 1 / 120
  p = p * r + 1 / 24
  p = p * r + 1 / 6
  p = p * r + 0.5
  p = p * r + 1
  p = p * r + 1
  return p * Float(bitPattern: UInt32(bitPattern: (k &+ 127) << 23))
}
