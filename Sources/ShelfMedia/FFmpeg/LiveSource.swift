import Glibc

/// A camera: only the newest pictures, never a growing queue, and a new connection when the old one is lost.
package final class LiveSource: @unchecked Sendable {
  /// What is to be known of a picture besides its pixels.
  package struct Shot {
    package let picture: Picture
    /// When it arrived, on the monotonic clock.
    package let microseconds: UInt64
    /// Pictures that came before it and were not taken, since the start.
    package let skipped: Int
  }

  package enum State: Equatable {
    case connected
    /// Not there for the moment, and why.
    case lost(String)
    /// Over for good; with a reason where that is no ordinary end.
    case ended(String?)
  }

  private let input: MediaInput
  /// How long to wait for a camera that has vanished, in seconds; 0: not at all.
  private let patience: Int
  private let timeout: Int32
  private let guardian = Guardian()
  /// Network streams come in bursts; more than this would be delay.
  private static let longestQueue = 3

  // All below is held by the guardian.
  private var waiting: [Shot] = []
  private var spare: [Picture] = []
  private var skipped = 0
  private var state = State.connected
  private var isStopped = false
  private var source: FrameSource?
  package private(set) var reconnections = 0

  /// Starts reading on a thread of its own.
  ///
  /// `timeout`: a camera that says nothing for so many seconds is taken for lost.
  package init(_ input: MediaInput, patience: Int, timeout: Int = 10) throws {
    self.input = input
    self.patience = patience
    self.timeout = Int32(timeout) * 1000
    source = try FrameSource(input)
    var thread = pthread_t()
    let box = Unmanaged.passRetained(self)
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<LiveSource>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard error == 0 else {
      box.release()
      throw MediaError("no thread: \(FileDescriptors.describe(error))")
    }
    pthread_detach(thread)
  }

  /// The next picture, if one comes within that many milliseconds; `done` gives back the one before.
  package func next(within milliseconds: Int, done: Picture?) -> Shot? {
    guardian.locked {
      if let done { spare.append(done) }
      if waiting.isEmpty, !isEnded { guardian.wait(milliseconds) }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  package var currentState: State { guardian.locked { state } }

  private var isEnded: Bool { if case .ended = state { true } else { false } }

  package func stop() {
    guardian.locked { isStopped = true }
  }

  // MARK: The reading thread

  private func run() {
    var size: (width: Int, height: Int)?
    var ending: String?
    while !stopped {
      var reason = "the stream has ended"
      do {
        let source = try self.source ?? FrameSource(input, scale: size)
        self.source = nil
        defer { source.stop() }
        while !stopped, let picture = try source.next(reusing: takeSpare(), timeout: timeout) {
          size = (picture.width, picture.height)
          publish(picture)
        }
      } catch {
        reason = "\(error)"
      }
      if stopped { break }
      guard size != nil, patience > 0 else {
        ending = size != nil && reason == "the stream has ended" ? nil : reason
        break
      }
      guard waitForReturn(reason, size) else {
        ending = stopped ? nil : "\(input.name) has not come back for \(patience) seconds (\(reason))"
        break
      }
    }
    guardian.locked {
      state = .ended(ending)
      guardian.signal()
    }
  }

  /// Tries until the camera is there again, then leaves its pictures to `run`; false when patience is over.
  private func waitForReturn(_ reason: String, _ size: (width: Int, height: Int)?) -> Bool {
    guardian.locked { state = .lost(reason) }
    let deadline = Self.now() + UInt64(patience) * 1_000_000
    while !stopped, Self.now() < deadline {
      usleep(300_000)
      let left = Int32(clamping: (deadline - min(deadline, Self.now())) / 1000)
      guard let source = try? FrameSource(input, scale: size) else { continue }
      defer { if self.source == nil { source.stop() } }
      if let picture = try? source.next(reusing: takeSpare(), timeout: min(timeout, max(left, 1))) {
        self.source = source
        guardian.locked { reconnections += 1 }
        publish(picture)
        return true
      }
    }
    return false
  }

  private var stopped: Bool { guardian.locked { isStopped } }

  private func takeSpare() -> Picture? { guardian.locked { spare.popLast() } }

  private func publish(_ picture: Picture) {
    guardian.locked {
      if waiting.count == Self.longestQueue {
        skipped += 1
        spare.append(waiting.removeFirst().picture)
      }
      waiting.append(Shot(picture: picture, microseconds: Self.now(), skipped: skipped))
      state = .connected
      guardian.signal()
    }
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }
}

/// A lock with a condition to wait for.
private final class Guardian: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// With the lock held: until a signal, at most that long.
  func wait(_ milliseconds: Int) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let nanoseconds = time.tv_nsec + milliseconds % 1000 * 1_000_000
    time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(condition, mutex, &time)
  }

  func signal() { pthread_cond_signal(condition) }
}
