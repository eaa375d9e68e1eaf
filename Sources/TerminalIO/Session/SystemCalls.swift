#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls `write`, also where a method has the same name.
func writeBytes(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Calls `read`, also where a method has the same name.
func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

/// Writes bytes, but waits only for a second if they are not taken.
///
/// A terminal that is stopped or slow must not keep the program from ending. The function may be called in a signal
/// handler.
func writeAll(_ bytes: UnsafePointer<UInt8>, count: Int, to descriptor: Int32) {
  var (written, waits) = (0, 0)
  while written < count {
    let part = write(descriptor, bytes + written, count - written)
    if part > 0 {
      written += part
    } else if errno == EAGAIN && waits < 10 {
      waits += 1
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, 100)
    } else if errno != EINTR {
      return
    }
  }
}

/// Sends a signal to this thread even if the thread blocks the signal, as the threads of a pool do.
///
/// The signal has been handled when the function returns. It may be called in a signal handler.
func raiseUnblocked(_ number: Int32) {
  var (set, former) = (sigset_t(), sigset_t())
  sigemptyset(&set)
  sigaddset(&set, number)
  pthread_sigmask(SIG_UNBLOCK, &set, &former)
  raise(number)
  pthread_sigmask(SIG_SETMASK, &former, nil)
}

/// A pipe that ends the waiting of a session.
///
/// It is never closed, because any thread may write to it at any time.
struct WakePipe: Sendable {
  static let signalByte = UInt8(ascii: "s")
  static let wakeByte = UInt8(ascii: "w")

  let readEnd: Int32
  let writeEnd: Int32

  static let shared = WakePipe()

  private init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func wake() {
    var byte = Self.wakeByte
    // A full pipe wakes as well.
    _ = write(writeEnd, &byte, 1)
  }

  /// Removes all bytes, and returns whether one of them is that of `wake()`.
  func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    var isWoken = false
    while true {
      let count = read(readEnd, &bytes, bytes.count)
      if count > 0 { isWoken = isWoken || bytes[..<count].contains(Self.wakeByte) }
      if count <= 0 && !(count < 0 && errno == EINTR) { return isWoken }
    }
  }
}

/// What a thread needs so that handlers of signals run after a failure of the program.
///
/// The main actor can change its thread, and the threads of a pool block all signals.
enum CrashHandling {
  /// The signals of a failed program.
  static let signals = [SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS]

  private static let byteCount = 1 << 17
  // The main actor's threads share the memory, because only one of them runs at a time.
  private nonisolated(unsafe) static let memory = UnsafeMutableRawPointer.allocate(
    byteCount: byteCount, alignment: 4096)

  /// Gives this thread another stack for handlers, because the usual one can be full, and unblocks the signals.
  static func prepareThread() {
    var stack = stack_t()
    if sigaltstack(nil, &stack) == 0, Int(stack.ss_flags) & Int(SS_DISABLE) != 0 {
      stack.ss_sp = memory
      stack.ss_size = byteCount
      stack.ss_flags = 0
      sigaltstack(&stack, nil)
    }
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
