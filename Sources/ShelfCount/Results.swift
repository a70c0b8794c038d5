import CShelfCount

/// Counts of one gate.
public struct Counts: Sendable, Equatable {
  /// What has counted.
  public let total: Int
  /// Of these: by direction; the rest has none.
  public let forward: Int
  /// Of these: against it.
  public let backward: Int
  /// Confirmed tracks last observed inside.
  public let inside: Int
  /// By track: went through a band without being counted.
  public let passed: Int
  /// By item: the total without the counted places of thin evidence, and with those that still wait.
  public let range: ClosedRange<Int>

  init(_ c: shelf_counts) {
    total = Int(clamping: c.total)
    forward = Int(clamping: c.forward)
    backward = Int(clamping: c.backward)
    inside = Int(c.inside)
    passed = Int(clamping: c.passed)
    range = Int(clamping: c.low)...Int(clamping: max(c.low, c.high))
  }
}

/// One entry of the count log; counts are the sum of the deltas.
public struct Event: Sendable {
  /// What happened.
  public enum Kind: Int32, Sendable {
    /// It counts: +1.
    case count = 1
    /// It went through a band and does not count.
    case passed = 2
    /// It would have counted, but has already.
    case suppressed = 3
    /// The caller said that it is no item: -1.
    case dismiss = 4
    /// The caller said that it is another item: -1.
    case merge = 5
  }

  /// What happened; nil: something that this version does not know.
  public let kind: Kind?
  /// What the entry adds to the count.
  public let delta: Int
  /// Number of the update the box belongs to, from 1.
  public let frame: UInt64
  /// Number of the update that decided.
  public let emittedFrame: UInt64
  /// Time of that update in microseconds.
  public let microseconds: UInt64
  /// The track; by item: the one that showed the item last, nil: none.
  public let trackID: UInt64?
  /// The place on the shelf; nil when counted by track.
  public let itemID: UInt64?
  /// As detected, not filtered.
  public let box: Box
  /// 1 forward, -1 backward, 0 none.
  public let direction: Int
  /// Number of the gate.
  public let gate: Int
  /// Vote at that moment.
  public let classID: UInt32
  /// Of the row.
  public let score: Float
  /// By track: rows matched so far; by item: log-likelihood ratio.
  public let evidence: Float

  init(_ e: shelf_event) {
    kind = Kind(rawValue: e.kind)
    delta = Int(e.delta)
    frame = e.frame
    emittedFrame = e.emitted_frame
    microseconds = e.time_us
    trackID = e.track_id == 0 ? nil : e.track_id
    itemID = e.item_id == 0 ? nil : e.item_id
    box = Box(e.box)
    direction = Int(e.direction)
    gate = Int(e.gate)
    classID = e.class_id
    score = e.score
    evidence = e.evidence
  }
}

/// One place on the shelf at which something was seen.
public struct Item: Sendable, Identifiable {
  /// What was decided about a place.
  public enum State: Int32, Sendable {
    /// Nothing yet, or too little evidence.
    case open = 0
    /// An item.
    case certain = 1
    /// No item, by the caller's word.
    case dismissed = 2
    /// The same as another place.
    case merged = 3
  }

  /// From 1.
  public let id: UInt64
  /// What was decided about it; nil: something that this version does not know.
  public let state: State?
  /// On the shelf: pixels, the centre of the first picture is 0, 0.
  public let place: Box
  /// In the picture of `lastFrame`.
  public let box: Box
  /// The update that last saw it whole.
  public let lastFrame: UInt64
  /// Mean of its whole boxes.
  public let score: Float
  /// Log-likelihood ratio "item : clutter".
  public let evidence: Float
  /// Vote, weighted by score.
  public let classID: UInt32
  /// Whole boxes.
  public let hits: Int

  init(_ i: shelf_item) {
    id = i.id
    state = State(rawValue: i.state)
    place = Box(i.place)
    box = Box(i.box)
    lastFrame = i.last_frame
    score = i.score
    evidence = i.evidence
    classID = i.class_id
    hits = Int(i.hits)
  }
}
