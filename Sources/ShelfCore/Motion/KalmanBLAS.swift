#if BLAS
  private import COpenBLAS

  /// The Kalman filter with its full 8x8 covariance: the prediction is a handful of CBLAS calls over all
  /// tracks at once, the gain a 4x4 Cholesky factor of eight tracks at a time.
  ///
  /// With F = [I dtI; 0 I] and P = [A B; Bt C] the prediction is linear in the blocks:
  /// A += dt (B + Bt) + dt^2 C, B += dt C, Bt += dt C. Each block lies in one run of memory over all tracks,
  /// so each term is one `saxpy`.
  extension KalmanState {
    /// OpenBLAS starts threads for an `axpy` of more than 10,000 numbers; a longer run is cut into pieces.
    private static let longestRun = 8192

    func predictBLAS(tiles: Int, dt: Float) -> Int {
      let p = covariance
      let block = tiles &* 16 &* Tiles.width
      var calls = 0
      calls &+= unsafe copy(block, p.bt, to: p.scratch)
      calls &+= unsafe add(block, 1, p.b, to: p.scratch)
      calls &+= unsafe add(block, dt, p.scratch, to: p.a)
      calls &+= unsafe add(block, dt * dt, p.c, to: p.a)
      calls &+= unsafe add(block, dt, p.c, to: p.b)
      calls &+= unsafe add(block, dt, p.c, to: p.bt)
      addNoise(tiles: tiles, dt: dt)
      calls &+= unsafe add(tiles &* 4 &* Tiles.width, dt, velocity, to: position)
      return calls
    }

    @unsafe
    private func copy(_ n: Int, _ x: TileColumn, to y: TileColumn) -> Int {
      unsafe cblas_scopy(Int32(truncatingIfNeeded: n), x.run, 1, y.run, 1)
      return 1
    }

    @unsafe
    private func add(_ n: Int, _ alpha: Float, _ x: TileColumn, to y: TileColumn) -> Int {
      var calls = 0
      var done = 0
      while done < n {
        let length = min(n &- done, Self.longestRun)
        unsafe cblas_saxpy(
          Int32(truncatingIfNeeded: length), alpha, x.run + done, 1, y.run + done, 1)
        done &+= length
        calls &+= 1
      }
      return calls
    }

    /// Q is diagonal: entries 0, 5, 10, 15 of the blocks A and C.
    private func addNoise(tiles: Int, dt: Float) {
      let a = covariance.a
      let c = covariance.c
      for t in 0..<tiles {
        let h = position[tile: t, 3]
        let positionNoise = h * h * (ConstantVelocityModel.positionNoise * dt)
        let velocityNoise = h * h * (ConstantVelocityModel.velocityNoise * dt)
        for row in 0..<4 where row != ConstantVelocityModel.aspect {
          a[tile: t, row &* 5] += positionNoise
          c[tile: t, row &* 5] += velocityNoise
        }
        a[tile: t, 10] += ConstantVelocityModel.aspectNoise * dt
        c[tile: t, 10] += ConstantVelocityModel.aspectVelocityNoise * dt
      }
    }

    func startFull(_ track: Int, h2: Float) {
      let p = covariance
      for row in 0..<16 {
        p.a[track, row] = 0
        p.b[track, row] = 0
        p.bt[track, row] = 0
        p.c[track, row] = 0
      }
      for row in 0..<4 {
        let isAspect = row == ConstantVelocityModel.aspect
        p.a[track, row &* 5] =
          isAspect ? ConstantVelocityModel.initialAspect : ConstantVelocityModel.initialPosition * h2
        p.c[track, row &* 5] =
          isAspect ? ConstantVelocityModel.initialAspectVelocity : ConstantVelocityModel.initialVelocity * h2
      }
    }

    /// S = A + R = L L'; with W = inv(L) [A B]: mean += W' inv(L) y, P -= W' W, which keeps P symmetric
    /// to the last bit since each pair of entries is computed once.
    func correctFull(tiles: Int) {
      for t in 0..<tiles { correctFull(tile: t) }
    }

    private func correctFull(tile t: Int) {
      let p = covariance
      let m = measured[tile: t, 0]
      let h = position[tile: t, 3]
      let noise = h * h * ConstantVelocityModel.measurementNoise
      let aspectNoise = Tile(repeating: ConstantVelocityModel.aspectMeasurementNoise)

      var l = InlineArray<16, Tile>(repeating: Tile())
      var inverse = InlineArray<4, Tile>(repeating: Tile())
      for j in 0..<4 {
        for i in j..<4 {
          var s = p.a[tile: t, i &* 4 &+ j]
          if i == j {
            s += j == ConstantVelocityModel.aspect ? aspectNoise : noise
          }
          for k in 0..<j { s -= l[i &* 4 &+ k] * l[j &* 4 &+ k] }
          if i == j {
            let root = s.squareRoot()
            l[i &* 4 &+ i] = root
            inverse[i] = 1 / root
          } else {
            l[i &* 4 &+ j] = s * inverse[j]
          }
        }
      }

      // Forward substitution: y = inv(L) innovation, w = inv(L) [A B]. Lanes without a measurement get 0.
      var y = InlineArray<4, Tile>(repeating: Tile())
      var w = InlineArray<32, Tile>(repeating: Tile())
      for i in 0..<4 {
        var s = (measurement[tile: t, i] - position[tile: t, i]) * m
        for k in 0..<i { s -= l[i &* 4 &+ k] * y[k] }
        y[i] = s * inverse[i]
        for column in 0..<8 {
          var s = m * (column < 4 ? p.a[tile: t, i &* 4 &+ column] : p.b[tile: t, i &* 4 &+ column &- 4])
          for k in 0..<i { s -= l[i &* 4 &+ k] * w[k &* 8 &+ column] }
          w[i &* 8 &+ column] = s * inverse[i]
        }
      }

      for row in 0..<4 {
        var dp = w[row] * y[0]
        var dv = w[row &+ 4] * y[0]
        for k in 1..<4 {
          dp += w[k &* 8 &+ row] * y[k]
          dv += w[k &* 8 &+ row &+ 4] * y[k]
        }
        position[tile: t, row] = position[tile: t, row] + dp
        velocity[tile: t, row] = velocity[tile: t, row] + dv
      }

      // Entry (i, j) of W' W, subtracted from the block and its mirror image.
      for i in 0..<8 {
        for j in i..<8 {
          var product = w[i] * w[j]
          for k in 1..<4 { product += w[k &* 8 &+ i] * w[k &* 8 &+ j] }
          subtract(product, tile: t, i, j)
        }
      }
    }

    /// Takes a number from entries (i, j) and (j, i) of the covariance, i <= j.
    @inline(__always)
    private func subtract(_ product: Tile, tile t: Int, _ i: Int, _ j: Int) {
      let p = covariance
      if i >= 4 {
        let c = p.c[tile: t, (i &- 4) &* 4 &+ j &- 4] - product
        p.c[tile: t, (i &- 4) &* 4 &+ j &- 4] = c
        p.c[tile: t, (j &- 4) &* 4 &+ i &- 4] = c
      } else if j >= 4 {
        let b = p.b[tile: t, i &* 4 &+ j &- 4] - product
        p.b[tile: t, i &* 4 &+ j &- 4] = b
        p.bt[tile: t, (j &- 4) &* 4 &+ i] = b
      } else {
        let a = p.a[tile: t, i &* 4 &+ j] - product
        p.a[tile: t, i &* 4 &+ j] = a
        p.a[tile: t, j &* 4 &+ i] = a
      }
    }
  }

  extension TileColumn {
    /// The rows of all tracks as one long vector.
    @unsafe @inline(__always)
    fileprivate var run: UnsafeMutablePointer<Float> {
      unsafe UnsafeMutableRawPointer(vectors.address(0)).assumingMemoryBound(to: Float.self)
    }
  }
#endif
