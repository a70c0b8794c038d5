import CShelfCount
import Testing

/// Snapshots that no scanner wrote, though their hash is right: refused, or a scanner that works.
@Suite("Forged snapshots")
struct ForgedSnapshotTests {
  /// Bytes changed anywhere and sealed anew: only what every field is checked for can stop them.
  @Test("Bytes changed at random", arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) throws {
    var random = Random(seed)
    let setup = seed % 2 == 0 ? Setup.shelf : Setup(preset: .shelf, kalman: Int32(SHELF_KALMAN_CLOSED))
    let scanner = try SnapshotTests.busy(setup, frames: 60)
    let bytes = try scanner.snapshot()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: scanner.size, alignment: 64)
    defer { memory.deallocate() }
    let frames = (60..<64).map { ItemInvarianceTests.hard(seed: 3).rows($0) }
    var worked = 0
    for _ in 0..<150 {
      var forged = bytes
      // Behind the configuration, whose sizes the block was made for.
      for _ in 0..<1 + Int(random.next() % 4) {
        let at = 170 + Int(random.next() % UInt64(bytes.count - 178))
        forged[at] = UInt8(truncatingIfNeeded: random.next())
      }
      forged = resealed(forged)
      var handle: OpaquePointer?
      let status = shelf_snapshot_restore(memory, scanner.size, forged, forged.count, &handle)
      guard status == SHELF_OK else {
        #expect(status == SnapshotTests.damaged)
        #expect(shelf_finish(OpaquePointer(memory)) == SHELF_ERROR_HANDLE)
        continue
      }
      worked += 1
      for rows in frames {
        let status = shelf_update(handle, 0, rows, rows.count, nil)
        #expect(status == SHELF_OK || status == SHELF_ERROR_TIME)
      }
      #expect(shelf_finish(handle) == SHELF_OK)
    }
    #expect(worked > 20 && worked < 150)
  }

  /// Numbers that are finite and yet no scanner's: what would follow from them is not.
  @Test(
    "The largest number anywhere is refused, or all that comes out is finite", arguments: Setup.kalmans)
  func largest(kalman: Int32) throws {
    let scanner = try ItemInvarianceTests.scanner(Setup(preset: .shelf, kalman: kalman))
    let pan = ItemInvarianceTests.hard(seed: 3)
    let rows = { (frame: Int) in Array(pan.rows(frame).prefix(3)) }
    for frame in 0..<8 { try scanner.update(rows(frame)) }
    let bytes = try scanner.snapshot()
    for place in stride(from: 170, to: bytes.count - 12, by: 2) {
      var forged = bytes
      for i in 0..<4 { forged[place + i] = i == 2 ? 0x7F : i == 3 ? UInt8(0x7F + place % 4 * 0x40) : 0xFF }
      guard let restored = try? TestScanner(restoring: resealed(forged)) else { continue }
      for frame in 8..<10 {
        // Late, so that every speed is felt.
        _ = try? restored.update(rows(frame), at: restored.stats().time_us &+ 500_000)
      }
      try #require(try areFinite(restored), "byte \(place)")
    }
  }

  private func areFinite(_ scanner: TestScanner) throws -> Bool {
    let tracks = try scanner.tracks().allSatisfy { isFinite($0.box) && $0.vx.isFinite && $0.vy.isFinite }
    let items = try scanner.items().allSatisfy {
      isFinite($0.box) && isFinite($0.place) && $0.evidence.isFinite
    }
    let stats = try scanner.stats()
    let pose = [stats.pose_x, stats.pose_y, stats.pose_scale, stats.pose_roll, stats.lens]
    let events = try scanner.events().allSatisfy { isFinite($0.box) && $0.evidence.isFinite }
    return tracks && items && events && pose.allSatisfy(\.isFinite)
  }

  private func isFinite(_ box: shelf_box) -> Bool {
    [box.x1, box.y1, box.x2, box.y2].allSatisfy(\.isFinite)
  }
}
