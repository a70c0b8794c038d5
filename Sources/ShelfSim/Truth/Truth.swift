/// What a counter should find.
public struct Truth: Equatable, Sendable {
  /// An item that was in the band.
  public struct CountedItem: Equatable, Sendable {
    /// Its number on the shelf, from 1.
    public let id: Int
    /// Its class.
    public let classID: Int
    /// First frame in the band, from 1.
    public let first: Int
    /// Last frame in the band.
    public let last: Int
    /// Second frame in the band.
    public let countedAt: Int
    /// Frames in the band.
    public let framesInBand: Int
  }

  /// An item's centre passing the middle line.
  public struct Crossing: Equatable, Sendable {
    /// The frame in which it is beyond the line, from 1.
    public let frame: Int
    /// The item.
    public let item: Int
    /// From right to left.
    public let isLeftwards: Bool
  }

  /// What was simulated.
  public let scenario: Scenario
  /// Of which variant.
  public let seed: UInt64
  /// Length in frames.
  public let frames: Int
  /// Items that were in the band in two frames or more, in the order in which they reached two.
  public let items: [CountedItem]
  /// Items that were in the band at all.
  public let enteredAtAll: Int
  /// Items on the shelf, passing or not.
  public let itemsOnShelf: Int
  /// Frames without rows because they were dropped, from 1.
  public let droppedFrames: [Int]
  /// Blind gaps: first and last frame, from 1.
  public let blindGaps: [ClosedRange<Int>]
  /// Passages of the middle line, where the camera stands; empty where it moves.
  public let crossings: [Crossing]
  /// Which of the shelves and walks that this seed gives was taken, from 0: the first one in which no item
  /// merely touches the band.
  public let attempt: Int
  /// Items taken off the shelf because they merely touched the band in all of them.
  public let removed: Int

  /// The true count.
  public var count: Int { items.count }

  /// Counts per class, for classes that occur.
  public var perClass: [(classID: Int, count: Int)] {
    var counts: [Int: Int] = [:]
    for item in items { counts[item.classID, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { (classID: $0.key, count: $0.value) }
  }
}
