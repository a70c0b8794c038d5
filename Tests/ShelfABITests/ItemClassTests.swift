import CShelfCount
import Testing

@Suite("Counting by item: a class that changes its mind")
struct ItemClassTests {
  @Test("What is taken back is taken from the class that counted")
  func takenBack() throws {
    let scanner = try TestScanner { $0.count_by = Int32(SHELF_BY_ITEM) }
    try scanner.add(.standard())
    for frame in 0..<200 { try scanner.update([row(320, w: 60, class: frame < 20 ? 0 : 1)]) }
    #expect(try scanner.counts(class: 0).total == 1)
    #expect(try scanner.counts(class: 1).total == 0)
    for classID in [0, 1, SHELF_ALL_CLASSES] {
      let counts = try scanner.counts(class: UInt32(classID))
      #expect(counts.low <= counts.total && counts.total <= counts.high)
    }
    let id = try #require(try scanner.events().first { $0.kind == SHELF_EVENT_COUNT }).item_id
    try check(shelf_item_dismiss(scanner.handle, id))
    for classID in [0, 1, SHELF_ALL_CLASSES] {
      #expect(try scanner.counts(class: UInt32(classID)).total == 0)
    }
  }
}
