import CShelfCount
import Dispatch
import Testing

/// Distinct scanners in distinct threads need no locks.
///
/// `make test-thread` runs this under ThreadSanitizer.
@Suite struct TwoThreadsTests {
  /// What a scanner that counts by item says of a pan: ids by frame, then the count.
  private func answer(seed: UInt64) throws -> [UInt64] {
    let frames = 120
    let pan = ShelfPan.rows(seed: seed, camera: ShelfPan.steady(8))
    let scanner = try TestScanner { $0.count_by = Int32(SHELF_BY_ITEM) }
    try scanner.add(.band())
    var answer: [UInt64] = []
    for frame in 0..<frames {
      try scanner.update(pan.rows(frame))
      answer += try scanner.ids()
    }
    try check(shelf_finish(scanner.handle))
    return try answer + [scanner.counts().total]
  }

  @Test func `scanners in threads of their own answer as one alone does`() throws {
    let alone = try [answer(seed: 1), answer(seed: 2)]
    #expect(alone[0].last ?? 0 > 5)
    let answers = Mailbox(count: 4)
    DispatchQueue.concurrentPerform(iterations: 4) { i in
      answers.put((try? answer(seed: UInt64(i % 2 + 1))) ?? [], at: i)
    }
    #expect(answers.letters == [alone[0], alone[1], alone[0], alone[1]])
  }
}

/// Answers of several threads; each has a place of its own.
private final class Mailbox: @unchecked Sendable {
  private let queue = DispatchQueue(label: "mailbox")
  private(set) var letters: [[UInt64]]

  init(count: Int) { letters = Array(repeating: [], count: count) }

  func put(_ letter: [UInt64], at i: Int) { queue.sync { letters[i] = letter } }
}
