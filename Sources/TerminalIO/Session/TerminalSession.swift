#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The use of a terminal by a full-screen program.
///
/// A session shows the alternate screen, hides the cursor, and receives each key, the mouse, pasted texts and changes of
/// the focus. The terminal is restored when the session ends: after a return, an error, an exit, a signal, or a failure
/// of the program.
///
/// ``next()`` suspends the main actor's task until something happens, so effects can run and finish meanwhile. A thread
/// waits for the terminal. Nothing wakes up while nothing happens, and nothing is read before the last event was
/// handled.
@MainActor public final class TerminalSession {
  /// The size of the window.
  public private(set) var size: TerminalSize
  /// The features that the terminal has reported so far.
  public private(set) var reportedFeatures: TerminalFeatures = []
  /// A Boolean value that indicates whether the program gets the mouse; otherwise a person can select text with it.
  public var capturesMouse: Bool { didSet { terminal.pointee.capturesMouse = capturesMouse } }

  /// A file description of its own: other programs share those of standard input and output.
  private let descriptor: Int32
  private let terminal: UnsafeMutablePointer<ChangedTerminal>
  private let thread: PollThread
  private let pipe: WakePipe
  private var decoder = InputDecoder()
  /// When incomplete input is resolved, in milliseconds.
  private var deadline: Int?
  private var output: ArraySlice<UInt8> = []
  private var events: ArraySlice<TerminalEvent> = []
  private var isClosed = false
  /// Whether the terminal has answered the query of its attributes.
  private var answersQueries = false
  private var changeCount: Int
  private var windowChangeCount = 0
  /// The modes of the terminal, unlike those that it will have when the output has been written.
  private var shownModes: Modes

  private struct Modes: Equatable {
    var capturesMouse: Bool
    var hasExtendedKeyboard: Bool
  }

  private static let start: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1004h"
  // A string or a frame that was cut off is ended first.
  private static let end: StaticString = """
    \u{1B}\\\u{1B}[?2026l\u{1B}[?69l\u{1B}[0m\u{1B}[r\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1006l\u{1B}[?1004l\
    \u{1B}[?2004l\u{1B}[?7h\u{1B}[0 q\u{1B}[?25h\u{1B}[?1049l
    """
  private static let attributesQuery: StaticString = "\u{1B}[c"
  // Synchronized output, horizontal margins, the color of the background, the extended keyboard, and the attributes,
  // which every terminal answers.
  private static let questions = "\u{1B}[?2026$p\u{1B}[?69$p\u{1B}]11;?\u{1B}\\\u{1B}[?u\(attributesQuery)"

  /// Runs a closure with a session of the terminal, and restores the terminal.
  ///
  /// If a signal has asked the program to end, the signal ends it when the closures have returned.
  ///
  /// - Parameters:
  ///   - capturesMouse: Whether the program gets the mouse at first.
  ///   - prepareForEnd: A closure that saves the state if the terminal is gone or a signal asks the program to end. A
  ///     hang-up that arrives meanwhile does not end the program.
  ///   - body: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: A ``TerminalError`` if there is no terminal, or the error of the closure.
  public static func run<Result>(
    capturesMouse: Bool = true, ifClosed prepareForEnd: @MainActor () async -> Void = {},
    _ body: (TerminalSession) async throws -> Result
  ) async throws -> Result {
    let session = try TerminalSession(capturesMouse: capturesMouse)
    do {
      let result = try await body(session)
      await session.finish(ifClosed: prepareForEnd)
      return result
    } catch {
      await session.finish(ifClosed: prepareForEnd)
      throw error
    }
  }

  private init(capturesMouse: Bool) throws(TerminalError) {
    descriptor = try Self.openTerminal()
    do {
      thread = try PollThread()
    } catch {
      close(descriptor)
      throw error
    }
    self.capturesMouse = capturesMouse
    pipe = .shared
    _ = pipe.drain()
    guard
      var description = ChangedTerminal(
        descriptor: descriptor, output: descriptor, wakeUps: pipe.writeEnd, start: Self.start, end: Self.end,
        change: { $0.makeRaw() })
    else {
      let code = errno
      thread.end()
      close(descriptor)
      throw TerminalError(operation: .open, code: code)
    }
    description.capturesMouse = capturesMouse
    ChangedTerminal.begin(description)
    guard let active = ChangedTerminal.active else { preconditionFailure("a session has begun") }
    terminal = active
    changeCount = active.pointee.changeCount
    shownModes = Modes(capturesMouse: capturesMouse, hasExtendedKeyboard: false)
    size = Self.size(of: descriptor)
    output = Array(Self.questions.utf8)[...]
    flush()
  }

