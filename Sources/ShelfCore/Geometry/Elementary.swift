// The standard library's are branches to the optimiser, which then writes the code behind them out for each way;
// these are one instruction.

@inline(__always)
func min(_ a: Float, _ b: Float) -> Float {
  let other = SIMD2(b, 0)
  let first = SIMD2(a, 0)
  return first.replacing(with: other, where: other .< first).x
}

@inline(__always)
func max(_ a: Float, _ b: Float) -> Float {
  let other = SIMD2(b, 0)
  let first = SIMD2(a, 0)
  return first.replacing(with: other, where: first .< other).x
}

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

/// `log(x)` for normal x > 0 from `+ - * /` alone: x = 2^k m with m in 0.71...1.41, and the series of
/// log((1 + t) / (1 - t)), t = (m - 1) / (m + 1), to t^9: error below 1e-7.
func naturalLog(_ x: Float) -> Float {
  let bits = x.bitPattern
  var k = Int32(bitPattern: bits >> 23) &- 127
  var m = Float(bitPattern: bits & 0x7f_ffff | 0x3f80_0000)
  if m > 1.4142135 {
    m *= 0.5
    k &+= 1
  }
  let t = (m - 1) / (m + 1)
  let t2 = t * t
  let series = 2 * t * (1 + t2 * (1 / 3 + t2 * (0.2 + t2 * (1 / 7 + t2 / 9))))
  return series + Float(k) * 0.6931472
}

/// `exp(x)` for any x; 0 or infinity beyond the range of a Float.
@inline(never)
func exponential(_ x: Float) -> Float {
  x <= 0 ? negativeExponential(x) : 1 / negativeExponential(-x)
}
