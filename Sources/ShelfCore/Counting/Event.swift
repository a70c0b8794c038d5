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
  private let events: Column<Event>
  let capacity: Int

  @inline(__always)
  init(_ arena: inout Arena, capacity: Int) {
    self.capacity = capacity
    events = arena.column(Event.self, capacity)
  }

  func append(_ event: Event, _ state: inout ScannerState) {
    state.stats.events &+= 1
    guard state.eventCount < capacity else {
      state.stats.eventsDropped &+= 1
      return
    }
    events[place(state.firstEvent &+ state.eventCount)] = event
    state.eventCount &+= 1
  }

  /// The entry after so many older ones.
  func entry(_ k: Int, from first: Int) -> Event { events[place(first &+ k)] }

  /// The oldest entry, which is thereby gone.
  func takeFirst(_ state: inout ScannerState) -> Event {
    let event = events[state.firstEvent]
    state.firstEvent = place(state.firstEvent &+ 1)
    state.eventCount &-= 1
    return event
  }

  private func place(_ i: Int) -> Int { i < capacity ? i : i &- capacity }
}