  /// Opens the terminal by its name.
  ///
  /// A mode of a file description, such as not to wait, would also be that of the shell and of other programs.
  private static func openTerminal() throws(TerminalError) -> Int32 {
    var name = [CChar](repeating: 0, count: 1024)
    for descriptor: Int32 in [1, 0, 2] where isatty(descriptor) != 0 {
      guard ttyname_r(descriptor, &name, name.count) == 0 else { continue }
      let opened = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      if opened >= 0 { return opened }
    }
    let opened = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else { throw TerminalError(operation: .open, code: errno) }
    return opened
  }

  private static func size(of descriptor: Int32) -> TerminalSize {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    if !isKnown { return TerminalSize(columns: 80, rows: 24) }
    let largest = TerminalSize.largest
    return TerminalSize(columns: min(Int(size.ws_col), largest.columns), rows: min(Int(size.ws_row), largest.rows))
  }

  /// Writes what is left, restores the terminal, and ends the program if a signal asks for it.
  private func finish(ifClosed prepareForEnd: @MainActor () async -> Void) async {
    if terminal.pointee.isActive {
      output.withUnsafeBufferPointer {
        if let start = $0.baseAddress { writeAll(start, count: $0.count, to: descriptor) }
      }
      if answersQueries, capturesMouse { discardInput() }
    }
    // The program can notice the end of the terminal before it receives the signal. The signal would end it at once if
    // the handlers were removed first.
    if isClosed || terminal.pointee.endingSignal != 0 { await prepareForEnd() }
    let endingSignal = terminal.pointee.endingSignal
    ChangedTerminal.end()
    isClosed = true
    thread.end()
    close(descriptor)
    // The action of the signal is the default one again.
    if endingSignal != 0 { raiseUnblocked(endingSignal) }
  }

  /// Reads what the mouse has reported after the last event, which the shell would take for typed text.
  ///
  /// The terminal answers a query when it has written everything before. The wait is limited for a lost connection.
  private func discardInput() {
    for text in [ChangedTerminal.mouseEnd, Self.attributesQuery] {
      writeAll(text.utf8Start, count: text.utf8CodeUnitCount, to: descriptor)
    }
    let end = Self.milliseconds + 200
    var bytes = [UInt8](repeating: 0, count: 4096)
    while Self.milliseconds < end {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, Int32(clamping: max(0, end - Self.milliseconds))) > 0 else { return }
      let count = read(descriptor, &bytes, bytes.count)
      if count <= 0 { return }
      let isAnswered = decoder.decode(bytes[..<count]).contains { event in
        if case .report(.attributes) = event { true } else { false }
      }
      if isAnswered { return }
    }
  }

  /// Ends the waiting of ``next()``, which returns ``TerminalEvent/woken``.
  ///
  /// It can be called on any thread, and also when the session has ended. Several calls can cause one event.
  public nonisolated func wake() { WakePipe.shared.wake() }

  /// Stops the program, as Control-Z does in a shell, until it continues.
  public func suspend() { TerminalSettings.suspend() }
}

/// Output.
extension TerminalSession {
  /// A Boolean value that indicates whether bytes can be written now.
  ///
  /// After `false`, a ``TerminalEvent/drained`` or ``TerminalEvent/resumed`` follows. A slow terminal thus skips frames
  /// and does not collect them.
  public var canDraw: Bool { output.isEmpty && terminal.pointee.isActive && !isClosed }

  /// Writes bytes, such as a frame, without waiting for the terminal.
  ///
  /// - Returns: `false` if ``canDraw`` is `false`: the bytes are not written.
  @discardableResult public func write(_ bytes: [UInt8]) -> Bool {
    guard canDraw else { return false }
    output = bytes[...]
    flush()
    return true
  }

