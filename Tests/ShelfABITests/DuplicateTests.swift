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
}
