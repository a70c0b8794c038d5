import ShelfCount
import Testing

/// The Swift interface: each call gives what the C interface says, in Swift's own terms.
@Suite struct ScannerTests {
  static let configuration = Configuration(width: 640, height: 480)

  static func can(_ frame: Int) -> Detection {
    let x = Float(10 * frame)
    return Detection(box: Box(x1: x, y1: 200, x2: x + 50, y2: 300), score: 0.9, classID: 3)
  }

  /// What a call throws.
  static func refusal(_ call: () throws(ShelfError) -> Void) -> ShelfError? {
    do throws(ShelfError) { try call() } catch { return error }
    return nil
  }

  @Test func `counts one can and tells of it`() throws {
    var scanner = try Scanner(Self.configuration)
    let band = try scanner.add(.band())
    #expect(try scanner.edges(band).count == 4)
    for frame in 0..<59 {
      let tracks = try scanner.update([Self.can(frame)])
      let track = try #require(tracks.first)
      #expect(tracks.count == 1 && track.id == 1 && track.classID == 3 && track.detection == 0)
      #expect(track.state == .tracked)
    }
    #expect(try scanner.trail(of: 1).count == 59)
    try scanner.finish()
    let counts = try scanner.counts(band)
    #expect(counts.total == 1 && counts.range.contains(1))
    #expect(try scanner.counts(band, classID: 4).total == 0)
    let events = try scanner.takeEvents()
    #expect(events.map(\.delta) == [1] && events.map(\.kind) == [.count])
    #expect(try scanner.takeEvents().isEmpty)
    let items = try scanner.items()
    try scanner.dismiss(item: try #require(items.first).id)
    #expect(try scanner.counts(band).total == 0)
  }

  @Test func `a saved scanner goes on alike`() throws {
    var configuration = Self.configuration
    configuration.kalman = .closed
    var scanner = try Scanner(configuration)
    _ = try scanner.add(.band())
    for frame in 0..<30 { try scanner.update([Self.can(frame)]) }
    var restored = try Scanner(restoring: scanner.save())
    for frame in 30..<59 {
      let (one, other) = (try scanner.update([Self.can(frame)]), try restored.update([Self.can(frame)]))
      #expect(one.map(\.id) == other.map(\.id) && one.map(\.box.x1) == other.map(\.box.x1))
    }
    try restored.finish()
    #expect(try restored.counts().total == 1)
    #expect(Self.refusal { () throws(ShelfError) in _ = try Scanner(restoring: [1, 2, 3]) } == .snapshot)
  }

  @Test func `what the library refuses is thrown`() throws {
    let none = Configuration(width: 0, height: 480)
    #expect(Self.refusal { () throws(ShelfError) in _ = try Scanner(none) } == .argument)
    var scanner = try Scanner(Self.configuration)
    #expect(Self.refusal { () throws(ShelfError) in _ = try scanner.counts(0) } == .notFound)
    let many = Array(repeating: Point(x: 0, y: 0), count: 20)
    #expect(Self.refusal { () throws(ShelfError) in _ = try scanner.add(.zone(many)) } == .argument)
    try scanner.update([], at: 5)
    #expect(Self.refusal { () throws(ShelfError) in try scanner.update([], at: 5) } == .time)
    #expect(ShelfError.time.description == "time did not advance")
  }

  @Test func `settings keep what they are given and start as the preset says`() {
    var configuration = Configuration(width: 1920, height: 1080, preset: .byteTrack)
    #expect(configuration.fusion == .product && configuration.countBy == .track)
    #expect(configuration.lostFrames == 30 && !configuration.crossing)
    configuration.lostFrames = 7
    configuration.matcher = .seed
    configuration.tentativeFirst = true
    configuration.nms = .gaussian
    configuration.maxTracks = -1
    #expect(configuration.lostFrames == 7 && configuration.tentativeFirst)
    #expect(configuration.matcher == .seed && configuration.nms == .gaussian && configuration.maxTracks == 0)
  }

  @Test func `gates of each kind`() throws {
    var scanner = try Scanner(Configuration(width: 640, height: 480, preset: .byteTrack))
    var line = Gate.line(from: Point(x: 0.5, y: 0), to: Point(x: 0.5, y: 1))
    line.usesBottomAnchor = true
    line.countBy = .track
    line.dwell = 3
    #expect(line.usesBottomAnchor && line.countBy == .track && line.dwell == 3)
    #expect(try scanner.add(line) == 0)
    #expect(try scanner.add(.zone([Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1)])) == 1)
    #expect(try scanner.add(.lyingBand(0.4...0.6)) == 2)
    #expect(try scanner.edges(1).count == 3)
    for frame in 0..<59 { try scanner.update([Self.can(frame)]) }
    #expect(try scanner.counts(0).forward + scanner.counts(0).backward == 1)
    try scanner.reset()
    #expect(try scanner.counts(0).total == 0)
  }
}
