#if Stages
  internal import CStages
#endif

/// The stages of a frame, for measuring what each costs.
///
/// Compiled with the trait `Stages` the core calls `shelf_stage` where one begins; without it there is
/// nothing of this in the code. `Benchmarks/icount/count.py` and `shelfcount bench` have the same list.
package enum Stage: Int32 {
  /// Checks of what the caller passed, and what happens outside of an update.
  case entry
  /// Rows that cannot be a box are dropped.
  case `guard`
  case nms
  /// The motion of the picture, from the rows of two frames.
  case motion
  case predict
  case candidates
  case match
  case correct
  /// Duplicates, states, ended and new tracks.
  case lifecycle
  /// Gates by track, and trails.
  case gates
  /// The pose, places and evidence, and gates by item.
  case map
  /// Fates of the rows, and tracks as the caller reads them.
  case results

  @inline(__always)
  func begin() {
    #if Stages
      shelf_stage(rawValue)
    #endif
  }
}
