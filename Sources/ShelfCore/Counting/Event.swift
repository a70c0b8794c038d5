/// One entry of the count log.
package struct Event: BitwiseCopyable {
  package enum Kind: Int32 {
    case count = 1
    case passed = 2
    case suppressed = 3
    case dismiss = 4
    case merge = 5
  }

  package enum Reason: Int32 {
    case dwell = 1
    case crossing = 2
    case caller = 3
  }

  package var frame: UInt64
  package var emittedFrame: UInt64
  package var timeUs: UInt64
  package var trackID: UInt64
  package var itemID: UInt64
  package var box: Box
  package var kind: Int32
  package var delta: Int32
  package var direction: Int32
  package var reason: Int32
  package var gate: UInt32
  package var classID: UInt32
  package var score: Float
  package var evidence: Float
}

/// The ring of log entries not yet fetched.
///
/// A full ring refuses new ones; counts do not depend on it.
struct CountLog {
  private let entries: Column<Entry>
  private let decisions: Column<Decision>
  private let countsItems: Bool
  let capacity: Int

  /// An event in its narrowest types, without what only those by item have.
  private struct Entry: BitwiseCopyable {
    let frame: UInt64
    let timeUs: UInt64
    let trackID: UInt64
    let box: Box
    let score: Float
    let evidence: Float
    let classID: UInt16
    let gate: UInt8
    let kind: Int8
    let delta: Int8
    let direction: Int8
    let reason: Int8
  }

  /// Of which place, and when, was decided; by track that is none, and at once.
  private struct Decision: BitwiseCopyable {
    let itemID: UInt64
    let frame: UInt64
  }

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    capacity = Int(configuration.maxEvents)
    countsItems = configuration.countsItems
    entries = arena.column(Entry.self, capacity)
    decisions = arena.column(Decision.self, countsItems ? capacity : 0)
  }

  func append(_ event: Event, _ state: inout ScannerState) {
    state.stats.events &+= 1
    guard state.eventCount < capacity else {
      state.stats.eventsDropped &+= 1
      return
    }
    let i = place(state.firstEvent &+ state.eventCount)
    entries[i] = Entry(
      frame: event.frame, timeUs: event.timeUs, trackID: event.trackID, box: event.box, score: event.score,
      evidence: event.evidence, classID: UInt16(truncatingIfNeeded: event.classID),
      gate: UInt8(truncatingIfNeeded: event.gate), kind: Int8(truncatingIfNeeded: event.kind),
      delta: Int8(truncatingIfNeeded: event.delta), direction: Int8(truncatingIfNeeded: event.direction),
      reason: Int8(truncatingIfNeeded: event.reason))
    if countsItems { decisions[i] = Decision(itemID: event.itemID, frame: event.emittedFrame) }
    state.eventCount &+= 1
  }

  /// The entry after so many older ones.
  func entry(_ k: Int, from first: Int) -> Event { event(place(first &+ k)) }

  /// The oldest entry, which is thereby gone.
  func takeFirst(_ state: inout ScannerState) -> Event {
    let event = event(state.firstEvent)
    state.firstEvent = place(state.firstEvent &+ 1)
    state.eventCount &-= 1
    return event
  }

  private func event(_ i: Int) -> Event {
    let e = entries[i]
    let decision = countsItems ? decisions[i] : Decision(itemID: 0, frame: e.frame)
    return Event(
      frame: e.frame, emittedFrame: decision.frame, timeUs: e.timeUs, trackID: e.trackID,
      itemID: decision.itemID, box: e.box, kind: Int32(e.kind), delta: Int32(e.delta),
      direction: Int32(e.direction), reason: Int32(e.reason), gate: UInt32(e.gate),
      classID: UInt32(e.classID), score: e.score, evidence: e.evidence)
  }

  private func place(_ i: Int) -> Int { i < capacity ? i : i &- capacity }
}
