#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Changes the settings of a terminal for a while.
@MainActor package enum TerminalSettings {
  /// The signals that end or stop the program and that can be caught.
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGTSTP,
  ]

  /// Runs a closure with changed settings of a terminal, and then restores them.
  ///
  /// The settings are also restored if the closure throws, or a signal ends or stops the program. When the program
  /// continues in the foreground, they are changed again.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal. If it is something else, the closure is run without any change.
  ///   - output: The descriptor to which the two texts are written.
  ///   - start: A text to write when the settings have been changed.
  ///   - end: A text to write before the settings are restored.
  ///   - change: Changes the settings.
  ///   - work: The closure.
  /// - Returns: The result of the closure.
  package static func changed<Result>(
    of descriptor: Int32, output: Int32 = 1, start: StaticString = "", end: StaticString = "",
    by change: (inout termios) -> Void, during work: () throws -> Result
  ) rethrows -> Result {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return try work() }
    let usual = settings
    change(&settings)
    let changedTerminal = UnsafeMutablePointer<ChangedTerminal>.allocate(capacity: 1)
    changedTerminal.initialize(
      to: .init(descriptor: descriptor, output: output, start: start, end: end, usual: usual, changed: settings))
    current = changedTerminal
    let former =
      signals.map { setSignalHandler(for: $0, to: restoreAndReraise) } + [
        setSignalHandler(for: SIGCONT, to: changeAfterResuming)
      ]
    changedTerminal.pointee.change(TCSADRAIN)
    defer {
      changedTerminal.pointee.restore(TCSADRAIN)
      for (number, handler) in zip(signals + [SIGCONT], former) { _ = signal(number, handler) }
      current = nil
      changedTerminal.deallocate()
    }
    return try work()
  }

  /// Stops the program, as Control-Z does, until it continues in the foreground.
  static func suspend() {
    raise(SIGTSTP)
    // Without a shell, the program is not stopped.
    changeAfterResuming(SIGCONT)
  }

  /// Installs a signal handler and returns the previous one.
  ///
  /// A signal that is ignored, as under `nohup`, stays ignored.
  private static func setSignalHandler(for number: Int32, to handler: @escaping SignalHandler) -> SignalHandler? {
    let former = signal(number, handler)
    if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { _ = signal(number, SIG_IGN) }
    return former
  }
}

private typealias SignalHandler = @convention(c) (Int32) -> Void

private struct ChangedTerminal {
  let descriptor: Int32
  let output: Int32
  let start: StaticString
  let end: StaticString
  var usual: termios
  var changed: termios

  // These functions are called in signal handlers. They make only calls that are safe there.
  mutating func change(_ time: Int32) {
    tcsetattr(descriptor, time, &changed)
    _ = write(output, start.utf8Start, start.utf8CodeUnitCount)
  }

  mutating func restore(_ time: Int32) {
    _ = write(output, end.utf8Start, end.utf8CodeUnitCount)
    tcsetattr(descriptor, time, &usual)
  }
}

// A signal handler may read this variable on any thread. It is set before the handlers are installed and reset after
// the previous handlers are restored.
private nonisolated(unsafe) var current: UnsafeMutablePointer<ChangedTerminal>?

/// Restores the terminal's settings and raises the signal again with its default action.
private func restoreAndReraise(_ number: Int32) {
  current?.pointee.restore(TCSANOW)
  _ = signal(number, SIG_DFL)
  raise(number)
}

/// Changes the settings again when the program continues in the foreground.
private func changeAfterResuming(_ number: Int32) {
  guard let current, tcgetpgrp(current.pointee.descriptor) == getpgrp() else { return }
  current.pointee.change(TCSANOW)
  _ = signal(SIGTSTP, restoreAndReraise)
}
