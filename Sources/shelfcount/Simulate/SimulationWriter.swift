import Glibc
import ShelfMedia
import ShelfSim

/// Writes det.txt, gt.txt and truth.json of a simulation into a directory.
struct SimulationWriter {
  private let directory: String
  private let isPacked: Bool

  /// Makes the directory if there is none.
  init(_ directory: String, isPacked: Bool) throws {
    self.directory = directory
    self.isPacked = isPacked
    guard mkdir(directory, 0o777) == 0 || errno == EEXIST else {
      throw Failure.failed("\(directory): \(FileDescriptors.describe(errno))")
    }
  }

  func write(_ simulation: Simulation, isQuiet: Bool) throws {
    let detections = try create("det.txt")
    let truth = try create("gt.txt")
    var bar = ProgressBar(total: simulation.frames, isWanted: !isQuiet)
    defer { bar.erase() }
    for frame in simulation {
      try write(frame.detections, frame.number, to: detections)
      try write(frame.items, frame.number, to: truth)
      bar.step(to: frame.number, at: Clock.now())
    }
    try detections.close()
    try truth.close()
    let json = try OutputFile.create("\(directory)/truth.json", sparing: [])
    json.append(simulation.truth.json.line)
    try json.endLine()
    try json.close()
  }

  private func create(_ name: String) throws -> OutputFile {
    let path = "\(directory)/\(name)"
    let packed = "\(path).gz"
    let other = isPacked ? path : packed
    guard access(other, F_OK) != 0 else {
      throw Failure.failed("\(other) is there from before and could be read instead; remove it first")
    }
    return try OutputFile.create(isPacked ? packed : path, sparing: [], isPacked: isPacked)
  }

  private func write(_ detections: [Detection], _ frame: Int, to file: OutputFile) throws {
    for detection in detections {
      file.append(frame)
      file.append(",-1,")
      file.appendBox(detection.x, detection.y, detection.width, detection.height)
      file.append(detection.score, decimals: 2)
      file.comma()
      file.append(detection.classID)
      file.append(",-1,-1")
      try file.endLine()
    }
  }

  private func write(_ items: [VisibleItem], _ frame: Int, to file: OutputFile) throws {
    for item in items {
      file.append(frame)
      file.comma()
      file.append(item.id)
      file.comma()
      file.appendBox(item.x, item.y, item.width, item.height)
      file.append("1,")
      file.append(item.classID)
      file.comma()
      file.append(item.visibility, decimals: 2)
      try file.endLine()
    }
  }
}

extension OutputFile {
  /// Four numbers in tenths, each with a comma behind.
  fileprivate func appendBox(_ x: Float, _ y: Float, _ width: Float, _ height: Float) {
    for value in [x, y, width, height] {
      append(value, decimals: 1)
      comma()
    }
  }
}
