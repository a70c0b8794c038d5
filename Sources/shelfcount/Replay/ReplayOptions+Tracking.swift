import CShelfCount

extension ReplayOptions {
  static var tracking: Group {
    Group(
      title: "Tracking (defaults of the presets shelf | bytetrack | seed where they differ)",
      options: [
        Option("preset", "NAME", "shelf, bytetrack or seed (shelf)") {
          $0.preset = try $1.choice([
            "shelf": SHELF_PRESET_SHELF, "bytetrack": SHELF_PRESET_BYTETRACK, "seed": SHELF_PRESET_SEED,
          ])
          $0.presetName = $1.text
        },
        score("high", "scores from here are sure (0.5 | 0.5 | 0.6)", \.high_score),
        score("low", "scores below are ignored (0.1)", \.low_score),
        score("new", "scores from here may start a track (0.6)", \.new_score),
        Option("confirm", "N/M", "hits in first frames that confirm a track (2/3 | 2/2 | 2/2)") {
          let expected = "hits and frames N/M with 1 <= N <= M <= 32"
          let (hits, window) = try $1.pair(separator: "/", in: 1...32, expected)
          guard hits <= window else { throw $1.failure(expected) }
          $0.change {
            $0.confirm_hits = UInt32(hits)
            $0.confirm_window = UInt32(window)
          }
        },
        number("lost", "N", "missed frames a track survives (30)", \.lost_frames, in: 0...1_000_000),
        choice(
          "fusion", "none|product|inverse", "score in the cost (none | product | none)", \.fusion,
          ["none": SHELF_FUSION_NONE, "product": SHELF_FUSION_PRODUCT, "inverse": SHELF_FUSION_INVERSE]),
        choice(
          "partners", "tracked|lost|both", "tracks offered to low rows (tracked | tracked | lost)",
          \.partners,
          ["tracked": SHELF_PARTNER_TRACKED, "lost": SHELF_PARTNER_LOST, "both": SHELF_PARTNER_BOTH]),
        choice(
          "class-gate", "off|soft|hard", "may another class match (soft | off | hard)", \.class_gate,
          ["off": SHELF_CLASS_OFF, "soft": SHELF_CLASS_SOFT, "hard": SHELF_CLASS_HARD]),
        choice(
          "matcher", "greedy|seed", "how pairs are chosen (greedy | greedy | seed)", \.matcher,
          ["greedy": SHELF_MATCHER_GREEDY, "seed": SHELF_MATCHER_SEED]),
        choice(
          "kalman", "blas|closed", "arithmetic of the motion filter (blas)", \.kalman,
          ["blas": SHELF_KALMAN_BLAS, "closed": SHELF_KALMAN_CLOSED]),
        choice(
          "nms", "off|hard|linear|gaussian", "second boxes of one thing (off | off | linear)", \.nms,
          [
            "off": SHELF_NMS_OFF, "hard": SHELF_NMS_HARD, "linear": SHELF_NMS_LINEAR,
            "gaussian": SHELF_NMS_GAUSSIAN,
          ]),
      ])
  }

  /// An option whose words stand for constants of the library.
  static func choice<Value: FixedWidthInteger>(
    _ name: String, _ placeholder: String, _ help: String, _ field: WritableKeyPath<shelf_config, Value>,
    _ choices: KeyValuePairs<String, Int>
  ) -> Option {
    Option(name, placeholder, help) {
      let value = Value(try $1.choice(choices))
      $0.change { $0[keyPath: field] = value }
    }
  }

  static func number(
    _ name: String, _ placeholder: String, _ help: String, _ field: WritableKeyPath<shelf_config, UInt32>,
    in range: ClosedRange<Int>
  ) -> Option {
    Option(name, placeholder, help) {
      let value = UInt32(try $1.integer(in: range))
      $0.change { $0[keyPath: field] = value }
    }
  }

  private static func score(
    _ name: String, _ help: String, _ field: WritableKeyPath<shelf_config, Float>
  ) -> Option {
    Option(name, "S", help) {
      let value = Float(try $1.number(in: 0...1))
      $0.change { $0[keyPath: field] = value }
    }
  }
}
