import Testing

@testable import ShelfCore

/// What lies together is found, in order, whatever the number of things: words of the sets end at 64.
@Suite("Stripes of the picture")
struct StripesTests {
  @Test(
    "Every box that overlaps another is found, but none before it and none taken out",
    arguments: [1, 64, 65, 300])
  func boxes(count: Int) {
    var random = SplitMix(seed: UInt64(count))
    let boxes = (0..<count).map { _ in Self.box(&random) }
    Self.withArena { arena in
      let stripes = Stripes<4>(&arena, capacity: count)
      let scale = StripeScale(0, 0, 640, 480)
      stripes.begin(count)
      for i in 0..<count { stripes.add(i, scale.stripes(boxes[i])) }
      stripes.end(count)
      let removed = count / 2
      stripes.remove(removed)
      for i in 0..<count {
        var found: [Int] = []
        stripes.each(in: scale.stripes(boxes[i]), from: i + 1, below: count) { found.append($0) }
        #expect(found == found.sorted() && found.allSatisfy { $0 > i && $0 < count && $0 != removed })
        let wanted = (i + 1..<max(count, i + 1)).filter { $0 != removed && Self.overlap(boxes[i], boxes[$0]) }
        #expect(Set(wanted).isSubset(of: found))
      }
    }
  }

  @Test("Every point in a window is found, those outside of the picture too")
  func points() {
    let count = 200
    var random = SplitMix(seed: 3)
    let points = (0..<count).map { _ in
      SIMD2<Float>(.random(in: -100...740, using: &random), .random(in: -100...580, using: &random))
    }
    Self.withArena { arena in
      let stripes = Stripes<2>(&arena, capacity: count)
      let scale = StripeScale(0, 0, 640, 480)
      stripes.begin(count)
      for (i, p) in points.enumerated() { stripes.add(i, scale.stripes(SIMD4(lowHalf: p, highHalf: p))) }
      stripes.end(count)
      for p in points {
        let window = SIMD4(lowHalf: p - 20, highHalf: p + 20)
        var found: Set<Int> = []
        stripes.each(in: scale.stripes(window), below: count) { found.insert($0) }
        for (i, q) in points.enumerated() where abs(q.x - p.x) <= 20 && abs(q.y - p.y) <= 20 {
          #expect(found.contains(i))
        }
        // Stripes are ten pixels wide: what is farther off is not found.
        for i in found where (0...640).contains(points[i].x) && (0...640).contains(p.x) {
          #expect(abs(points[i].x - p.x) < 42)
        }
      }
    }
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
