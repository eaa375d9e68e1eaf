#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal that shows nothing of what is typed, while something is asked for that nobody is to see.
@MainActor enum TerminalEcho {
  /// Whatever ends or stops the program before a line is typed, if it can be heard of.
  private static let signals = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGTSTP,
  ]

  /// Does something with a terminal that shows nothing but the end of a line, and has it show everything again after that,
  /// however it ends.
  static func disabled<Result>(during work: () throws -> Result) rethrows -> Result {
    var settings = termios()
    // What is no terminal shows nothing anyway.
    guard tcgetattr(0, &settings) == 0 else { return try work() }
    let usual = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    let unseen = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    usual.initialize(to: settings)
    settings.c_lflag = settings.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
    unseen.initialize(to: settings)
    (usualSettings, unseenSettings) = (usual, unseen)
    let former =
      signals.map { setSignalHandler(for: $0, to: restoreEchoAndReraise) } + [
        setSignalHandler(for: SIGCONT, to: disableEchoAfterResuming)
      ]
    tcsetattr(0, TCSADRAIN, unseen)
    defer {
      tcsetattr(0, TCSADRAIN, usual)
      for (number, handler) in zip(signals + [SIGCONT], former) { _ = signal(number, handler) }
      (usualSettings, unseenSettings) = (nil, nil)
      usual.deallocate()
      unseen.deallocate()
    }
    return try work()
  }

  /// What is not heeded goes on being not heeded, as under `nohup`.
  private static func setSignalHandler(for number: Int32, to handler: @escaping SignalHandler) -> SignalHandler? {
    let former = signal(number, handler)
    if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { _ = signal(number, SIG_IGN) }
    return former
  }
}

private typealias SignalHandler = @convention(c) (Int32) -> Void

// A signal finds these on any thread. They are set before it is listened to, and taken back when it is no more.
private nonisolated(unsafe) var usualSettings: UnsafeMutablePointer<termios>?
private nonisolated(unsafe) var unseenSettings: UnsafeMutablePointer<termios>?

/// Has the terminal show what is typed, and lets the signal do what it would have done.
private func restoreEchoAndReraise(_ number: Int32) {
  if let usualSettings { tcsetattr(0, TCSANOW, usualSettings) }
  _ = signal(number, SIG_DFL)
  raise(number)
}

/// Hides again what is typed, if the program goes on in front of the person.
private func disableEchoAfterResuming(_ number: Int32) {
  guard let unseenSettings, tcgetpgrp(0) == getpgrp() else { return }
  tcsetattr(0, TCSANOW, unseenSettings)
  _ = signal(SIGTSTP, restoreEchoAndReraise)
}
