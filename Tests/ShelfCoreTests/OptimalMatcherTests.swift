import Testing

@testable import ShelfCore

/// The optimal matcher against every assignment there is, and against a dense solver.
@Suite("Optimal matcher")
struct OptimalMatcherTests {
  /// Pairs as `cost[row][track]`; nil where there is none.
  typealias Costs = [[Float?]]

  @Test("As good as the best of all assignments, for all sizes up to 6 x 6", arguments: 1...6, 1...6)
  func bruteForce(rows: Int, tracks: Int) {
    var random = SplitMix(seed: UInt64(rows * 10 + tracks))
    for round in 0..<120 {
      let costs = Self.costs(rows, tracks, density: [1, 0.7, 0.4][round % 3], ties: round % 2 == 0, &random)
      let best = Self.least(costs, limit: 0.8)
      #expect(abs(Self.total(costs, Self.match(costs, limit: 0.8), limit: 0.8) - best) < 1e-5)
    }
  }

  @Test("As good as a dense solver on larger ones", arguments: [20, 60, 150])
  func dense(size: Int) {
    var random = SplitMix(seed: UInt64(size))
    for density in [1, 0.5, 0.1, 0.03] as [Float] {
      for tracks in [size / 2, size, size * 2] {
        let costs = Self.costs(size, tracks, density: density, ties: false, &random)
        let best = Self.hungarian(costs, limit: 0.8)
        #expect(abs(Self.total(costs, Self.match(costs, limit: 0.8), limit: 0.8) - best) < 1e-4)
      }
    }
  }

  @Test("The order of the pairs changes nothing, even where many are equally good")
  func order() {
    var random = SplitMix(seed: 5)
    for _ in 0..<200 {
      let costs = Self.costs(6, 6, density: 0.8, ties: true, &random)
      let first = Self.match(costs, limit: 0.8)
      #expect(Self.match(costs, limit: 0.8, shuffled: &random) == first)
    }
  }

  @Test("A pair at the limit is taken, one beyond is not")
  func limit() {
    #expect(Self.match([[0.8]], limit: 0.8) == [0])
    #expect(Self.match([[0.8, 0.8], [0.8, nil]], limit: 0.8) == [1, 0])
    #expect(Self.match([[0.81]], limit: 0.8) == [-1])
  }

  @Test("It gives up the best pair where that makes the sum less")
  func trade() {
    // Greedy takes 0.1 and leaves 0.8 or nothing.
    #expect(Self.match([[0.1, 0.2], [0.15, nil]], limit: 0.8) == [1, 0])
  }

  // MARK: Under test

  /// The track of each row, or -1.
  private static func match(_ costs: Costs, limit: Float, shuffled random: inout SplitMix) -> [Int] {
    var pairs = Self.pairs(costs, limit)
    pairs.shuffle(using: &random)
    return match(costs, pairs, limit)
  }

  private static func match(_ costs: Costs, limit: Float) -> [Int] {
    match(costs, pairs(costs, limit), limit)
  }

  private static func pairs(_ costs: Costs, _ limit: Float) -> [Candidate] {
    var pairs: [Candidate] = []
    for (d, row) in costs.enumerated() {
      for (t, cost) in row.enumerated() {
        guard let cost, cost <= limit else { continue }
        pairs.append(Candidate(value: cost, track: UInt16(t), detection: UInt16(d)))
      }
    }
    return pairs
  }

