import Glibc

/// Which file a descriptor leads to, whatever path was used.
struct FileIdentity: Equatable {
  let device: dev_t
  let inode: ino_t
  /// False for pipes, terminals and devices, which cannot be overwritten.
  let isRegular: Bool
  let isDirectory: Bool

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

enum FileDescriptors {
  /// Fills descriptors 0 to 2 where the parent closed them.
  ///
  /// Otherwise a file opened later would take their place and receive our messages. Using one still fails,
  /// as it should.
  static func reserveStandardOnes() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes all bytes, however many calls it takes; returns the error number, 0 when all are out.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
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

  static func describe(_ error: Int32) -> String {
    String(cString: strerror(error))
  }
}
