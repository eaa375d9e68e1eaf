#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns off the terminal's echo while the user types a secret.
@MainActor enum TerminalEcho {
  /// The signals that end or stop the program and that can be caught.
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGTSTP,
  ]

  /// Runs a closure while the terminal echoes only line feeds, and then restores the terminal's settings.
  ///
  /// The settings are also restored if the closure throws or a signal ends the program.
  static func disabled<Result>(during work: () throws -> Result) rethrows -> Result {
    var settings = termios()
    // Only a terminal echoes input.
    guard tcgetattr(0, &settings) == 0 else { return try work() }
    let usual = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    let noEcho = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    usual.initialize(to: settings)
    settings.c_lflag = settings.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
    noEcho.initialize(to: settings)
    (originalSettings, noEchoSettings) = (usual, noEcho)
    let former =
      signals.map { setSignalHandler(for: $0, to: restoreEchoAndReraise) } + [
        setSignalHandler(for: SIGCONT, to: disableEchoAfterResuming)
      ]
    tcsetattr(0, TCSADRAIN, noEcho)
    defer {
      tcsetattr(0, TCSADRAIN, usual)
      for (number, handler) in zip(signals + [SIGCONT], former) { _ = signal(number, handler) }
      (originalSettings, noEchoSettings) = (nil, nil)
      usual.deallocate()
      noEcho.deallocate()
    }
    return try work()
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

// A signal handler may read these variables on any thread. They are set before the handlers are installed and reset
// after the previous handlers are restored.
private nonisolated(unsafe) var originalSettings: UnsafeMutablePointer<termios>?
private nonisolated(unsafe) var noEchoSettings: UnsafeMutablePointer<termios>?

/// Restores the terminal's settings and raises the signal again with its default action.
private func restoreEchoAndReraise(_ number: Int32) {
  if let originalSettings { tcsetattr(0, TCSANOW, originalSettings) }
  _ = signal(number, SIG_DFL)
  raise(number)
}

/// Turns the echo off again when the program continues in the foreground.
private func disableEchoAfterResuming(_ number: Int32) {
  guard let noEchoSettings, tcgetpgrp(0) == getpgrp() else { return }
  tcsetattr(0, TCSANOW, noEchoSettings)
  _ = signal(SIGTSTP, restoreEchoAndReraise)
}
