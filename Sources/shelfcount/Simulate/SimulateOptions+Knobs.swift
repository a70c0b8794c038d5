import ShelfSim

extension SimulateOptions {
  static var knobGroups: [(title: String, knobs: [Knob])] {
    [
      ("Picture and length", picture), ("Shelf (the belt's things, the people too)", shelf),
      ("Camera path", path), ("Camera optics", optics),
      ("Detector (rates are probabilities per item and frame)", detector),
      ("Second boxes", doubles), ("False boxes", clutter), ("Mishaps", mishaps),
    ]
  }

  private static var size: Knob {
    Knob(name: "size", placeholder: "WxH", help: "size of the picture in pixels") {
      "\($0.width)x\($0.height)"
    } json: {
      .text("\($0.width)x\($0.height)")
    } change: {
      let sides = try $0.pair(separator: "x", in: 16...32768, "a size as 640x480")
      return {
        $0.width = sides.0
        $0.height = sides.1
      }
    }
  }

  private static var picture: [Knob] {
    [
      size,
      .number("fps", "F", "frames per second, only stated: speeds are per frame", \.fps, in: 0.01...1000),
      .count("frames", "length in frames; 0: as long as the shelf takes", \.frames, in: 0...1_000_000),
    ]
  }

  private static var shelf: [Knob] {
    [
      .count("items", "items in all; 0: as many as the frames take", \.shelf.items, in: 0...1_000_000),
      .count("rows", "rows of items", \.shelf.rows, in: 1...64),
      .count(
        "in-view", "items on a grid with N in view; 0: in rows, as they fit", \.shelf.inView, in: 0...10000),
      .number(
        "row-spread", "S", "share of H that the rows take; above 1 they are cut", \.shelf.rowSpread,
        in: 0.1...2),
      .number("item-height", "S", "height of an item, share of its row", \.shelf.itemHeight, in: 0.05...5),
      .number("aspect", "S", "width of an item, share of its height", \.shelf.aspect, in: 0.05...5),
      .number("size-spread", "S", "sizes of products differ by +- S", \.shelf.sizeSpread, in: 0...0.5),
      .number("gap", "S", "free space between items, share of their width", \.shelf.gap, in: -0.8...20),
      .number("gap-spread", "S", "the space varies by +- S widths", \.shelf.gapSpread, in: 0...10),
      .count("classes", "classes of items", \.shelf.classes, in: 1...1000),
      .count("block", "mean items of a product, alike in class and size", \.shelf.block, in: 1...1000),
      .number("empty", "P", "share of places that are empty", \.shelf.empty, in: 0...0.9),
      .count("stretches", "empty stretches of 0.3 to 0.8 W through all rows", \.shelf.stretches, in: 0...100),
      .choice(
        "wall", "on|off", "one product at one pitch in all rows", \.shelf.isWall, ["on": true, "off": false]),
      .number("wander", "S", "items wander by +- S widths", \.shelf.wander, in: 0...0.5),
    ]
  }

  private static var path: [Knob] {
    [
      .choice(
        "path", "NAME", "straight, stops, back, fbf or tour", \.path.kind,
        ["straight": .straight, "stops": .stops, "back": .back, "fbf": .forthBackForth, "tour": .tour]),
      .number("speed", "S", "usual speed, W per frame", \.path.speed, in: 0.0005...0.1),
      .number("speed-spread", "S", "the speed sways by +- S of it", \.path.speedSpread, in: 0...0.9),
      .number(
        "in-motion", "P", "probability to begin and end amid the shelf, in motion", \.path.inMotion, in: 0...1
      ),
      .count("stops", "stops of the path stops; with --frames one in 120 at most", \.path.stops, in: 0...200),
      .choice(
        "stops-at-edge", "on|off", "stop with an item on an edge or the middle of the band",
        \.path.stopsAtEdge, ["on": true, "off": false]),
      .number("shake", "S", "hand shake, standard deviation, share of W", \.path.shake, in: 0...0.02),
      .number("drift", "S", "vertical drift, +- share of H", \.path.drift, in: 0...0.3),
      .number("zoom", "S", "zoom, +- share", \.path.zoom, in: 0...0.3),
      .number("roll", "D", "roll, +- degrees", \.path.roll, in: 0...15),
    ]
  }

