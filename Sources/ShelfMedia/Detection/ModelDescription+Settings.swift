package import CShelfCount

/// What a description means to the library.
extension ModelDescription {
  /// How a picture of RGBA bytes becomes the input.
  package func tensorFormat() throws -> shelf_tensor_format {
    var format = shelf_tensor_format()
    try check(shelf_tensor_format_init(&format, MemoryLayout<shelf_tensor_format>.size), "the input")
    format.pixels = Int32(SHELF_PIXELS_RGBA)
    format.planes = Int32(isBGR ? SHELF_PLANES_BGR : SHELF_PLANES_RGB)
    let m = mean.map { Float($0) }
    let s = std.map { Float(1 / $0) }
    format.mean = (m[0], m[1], m[2])
    format.scale = (s[0], s[1], s[2])
    format.pad = Float(pad)
    return format
  }

  /// How the output becomes rows, in pixels of the picture; its letterbox is to be set.
  package func decoder() throws -> shelf_decoder {
    var decoder = shelf_decoder()
    try check(
      shelf_decoder_init(
        &decoder, MemoryLayout<shelf_decoder>.size, Int32(layout), UInt32(classes.count)), "the output")
    decoder.units = Int32(units)
    decoder.min_score = Float(low)
    return decoder
  }
}

func check(_ status: shelf_status, _ what: String) throws {
  guard status == SHELF_OK else {
    throw MediaError("\(what): \(String(cString: shelf_status_text(status)))")
  }
}