  private static func match(_ costs: Costs, _ pairs: [Candidate], _ limit: Float) -> [Int] {
    var configuration = Configuration(preset: .byteTrack)
    configuration.maxTracks = 512
    configuration.maxDetections = 512
    configuration.trailLength = 0
    configuration.kalman = .closed
    configuration.matcher = .optimal
    let block = UnsafeMutableRawPointer.allocate(byteCount: 4 << 20, alignment: Arena.alignment)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: 4 << 20)
    defer { block.deallocate() }
    var arena = Arena(base: block)
    let tracker = Tracker(&arena, configuration)
    let matcher = OptimalMatcher(&arena, configuration)
    let column = arena.column(Candidate.self, max(1, pairs.count))
    for (p, pair) in pairs.enumerated() { column[p] = pair }
    // Rows differ by their place, so that they have one order.
    for d in costs.indices {
      tracker.detections.put(
        Detection(box: Box(x1: Float(d), y1: 0, x2: Float(d) + 1, y2: 1), score: 0.9, classID: 0), row: d,
        at: d)
    }
    tracker.outcomes.begin(count: costs.count)
    tracker.tracks.forgetMatches(count: 512)
    let step = AssociationStep(
      match: tracker.tracks.match, votes: tracker.tracks.votes, detections: tracker.detections,
      outcomes: tracker.outcomes, fusion: .none, classGate: .off, classPenalty: 0, limit: limit, number: 1)
    matcher.match(column, 0..<pairs.count, step)
    let found = costs.indices.map { Int(tracker.outcomes.track[$0]) }
    for (d, t) in found.enumerated() where t >= 0 {
      #expect(Int(tracker.tracks.match[t]) == d)
      #expect(costs[d][t] != nil)
    }
    return found
  }

  // MARK: References

  /// Multiples of 1/8 where there are to be ties.
  private static func costs(
    _ rows: Int, _ tracks: Int, density: Float, ties: Bool, _ random: inout SplitMix
  ) -> Costs {
    (0..<rows).map { _ in
      (0..<tracks).map { _ in
        guard random.uniform() < density else { return nil }
        return ties ? Float(Int(random.uniform() * 8)) / 8 : random.uniform()
      }
    }
  }

  private static func total(_ costs: Costs, _ match: [Int], limit: Float) -> Double {
    zip(costs, match).reduce(0) { $0 + Double($1.1 < 0 ? limit : $1.0[$1.1] ?? .infinity) }
  }

  /// All assignments, row by row, over the sets of tracks in use.
  private static func least(_ costs: Costs, limit: Float) -> Double {
    let tracks = costs[0].count
    var best = [Double](repeating: .infinity, count: 1 << tracks)
    best[0] = 0
    for row in costs {
      var next = best.map { $0 + Double(limit) }
      for used in best.indices {
        for (t, cost) in row.enumerated() where used & 1 << t == 0 {
          guard let cost, cost <= limit else { continue }
          next[used | 1 << t] = min(next[used | 1 << t], best[used] + Double(cost))
        }
      }
      best = next
    }
    return best.min() ?? 0
  }

  /// The Hungarian method in O(n^3) over the dense matrix, with a place to stay out for each row.
  private static func hungarian(_ costs: Costs, limit: Float) -> Double {
    let n = costs.count
    let tracks = costs[0].count
    let m = tracks + n
    func cost(_ i: Int, _ j: Int) -> Double {
      guard j < tracks else { return j - tracks == i ? Double(limit) : 1e6 }
      guard let c = costs[i][j], c <= limit else { return 1e6 }
      return Double(c)
    }
    var u = [Double](repeating: 0, count: n + 1)
    var v = [Double](repeating: 0, count: m + 1)
    var owner = [Int](repeating: 0, count: m + 1)
    for i in 1...n {
      owner[0] = i
      var way = [Int](repeating: 0, count: m + 1)
      var least = [Double](repeating: .infinity, count: m + 1)
      var used = [Bool](repeating: false, count: m + 1)
      var j0 = 0
      repeat {
        used[j0] = true
        var delta = Double.infinity
        var j1 = 0
        for j in 1...m where !used[j] {
          let reduced = cost(owner[j0] - 1, j - 1) - u[owner[j0]] - v[j]
          if reduced < least[j] {
            least[j] = reduced
            way[j] = j0
          }
          if least[j] < delta {
            delta = least[j]
            j1 = j
          }
        }
        for j in 0...m {
          if used[j] {
            u[owner[j]] += delta
            v[j] -= delta
          } else {
            least[j] -= delta
          }
        }
        j0 = j1
      } while owner[j0] != 0
      repeat {
        owner[j0] = owner[way[j0]]
        j0 = way[j0]
      } while j0 != 0
    }
    return (1...m).reduce(0) { $0 + (owner[$1] > 0 ? cost(owner[$1] - 1, $1 - 1) : 0) }
  }
}

struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func uniform() -> Float { Float(next() >> 40) / 16_777_216 }
}