  private static var optics: [Knob] {
    [
      .number(
        "lens", "S", "barrel distortion: share by which W/2 shrinks (below 0: pincushion)", \.optics.lens,
        in: -0.2...0.25),
      .choice(
        "lens-model", "NAME", "polynomial (r - k r^3) or division (bends corners less)",
        \.optics.lensModel, ["polynomial": .polynomial, "division": .division]),
      .number("parallax", "S", "rows move by 1 +- S of the step", \.optics.parallax, in: 0...0.3),
      .choice(
        "parallax-by", "row|item", "what has a depth of its own", \.optics.parallaxPerItem,
        ["row": false, "item": true]),
      .number("keystone", "S", "one side of the picture is nearer by S", \.optics.keystone, in: -0.3...0.3),
    ]
  }

  private static var detector: [Knob] {
    [
      .number("level", "S", "mean score of items", \.detector.level, in: 0...1),
      .number(
        "level-spread", "S", "items' means differ, standard deviation", \.detector.levelSpread, in: 0...1),
      .number("noise", "S", "scores sway in time, standard deviation", \.detector.noise, in: 0...1),
      .number("weak", "P", "share of items that are always weak", \.detector.weak, in: 0...1),
      .range("weak-level", "their mean score, share of the level", \.detector.weakLevel),
      .number("bursts", "P", "rate at which a burst of low scores begins", \.detector.bursts, in: 0...1),
      .range("burst-score", "score in a burst", \.detector.burstScore),
      .lengths("burst-frames", "length of a burst, frames", \.detector.burstFrames),
      .number("misses", "P", "rate at which an item is not reported", \.detector.misses, in: 0...1),
      .number(
        "jitter", "S", "box jitter, standard deviation, share of the size", \.detector.jitter, in: 0...0.2),
      .number("blur", "S", "share of the score lost at 0.04 W per frame", \.detector.blur, in: 0...1),
    ]
  }

  private static var doubles: [Knob] {
    [
      .number("doubles", "P", "rate at which a second box begins", \.detector.doubles, in: 0...1),
      .range("double-iou", "IoU with the first box", \.detector.doubleIoU),
      .lengths("double-frames", "life of a second box, frames", \.detector.doubleFrames),
      .range("double-score", "score, share of the first one's", \.detector.doubleScore),
    ]
  }

  private static var clutter: [Knob] {
    [
      .number(
        "passing", "N", "mean number in a frame that pass, alive 1-3 frames", \.clutter.passing, in: 0...1000),
      .range("passing-score", "their scores", \.clutter.passingScore),
      .count("image-clutter", "steady ones fixed to the image", \.clutter.image, in: 0...1000),
      .number(
        "shelf-clutter", "N", "steady ones fixed to the shelf, per 100 items", \.clutter.shelf, in: 0...300),
      .range("clutter-score", "mean score of steady ones, share of the level", \.clutter.score),
      .range("clutter-hits", "share of frames in which steady ones are reported", \.clutter.hits),
    ]
  }

  private static var mishaps: [Knob] {
    [
      .count("hands", "hands that pass before the camera", \.mishaps.hands, in: 0...1000),
      .count(
        "blind-gaps", "stretches with hardly a row, the camera moving", \.mishaps.blindGaps, in: 0...1000),
      .lengths("blind-frames", "their length, frames", \.mishaps.blindFrames),
      .number("blindness", "P", "share of the rows missing in them", \.mishaps.blindness, in: 0...1),
      .number("drops", "P", "share of frames dropped, in runs of 1-3", \.mishaps.drops, in: 0...0.5),
    ]
  }
}
