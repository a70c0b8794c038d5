/// A growing map of the shelf: finds the camera's pose against it from boxes alone, gives boxes to places,
/// weighs whether a place holds an item, and so lets every item count once however often it is seen.
struct ShelfMap {
  let state: Column<MapState>
  let items: ItemTable
  let blocks: ItemBlocks
  let views: Views
  /// The rows of this frame and of the last one as they came, unmerged; they take turns.
  let rowsA: Views
  let rowsB: Views
  let history: Column<Pose>
  let maxClasses: UInt32
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
  /// Where the active items lie in the picture.
  let near: StripIndex<2>

  // Pairs of an active item and a view, for registration and association.
  let pairs: Column<MapPair>
  let pairCapacity: Int
  let fitRows: TileColumn<7>
  let spots: Column<Spot>
  let spotCapacity: Int
  let rowCapacity: Int
  let poseCapacity: Int
  let bins: Column<Float>
  let bestOfView: Column<Float>
  let bestOfItem: Column<Float>
  let pairsOfView: Column<UInt16>
  let pairsOfItem: Column<UInt16>
  /// What a search for places or their tiles has found, until the next one.
  let found: Column<UInt16>
  /// The confirmed track of each row of this frame, by the one order; 0: none.
  let trackOfRow: Column<UInt64>

  @_optimize(speed)
  init(_ arena: inout Arena, _ state: Column<MapState>, _ configuration: Configuration) {
    self.state = state
    maxClasses = configuration.maxClasses
    frame = configuration.frame
    grain = frame.x / 640
    let isUsed = configuration.followsRows
    let capacity = configuration.countsItems ? Int(configuration.maxItems) : 0
    let rows = isUsed ? Int(configuration.maxDetections) : 0
    items = ItemTable(&arena, capacity: capacity)
    blocks = ItemBlocks(&arena, capacity: capacity)
    views = Views(&arena, capacity: configuration.countsItems ? rows : 0, merged: true)
    rowsA = Views(&arena, capacity: rows, merged: false)
    rowsB = Views(&arena, capacity: rows, merged: false)
    rowCapacity = rows
    poseCapacity = configuration.countsItems ? MapTuning.history : 0
    history = arena.column(Pose.self, poseCapacity)
    spotCapacity = configuration.countsItems ? ShelfMap.mostSpots : 0
    spots = arena.column(Spot.self, spotCapacity)
    active = arena.column(UInt16.self, max(capacity, rows))
    px = arena.column(Float.self, max(capacity, rows))
    py = arena.column(Float.self, max(capacity, rows))
    pw = arena.column(Float.self, max(capacity, rows))
    ph = arena.column(Float.self, max(capacity, rows))
    firmness = arena.column(Float.self, max(capacity, rows))
    classes = arena.column(UInt16.self, max(capacity, rows))
    isHit = arena.column(Bool.self, capacity)
    near = StripIndex(&arena, capacity: max(capacity, rows))
    pairCapacity = rows &* 24
    pairs = arena.column(MapPair.self, pairCapacity)
    fitRows = TileColumn(&arena, capacity: configuration.countsItems ? rows : 0)
    bins = arena.column(Float.self, isUsed ? MapTuning.bins : 0)
    trackOfRow = arena.column(UInt64.self, configuration.countsItems ? rows : 0)
    bestOfView = arena.column(Float.self, rows)
    bestOfItem = arena.column(Float.self, max(capacity, rows))
    pairsOfView = arena.column(UInt16.self, configuration.countsItems ? rows : 0)
    pairsOfItem = arena.column(UInt16.self, capacity)
    // Never at the same time.
    found = pairsOfItem
  }

  func reset() {
    state[0] = MapState(width: frame.x)
    for s in 0..<spotCapacity { spots[s] = Spot() }
  }

  /// Where a place lies in the picture of a pose, in pixels from its upper left corner.
  @inline(__always)
  func picture(_ i: Int, _ pose: Pose, _ anchor: Gate.Anchor) -> Point {
    let y = anchor == .bottom ? items.y[i] + items.h[i] * 0.5 : items.y[i]
    let u = state[0].optics.bend(pose.project(Point(x: items.x[i], y: y)))
    return Point(x: u.x + frame.x * 0.5, y: u.y + frame.y * 0.5)
  }

  /// The same for the places of a tile.
  @inline(__always)
  func picture(tile t: Int, _ pose: Pose, _ anchor: Gate.Anchor) -> (x: Tile, y: Tile) {
    let y = items.y.tile(t)
    let u = pose.project(items.x.tile(t), anchor == .bottom ? y + items.h.tile(t) * 0.5 : y)
    let bent = state[0].optics.bend(u.x, u.y)
    return (bent.x + frame.x * 0.5, bent.y + frame.y * 0.5)
  }

