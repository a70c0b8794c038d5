package import Glibc

/// Which file a descriptor leads to, whatever path was used.
package struct FileIdentity: Equatable {
  package let device: dev_t
  package let inode: ino_t
  /// False for pipes, terminals and devices, which cannot be overwritten.
  package let isRegular: Bool
  package let isDirectory: Bool

  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = status.st_dev
    inode = status.st_ino
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

extension FileIdentity {
  /// Nil where there is no such file.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

package enum FileDescriptors {
  /// Fills descriptors 0 to 2 where the parent closed them.
  ///
  /// Otherwise a file opened later would take their place and receive our messages. Using one still fails,
  /// as it should.
  package static func reserveStandardOnes() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all bytes, however many calls it takes; returns the error number, 0 when all are out.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(written)
    }
    return 0
  }

  package static func describe(_ error: Int32) -> String {
    String(cString: strerror(error))
  }
}
