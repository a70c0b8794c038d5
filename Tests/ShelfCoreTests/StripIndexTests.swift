import Testing

@testable import ShelfCore

/// What lies together is found, in order, whatever the number of things: words of the sets end at 64.
@Suite("Strips of the picture")
struct StripIndexTests {
  @Test(
    "Every box that overlaps another is found, but none before it and none left out",
    arguments: [1, 64, 65, 300])
  func boxes(count: Int) {
    var random = SplitMix(seed: UInt64(count))
    let boxes = (0..<count).map { _ in Self.box(&random) }
    Self.withArena { arena in
      let index = StripIndex<4>(&arena, capacity: count)
      let scale = StripIndex<4>.Scale(0, 0, 640, 480)
      Self.fill(index, boxes.map { scale.strips(of: $0) })
      let removed = count / 2
      for i in 0..<count {
        var found: [Int] = []
        index.each(
          in: scale.strips(of: boxes[i]), from: i + 1, below: count,
          among: { $0 == removed / 64 ? ~(1 << UInt64(removed % 64)) : .max }, { found.append($0) })
        #expect(found == found.sorted() && found.allSatisfy { $0 > i && $0 < count && $0 != removed })
        let wanted = (i + 1..<max(count, i + 1)).filter { $0 != removed && Self.overlap(boxes[i], boxes[$0]) }
        #expect(Set(wanted).isSubset(of: found))
      }
    }
  }

  @Test("Every point in a window is found, those outside of the picture too")
  func points() {
    var random = SplitMix(seed: 3)
    let points =
      (0..<200).map { _ in
        SIMD2<Float>(.random(in: -100...740, using: &random), .random(in: -100...580, using: &random))
      } + [SIMD2(-1e20, 1e20), SIMD2(.infinity, -3e38)]
    let count = points.count
    Self.withArena { arena in
      let index = StripIndex<2>(&arena, capacity: count)
      let scale = StripIndex<2>.Scale(0, 0, 640, 480)
      Self.fill(index, points.map { scale.strips(of: SIMD4(lowHalf: $0, highHalf: $0)) })
      for p in points {
        let window = SIMD4(lowHalf: p - 20, highHalf: p + 20)
        var found: Set<Int> = []
        index.each(in: scale.strips(of: window), below: count) { found.insert($0) }
        for (i, q) in points.enumerated() where abs(q.x - p.x) <= 20 && abs(q.y - p.y) <= 20 {
          #expect(found.contains(i))
        }
        // Strips are ten pixels wide: what is farther off is not found.
        for i in found where (0...640).contains(points[i].x) && (0...640).contains(p.x) {
          #expect(abs(points[i].x - p.x) < 42)
        }
      }
    }
  }

  private static func fill<let kinds: Int>(_ index: StripIndex<kinds>, _ things: [SIMD4<UInt32>]) {
    var filling = index.begin(things.count)
    for at in things {
      index.add(at.x, at.y, at.z, at.w, &filling)
      index.endBlock(&filling)
    }
    index.end(filling)
  }

  private static func box(_ random: inout SplitMix) -> SIMD4<Float> {
    let x = Float.random(in: -50...690, using: &random)
    let y = Float.random(in: -50...530, using: &random)
    return SIMD4(
      x, y, x + .random(in: 1...120, using: &random), y + .random(in: 1...120, using: &random))
  }

  private static func overlap(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Bool {
    a.x < b.z && b.x < a.z && a.y < b.w && b.y < a.w
  }

  private static func withArena(_ body: (inout Arena) -> Void) {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: Arena.alignment)
    defer { block.deallocate() }
    var arena = Arena(base: block)
    body(&arena)
  }
}
