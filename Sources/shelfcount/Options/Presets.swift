import CShelfCount

/// The presets of the library, by the names the options use.
enum Presets {
  static let byName: KeyValuePairs = [
    "shelf": SHELF_PRESET_SHELF, "bytetrack": SHELF_PRESET_BYTETRACK, "seed": SHELF_PRESET_SEED,
    "moving": SHELF_PRESET_MOVING,
  ]

  static func configuration(_ preset: Int) throws -> shelf_config {
    var config = shelf_config()
    try check(shelf_config_init(&config, MemoryLayout<shelf_config>.size, Int32(preset)), "the preset")
    return config
  }

  /// A default as the manual shows it, asked from the library: (2), or (0.5 | 0.5 | 0.6) where they differ.
  static func defaults(_ text: (shelf_config) -> String) -> String {
    let texts = byName.map { (try? configuration($0.value)).map(text) ?? "?" }
    return "(\(Set(texts).count == 1 ? texts[0] : texts.joined(separator: " | ")))"
  }
}
