#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Changes the settings of a terminal for a while.
@MainActor package enum TerminalSettings {
  /// Runs a closure with changed settings of a terminal, and then restores them.
  ///
  /// The settings are also restored if the closure throws, the program exits, or a signal ends or stops it. When the
  /// program continues in the foreground, they are changed again.
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
    guard
      let terminal = ChangedTerminal(
        descriptor: descriptor, output: output, wakeUps: -1, start: start, end: end, change: change)
    else { return try work() }
    ChangedTerminal.begin(terminal)
    defer { ChangedTerminal.end() }
    return try work()
  }

  /// Stops the program, as Control-Z does, until it continues in the foreground.
  package static func suspend() { raiseUnblocked(SIGTSTP) }
}

extension termios {
  /// Turns off everything that the terminal does with the bytes of the input and the output.
  package mutating func makeRaw() {
    c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON)
    c_oflag &= ~tcflag_t(OPOST)
    c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    withUnsafeMutableBytes(of: &c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
  }
}
