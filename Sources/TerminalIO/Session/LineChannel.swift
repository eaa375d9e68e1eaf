#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines that a program exchanges with another one over two file descriptors.
///
/// ``next()`` suspends the main actor's task until something happens, so effects can run and finish meanwhile. A line that
/// is too long is skipped, and nothing is read while much is unwritten: neither side makes the memory grow.
@MainActor public final class LineChannel {
  /// What happened on a channel.
  public enum Event: Hashable, Sendable {
    /// A line has arrived, without its end.
    case line([UInt8])
    /// A line was longer than the limit.
    case skippedLine
    /// Everything was written.
    case drained
    /// ``LineChannel/wake()`` was called.
    case woken
    /// The other program sends nothing more, and has received everything, or it receives nothing more.
    case closed
  }

  private let input: Int32
  private let output: Int32
  private let longestLine: Int
  private let thread: PollThread
  private let pipe: WakePipe
  private var received: [UInt8] = []
  /// The index of the first received byte that belongs to no earlier line.
  private var lineStart = 0
  /// The index of the first received byte that was not searched for the end of a line.
  private var searchStart = 0
  private var skipsLine = false
  private var unwritten: [UInt8] = []
  private var writtenCount = 0
  /// Whether something was left unwritten, so that ``Event/drained`` follows.
  private var hadBacklog = false
  private var isAtEnd = false
  private var isBroken = false
  /// Why lines were lost that the other program could still receive, such as a full disk, or `nil`.
  public private(set) var writeFailure: String?

  /// The number of unwritten bytes from which on nothing is read.
  private static let largestBacklog = 1 << 22
  /// What a pipe that can be written to takes without waiting.
  private static let chunkSize = 4096

  /// Creates a channel.
  ///
  /// - Parameters:
  ///   - input: The file descriptor that is read.
  ///   - output: The file descriptor that is written to.
  ///   - longestLine: The largest number of bytes of a line.
  /// - Throws: An error if no thread can be started.
  public init(input: Int32 = 0, output: Int32 = 1, longestLine: Int) throws(TerminalError) {
    (self.input, self.output, self.longestLine) = (input, output, longestLine)
    thread = try PollThread()
    pipe = .shared
  }

  isolated deinit { thread.end() }

  /// A Boolean value that indicates whether everything was written.
  public var isDrained: Bool { unwritten.isEmpty }

  /// Ends the waiting of ``next()``, on any thread.
  public nonisolated func wake() { WakePipe.shared.wake() }

  /// Writes a line without waiting.
  ///
  /// What the other program does not take at once is written during ``next()``.
  public func write(_ line: String) {
    if isBroken { return }
    unwritten += line.utf8
    unwritten.append(UInt8(ascii: "\n"))
    flush()
    // A task that waits for input must also wait until the rest can be written.
    if !isDrained { wake() }
  }

  /// Writes as much as the other program takes.
  private func flush() {
    while writtenCount < unwritten.count, !isBroken {
      // A descriptor that others share stays in the mode in which writing waits.
      guard isReady(output, POLLOUT) else { break }
      let count = unwritten[writtenCount...].prefix(Self.chunkSize).withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { writeBytes(output, $0, bytes.count) } ?? 0
      }
      let error = errno
      if count > 0 {
        writtenCount += count
      } else if error != EINTR, error != EAGAIN {
        isBroken = true
        if error != EPIPE { writeFailure = String(cString: strerror(error)) }
      }
    }
    if writtenCount == unwritten.count || isBroken {
      (unwritten, writtenCount) = ([], 0)
      return
    }
    hadBacklog = true
    if writtenCount > Self.largestBacklog {
      unwritten.removeFirst(writtenCount)
      writtenCount = 0
    }
  }

  private func isReady(_ descriptor: Int32, _ event: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Waits for the next event.
  ///
  /// After ``Event/closed``, all further events are the same.
  public func next() async -> Event {
    while true {
      let takesInput = unwritten.count - writtenCount < Self.largestBacklog
      if takesInput, let line = takeLine() { return line }
      if hadBacklog, isDrained, !isBroken {
        hadBacklog = false
        return .drained
      }
      // The other program may still read after it has closed its output.
      if isBroken || isAtEnd && isDrained { return .closed }
      let isWriting = !unwritten.isEmpty
      let reads = takesInput && !isAtEnd
      let ready = await thread.wait(
        for: [
          pollfd(fd: reads ? input : -1, events: Int16(POLLIN), revents: 0),
          pollfd(fd: isWriting ? output : -1, events: Int16(POLLOUT), revents: 0),
          pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
        ], timeout: -1)
      if ready[1].revents != 0 { flush() }
      if ready[0].revents != 0 { read() }
      if ready[2].revents != 0, pipe.drain() { return .woken }
    }
  }

  /// Takes the lines that have arrived, without waiting for others.
  public func takeArrivedLines() -> [Event] {
    if !isAtEnd, isReady(input, POLLIN) { read() }
    var events: [Event] = []
    while let line = takeLine() { events.append(line) }
    return events
  }

  /// Reads the available input.
  private func read() {
    received.removeFirst(lineStart)
    (lineStart, searchStart) = (0, searchStart - lineStart)
    let former = received.count
    received += [UInt8](repeating: 0, count: 1 << 16)
    let count = received.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readBytes(input, $0 + former, 1 << 16) } ?? 0
    }
    received.removeLast(received.count - former - max(0, count))
    if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { isAtEnd = true }
  }

  /// Returns the next line that has arrived, or `nil` if there is none.
  ///
  /// The last line needs no end.
  private func takeLine() -> Event? {
    while let end = received[searchStart...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = received[lineStart..<end]
      (lineStart, searchStart) = (end + 1, end + 1)
      if skipsLine {
        skipsLine = false
        continue
      }
      return line.count > longestLine ? .skippedLine : .line(Array(line))
    }
    searchStart = received.count
    if received.count - lineStart > longestLine {
      lineStart = received.count
      if skipsLine { return nil }
      skipsLine = true
      return .skippedLine
    }
    guard isAtEnd, lineStart < received.count, !skipsLine else { return nil }
    defer { lineStart = received.count }
    return .line(Array(received[lineStart...]))
  }
}
