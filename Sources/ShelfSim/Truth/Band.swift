/// The strip in which things count.
enum Band {
  /// Half its width as a share of the picture's.
  static let half = 0.05
  /// Frames that an item must be in it.
  static let dwell = 2

  /// An item whose centre comes this near to an edge of the band, in pixels, and no farther, merely touches it.
  static func margin(_ item: Item) -> Double {
    max(1, 0.08 * item.width)
  }
}
