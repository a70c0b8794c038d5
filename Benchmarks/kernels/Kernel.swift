import Glibc

/// One piece of the core that is run over and over on the same input.
struct Kernel {
  let name: String
  /// Things, rows: what its cost grows with.
  let n: Int
  /// How often it is run between two readings of the clock.
  let times: Int
  let body: () -> Void

  /// A kernel that is run so often that reading the clock costs nothing against it.
  init(_ name: String, n: Int, _ body: @escaping () -> Void) {
    self.name = name
    self.n = n
    self.body = body
    var times = 1
    while Self.nanoseconds(times, body) < 200_000, times < 1 << 20 { times *= 2 }
    self.times = times
  }

  /// Nanoseconds of CPU time of one run, the mean of `times`.
  func measure() -> Double { Self.nanoseconds(times, body) / Double(times) }

  private static func nanoseconds(_ times: Int, _ body: () -> Void) -> Double {
    let start = now()
    for _ in 0..<times { body() }
    return now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

extension Kernel {
  /// Repeats of all kernels, interleaved, each round in an order drawn anew, after a warm-up.
  static func measure(_ kernels: [Kernel], repeats: Int) -> [Sample] {
    var times = kernels.map { _ in [Double]() }
    for round in 0..<repeats + 5 {
      for index in kernels.indices.shuffled() {
        let time = kernels[index].measure()
        if round >= 5 { times[index].append(time) }
      }
    }
    return times.map(Sample.init)
  }
}
