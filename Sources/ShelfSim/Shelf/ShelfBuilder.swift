/// Fills the rows of a shelf.
struct ShelfBuilder {
  /// How much is built.
  enum Amount {
    case items(Int)
    /// Up to this place, in pixels.
    case length(Double)
  }

  private let scenario: Scenario
  private let shelf: Scenario.Shelf
  private let seed: UInt64
  private let amount: Amount
  private let rowCount: Int
  private let stretches: [ClosedRange<Double>]

  static func build(_ scenario: Scenario, seed: UInt64, amount: Amount) -> ItemTable {
    let builder = ShelfBuilder(scenario, seed: seed, amount: amount)
    var next = 1
    return ItemTable(
      rows: (0..<builder.rowCount).map { row in
        let items = builder.row(row, firstID: next)
        next += items.count
        return items
      })
  }

  private init(_ scenario: Scenario, seed: UInt64, amount: Amount) {
    self.scenario = scenario
    self.seed = seed
    self.amount = amount
    shelf = scenario.shelf
    let columns = scenario.columnsInView
    rowCount = shelf.inView > 0 ? (shelf.inView + columns - 1) / columns : shelf.rows
    stretches = Self.stretches(scenario, seed: seed, length: Self.length(scenario, amount, rows: rowCount))
  }

  private func row(_ row: Int, firstID: Int) -> [Item] {
    // In a wall all rows are one row.
    var random = Random(seed, .shelf, shelf.isWall ? -1 : row)
    let place = RowPlace(scenario, row: row, rows: rowCount)
    let depth = rowDepth(row)
    var product = Product(scenario, place, &random)
    var left = shelf.isWall ? 0 : random.uniform() * 0.5 * product.width
    var items: [Item] = []
    while !isFull(row, items.count, left / depth) {
      if product.facings == 0 { product = Product(scenario, place, &random) }
      product.facings -= 1
      let pitch = product.width * (1 + shelf.gap)
      let slack = product.width * shelf.gapSpread * random.uniform(in: -1...1)
      let isEmpty = random.chance(shelf.empty)
      let itemDepth = shelf.kind == .shelf && scenario.optics.parallaxPerItem ? anyDepth(&random) : depth
      let aside = (random.normal(), random.normal())
      defer { left += place.cellWidth ?? (shelf.isWall ? pitch : pitch + slack) }
      // The place in the world, of which `depth` makes the place in the picture.
      let centre = (left + (place.cellWidth ?? product.width) / 2) / depth
      guard !isEmpty, !stretches.contains(where: { $0.contains(centre) }) else { continue }
      items.append(
        Item(
          id: firstID + items.count, classID: product.classID, x: centre + place.scatter * aside.0,
          y: place.centre(height: product.height) / itemDepth + place.scatter * aside.1,
          width: product.width, height: product.height, depth: itemDepth))
    }
    return items
  }

  private func isFull(_ row: Int, _ count: Int, _ left: Double) -> Bool {
    switch amount {
    case .items(let total): count >= total / rowCount + (row < total % rowCount ? 1 : 0)
    case .length(let length): left >= length || count >= Scenario.limit
    }
  }

  /// Rows lie evenly over the range of depths, in shuffled order.
  private func rowDepth(_ row: Int) -> Double {
    guard !scenario.optics.parallaxPerItem else { return 1 }
    var random = Random(seed, .shelf, -2)
    guard rowCount > 1 else { return anyDepth(&random) }
    var order = Array(0..<rowCount)
    for index in order.indices.dropFirst() {
      order.swapAt(index, random.integer(in: 0...index))
    }
    return 1 + scenario.optics.parallax * (2 * Double(order[row]) / Double(rowCount - 1) - 1)
  }

  private func anyDepth(_ random: inout Random) -> Double {
    1 + scenario.optics.parallax * random.uniform(in: -1...1)
  }

  private static func length(_ scenario: Scenario, _ amount: Amount, rows: Int) -> Double {
    switch amount {
    case .items(let total):
      let place = RowPlace(scenario, row: 0, rows: rows)
      let width = place.cellWidth ?? place.width * (1 + scenario.shelf.gap)
      return width * Double(total) / Double(rows) / (1 - scenario.shelf.empty)
    case .length(let length): return length
    }
  }

  private static func stretches(
    _ scenario: Scenario, seed: UInt64, length: Double
  ) -> [ClosedRange<Double>] {
    var random = Random(seed, .shelf, -3)
    let count = scenario.shelf.stretches
    return (0..<count).map { index in
      let centre = length * (Double(index) + random.uniform(in: 0.3...0.7)) / Double(count)
      let half = min(Double(scenario.width) * random.uniform(in: 0.15...0.4), 0.2 * length / Double(count))
      return centre - half...centre + half
    }
  }
}

/// Where a row lies and how large its items are.
private struct RowPlace {
  /// Usual size of an item.
  let width: Double
  let height: Double
  /// Width of a cell; null where items stand one beside the other.
  let cellWidth: Double?
  /// How far items stand from the middle of their cells.
  let scatter: Double
  private let middle: Double
  private let floor: Double

  init(_ scenario: Scenario, row: Int, rows: Int) {
    let shelf = scenario.shelf
    let isGrid = shelf.inView > 0
    var spread = Double(scenario.height) * (isGrid ? 1 : shelf.rowSpread)
    // Rows that fit the picture go on fitting it at the ends of zoom and drift.
    if shelf.rowSpread <= 1 { spread *= (1 - 2 * scenario.path.drift) / (1 + scenario.path.zoom) }
    let pitch = spread / Double(rows)
    middle = -spread / 2 + pitch * (Double(row) + 0.5)
    floor = middle + 0.38 * pitch
    let cell = isGrid ? Double(scenario.width) / Double(scenario.columnsInView) : nil
    cellWidth = cell
    height = (cell.map { min($0, pitch) } ?? pitch) * shelf.itemHeight
    width = (cell.map { min($0, pitch) } ?? height) * shelf.aspect
    scatter = isGrid ? 0.06 * min(cell ?? pitch, pitch) : 0
  }

  /// Items stand on the floor of their row; in a grid they hang in the middle of their cell.
  func centre(height: Double) -> Double {
    cellWidth == nil ? floor - height / 2 : middle
  }
}

/// A block of facings that look alike.
private struct Product {
  let classID: Int
  let width: Double
  let height: Double
  var facings: Int

  init(_ scenario: Scenario, _ place: RowPlace, _ random: inout Random) {
    let shelf = scenario.shelf
    let spread = -shelf.sizeSpread...shelf.sizeSpread
    let sizes = (random.uniform(in: spread), random.uniform(in: spread))
    let any = random.integer(in: 0...shelf.classes - 1)
    facings = shelf.isWall ? Scenario.limit : random.integer(in: 1...2 * shelf.block - 1)
    classID = shelf.isWall ? 0 : any
    width = place.width * (shelf.isWall ? 1 : 1 + sizes.0)
    height = place.height * (shelf.isWall ? 1 : 1 + sizes.1)
  }
}
