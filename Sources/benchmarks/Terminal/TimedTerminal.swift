#if os(Linux) && Databases
  import PseudoTerminals

  /// What a program has written.
  struct TerminalOutput {
    /// The time until the last byte.
    var time = Duration.zero
    var byteCount = 0
  }

  /// A program on a terminal, and the time that its output takes.
  @MainActor final class TimedTerminal {
    private let terminal: PseudoTerminal
    private let program: TerminalProgram
    private let clock = ContinuousClock()
    /// What the program has written before any key was pressed.
    private(set) var firstOutput = TerminalOutput()

    /// Starts a program, and waits until it waits for keys.
    init(_ words: [String]) throws {
      terminal = try PseudoTerminal()
      terminal.resize(columns: 120, rows: 40)
      let start = clock.now
      program = try TerminalProgram(
        words, on: terminal, controlsTerminal: true,
        variables: ["TERM=xterm-256color", "COLORTERM=truecolor", "LESSHISTFILE=-"])
      try terminal.leaveToProgram()
      firstOutput = try output(since: start)
      precondition(firstOutput.byteCount > 0, "\(words) has written nothing")
    }

    /// Presses keys, and measures until the last byte that they cause.
    func press(_ keys: String) throws -> TerminalOutput {
      let start = clock.now
      try terminal.send(keys)
      let output = try output(since: start)
      precondition(output.byteCount > 0, "\(keys.debugDescription) has changed nothing")
      return output
    }

    /// Presses keys, and waits until the program waits for others.
    func settle(_ keys: String) throws {
      if keys.isEmpty { return }
      try terminal.send(keys)
      _ = try output(since: clock.now)
    }

    var residentByteCount: Int { program.residentByteCount }

    /// Reads until the program has been quiet and all its threads wait.
    ///
    /// The quiet period is longer than any delay of the program, and is not part of the time.
    private func output(since start: ContinuousClock.Instant) throws -> TerminalOutput {
      var output = TerminalOutput()
      while true {
        let bytes = terminal.readBytes(within: 400)
        if bytes.isEmpty {
          if program.waits.areAllWaiting { return output }
        } else {
          output.time = clock.now - start
          output.byteCount += bytes.count
          try answer(String(decoding: bytes, as: UTF8.self))
        }
      }
    }

    /// Answers as a terminal that shows frames at once and has horizontal margins.
    private func answer(_ text: String) throws {
      if text.contains("\u{1B}[?2026$p") { try terminal.send("\u{1B}[?2026;2$y") }
      if text.contains("\u{1B}[?69$p") { try terminal.send("\u{1B}[?69;2$y") }
      if text.contains("\u{1B}[c") { try terminal.send("\u{1B}[?62;22c") }
    }
  }
#endif