  /// Writes as much as the terminal takes.
  private func flush() {
    while terminal.pointee.isActive && !isClosed {
      if output.isEmpty { addModeChanges() }
      if output.isEmpty { return }
      let count = output.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { writeBytes(descriptor, $0, bytes.count) } ?? 0
      }
      if count > 0 {
        output = count == output.count ? [] : output.dropFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        isClosed = true
      }
    }
  }

  /// Adds the sequences for changed modes.
  ///
  /// They are added when everything before them is written, so that there is never more than one of each.
  private func addModeChanges() {
    let modes = Modes(capturesMouse: capturesMouse, hasExtendedKeyboard: terminal.pointee.hasExtendedKeyboard)
    if modes.capturesMouse != shownModes.capturesMouse {
      add(modes.capturesMouse ? ChangedTerminal.mouseStart : ChangedTerminal.mouseEnd)
    }
    if modes.hasExtendedKeyboard != shownModes.hasExtendedKeyboard { add(ChangedTerminal.keyboardStart) }
    shownModes = modes
  }

  private func add(_ text: StaticString) { text.withUTF8Buffer { output += $0 } }
}

/// Events.
extension TerminalSession {
  /// Waits for the next event.
  ///
  /// After ``TerminalEvent/closed``, all further events are the same.
  public func next() async -> TerminalEvent {
    while true {
      // The terminal may have taken more since the last event.
      if events.isEmpty { drain() }
      if let event = events.popFirst() { return event }
      if isClosed { return .closed }
      let isActive = terminal.pointee.isActive
      let interest = (isActive ? POLLIN : 0) | (isActive && !output.isEmpty ? POLLOUT : 0)
      let ready = await thread.wait(
        for: [
          pollfd(fd: descriptor, events: Int16(interest), revents: 0),
          pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
        ], timeout: deadline.map { Int32(clamping: max(0, $0 - Self.milliseconds)) } ?? -1)
      // The main actor may have moved to another thread.
      CrashHandling.prepareThread()
      if ready[1].revents != 0 { handleWakeUps() }
      handle(Int32(ready[0].revents))
      resolveInput()
    }
  }

  private func handleWakeUps() {
    let isWoken = pipe.drain()
    if terminal.pointee.endingSignal != 0 {
      isClosed = true
      return
    }
    if terminal.pointee.changeCount != changeCount {
      changeCount = terminal.pointee.changeCount
      // Part of a frame is useless on a screen that is empty again.
      output = []
      shownModes = Modes(
        capturesMouse: terminal.pointee.capturesMouse, hasExtendedKeyboard: terminal.pointee.hasExtendedKeyboard)
      events.append(.resumed)
    }
    // The window can have the same size again after it had another one, and a stopped program gets no signal.
    let newSize = Self.size(of: descriptor)
    if newSize != size || terminal.pointee.windowChangeCount != windowChangeCount {
      (size, windowChangeCount) = (newSize, terminal.pointee.windowChangeCount)
      events.append(.resized(newSize))
    }
    if isWoken { events.append(.woken) }
  }

  /// Writes as much as the terminal takes, and reports when it has taken all.
  private func drain() {
    let isWaiting = !output.isEmpty
    flush()
    if isWaiting && output.isEmpty { events.append(.drained) }
  }

  private func handle(_ readiness: Int32) {
    if readiness & POLLOUT != 0 { drain() }
    if readiness & POLLIN != 0 {
      readInput()
    } else if readiness & (POLLHUP | POLLERR | POLLNVAL) != 0 {
      isClosed = true
    }
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 {
      add(decoder.decode(bytes[..<count]))
      deadline = decoder.timeout.map { Self.milliseconds + Int($0) }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      isClosed = true
    }
  }

  /// Ends a sequence whose rest has not arrived in time.
  private func resolveInput() {
    guard let deadline, Self.milliseconds >= deadline else { return }
    add(decoder.resolve())
    self.deadline = nil
  }

  private func add(_ input: [InputEvent]) {
    for case .report(let report) in input {
      switch report {
      case .keyboard: terminal.pointee.hasExtendedKeyboard = true
      case .mode(2026, isSupported: true): reportedFeatures.insert(.synchronizedOutput)
      case .mode(69, isSupported: true): reportedFeatures.insert(.horizontalMargins)
      case .attributes: answersQueries = true
      case .mode, .foreground, .background: break
      }
    }
    if !input.isEmpty { events.append(.input(input)) }
  }

  /// The time of a monotonic clock.
  private static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