  /// The pose of so many frames ago; nil beyond what is remembered.
  func pose(framesAgo back: Int) -> Pose? {
    guard back < state[0].historyCount else { return nil }
    var k = state[0].historyNext &- 1 &- back
    if k < 0 { k &+= MapTuning.history }
    return history[k]
  }

  /// Lists the items whose centre projects to within `margin` widths of the picture, or, above and below, of
  /// which half may show.
  func project(margin: Float) -> Int {
    let pose = state[0].pose
    let scale = pose.scale
    let far = Point(
      x: frame.x * (0.5 + margin), y: frame.y * 0.5 + max(frame.x * margin, 0.5 * scale * state[0].largest.y))
    var n = 0
    for k in 0..<findTiles(near: pose, far.x, far.y) {
      let t = Int(found[k])
      let u = pose.project(items.x.tile(t), items.y.tile(t))
      let isInside = (u.x .> -far.x) .& (u.x .< far.x) .& (u.y .> -far.y) .& (u.y .< far.y)
      var inside = places(lanes(isInside), tile: t)
      while inside != 0 {
        let i = t &* Tiles.width &+ nextLane(&inside)
        let p = pose.project(Point(x: items.x[i], y: items.y[i]))
        active[n] = UInt16(truncatingIfNeeded: i)
        px[n] = p.x
        py[n] = p.y
        pw[n] = items.w[i] * scale
        ph[n] = items.h[i] * scale
        n &+= 1
      }
    }
    return n
  }

  /// Notes where the first `n` active items lie, for `eachNear`.
  func arrange(_ n: Int) {
    var widest: Float = 0
    var tallest: Float = 0
    for k in 0..<n {
      widest = max(widest, pw[k])
      tallest = max(tallest, ph[k])
    }
    state[0].widest = widest
    state[0].tallest = tallest
    var filling = near.begin(n)
    let scale = nearScale
    for k in 0..<n {
      let at = scale.strips(of: SIMD4(px[k], py[k], px[k], py[k]))
      near.add(at.x, at.y, at.z, at.w, &filling)
      near.endBlock(&filling)
    }
    near.end(filling)
  }

  /// Calls back with the active items whose centres may lie within reach of a point, in their order.
  @inline(__always)
  func eachNear(_ x: Float, _ y: Float, _ reachX: Float, _ reachY: Float, _ n: Int, _ body: (Int) -> Void) {
    near.each(in: window(x, y, reachX, reachY), below: n, body)
  }

  /// The same for the items that may lie at a view; where a border cuts it, it is compared by an edge, which
  /// may lie half a width or height from where its centre says.
  @inline(__always)
  func eachNear(
    _ views: Views, _ v: Int, _ reachX: Float, _ reachY: Float, _ n: Int, _ body: (Int) -> Void
  ) {
    var reach = Point(x: reachX * 1.001, y: reachY * 1.001)
    if views.isCutSideways(v) { reach.x += 0.5 * max(views.w[v], state[0].widest) }
    if views.isCutUpright(v) { reach.y += 0.5 * max(views.h[v], state[0].tallest) }
    eachNear(views.x[v], views.y[v], reach.x, reach.y, n, body)
  }

  @inline(never)
  private func window(_ x: Float, _ y: Float, _ reachX: Float, _ reachY: Float) -> SIMD4<UInt32> {
    nearScale.strips(of: SIMD4(x - reachX, y - reachY, x + reachX, y + reachY))
  }

  private var nearScale: StripIndex<2>.Scale {
    StripIndex.Scale(-0.75 * frame.x, -0.5 * frame.y, 0.75 * frame.x, 0.5 * frame.y)
  }

  /// One frame: pose, then what each view says about each place.
  ///
  /// Returns the index of the first place that this frame opened.
  func step(
    _ table: DetectionTable, _ arrangement: RowArrangement, rows: Int, frameNumber: UInt64, dt: Float,
    _ flow: Point?
  ) -> Int {
    // What a block has lost it still reaches to: one is looked at in every frame.
    tighten(Int(truncatingIfNeeded: frameNumber) % max(1, ItemBlocks.count(of: state[0].itemCount)))
    let knowsSpots = knowsSpots
    let count = views.fill(table, arrangement, count: rows, frame: frame, state[0].optics) {
      knowsSpots && seesSpot($0)
    }
    let result = locate(count, dt: dt, flow)
    state[0].registration = result.rawValue
    state[0].viewCount = count
    remember(state[0].pose)
    let n = project(margin: 0.1)
    arrange(n)
    associate(n, count, frameNumber)
    learnAspect(n)
    if count > 0 { noteMisses(n) }
    let old = state[0].itemCount
    let isReckoned = result == .none && isOffMap && state[0].reckoned <= MapTuning.reckonedFrames
    if count > 0, result == .found || old == 0 || isReckoned { open(count, n, frameNumber) }
    watchSpots(count, result)
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
