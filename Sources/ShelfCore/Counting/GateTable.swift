/// What a gate remembers of a track, in one word, so that eight can be looked at together.
struct GateMemory: BitwiseCopyable {
  private var word: UInt32 = 0

  /// Band: the last side observed outside; line: the side settled on; 0: none yet.
  var side: Int8 {
    get { Int8(truncatingIfNeeded: word) }
    set { word = word & ~0xff | UInt32(UInt8(bitPattern: newValue)) }
  }
  var flags: UInt8 {
    get { UInt8(truncatingIfNeeded: word >> 8) }
    set { word = word & ~0xff00 | UInt32(newValue) << 8 }
  }
  var dwell: UInt16 {
    get { UInt16(truncatingIfNeeded: word >> 16) }
    set { word = word & 0xffff | UInt32(newValue) << 16 }
  }
  /// The bits that are those of `side` alone where no visit is under way.
  static let atRest: UInt32 = 0xffff_00ff | UInt32(GateMemory.inside | GateMemory.dwelt) << 8

  static let counted: UInt8 = 1
  static let inside: UInt8 = 2
  /// The dwell was reached in this visit.
  static let dwelt: UInt8 = 4
  /// Line: the last change of sides went through the segment; band, by item: it came in with this frame.
  static let within: UInt8 = 8
  /// By item: it has passed as the gate asks and counts once it is known for an item.
  static let due: UInt8 = 16
  /// By item: the direction in which it passed.
  static let forward: UInt8 = 32
  static let backward: UInt8 = 64
  /// By item: it passed from one side to the other, and did not dwell.
  static let crossed: UInt8 = 128

  /// Of eight memories of places those that say `due` and not yet `counted`.
  @inline(__always)
  static func areDue(_ words: SIMD8<UInt32>) -> SIMDMask<SIMD8<Int32>> {
    let due = SIMD8<UInt32>(repeating: UInt32(GateMemory.due) << 8)
    return words & SIMD8(repeating: UInt32(GateMemory.due | counted) << 8) .== due
  }

  var direction: Int32 { has(GateMemory.forward) ? 1 : has(GateMemory.backward) ? -1 : 0 }

  mutating func setDirection(_ direction: Int32) {
    set(GateMemory.forward, direction > 0)
    set(GateMemory.backward, direction < 0)
  }

  func has(_ flag: UInt8) -> Bool { flags & flag != 0 }
  mutating func set(_ flag: UInt8, _ on: Bool) { flags = on ? flags | flag : flags & ~flag }
}

/// How much of what a gate counted, per class: numbers of 48 bits, enough for a thousand a second for 8,900
/// years.
struct GateTally: BitwiseCopyable {
  private var low = InlineArray<4, UInt32>(repeating: 0)
  private var high = InlineArray<4, UInt16>(repeating: 0)

  private subscript(i: Int) -> UInt64 {
    get { UInt64(high[i]) << 32 | UInt64(low[i]) }
    set {
      low[i] = UInt32(truncatingIfNeeded: newValue)
      high[i] = UInt16(truncatingIfNeeded: newValue >> 32)
    }
  }

  static let most: UInt64 = 0xffff_ffff_ffff

  var forward: UInt64 {
    get { self[0] }
    set { self[0] = newValue }
  }
  var backward: UInt64 {
    get { self[1] }
    set { self[1] = newValue }
  }
  var undirected: UInt64 {
    get { self[2] }
    set { self[2] = newValue }
  }
  var passed: UInt64 {
    get { self[3] }
    set { self[3] = newValue }
  }
}

/// All gates, their memory of every track, and their counts.
struct GateTable {
  let gates: Column<Gate>
  private let memory: Column<GateMemory>
  private let memories: Column<SIMD8<UInt32>>
  private let tallies: Column<GateTally>
  private let itemMemory: Column<GateMemory>
  private let itemMemories: Column<SIMD8<UInt32>>
  let capacity: Int
  private let tracks: Int
  private let items: Int
  let classes: Int

  @inline(__always)
  init(_ arena: inout Arena, _ configuration: Configuration) {
    let count = Int(configuration.maxGates)
    capacity = count
    tracks = Tiles.count(of: Int(configuration.maxTracks)) &* Tiles.width
    classes = Int(configuration.maxClasses)
    items = configuration.countsItems ? Tiles.count(of: Int(configuration.maxItems)) &* Tiles.width : 0
    gates = arena.column(Gate.self, count)
    memories = arena.column(SIMD8<UInt32>.self, count &* tracks / Tiles.width)
    memory = memories.split(into: GateMemory.self, count &* tracks)
    itemMemories = arena.column(SIMD8<UInt32>.self, count &* items / Tiles.width)
    itemMemory = itemMemories.split(into: GateMemory.self, count &* items)
    tallies = arena.column(GateTally.self, count &* classes)
  }

  @inline(__always)
  func memory(of slot: Int, _ gate: Int) -> GateMemory { memory[gate &* tracks &+ slot] }

  /// The memories of the tracks of a tile, as words.
  @inline(__always)
  func memories(tile t: Int, _ gate: Int) -> SIMD8<UInt32> { memories[gate &* Tiles.count(of: tracks) &+ t] }

  @inline(__always)
  func remember(_ value: GateMemory, of slot: Int, _ gate: Int) { memory[gate &* tracks &+ slot] = value }

  @inline(__always)
  func memory(ofItem item: Int, _ gate: Int) -> GateMemory { itemMemory[gate &* items &+ item] }

  @inline(__always)
  func remember(_ value: GateMemory, ofItem item: Int, _ gate: Int) {
    itemMemory[gate &* items &+ item] = value
  }

  /// The memories of the places of a tile, as words.
  @inline(__always)
  func itemMemories(tile t: Int, _ gate: Int) -> SIMD8<UInt32> {
    itemMemories[gate &* Tiles.count(of: items) &+ t]
  }

  func startItem(_ item: Int, gates count: Int) {
    for gate in 0..<count { remember(GateMemory(), ofItem: item, gate) }
  }

  func copyItem(_ from: Int, to: Int, gates count: Int) {
    for gate in 0..<count { remember(memory(ofItem: from, gate), ofItem: to, gate) }
  }

  @inline(__always)
  func tally(_ gate: Int, _ classID: Int) -> GateTally { tallies[gate &* classes &+ classID] }

  func setTally(_ tally: GateTally, _ gate: Int, _ classID: Int) {
    tallies[gate &* classes &+ classID] = tally
  }

  /// Adds a log entry to the counts.
  func add(_ event: Event) {
    let i = Int(event.gate) &* classes &+ Int(event.classID)
    if event.kind == Event.Kind.passed.rawValue { tallies[i].passed &+= 1 }
    let delta = UInt64(bitPattern: Int64(event.delta))
    switch event.direction {
    case 1: tallies[i].forward &+= delta
    case -1: tallies[i].backward &+= delta
    default: tallies[i].undirected &+= delta
    }
  }

  func startTrack(_ slot: Int, gates count: Int) {
    for gate in 0..<count { remember(GateMemory(), of: slot, gate) }
  }

  func copyTrack(_ from: Int, to: Int, gates count: Int) {
    for gate in 0..<count { remember(memory(of: from, gate), of: to, gate) }
  }

  func reset() {
    for i in 0..<capacity &* tracks { memory[i] = GateMemory() }
    for i in 0..<capacity &* items { itemMemory[i] = GateMemory() }
    for i in 0..<capacity &* classes { tallies[i] = GateTally() }
    for i in 0..<capacity { gates[i].since = 0 }
  }
}
