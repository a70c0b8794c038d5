/// Where pictures come from, as ffmpeg is told.
package struct MediaInput {
  /// A file, a device, an address, or - for standard input.
  package var location: String
  /// Geometry and pixel format of frames that come bare, as rpicam-vid writes them.
  package var raw: (pixels: String, width: Int, height: Int)?
  /// Asked of a camera, and stated of bare frames.
  package var fps: Double?
  package var size: (width: Int, height: Int)?
  /// Options for ffmpeg that go before the input.
  package var options: [String] = []
  /// Pictures are wanted soon.
  package var isLive = false

  package init(_ location: String) {
    self.location = location
  }

  package var name: String { location == "-" ? "standard input" : location }
  package var isDevice: Bool { location.hasPrefix("/dev/video") }
  package var isNetwork: Bool { location.contains("://") }

  /// Up to and with `-i`.
  package var arguments: [String] {
    var arguments = options
    if let raw {
      arguments += [
        "-f", "rawvideo", "-pixel_format", raw.pixels, "-video_size", "\(raw.width)x\(raw.height)",
      ]
      if let fps { arguments += ["-framerate", "\(fps)"] }
    } else if isDevice {
      arguments += ["-f", "v4l2"]
      if let fps { arguments += ["-framerate", "\(fps)"] }
      if let size { arguments += ["-video_size", "\(size.width)x\(size.height)"] }
    } else if location.hasPrefix("rtsp://") {
      arguments += ["-rtsp_transport", "tcp"]
    }
    // ffmpeg looks at up to five seconds of a stream before the first picture comes.
    if isLive { arguments += ["-analyzeduration", "1000000"] }
    return arguments + ["-i", location == "-" ? "pipe:0" : location]
  }
}
