import CShelfCount
import Testing

@Suite("A lasting second box")
struct DuplicateTests {
  @Test("burns no ids and counts nothing", arguments: Setup.withoutSeed)
  func secondBox(setup: Setup) throws {
    let scanner = try TestScanner(setup) {
      $0.nms = Int32(SHELF_NMS_OFF)
      $0.dwell = 1
    }
    try scanner.add(.band())
    for _ in 0..<60 { try scanner.update([row(320, w: 100), row(323, w: 100)]) }
    // Both are confirmed at once in the very first frame; one of them goes in the next.
    #expect(try scanner.stats().tracks_confirmed == 2)
    #expect(try scanner.stats().duplicates == 1)
    for _ in 0..<60 { try scanner.update([row(320, w: 100)]) }
    for _ in 0..<60 { try scanner.update([row(320, w: 100), row(323, w: 100)]) }
    #expect(try scanner.stats().tracks_confirmed == 2)
    #expect(try scanner.counts().total <= 2)
  }

  @Test("goes whatever the order of the rows, in a heap of boxes too", arguments: Setup.withoutSeed)
  func heap(setup: Setup) throws {
    let scanners = try (0..<2).map { _ in
      try TestScanner(setup) {
        $0.nms = Int32(SHELF_NMS_OFF)
        $0.duplicate_iou = 0.5
        $0.max_candidates = 64
      }
    }
    var random = Random(5)
    for frame in 0..<80 {
      let rows = (0..<25).map { _ in
        row(
          random.uniform(280, 360), random.uniform(200, 280), w: random.uniform(100, 250),
          h: random.uniform(100, 250), score: random.uniform(0.1, 1))
      }
      try scanners[0].update(rows)
      try scanners[1].update(rows.reversed())
      let tracks = try scanners.map { try $0.tracks().map { "\($0.id) \($0.state) \($0.box)" } }
      try #require(tracks[0] == tracks[1], "frame \(frame)")
    }
  }
}
