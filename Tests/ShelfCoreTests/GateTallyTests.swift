import Testing

@testable import ShelfCore

@Suite("Tallies of a gate")
struct GateTallyTests {
  @Test("Each counts by itself, far beyond 32 bits, and what is taken back may come first")
  func wide() {
    var tally = GateTally()
    tally.forward = 0xffff_ffff
    tally.forward &+= 1
    tally.backward = GateTally.most
    tally.undirected &-= 2
    tally.undirected &+= 5
    tally.passed &+= 7
    #expect(tally.forward == 0x1_0000_0000 && tally.backward == GateTally.most)
    #expect(tally.undirected == 3 && tally.passed == 7)
    #expect(MemoryLayout<GateTally>.stride == 24)
  }
}
