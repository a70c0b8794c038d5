#if BLAS
  #if canImport(Accelerate)
    private import Accelerate
  #else
    private import COpenBLAS
  #endif

  /// The Kalman filter with its full 8x8 covariance: the prediction is a handful of CBLAS calls over all
  /// tracks at once, the gain a 4x4 Cholesky factor of four tracks at a time.
  ///
  /// With F = [I dtI; 0 I] and P = [A B; B' C] the prediction is linear in the blocks:
  /// A += dt (B + B') + dt^2 C, B += dt C. Each block lies in one run of memory over all tracks, so each term
  /// is one `saxpy`.
  extension KalmanState {
    /// OpenBLAS starts threads for an `axpy` of more than 10,000 numbers; a longer run is cut into pieces.
    private static let longestRun = 8192

    /// Returns the number of calls.
    func predictBLAS(tiles: Int, dt: Float) -> Int {
      let p = covariance.full
      var calls = 0
      calls &+= unsafe add(tiles, dt, p.lower, to: p.a)
      calls &+= unsafe add(tiles, dt, p.c, to: p.upper)
      // B is moved already, which makes up for dt^2 C.
      calls &+= unsafe add(tiles, dt, p.upper, to: p.a)
      calls &+= unsafe add(tiles, dt, p.c, to: p.lower)
      addNoise(tiles: tiles, dt: dt)
      calls &+= unsafe add(tiles, dt, velocity, to: position)
      for t in 0..<tiles {
        limit(
          position[tile: t, ConstantVelocityModel.aspect], position[tile: t, ConstantVelocityModel.height],
          tile: t)
      }
      return calls
    }

    @unsafe
    private func add<let rows: Int>(
      _ tiles: Int, _ alpha: Float, _ x: TileColumn<rows>, to y: TileColumn<rows>
    ) -> Int {
      let n = tiles &* rows &* Tiles.width
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

    /// Q is diagonal.
    private func addNoise(tiles: Int, dt: Float) {
      let a = covariance.full.a
      let c = covariance.full.c
      for t in 0..<tiles {
        let h = position[tile: t, ConstantVelocityModel.height]
        let positionNoise = h * h * (ConstantVelocityModel.positionNoise * dt)
        let velocityNoise = h * h * (ConstantVelocityModel.velocityNoise * dt)
        for i in 0..<4 where i != ConstantVelocityModel.aspect {
          a[tile: t, FullCovariance.row(i, i)] += positionNoise
          c[tile: t, FullCovariance.row(i, i)] += velocityNoise
        }
        let aspect = FullCovariance.row(ConstantVelocityModel.aspect, ConstantVelocityModel.aspect)
        a[tile: t, aspect] += ConstantVelocityModel.aspectNoise * dt
        c[tile: t, aspect] += ConstantVelocityModel.aspectVelocityNoise * dt
      }
    }

    /// S = A + R = L D L' (Cholesky without roots); with [W V] = inv(L) [A B]: mean += [W V]' inv(D) inv(L) y,
    /// P -= [W V]' inv(D) [W V].
    func correctFull(tile t: Int, by z: Measurement) {
      correct(
        half: 2 &* t, Four(z.cx.lowHalf, z.cy.lowHalf, z.aspect.lowHalf, z.height.lowHalf), z.weight.lowHalf)
      correct(
        half: 2 &* t &+ 1, Four(z.cx.highHalf, z.cy.highHalf, z.aspect.highHalf, z.height.highHalf),
        z.weight.highHalf)
    }

    // Spelled out entry by entry: in loops over arrays the numbers would not stay in registers.
    private func correct(half h: Int, _ z: Four, _ weight: HalfTile) {
      let p = covariance.full
      let height = position[half: h, ConstantVelocityModel.height]
      let noise = height * height * ConstantVelocityModel.measurementNoise
      let aspectNoise = HalfTile(repeating: ConstantVelocityModel.aspectMeasurementNoise)

      let a0 = Four(p.a[half: h, 0], p.a[half: h, 1], p.a[half: h, 2], p.a[half: h, 3])
      let a1 = Four(p.a[half: h, 1], p.a[half: h, 4], p.a[half: h, 5], p.a[half: h, 6])
      let a2 = Four(p.a[half: h, 2], p.a[half: h, 5], p.a[half: h, 7], p.a[half: h, 8])
      let a3 = Four(p.a[half: h, 3], p.a[half: h, 6], p.a[half: h, 8], p.a[half: h, 9])
      let l = Factor(a0, a1, a2, a3, noise: Four(noise, noise, aspectNoise, noise), weight: weight)

      let innovation = Four(
        z.x - position[half: h, 0], z.y - position[half: h, 1], z.z - position[half: h, 2],
        z.w - position[half: h, 3])
      let y = l.weigh(l.solve(innovation))
      let u = p.upper
      let d = p.lower
      let w0 = l.solve(a0)
      let w1 = l.solve(a1)
      let w2 = l.solve(a2)
      let w3 = l.solve(a3)
      let v0 = l.solve(Four(u[half: h, 0], d[half: h, 1], d[half: h, 2], d[half: h, 3]))
      let v1 = l.solve(Four(u[half: h, 1], u[half: h, 4], d[half: h, 5], d[half: h, 6]))
      let v2 = l.solve(Four(u[half: h, 2], u[half: h, 5], u[half: h, 7], d[half: h, 8]))
      let v3 = l.solve(Four(u[half: h, 3], u[half: h, 6], u[half: h, 8], u[half: h, 9]))

      @inline(__always)
      func moveMean(_ row: Int, _ w: Four, _ v: Four) {
        position[half: h, row] = position[half: h, row] + w.dot(y)
        velocity[half: h, row] = velocity[half: h, row] + v.dot(y)
      }
      moveMean(0, w0, v0)
      moveMean(1, w1, v1)
      moveMean(2, w2, v2)
      moveMean(3, w3, v3)

      /// Entries (i, j) of all blocks, and (j, i) of B; i has been weighed.
      @inline(__always)
      func shrink(_ row: Int, _ wi: Four, _ vi: Four, _ wj: Four, _ vj: Four) {
        p.a[half: h, row] = p.a[half: h, row] - wi.dot(wj)
        p.upper[half: h, row] = p.upper[half: h, row] - wi.dot(vj)
        p.lower[half: h, row] = p.lower[half: h, row] - vi.dot(wj)
        p.c[half: h, row] = p.c[half: h, row] - vi.dot(vj)
      }
      var w = l.weigh(w0)
      var v = l.weigh(v0)
      shrink(0, w, v, w0, v0)
      shrink(1, w, v, w1, v1)
      shrink(2, w, v, w2, v2)
      shrink(3, w, v, w3, v3)
      w = l.weigh(w1)
      v = l.weigh(v1)
      shrink(4, w, v, w1, v1)
      shrink(5, w, v, w2, v2)
      shrink(6, w, v, w3, v3)
      w = l.weigh(w2)
      v = l.weigh(v2)
      shrink(7, w, v, w2, v2)
      shrink(8, w, v, w3, v3)
      shrink(9, l.weigh(w3), l.weigh(v3), w3, v3)
    }

    /// A + R = L D L'; without a measurement (weight 0) whatever is weighed becomes 0.
    private struct Factor {
      private let l10: HalfTile
      private let l20: HalfTile
      private let l21: HalfTile
      private let l30: HalfTile
      private let l31: HalfTile
      private let l32: HalfTile
      /// One over D, times the weight.
      private let inverse: Four

      @inline(__always)
      init(_ a0: Four, _ a1: Four, _ a2: Four, _ a3: Four, noise: Four, weight: HalfTile) {
        let d0 = 1 / (a0.x + noise.x)
        l10 = a0.y * d0
        l20 = a0.z * d0
        l30 = a0.w * d0
        let d1 = 1 / (a1.y + noise.y - l10 * a0.y)
        let b2 = a1.z - l20 * a0.y
        let b3 = a1.w - l30 * a0.y
        l21 = b2 * d1
        l31 = b3 * d1
        let d2 = 1 / (a2.z + noise.z - l20 * a0.z - l21 * b2)
        let c3 = a2.w - l30 * a0.z - l31 * b2
        l32 = c3 * d2
        let d3 = 1 / (a3.w + noise.w - l30 * a0.w - l31 * b3 - l32 * c3)
        inverse = Four(d0 * weight, d1 * weight, d2 * weight, d3 * weight)
      }

      /// inv(L) b, by forward substitution.
      @inline(__always)
      func solve(_ b: Four) -> Four {
        let y = b.y - l10 * b.x
        let z = b.z - l20 * b.x - l21 * y
        return Four(b.x, y, z, b.w - l30 * b.x - l31 * y - l32 * z)
      }

      /// inv(D) x.
      @inline(__always)
      func weigh(_ x: Four) -> Four {
        Four(x.x * inverse.x, x.y * inverse.y, x.z * inverse.z, x.w * inverse.w)
      }
    }

    /// Four numbers of four tracks each.
    private struct Four {
      var x: HalfTile
      var y: HalfTile
      var z: HalfTile
      var w: HalfTile

      @inline(__always)
      init(_ x: HalfTile, _ y: HalfTile, _ z: HalfTile, _ w: HalfTile) {
        self.x = x
        self.y = y
        self.z = z
        self.w = w
      }

      @inline(__always)
      func dot(_ o: Four) -> HalfTile { x * o.x + y * o.y + z * o.z + w * o.w }
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
