import Testing

@testable import ShelfCore

@Suite("Class votes")
struct ClassVoteTests {
  @Test("Ties go to the lower class, a fifth one does not win by arriving")
  func fifthClass() {
    var votes = ClassVotes(0, 0.9)
    for classID: UInt16 in 1...4 { votes.add(classID, 0.9) }
    #expect(votes.winner == 0)
    votes.add(4, 0.9)
    #expect(votes.winner == 4)
  }

  @Test("The largest class id is a class like any other")
  func largestClass() {
    var votes = ClassVotes(0, 0.9)
    votes.add(.max, 0.9)
    #expect(votes.winner == 0)
    votes.add(.max, 0.9)
    #expect(votes.winner == .max)
  }
}
