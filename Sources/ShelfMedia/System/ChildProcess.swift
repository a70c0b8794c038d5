import Glibc
import Synchronization

/// Another program at the other end of pipes.
package final class ChildProcess {
  package enum Input {
    case none
    case pipe
    /// Our own standard input.
    case inherited
  }

  private static let mostErrorText = 4000
  /// F_SETPIPE_SZ of Linux, which Glibc's module leaves out.
  private static let setPipeSize: Int32 = 1031
  /// Held from the first pipe to the start: no other child inherits the ends.
  private static let starting = Mutex(())

  /// How messages call it.
  package let name: String
  /// Where to write what it reads.
  package private(set) var input: Int32 = -1
  /// Where to read what it writes.
  package private(set) var output: Int32 = -1
  private var complaints: Int32 = -1
  private var errorBytes: [UInt8] = []
  private var pid: pid_t = 0
  private var status: Int32?

  /// Starts `arguments[0]`, which is looked for in PATH.
  package init(_ arguments: [String], input: Input, wantsOutput: Bool) throws {
    name = arguments[0]
    // A child that has ended is an error of write, not our end.
    signal(SIGPIPE, SIG_IGN)
    let error = try Self.starting.withLock { _ in try start(arguments, input, wantsOutput) }
    // Nobody reads errors while frames flow: a child must not wait for us there.
    _ = fcntl(complaints, F_SETFL, O_NONBLOCK)
    guard error == 0 else {
      status = -1
      throw error == ENOENT
        ? MediaError("the program \(name) is not installed; try: sudo apt-get install ffmpeg")
        : MediaError("cannot start \(name): \(FileDescriptors.describe(error))")
    }
  }

  deinit {
    terminate()
    closeInput()
    if output >= 0 { close(output) }
    close(complaints)
  }

  /// Returns the error number, 0 when it runs.
  private func start(_ arguments: [String], _ input: Input, _ wantsOutput: Bool) throws -> Int32 {
    let stdin = input == .pipe ? try Self.makePipe() : nil
    let stdout = wantsOutput ? try Self.makePipe() : nil
    let stderr = try Self.makePipe()
    let error = Self.spawn(
      arguments, &pid, input: stdin?.read, keepsInput: input == .inherited, output: stdout?.write,
      errors: stderr.write)
    for end in [stdin?.read, stdout?.write, stderr.write] { if let end { close(end) } }
    self.input = stdin?.write ?? -1
    output = stdout?.read ?? -1
    complaints = stderr.read
    return error
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw MediaError("no pipe: \(FileDescriptors.describe(errno))")
    }
    // Fewer switches between the two programs; refused by a kernel with less to give, and then so be it.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], setPipeSize, 1 << 20)
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ arguments: [String], _ pid: inout pid_t, input: Int32?, keepsInput: Bool, output: Int32?, errors: Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else if !keepsInput {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // A group of its own: Ctrl-C is ours to handle, the child shall finish what it writes. It does get the
    // ordinary SIGPIPE, which we ignore.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var vector = arguments.map { strdup($0) } + [nil]
    defer {
      vector.forEach { free($0) }
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    return posix_spawnp(&pid, arguments[0], &actions, &attributes, &vector, environ)
  }

  package func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  /// Waits for its end and returns its exit status; 128 and more for a signal.
  @discardableResult
  package func wait() -> Int32 {
    if let status { return status }
    closeInput()
    var raw: Int32 = 0
    while true {
      drainErrors()
      let ended = waitpid(pid, &raw, WNOHANG)
      if ended == pid || (ended < 0 && errno != EINTR) { break }
      usleep(2000)
    }
    drainErrors()
    let exit = raw & 0x7f == 0 ? raw >> 8 & 0xff : 128 + raw & 0x7f
    status = exit
    return exit
  }

  /// Ends it if it has not ended.
  package func terminate() {
    guard status == nil else { return }
    closeInput()
    kill(pid, SIGTERM)
    for _ in 0..<500 {
      if waitpid(pid, nil, WNOHANG) != 0 {
        status = 128 + SIGTERM
        return
      }
      usleep(2000)
    }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    status = 128 + SIGKILL
  }

  /// The end of what it said on standard error, on one line.
  package var errorText: String {
    drainErrors()
    let lines = String(decoding: errorBytes, as: UTF8.self).split { $0.isNewline }
      .map { $0.trimmingPrefix(while: \.isWhitespace) }.filter { !$0.isEmpty }
    return lines.suffix(3).joined(separator: "; ")
  }

  package func drainErrors() {
    var buffer = [UInt8](repeating: 0, count: Self.mostErrorText)
    while true {
      let count = read(complaints, &buffer, buffer.count)
      guard count > 0 else { return }
      errorBytes += buffer[..<count]
      errorBytes.removeFirst(max(0, errorBytes.count - Self.mostErrorText))
    }
  }
}
