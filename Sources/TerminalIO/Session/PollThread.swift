#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that waits for file descriptors, so that the main actor is free meanwhile.
///
/// The thread only waits: the session reads and writes. Requests travel through a pipe, as pointers. While there is no
/// request, the thread waits for the next one.
struct PollThread: Sendable {
  private let requests: Int32

  /// A call of `wait(for:timeout:)`.
  private final class Request: Sendable {
    let descriptors: [pollfd]
    let timeout: Int32
    let continuation: CheckedContinuation<[pollfd], Never>

    init(_ descriptors: [pollfd], _ timeout: Int32, _ continuation: CheckedContinuation<[pollfd], Never>) {
      (self.descriptors, self.timeout, self.continuation) = (descriptors, timeout, continuation)
    }
  }

  /// Starts a thread.
  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TerminalError(operation: .start, code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    requests = ends[1]
    let code = Self.start(reading: ends[0])
    guard code == 0 else {
      for end in ends { close(end) }
      throw TerminalError(operation: .start, code: code)
    }
  }

  /// Waits until something happens on a file descriptor, or for a number of milliseconds.
  ///
  /// A timeout of -1 waits forever.
  func wait(for descriptors: [pollfd], timeout: Int32) async -> [pollfd] {
    await withCheckedContinuation { continuation in
      var pointer = Unmanaged.passRetained(Request(descriptors, timeout, continuation)).toOpaque()
      // The bytes of one pointer are never divided, and at most one request is on its way.
      _ = withUnsafeBytes(of: &pointer) { write(requests, $0.baseAddress, $0.count) }
    }
  }

  /// Ends the thread.
  func end() { close(requests) }

  private static func start(reading descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // Signals interrupt other threads, not this one.
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    // The argument is a number in the place of a pointer. Zero would be no pointer.
    let argument = UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1)
    let code = pthread_create(
      &thread, nil,
      { argument in
        PollThread.run(reading: Int32(Int(bitPattern: argument) - 1))
        return nil
      }, argument)
    #if canImport(Glibc)
      if code == 0 { pthread_detach(thread) }
    #else
      if let thread { pthread_detach(thread) }
    #endif
    return code
  }

  private static func run(reading descriptor: Int32) {
    while true {
      var pointer: UnsafeRawPointer?
      let count = withUnsafeMutableBytes(of: &pointer) { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count == MemoryLayout.size(ofValue: pointer), let pointer else { break }
      let request = Unmanaged<Request>.fromOpaque(pointer).takeRetainedValue()
      var descriptors = request.descriptors
      if poll(&descriptors, nfds_t(descriptors.count), request.timeout) <= 0 {
        for index in descriptors.indices { descriptors[index].revents = 0 }
      }
      request.continuation.resume(returning: descriptors)
    }
    close(descriptor)
  }
}
