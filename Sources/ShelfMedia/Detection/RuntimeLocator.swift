import Glibc

/// Finds the library of ONNX Runtime: where the user says, where the system keeps libraries, in Python's packages.
package enum RuntimeLocator {
  package static let variable = "SHELFCOUNT_ONNXRUNTIME"
  /// Where `make onnxruntime` puts it.
  package static let ownDirectory = ".local/share/shelfcount"

  /// `asked`: a path given by the user, which is then the only one.
  package static func find(asked: String?) throws -> String {
    if let path = asked ?? Environment.value(variable) {
      guard access(path, R_OK) == 0 else {
        throw MediaError("\(path): \(FileDescriptors.describe(errno))")
      }
      return path
    }
    for pattern in patterns {
      // The newest where there are several.
      if let path = glob(pattern).last { return path }
    }
    throw Missing()
  }

  /// It is in none of the usual places.
  package struct Missing: Error, CustomStringConvertible {
    package var description: String {
      """
      ONNX Runtime is not installed; install it with
        python3 -m pip install --no-deps --target ~/\(ownDirectory) 'onnxruntime>=1.24,<1.28'
      or, from Debian 13 on, with
        sudo apt-get install libonnxruntime1.21
      or say where its library is: --onnxruntime FILE, or the environment variable \(variable)
      """
    }
  }

  private static var patterns: [String] {
    let wheel = "onnxruntime/capi/libonnxruntime.so*"
    let home = Environment.value("HOME") ?? ""
    let library = ["/usr/local/lib", "/usr/lib", "/usr/lib/*-linux-gnu*"].map { "\($0)/libonnxruntime.so*" }
    let environments = [Environment.value("VIRTUAL_ENV"), ".venv", "\(home)/.venv", "\(home)/.local"]
      .compactMap {
        $0
      }
      .map { "\($0)/lib/python3*/site-packages/\(wheel)" }
    return ["\(home)/\(ownDirectory)/\(wheel)"] + library + environments
      + ["/usr/local/lib/python3*/*-packages/\(wheel)", "/usr/lib/python3*/dist-packages/\(wheel)"]
  }

  private static func glob(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard Glibc.glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
