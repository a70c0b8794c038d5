import CShelfCount

extension ReplayOptions {
  static var tracking: Group {
    Group(
      title: "Tracking",
      options: [
        Option("preset", "NAME", "shelf, bytetrack, seed or moving (shelf)") {
          $0.preset = try $1.choice(Presets.byName)
          $0.presetName = $1.text
        },
        score("high", "scores from here are sure", \.high_score),
        score("low", "scores below are ignored", \.low_score),
        score("new", "scores from here may start a track", \.new_score),
        score("max-area", "largest box taken, share of the picture", \.max_area),
        Option("confirm", "N/M", "hits in first frames that confirm a track \(confirmDefaults)") {
          let expected = "hits and frames N/M with 1 <= N <= M <= 32"
          let (hits, window) = try $1.pair(separator: "/", in: 1...32, expected)
          guard hits <= window else { throw $1.failure(expected) }
          $0.change {
            $0.confirm_hits = UInt32(hits)
            $0.confirm_window = UInt32(window)
          }
        },
        number("lost", "N", "missed frames a track survives", \.lost_frames, in: 0...1_000_000),
        choice(
          "fusion", "none|product|inverse", "score in the cost", \.fusion,
          ["none": SHELF_FUSION_NONE, "product": SHELF_FUSION_PRODUCT, "inverse": SHELF_FUSION_INVERSE]),
        choice(
          "partners", "tracked|lost|both", "tracks offered to low rows", \.partners,
          ["tracked": SHELF_PARTNER_TRACKED, "lost": SHELF_PARTNER_LOST, "both": SHELF_PARTNER_BOTH]),
        choice(
          "class-gate", "off|soft|hard", "may another class match", \.class_gate,
          ["off": SHELF_CLASS_OFF, "soft": SHELF_CLASS_SOFT, "hard": SHELF_CLASS_HARD]),
        choice(
          "matcher", matchers.map(\.key).joined(separator: "|"), "how pairs are chosen", \.matcher, matchers),
        choice(
          "kalman", "blas|closed", "arithmetic of the motion filter", \.kalman,
          ["blas": SHELF_KALMAN_BLAS, "closed": SHELF_KALMAN_CLOSED]),
        choice(
          "nms", "off|hard|linear|gaussian", "second boxes of one thing", \.nms,
          [
            "off": SHELF_NMS_OFF, "hard": SHELF_NMS_HARD, "linear": SHELF_NMS_LINEAR,
            "gaussian": SHELF_NMS_GAUSSIAN,
          ]),
      ])
  }

  /// The matchers of the library, by the names the options use.
  static var matchers: KeyValuePairs<String, Int> {
    ["greedy": SHELF_MATCHER_GREEDY, "seed": SHELF_MATCHER_SEED, "optimal": SHELF_MATCHER_OPTIMAL]
  }

  private static var confirmDefaults: String {
    Presets.defaults { "\($0.confirm_hits)/\($0.confirm_window)" }
  }

  /// An option whose words stand for constants of the library.
  static func choice<Value: FixedWidthInteger>(
    _ name: String, _ placeholder: String, _ help: String, _ field: WritableKeyPath<shelf_config, Value>,
    _ choices: KeyValuePairs<String, Int>
  ) -> Option {
    let initial = Presets.defaults { config in
      choices.first { $0.value == Int(config[keyPath: field]) }?.key ?? "?"
    }
    return Option(name, placeholder, "\(help) \(initial)") {
      let value = Value(try $1.choice(choices))
      $0.change { $0[keyPath: field] = value }
    }
  }

  static func number(
    _ name: String, _ placeholder: String, _ help: String, _ field: WritableKeyPath<shelf_config, UInt32>,
    in range: ClosedRange<Int>
  ) -> Option {
    let initial = Presets.defaults { "\($0[keyPath: field])" }
    return Option(name, placeholder, "\(help) \(initial)") {
      let value = UInt32(try $1.integer(in: range))
      $0.change { $0[keyPath: field] = value }
    }
  }

  private static func score(
    _ name: String, _ help: String, _ field: WritableKeyPath<shelf_config, Float>
  ) -> Option {
    let initial = Presets.defaults { "\($0[keyPath: field])" }
    return Option(name, "S", "\(help) \(initial)") {
      let value = Float(try $1.number(in: 0...1))
      $0.change { $0[keyPath: field] = value }
    }
  }
}
