import ShelfSim
import Testing

@Suite("What the detector does")
struct DetectorTests {
  /// Frames in which nothing is cut off: items wholly visible, by id, with their detections.
  private func sightings(_ simulation: Simulation) -> [(item: VisibleItem, detection: Detection?)] {
    simulation.flatMap { frame in
      let found = Dictionary(
        frame.detections.compactMap { detection in detection.item.map { ($0, detection) } },
        uniquingKeysWith: { first, _ in first })
      return frame.items.filter { $0.visibility == 1 }.map { ($0, found[$0.id]) }
    }
  }

  @Test("Rows are clipped, in falling order of hundredths, boxes in tenths", arguments: ["mixed", "crowd"])
  func rows(_ name: String) throws {
    let simulation = try simulate(name) { $0.frames = 200 }
    let width = Float(simulation.scenario.width)
    let height = Float(simulation.scenario.height)
    for frame in simulation {
      #expect(frame.detections.map(\.score) == frame.detections.map(\.score).sorted(by: >))
      for detection in frame.detections {
        #expect(detection.x >= 0 && detection.x + detection.width <= width + 0.11)
        #expect(detection.y >= 0 && detection.y + detection.height <= height + 0.11)
        #expect(detection.width > 0 && detection.height > 0)
        #expect(detection.score >= 0.1 && detection.score <= 0.99)
        let hundredths = detection.score * 100
        #expect(abs(hundredths - hundredths.rounded()) < 1e-4)
        let tenths = detection.x * 10
        #expect(abs(tenths - tenths.rounded()) < 1e-2)
        #expect((0..<simulation.scenario.shelf.classes).contains(detection.classID))
      }
    }
  }

  @Test("Misses", arguments: [0.0, 0.1, 0.4])
  func misses(_ rate: Double) throws {
    let seen = sightings(try simulate("clean") { $0.detector.misses = rate })
    let missed = seen.count { $0.detection == nil }
    #expect(seen.count > 5000)
    #expect(abs(Double(missed) / Double(seen.count) - rate) < 0.02)
  }

  @Test("Jitter of centre and size")
  func jitter() throws {
    let seen = sightings(try simulate("clean") { $0.detector.jitter = 0.03 })
    // Away from the border, where boxes are clipped.
    let inner = seen.filter { $0.item.centre.x > 120 && $0.item.centre.x < 520 }
    let pairs = inner.compactMap { pair in pair.detection.map { (pair.item, $0) } }
    let shift = pairs.map { Double(($1.x + $1.width / 2 - $0.x - $0.width / 2) / $0.width) }
    let growth = pairs.map { Double($1.height / $0.height) }
    #expect(abs(mean(shift)) < 0.002 && abs(deviation(shift) - 0.03) < 0.002)
    #expect(abs(mean(growth) - 1) < 0.002 && abs(deviation(growth) - 0.03) < 0.002)
  }

  @Test("Score level, noise, weak items and bursts")
  func scores() throws {
    let steady = sightings(
      try simulate("clean") {
        $0.detector.blur = 0
        $0.detector.level = 0.7
      })
    let scores = steady.compactMap(\.detection).map { Double($0.score) }
    #expect(abs(mean(scores) - 0.7) < 0.01)
    #expect(abs(deviation(scores) - (0.055 * 0.055 + 0.04 * 0.04).squareRoot()) < 0.01)

    let flickering = sightings(
      try simulate("clean") {
        $0.detector.bursts = 0.02
        $0.detector.weak = 0.25
        $0.detector.levelSpread = 0
      })
    let byItem = Dictionary(grouping: flickering.compactMap(\.detection)) { $0.item ?? 0 }
    let medians = byItem.values.filter { $0.count > 20 }.map { $0.map(\.score).sorted()[$0.count / 2] }
    let weak = medians.count { $0 < 0.68 }
    #expect(abs(Double(weak) / Double(medians.count) - 0.25) < 0.1)
    // A burst takes 5.5 frames on average, and begins in one of 50: about a tenth of the time.
    let usual = byItem.values.filter { $0.count > 20 && $0.map(\.score).sorted()[$0.count / 2] >= 0.7 }
    let low = usual.flatMap { $0 }.count { $0.score <= 0.6 }
    #expect(abs(Double(low) / Double(usual.reduce(0) { $0 + $1.count }) - 0.099) < 0.03)
  }

  @Test("Cut boxes fall in confidence, and are not reported in the end")
  func border() throws {
    let simulation = try simulate("clean") { $0.detector.misses = 0 }
    var scores: [Bool: [Double]] = [:]
    var (slivers, reported) = (0, 0)
    for frame in simulation {
      let found = Dictionary(
        frame.detections.compactMap { detection in detection.item.map { ($0, detection) } },
        uniquingKeysWith: { first, _ in first })
      for item in frame.items {
        if let detection = found[item.id] {
          scores[item.visibility < 0.7, default: []].append(Double(detection.score))
        }
        if item.visibility < 0.4 {
          slivers += 1
          if found[item.id] != nil { reported += 1 }
        }
      }
    }
    #expect(mean(scores[true] ?? []) < mean(scores[false] ?? []) - 0.15)
    #expect(slivers > 20 && reported * 2 < slivers * 2 - slivers / 2)
  }

