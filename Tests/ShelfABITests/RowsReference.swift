import CShelfCount
import Glibc

/// What happens to rows before tracks see them, and how they are given to tracks: by the book.
enum RowsReference {
  /// A row with its place in the caller's array; NMS may weaken its score.
  struct Row {
    var box: [Double]
    var score: Double
    var classID: UInt32
    var number: Int

    init(_ row: shelf_detection, _ number: Int) {
      box = [row.box.x1, row.box.y1, row.box.x2, row.box.y2].map(Double.init)
      (score, classID, self.number) = (Double(row.score), row.class_id, number)
    }

    var measurement: (cx: Double, cy: Double, aspect: Double, height: Double) {
      let (w, h) = (box[2] - box[0], box[3] - box[1])
      return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, w / h, h)
    }
  }

  static func iou(_ a: [Double], _ b: [Double]) -> Double {
    let w = min(a[2], b[2]) - max(a[0], b[0])
    let h = min(a[3], b[3]) - max(a[1], b[1])
    guard w > 0, h > 0 else { return 0 }
    return w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)
  }

  /// The rows that are left, best first.
  ///
  /// Hard: a row goes that overlaps a better one which stays. Soft (Bodla et al. 2017): the best of those left
  /// is taken, and weakens the others.
  static func suppress(_ rows: [Row], _ config: shelf_config) -> [Row] {
    var left = rows.sorted { $0.score > $1.score }
    guard config.nms != SHELF_NMS_OFF else { return left }
    var taken: [Row] = []
    while let best = left.indices.max(by: { left[$0].score < left[$1].score }) {
      let row = left.remove(at: best)
      taken.append(row)
      for i in left.indices where config.nms_classes == 0 || left[i].classID == row.classID {
        left[i].score *= factor(iou(left[i].box, row.box), config)
      }
      left.removeAll { $0.score < Double(config.low_score) }
    }
    return taken
  }

  private static func factor(_ iou: Double, _ config: shelf_config) -> Double {
    let isOver = iou > Double(config.nms_iou)
    switch Int(config.nms) {
    case SHELF_NMS_HARD: return isOver ? 0 : 1
    case SHELF_NMS_LINEAR: return isOver ? 1 - iou : 1
    default: return exp(-iou * iou / Double(config.nms_sigma))
    }
  }

  /// The pairs that a matcher makes of all that are admitted; `rows` tells their places in the caller's array.
  static func match(_ pairs: [Pair], limit: Double, _ matcher: Int32, rows: [Row]) -> [Pair] {
    if matcher == SHELF_MATCHER_OPTIMAL { return AssignmentReference(pairs, limit: limit).best() }
    let isSeed = matcher == SHELF_MATCHER_SEED
    let ordered = pairs.sorted { a, b in
      isSeed
        ? (rows[a.row].number, a.cost, a.track) < (rows[b.row].number, b.cost, b.track)
        : (a.cost, a.track, a.row) < (b.cost, b.track, b.row)
    }
    var taken: [Pair] = []
    for pair in ordered where !taken.contains(where: { $0.track == pair.track || $0.row == pair.row }) {
      taken.append(pair)
    }
    return taken
  }

  struct Pair {
    var cost: Double
    var track, row: Int
  }
}

/// The assignment of least cost, an unmatched row costing the limit: the Hungarian method over a full table.
struct AssignmentReference {
  private let pairs: [RowsReference.Pair]
  private let limit: Double

  init(_ pairs: [RowsReference.Pair], limit: Double) {
    self.pairs = pairs
    self.limit = limit
  }

  func best() -> [RowsReference.Pair] {
    let rows = Set(pairs.map(\.row)).sorted()
    let tracks = Set(pairs.map(\.track)).sorted()
    // A column for each track, and one for each row that stays alone.
    var costs = rows.map { row in
      tracks.map { _ in 1e6 } + rows.map { $0 == row ? limit : 1e6 }
    }
    for pair in pairs {
      guard let r = rows.firstIndex(of: pair.row), let t = tracks.firstIndex(of: pair.track) else { continue }
      costs[r][t] = pair.cost
    }
    let owner = Self.columns(costs)
    return owner.enumerated().compactMap { r, c in
      c < tracks.count ? RowsReference.Pair(cost: costs[r][c], track: tracks[c], row: rows[r]) : nil
    }
  }

  /// The column of each row (Kuhn 1955, with potentials), columns at least as many as rows.
  private static func columns(_ costs: [[Double]]) -> [Int] {
    guard let width = costs.first?.count else { return [] }
    var rowPotential = [Double](repeating: 0, count: costs.count)
    var columnPotential = [Double](repeating: 0, count: width)
    var owner = [Int?](repeating: nil, count: width)
    for start in costs.indices {
      // Dijkstra from the new row over reduced costs, along columns that have an owner.
      var distance = [Double](repeating: .infinity, count: width)
      var previous = [Int?](repeating: nil, count: width)
      var isDone = [Bool](repeating: false, count: width)
      var (row, via, length) = (start, Int?.none, 0.0)
      var end = 0
      while true {
        for c in 0..<width where !isDone[c] {
          let there = length + costs[row][c] - rowPotential[row] - columnPotential[c]
          if there < distance[c] { (distance[c], previous[c]) = (there, via) }
        }
        end = (0..<width).filter { !isDone[$0] }.min { distance[$0] < distance[$1] } ?? 0
        length = distance[end]
        isDone[end] = true
        guard let next = owner[end] else { break }
        (row, via) = (next, end)
      }
      rowPotential[start] += length
      for c in 0..<width where isDone[c] && c != end {
        columnPotential[c] += distance[c] - length
        if let r = owner[c] { rowPotential[r] += length - distance[c] }
      }
      var column = end
      while let before = previous[column] {
        owner[column] = owner[before]
        column = before
      }
      owner[column] = start
    }
    var columns = [Int](repeating: 0, count: costs.count)
    for (c, r) in owner.enumerated() where r != nil { columns[r ?? 0] = c }
    return columns
  }
}
