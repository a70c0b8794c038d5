import CShelfCount
import ShelfABI
import Testing

@testable import ShelfMedia

/// A scanner with one band, for pictures of 640 x 480, counting by track.
final class BandScanner {
  private let memory: UnsafeMutableRawPointer
  private let handle: OpaquePointer

  init?(_ lo: Float, _ hi: Float, axis: Int) {
    var config = shelf_config()
    guard shelf_config_init(&config, MemoryLayout<shelf_config>.size, Int32(SHELF_PRESET_SHELF)) == SHELF_OK
    else { return nil }
    config.width = 640
    config.height = 480
    config.count_by = Int32(SHELF_BY_TRACK)
    config.crossing = 0
    var size = 0
    var alignment = 0
    var handle: OpaquePointer?
    guard shelf_memory_needed(&config, &size, &alignment) == SHELF_OK else { return nil }
    memory = .allocate(byteCount: size, alignment: alignment)
    var gate = shelf_gate()
    var index: UInt32 = 0
    guard shelf_open(memory, size, &config, &handle) == SHELF_OK, let handle,
      shelf_gate_init(&gate, MemoryLayout<shelf_gate>.size) == SHELF_OK,
      shelf_gate_set_band(&gate, Int32(axis), lo, hi) == SHELF_OK,
      shelf_gate_add(handle, &gate, &index) == SHELF_OK
    else { return nil }
    self.handle = handle
  }

  deinit { memory.deallocate() }

  var edges: [shelf_edge] {
    var edges = [shelf_edge](repeating: shelf_edge(), count: 16)
    var count = 0
    return shelf_gate_edges(handle, 0, &edges, 16, &count) == SHELF_OK ? Array(edges[..<count]) : []
  }

  /// The count after a thing has stood at (x, y) for five frames.
  func count(standingAt x: Float, _ y: Float) -> UInt64 {
    var counts = shelf_counts()
    guard shelf_reset(handle) == SHELF_OK else { return .max }
    for _ in 0..<5 {
      var thing = shelf_detection(
        box: shelf_box(x1: x - 20, y1: y - 20, x2: x + 20, y2: y + 20), score: 0.9, class_id: 0)
      guard shelf_update(handle, 0, &thing, 1, nil) == SHELF_OK else { return .max }
    }
    guard shelf_get_counts(handle, 0, SHELF_ALL_CLASSES, &counts, MemoryLayout<shelf_counts>.size) == SHELF_OK
    else { return .max }
    return counts.total
  }
}

@Suite("Overlay")
struct OverlayTests {
  /// Whether a pixel has the colour of a gate's edge.
  func isEdge(_ picture: Picture, _ x: Int, _ y: Int) -> Bool {
    let (r, g, b) = picture.pixel(x, y)
    return abs(Int(r) - 0xff) < 12 && abs(Int(g) - 0xd1) < 12 && abs(Int(b) - 0x66) < 12
  }

  @Test(
    "Wherever the band is moved: what stands between the drawn edges counts, what stands beyond does not",
    arguments: [(0.45, 0.55), (0.1, 0.9), (0.312, 0.377), (0.7, 0.705)] as [(Float, Float)],
    [SHELF_AXIS_X, SHELF_AXIS_Y])
  func band(_ range: (Float, Float), axis: Int) throws {
    let scanner = try #require(BandScanner(range.0, range.1, axis: axis))
    let picture = Picture(width: 640, height: 480)
    var scene = OverlayScene()
    scene.edges = scanner.edges
    try Overlay(width: 640, height: 480).draw(scene, on: picture)

    let length = axis == SHELF_AXIS_X ? 640 : 480
    let drawn = (0..<length).filter {
      axis == SHELF_AXIS_X ? isEdge(picture, $0, 240) : isEdge(picture, 320, $0)
    }
    let first = Float(try #require(drawn.first))
    let last = Float(try #require(drawn.last))
    #expect(drawn.count <= 6)
    func count(_ at: Float) -> UInt64 {
      axis == SHELF_AXIS_X ? scanner.count(standingAt: at, 240) : scanner.count(standingAt: 320, at)
    }
    // A line is two pixels wide around its edge: from its middle a pixel and a half lead to either side.
    let left = first + 1
    let right = last
    #expect(count(left - 1.5) == 0 && count(right + 1.5) == 0)
    #expect(count((left + right) / 2) == 1)
    #expect(
      count(min(left + 1.5, (left + right) / 2)) == 1 && count(max(right - 1.5, (left + right) / 2)) == 1)
  }

  @Test("Nothing is drawn where nothing is said")
  func nothing() throws {
    let picture = Picture(width: 64, height: 48)
    try Overlay(width: 64, height: 48).draw(OverlayScene(), on: picture)
    #expect(picture.bytes.enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element == 0 })
  }

  func box(_ x: Float, _ y: Float, _ w: Float, _ h: Float, color: UInt32 = 0xee362f) -> OverlayScene.Box {
    OverlayScene.Box(
      box: shelf_box(x1: x, y1: y, x2: x + w, y2: y + h), label: "#12 bottle 87%", shortLabel: "#12",
      detail: "bottle 87%", color: Color(rgb: color))
  }

  @Test("A box is drawn on its edges in its colour, dashed where it is only predicted")
  func boxes() throws {
    for isPredicted in [false, true] {
      let picture = Picture(width: 640, height: 480)
      var scene = OverlayScene()
      scene.boxes = [box(200, 200, 150, 200)]
      scene.boxes[0].isPredicted = isPredicted
      try Overlay(width: 640, height: 480).draw(scene, on: picture)
      let red = (230..<380).filter { picture.pixel(200, $0).red > 120 }.count
      #expect(isPredicted ? (30..<120).contains(red) : red == 150)
      #expect(picture.pixel(275, 300) == (0, 0, 0))
    }
  }

  @Test("A label that has counted is filled with the track's colour")
  func labels() throws {
    for isCounted in [false, true] {
      let picture = Picture(width: 640, height: 480)
      var scene = OverlayScene()
      scene.boxes = [box(200, 200, 150, 200)]
      scene.boxes[0].isCounted = isCounted
      try Overlay(width: 640, height: 480).draw(scene, on: picture)
      let (red, green, _) = picture.pixel(203, 190)
      #expect(isCounted == (red > 200 && green < 90) || !isCounted)
      let filled = (204..<300).filter {
        picture.pixel($0, 184).red > 200 && picture.pixel($0, 184).green < 90
      }.count
      #expect(isCounted ? filled > 30 : filled == 0)
    }
  }

  @Test("Boxes beyond the picture, without size or not finite draw nothing that fails")
  func odd() throws {
    let picture = Picture(width: 64, height: 48)
    var scene = OverlayScene()
    scene.boxes = [
      box(-500, -500, 10, 10), box(20, 20, 0, 0), box(-1e6, -1e6, 2e6, 2e6), box(60, 44, 30, 30),
    ]
    scene.boxes[3].trail = [shelf_point(x: -1e5, y: 3), shelf_point(x: 1e5, y: 40)]
    scene.count = ("123456", "counted")
    scene.lines = ["much longer than the picture is wide, by far"]
    scene.figures = ["also much longer than the picture is wide"]
    scene.badge = "RAW"
    try Overlay(width: 64, height: 48).draw(scene, on: picture)
  }
}