  @Test("Second boxes have the IoU and the life that is said")
  func doubles() throws {
    let simulation = try simulate("doubles") { $0.detector.jitter = 0 }
    var overlaps: [Float] = []
    var lives: [Int: Int] = [:]
    var longest = 0
    for frame in simulation {
      let firsts = frame.detections.filter { $0.item != nil }
      let seconds = frame.detections.filter { $0.second != nil && $0.x > 0 && $0.x + $0.width < 640 }
      for second in seconds {
        let first = try #require(firsts.first { $0.item == second.second })
        #expect(second.score <= first.score)
        if first.x > 1, first.x + first.width < 639 { overlaps.append(second.iou(first)) }
      }
      for id in lives.keys where !frame.detections.contains(where: { $0.item == id && $0.second == nil }) {
        lives[id] = nil
      }
      let now = Set(frame.detections.compactMap(\.second))
      for id in lives.keys where !now.contains(id) { lives[id] = nil }
      for id in now { lives[id, default: 0] += 1 }
      longest = max(longest, lives.values.max() ?? 0)
    }
    #expect(overlaps.count > 500)
    #expect(overlaps.allSatisfy { $0 > 0.49 && $0 < 0.91 })
    #expect(abs(mean(overlaps.map(Double.init)) - 0.7) < 0.04)
    // Two may follow each other.
    #expect(longest >= 15 && longest <= 45)
  }

  @Test("Steady clutter is seen as often as items, with lower scores")
  func clutter() throws {
    let simulation = try simulate("clutter")
    var clutter: [Int: [Double]] = [:]
    var image: [Int: [Double]] = [:]
    var items: [Double] = []
    for frame in simulation {
      for detection in frame.detections {
        switch detection.origin {
        case .shelfClutter(let id): clutter[id, default: []].append(Double(detection.score))
        case .imageClutter(let id): image[id, default: []].append(Double(detection.score))
        case .item: items.append(Double(detection.score))
        default: break
        }
      }
    }
    #expect(clutter.count == 65, "60 per 100 items")
    let levels = clutter.values.map(mean)
    #expect(levels.allSatisfy { $0 < 0.62 } && mean(levels) < 0.45 && mean(items) > 0.7)
    // Each is in view for about as long as an item.
    #expect(mean(clutter.values.map { Double($0.count) }) > 0.75 * Double(items.count) / 108)
    #expect(image.count == 2)
    #expect(image.values.allSatisfy { Double($0.count) > 0.8 * Double(simulation.frames) })
  }

  @Test("Passing false boxes")
  func passing() throws {
    let simulation = try simulate("clean") { $0.clutter.passing = 2 }
    let passing = simulation.reduce(0) { $0 + $1.detections.count { $0.origin == .passing } }
    #expect(abs(Double(passing) / Double(simulation.frames) - 2) < 0.4)
  }

  @Test("In a blind gap hardly a row is left, and the camera moves on")
  func blindGaps() throws {
    let simulation = try simulate("blind") { $0.mishaps.blindGaps = 6 }
    let gaps = simulation.truth.blindGaps
    #expect(gaps.count == 6)
    #expect(gaps.allSatisfy { (8...29).contains($0.count) })
    let frames = Array(simulation)
    var (rows, items) = (0, 0)
    for gap in gaps {
      for number in gap {
        rows += frames[number - 1].detections.count
        items += frames[number - 1].items.count
      }
      let before = Dictionary(
        frames[gap.lowerBound - 1].items.map { ($0.id, $0.x) }, uniquingKeysWith: { first, _ in first })
      let moved = frames[gap.upperBound - 1].items.compactMap { item in
        before[item.id].map { abs($0 - item.x) }
      }
      #expect(moved.allSatisfy { Double($0) > 0.5 * 0.011 * 640 * Double(gap.count - 1) })
    }
    #expect(abs(Double(rows) / Double(items) - 0.06) < 0.03)
  }

  @Test("Dropped frames have no rows, yet a truth", arguments: [0.02, 0.1])
  func drops(_ share: Double) throws {
    let simulation = try simulate("blind") { $0.mishaps.drops = share }
    let dropped = simulation.filter(\.isDropped)
    #expect(dropped.map(\.number) == simulation.truth.droppedFrames)
    #expect(dropped.allSatisfy { $0.detections.isEmpty })
    #expect(dropped.contains { !$0.items.isEmpty })
    #expect(abs(Double(dropped.count) / Double(simulation.frames) - share) < 0.4 * share)
  }

  @Test("Hands hide items, which count all the same")
  func hands() throws {
    let plain = try simulate("hands") { $0.mishaps.hands = 0 }
    let handy = try simulate("hands")
    #expect(plain.truth.items == handy.truth.items)
    var (hidden, seen) = (0, 0)
    for frame in handy {
      let found = Set(frame.detections.compactMap(\.item))
      for item in frame.items where item.visibility < 0.2 {
        hidden += 1
        if found.contains(item.id) { seen += 1 }
      }
    }
    #expect(hidden > 100 && seen * 20 < hidden)
  }

  @Test("In a crowd boxes overlap everywhere")
  func crowd() throws {
    let simulation = try simulate("crowd") { $0.frames = 60 }
    let frame = try #require(simulation.first { $0.number == 30 })
    #expect((250...400).contains(frame.items.count))
    let firsts = frame.detections.filter { $0.item != nil }
    let crowded = firsts.count { one in firsts.contains { $0.item != one.item && $0.iou(one) > 0.3 } }
    #expect(crowded * 10 > firsts.count * 9)
    let seconds = frame.detections.count { $0.second != nil }
    #expect(seconds * 4 > firsts.count)
    let grid = try #require(simulate("grid").first { $0.number == 30 })
    #expect((85...125).contains(grid.items.count))
  }
}
