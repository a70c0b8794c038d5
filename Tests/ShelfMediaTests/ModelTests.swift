import CShelfCount
import Foundation
import Testing

@testable import ShelfMedia

@Suite("Descriptions of networks")
struct ModelTests {
  static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Models").path

  @Test(
    "Those that ship are sound",
    arguments: [
      ("candet", SHELF_LAYOUT_END_TO_END, 1), ("yolox_nano", SHELF_LAYOUT_YOLOX, 80),
      ("yolo26-end-to-end", SHELF_LAYOUT_END_TO_END, 80), ("yolo-raw", SHELF_LAYOUT_CHANNELS, 80),
    ])
  func shipped(name: String, layout: Int, classes: Int) throws {
    let model = try ModelDescription(contentsOf: "\(Self.models)/\(name).json")
    #expect(model.layout == layout && model.classes.count == classes)
    #expect(
      model.isBGR == (name == "yolox_nano")
        && model.std == (name == "yolox_nano" ? [1, 1, 1] : [255, 255, 255]))
    if name == "yolox_nano" { #expect(model.confidence == 0.4 && model.classes[39] == "bottle") }
  }

  @Test("The least that is needed, and its defaults")
  func least() throws {
    let model = try ModelDescription(
      json: #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a", "b"]}"#)
    #expect(model.confidence == 0.6 && model.low == 0.1 && model.pad == 114 && model.fit == SHELF_FIT_CENTER)
    #expect(model.nms == SHELF_NMS_HARD && model.nmsIoU == 0.65 && model.inputSize == nil)
  }

  @Test(
    "What is wrong is named",
    arguments: [
      (#"{"output": {"layout": "rows"}, "classes": ["a"]}"#, "'name' is missing"),
      (#"{"name": "x", "output": {"layout": "guess"}, "classes": ["a"]}"#, "'output.layout' is not one of"),
      (#"{"name": "x", "output": {"layout": "rows"}, "classes": []}"#, "'classes' names none"),
      (
        #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a"], "score": {}}"#,
        "'score' is not known here"
      ),
      (
        #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a"], "input": {"std": 0}}"#,
        "'input.std' is 0"
      ),
      (
        #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a"], "input": {"mean": [1, 2]}}"#,
        "'input.mean'"
      ),
      (
        #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a"], "scores": {"low": 0.7}}"#,
        "'scores.low' is above"
      ),
      (
        #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a"], "input": {"width": 4}}"#,
        "'input.height' is missing"
      ),
      (
        #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a"], "input": {"std": 1e-40}}"#,
        "'input.std' is 0, or nearly"
      ),
      (
        #"{"name": "x", "output": {"layout": "yolox", "units": "fraction"}, "classes": ["a"]}"#,
        "'output.units' is not pixel"
      ),
      ("[1]", "is not an object"), ("", "not JSON"),
    ])
  func wrong(json: String, text: String) {
    #expect(message { _ = try ModelDescription(json: json) }.contains(text))
  }

  @Test("The description lies beside the network")
  func path() {
    #expect(ModelDescription.path(of: "a/b.onnx") == "a/b.json")
    #expect(
      message { _ = try ModelDescription(contentsOf: "/none.json") }
        == "/none.json: No such file or directory")
  }

  @Test("A runtime that was named and is not there; a file that is none")
  func runtime() throws {
    #expect(
      message { _ = try RuntimeLocator.find(asked: "/none.so") } == "/none.so: No such file or directory")
    let model = try ModelDescription(json: #"{"name": "x", "output": {"layout": "rows"}, "classes": ["a"]}"#)
    #expect(
      message { _ = try Detector(model: "/none.onnx", model, library: "/bin/true", threads: 1) }
        .hasPrefix("/none.onnx: "))
  }
}

@Suite(
  "The bundled network",
  .enabled(
    if: (try? RuntimeLocator.find(asked: nil)) != nil, "ONNX Runtime is not installed: make onnxruntime"))
struct BundledNetworkTests {
  func detector(_ change: (inout ModelDescription) -> Void = { _ in }) throws -> Detector {
    var description = try ModelDescription(contentsOf: "\(ModelTests.models)/candet.json")
    change(&description)
    return try Detector(
      model: "\(ModelTests.models)/candet.onnx", description, library: RuntimeLocator.find(asked: nil),
      threads: 1)
  }

  @Test("It finds nothing in an empty picture, in any size")
  func empty() throws {
    let detector = try detector()
    for (width, height) in [(640, 480), (100, 900), (1, 1)] {
      #expect(try detector.detect(Picture(width: width, height: height), minScore: 0.5).isEmpty)
    }
  }

  @Test("A description that does not fit it is an error")
  func wrong() throws {
    let picture = Picture(width: 64, height: 48)
    let rows = try detector { $0.layout = SHELF_LAYOUT_ROWS }
    #expect(
      message { _ = try rows.detect(picture, minScore: 0.5) }.contains(
        "[1,300,6] is not of the layout 'rows'"))
    #expect(message { _ = try detector { $0.output = "other" } }.contains("no output 'other' (output0)"))
    #expect(message { _ = try detector { $0.inputSize = (320, 320) } }.contains("its input is 640x480"))
    #expect(
      message {
        _ = try Detector(
          model: "/none.onnx", try ModelDescription(contentsOf: "\(ModelTests.models)/candet.json"),
          library: RuntimeLocator.find(asked: nil), threads: 1)
      }.contains("/none.onnx"))
  }
}
