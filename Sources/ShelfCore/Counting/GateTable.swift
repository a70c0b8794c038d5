/// What a gate remembers of a track.
struct GateMemory: BitwiseCopyable {
  /// Band: the last side observed outside; line: the side settled on; 0: none yet.
  var side: Int8 = 0
  var flags: UInt8 = 0
  var dwell: UInt16 = 0

  static let counted: UInt8 = 1
  static let inside: UInt8 = 2
  /// The dwell was reached in this visit.
  static let dwelt: UInt8 = 4
  /// Line: the last change of sides went through the segment.
  static let within: UInt8 = 8

  func has(_ flag: UInt8) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt8, _ on: Bool) { flags = on ? flags | flag : flags & ~flag }
}

/// How much of what a gate counted, per class.
struct GateTally: BitwiseCopyable {
  var forward: UInt64 = 0
  var backward: UInt64 = 0
  var undirected: UInt64 = 0
  var passed: UInt64 = 0
}

/// All gates, their memory of every track, and their counts.
struct GateTable {
  let gates: Column<Gate>
  private let memory: Column<GateMemory>
  private let tallies: Column<GateTally>
  private let tracks: Int
  private let classes: Int

  init(_ arena: inout Arena, _ configuration: Configuration) {
    let count = Int(configuration.maxGates)
    tracks = Int(configuration.maxTracks)
    classes = Int(configuration.maxClasses)
    gates = arena.column(Gate.self, count)
    memory = arena.column(GateMemory.self, count &* tracks)
    tallies = arena.column(GateTally.self, count &* classes)
  }

  @inline(__always)
  func memory(of slot: Int, _ gate: Int) -> GateMemory { memory[gate &* tracks &+ slot] }

  @inline(__always)
  func remember(_ value: GateMemory, of slot: Int, _ gate: Int) { memory[gate &* tracks &+ slot] = value }

  @inline(__always)
  func tally(_ gate: Int, _ classID: Int) -> GateTally { tallies[gate &* classes &+ classID] }

  /// Adds a log entry to the counts.
  func add(_ event: Event) {
    let i = Int(event.gate) &* classes &+ Int(event.classID)
    if event.kind == Event.Kind.passed.rawValue { tallies[i].passed &+= 1 }
    guard event.kind == Event.Kind.count.rawValue else { return }
    switch event.direction {
    case 1: tallies[i].forward &+= 1
    case -1: tallies[i].backward &+= 1
    default: tallies[i].undirected &+= 1
    }
  }

  func startTrack(_ slot: Int, gates count: Int) {
    for gate in 0..<count { remember(GateMemory(), of: slot, gate) }
  }

  func copyTrack(_ from: Int, to: Int, gates count: Int) {
    for gate in 0..<count { remember(memory(of: from, gate), of: to, gate) }
  }

  func reset() {
    for i in 0..<memory.count { memory[i] = GateMemory() }
    for i in 0..<tallies.count { tallies[i] = GateTally() }
  }
}
