package import CShelfCount

/// What is drawn over one frame, in pixels of it.
package struct OverlayScene {
  package struct Box {
    package var box: shelf_box
    /// The whole text, its parts for two lines, the first of which is left where there is no room at all.
    package var label: String
    package var shortLabel: String
    package var detail: String
    package var color: Color
    /// Not seen in this frame: where the tracker thinks it is.
    package var isPredicted = false
    /// Its label is filled once it has counted.
    package var isCounted = false
    /// 1 when it has just counted, and sinking to 0.
    package var flash = 0.0
    /// Where it has been, oldest first.
    package var trail: [shelf_point] = []

    package init(box: shelf_box, label: String, shortLabel: String, detail: String, color: Color) {
      self.box = box
      self.label = label
      self.shortLabel = shortLabel
      self.detail = detail
      self.color = color
    }
  }

  /// Where things count: what shelf_gate_edges says, and nothing else.
  package var edges: [shelf_edge] = []
  package var boxes: [Box] = []
  /// The large number, with a word below it.
  package var count: (number: String, caption: String)?
  /// Small lines below that.
  package var lines: [String] = []
  /// How fast it goes, in the lower corner.
  package var figures: [String] = []
  /// A word in the other corner, as RAW.
  package var badge: String?

  package init() {}
}

extension Rectangle {
  init(_ box: shelf_box) {
    self.init(
      x: Double(box.x1), y: Double(box.y1), width: Double(box.x2 - box.x1), height: Double(box.y2 - box.y1))
  }
}
