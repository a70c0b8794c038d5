/// ByteTrack's Kalman filter in float64, written out with matrices: the yardstick of the core's filters.
///
/// The state is cx, cy, aspect (width / height), height and their velocities per nominal frame.
struct KalmanReference {
  private(set) var mean: Matrix
  private(set) var covariance: Matrix

  /// A filter that starts at a measured box.
  init(cx: Double, cy: Double, aspect: Double, height: Double) {
    mean = Matrix(column: [cx, cy, aspect, height, 0, 0, 0, 0])
    let (position, velocity) = (2 * height / 20, 10 * height / 160)
    covariance = Matrix(
      squares: [position, position, 1e-2, position, velocity, velocity, 1e-5, velocity])
  }

  /// Lets the centre move at a speed per nominal frame.
  mutating func move(_ x: Double, _ y: Double) { (mean[4, 0], mean[5, 0]) = (x, y) }

  /// Lets a box that shrinks stay one: a side of 1/1024 pixel is the least that a row may have.
  mutating func keepBox() {
    mean[2, 0] = max(mean[2, 0], 1e-7)
    mean[3, 0] = max(mean[3, 0], 1.0 / 1024)
  }

  /// Ends the motion of the height.
  mutating func stopHeight() { mean[7, 0] = 0 }

  /// Moves on by so many nominal frames; of a track that is not tracked the height stands still.
  mutating func predict(dt: Double = 1, tracked: Bool = true) {
    if !tracked { stopHeight() }
    let (position, velocity) = (mean[3, 0] / 20, mean[3, 0] / 160)
    let noise = Matrix(squares: [position, position, 1e-2, position, velocity, velocity, 1e-5, velocity])
    var motion = Matrix(squares: [Double](repeating: 1, count: 8))
    for i in 0..<4 { motion[i, i + 4] = dt }
    mean = motion * mean
    covariance = motion * covariance * motion.transposed + noise * dt
  }

  /// Takes in a measured box.
  mutating func update(cx: Double, cy: Double, aspect: Double, height: Double) {
    var observation = Matrix(4, 8)
    for i in 0..<4 { observation[i, i] = 1 }
    let deviation = mean[3, 0] / 20
    let noise = Matrix(squares: [deviation, deviation, 1e-1, deviation])
    let innovation = Matrix(column: [cx, cy, aspect, height]) + (observation * mean) * -1
    let spread = observation * covariance * observation.transposed + noise
    let gain = covariance * observation.transposed * spread.inverse
    mean = mean + gain * innovation
    covariance = covariance + gain * spread * gain.transposed * -1
  }

  /// A dense matrix of doubles, as plain as can be.
  struct Matrix {
    let rows, columns: Int
    private(set) var values: [Double]

    init(_ rows: Int, _ columns: Int) {
      self.rows = rows
      self.columns = columns
      values = [Double](repeating: 0, count: rows * columns)
    }

    init(column: [Double]) {
      self.init(column.count, 1)
      values = column
    }

    /// A diagonal of squares.
    init(squares: [Double]) {
      self.init(squares.count, squares.count)
      for (i, value) in squares.enumerated() { self[i, i] = value * value }
    }

    subscript(row: Int, column: Int) -> Double {
      get { values[row * columns + column] }
      set { values[row * columns + column] = newValue }
    }

    var transposed: Matrix {
      var result = Matrix(columns, rows)
      for i in 0..<rows { for j in 0..<columns { result[j, i] = self[i, j] } }
      return result
    }

    /// By Gauss and Jordan; the matrix must be positive definite.
    var inverse: Matrix {
      var left = self
      var right = Matrix(squares: [Double](repeating: 1, count: rows))
      for i in 0..<rows {
        let pivot = left[i, i]
        for j in 0..<columns {
          left[i, j] /= pivot
          right[i, j] /= pivot
        }
        for k in 0..<rows where k != i {
          let factor = left[k, i]
          for j in 0..<columns {
            left[k, j] -= factor * left[i, j]
            right[k, j] -= factor * right[i, j]
          }
        }
      }
      return right
    }

    static func * (a: Matrix, b: Matrix) -> Matrix {
      var result = Matrix(a.rows, b.columns)
      for i in 0..<a.rows {
        for k in 0..<a.columns where a[i, k] != 0 {
          for j in 0..<b.columns { result[i, j] += a[i, k] * b[k, j] }
        }
      }
      return result
    }

    static func * (a: Matrix, factor: Double) -> Matrix {
      var result = a
      for i in result.values.indices { result.values[i] *= factor }
      return result
    }

    static func + (a: Matrix, b: Matrix) -> Matrix {
      var result = a
      for i in result.values.indices { result.values[i] += b.values[i] }
      return result
    }
  }
}
