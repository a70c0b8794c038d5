/// A growing map of the shelf: finds the camera's pose against it from boxes alone, gives boxes to places,
/// weighs whether a place holds an item, and so lets every item count once however often it is seen.
struct ShelfMap {
  let state: Column<MapState>
  let items: ItemTable
  let views: Views
  /// The rows of this frame and of the last one as they came, unmerged; they take turns.
  let rowsA: Views
  let rowsB: Views
  let history: Column<Pose>
  let configuration: Configuration
  let frame: Point
  /// A pixel of a picture 640 pixels wide: the grain of what boxes can tell, in pixels of this one.
  let grain: Float

  // The items near the picture, projected into it.
  let active: Column<UInt16>
  let px: Column<Float>
  let py: Column<Float>
  let pw: Column<Float>
  let ph: Column<Float>
  let firmness: Column<Float>
  let classes: Column<UInt16>
  let isHit: Column<Bool>
  let near: Marks

  // Pairs of an active item and a view, for registration and association.
  let pairs: Column<MapPair>
  let pairCapacity: Int
  let rowCapacity: Int
  let poseCapacity: Int
  let bins: Column<Float>
  let bestOfView: Column<Float>
  let bestOfItem: Column<Float>
  /// The confirmed track of each row of this frame, by the one order; 0: none.
  let trackOfRow: Column<UInt64>

  init(_ arena: inout Arena, _ state: Column<MapState>, _ configuration: Configuration) {
    self.state = state
    self.configuration = configuration
    frame = configuration.frame
    grain = frame.x / 640
    let isUsed = configuration.followsRows
    let capacity = configuration.countsItems ? Int(configuration.maxItems) : 0
    let rows = isUsed ? Int(configuration.maxDetections) : 0
    items = ItemTable(&arena, capacity: capacity)
    views = Views(&arena, capacity: configuration.countsItems ? rows : 0)
    rowsA = Views(&arena, capacity: rows)
    rowsB = Views(&arena, capacity: rows)
    rowCapacity = rows
    poseCapacity = configuration.countsItems ? MapTuning.history : 0
    history = arena.column(Pose.self, poseCapacity)
    active = arena.column(UInt16.self, max(capacity, rows))
    px = arena.column(Float.self, max(capacity, rows))
    py = arena.column(Float.self, max(capacity, rows))
    pw = arena.column(Float.self, max(capacity, rows))
    ph = arena.column(Float.self, max(capacity, rows))
    firmness = arena.column(Float.self, max(capacity, rows))
    classes = arena.column(UInt16.self, max(capacity, rows))
    isHit = arena.column(Bool.self, capacity)
    near = Marks(&arena, capacity: max(capacity, rows))
    pairCapacity = rows &* 24
    pairs = arena.column(MapPair.self, pairCapacity)
    bins = arena.column(Float.self, isUsed ? MapTuning.bins : 0)
    trackOfRow = arena.column(UInt64.self, configuration.countsItems ? rows : 0)
    bestOfView = arena.column(Float.self, rows)
    bestOfItem = arena.column(Float.self, max(capacity, rows))
  }

  func reset() { state[0] = MapState(width: frame.x) }

  /// Where a place lies in the picture of a pose, in pixels from its upper left corner.
  @inline(__always)
  func picture(_ i: Int, _ pose: Pose, _ anchor: Gate.Anchor) -> Point {
    let y = anchor == .bottom ? items.y[i] + items.h[i] * 0.5 : items.y[i]
    let u = state[0].lens.bend(pose.project(Point(x: items.x[i], y: y)))
    return Point(x: u.x + frame.x * 0.5, y: u.y + frame.y * 0.5)
  }

  /// The pose of so many frames ago; nil beyond what is remembered.
  func pose(framesAgo back: Int) -> Pose? {
    guard back < state[0].historyCount else { return nil }
    var k = state[0].historyNext &- 1 &- back
    if k < 0 { k &+= MapTuning.history }
    return history[k]
  }

  /// Lists the items whose centre projects to within `margin` widths of the picture.
  func project(margin: Float) -> Int {
    let pose = state[0].pose
    let scale = pose.scale
    let reach = frame.x * (0.5 + margin)
    var n = 0
    for i in 0..<state[0].itemCount {
      let p = pose.project(Point(x: items.x[i], y: items.y[i]))
      guard p.x > -reach, p.x < reach else { continue }
      active[n] = UInt16(truncatingIfNeeded: i)
      px[n] = p.x
      py[n] = p.y
      pw[n] = items.w[i] * scale
      ph[n] = items.h[i] * scale
      n &+= 1
    }
    return n
  }

  /// One frame: pose, then what each view says about each place.
  ///
  /// Returns the index of the first place that this frame opened.
  func step(_ table: DetectionTable, rows: Int, frameNumber: UInt64, dt: Float, _ flow: Point?) -> Int {
    let count = views.fill(table, count: rows, frame: frame, state[0].lens)
    let result = locate(count, dt: dt, flow)
    state[0].registration = result.rawValue
    state[0].viewCount = count
    remember(state[0].pose)
    let n = project(margin: 0.1)
    associate(n, count, table, frameNumber)
    learnAspect(n)
    if count > 0 { noteMisses(n) }
    let old = state[0].itemCount
    if count > 0, result == .found || old == 0 { open(count, n, table, frameNumber) }
    return old
  }

  private func remember(_ pose: Pose) {
    history[state[0].historyNext] = pose
    state[0].historyNext = (state[0].historyNext &+ 1) % MapTuning.history
    if state[0].historyCount < MapTuning.history { state[0].historyCount &+= 1 }
  }
}

/// An item (index into the active list) and a view that might show it.
struct MapPair: BitwiseCopyable {
  var dx: Float
  var dy: Float
  var weight: Float
  var item: UInt16
  var view: UInt16
}
