import Foundation
import PseudoTerminals
import TestInputs
import Testing
import Values

#if os(Linux)
  import Glibc

  /// Runs a full-screen program on a pseudoterminal.
  ///
  /// The tests wait for what the program reports, and never for a period of time.
  @Suite struct `The session of a terminal` {
    /// A program on a terminal with unusual settings.
    struct Running {
      let terminal: PseudoTerminal
      let program: TerminalProgram
      let settings: [UInt8]

      init(controlsTerminal: Bool = false, _ words: [String] = ["TerminalFixture"]) throws {
        terminal = try PseudoTerminal()
        terminal.resize(columns: 80, rows: 24)
        terminal.makeUnusual()
        settings = terminal.settings
        program = try TerminalProgram(words, on: terminal, controlsTerminal: controlsTerminal)
        try #require(program.logs("started 80x24"))
        try terminal.leaveToProgram()
        try #require(terminal.settings != settings && !terminal.showsTyping)
      }

      /// Expects that the terminal is as it was before the program, and returns its output.
      @discardableResult func expectRestored(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation)
        -> TerminalModes
      {
        var modes = TerminalModes()
        modes.apply(terminal.readToEnd())
        #expect(modes == TerminalModes.usual(after: modes), comment, sourceLocation: sourceLocation)
        #expect(terminal.settings == settings, comment, sourceLocation: sourceLocation)
        return modes
      }
    }

    /// What a test does before the program ends.
    enum Mode: CaseIterable {
      case usual, withoutMouse, extendedKeyboard, synchronizedOutput

      func enter(_ running: Running) throws {
        switch self {
        case .usual: break
        case .withoutMouse:
          try running.terminal.send("m")
          try #require(running.terminal.read(until: "\u{1B}[?1003l"))
        case .extendedKeyboard:
          try running.terminal.send("\u{1B}[?0u")
          try #require(running.terminal.read(until: "\u{1B}[>5u"))
        case .synchronizedOutput:
          try running.terminal.send("\u{1B}[?2026;2$yd")
          try #require(running.program.logs("drawn true true"))
        }
      }
    }

    @Test(
      arguments: [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGABRT, SIGSEGV,
        SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGPIPE, SIGXFSZ,
      ], Mode.allCases)
    func `each signal restores the terminal and ends the program`(_ number: Int32, mode: Mode) throws {
      let running = try Running()
      try mode.enter(running)
      running.program.send(number)
      #expect(running.program.wait() == .signal(number))
      running.expectRestored("signal \(number)")
      // A request to end the program lets it save its state.
      let isRequest = [SIGHUP, SIGTERM].contains(number)
      #expect(running.program.readLogToEnd().contains("saved") == isRequest)
    }

    @Test(arguments: [("q", 0), ("t", 1), ("e", 3)] as [(String, Int32)], Mode.allCases)
    func `a normal end, an error and an exit restore the terminal`(end: (key: String, status: Int32), mode: Mode) throws
    {
      let running = try Running()
      try mode.enter(running)
      try running.terminal.send(end.key)
      #expect(running.program.wait() == .exit(end.status))
      let modes = running.expectRestored("key \(end.key)")
      #expect(modes.endCount == 1)
    }

    /// The index of an array that is out of range, a fatal error, and a full stack.
    @Test(arguments: ["x", "f", "o"], Mode.allCases)
    func `a failure of the program restores the terminal`(key: String, mode: Mode) throws {
      let running = try Running()
      try mode.enter(running)
      try running.terminal.send(key)
      let ending = running.program.wait()
      #expect(key == "o" ? ending == .signal(SIGSEGV) : [.signal(SIGILL), .signal(SIGTRAP)].contains(ending))
      running.expectRestored("key \(key)")
    }

    @Test func `a program that is busy is ended by the second request`() throws {
      let running = try Running()
      try running.terminal.send("l")
      running.program.send(SIGTERM)
      #expect(running.terminal.read(until: "\u{1B}[?1049l"), "the terminal is restored at once")
      running.program.send(SIGTERM)
      #expect(running.program.wait() == .signal(SIGTERM) && running.terminal.settings == running.settings)
    }

    @Test(arguments: Mode.allCases)
    func `a stopped program leaves the terminal and comes back`(mode: Mode) throws {
      let running = try Running()
      try mode.enter(running)
      for stop in [{ running.program.send(SIGTSTP) }, { try? running.terminal.send("z") }] {
        stop()
        #expect(running.program.wait() == .stop(SIGTSTP) && running.terminal.settings == running.settings)
        #expect(running.terminal.read(until: "\u{1B}[?1049l"))
        running.program.send(SIGCONT)
        #expect(running.program.logs("resumed"))
        #expect(running.terminal.read(until: "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1004h"))
        // The signal that continues the program can change the terminal twice. Only a key shows that it is changed now.
        try running.terminal.send("k")
        #expect(running.program.logs("key k") && running.terminal.settings != running.settings)
      }
      try running.terminal.send("q")
      #expect(running.program.wait() == .exit(0))
      running.expectRestored("after two stops")
    }

    @Test func `a shell stops the program and continues it`() throws {
      let fixture = Bundle.main.bundleURL.appending(path: "TerminalFixture").path
      let script = #""$0"; echo "stopped $?" >&2; fg >/dev/null; echo "ended $?" >&2"#
      let running = try Running(
        controlsTerminal: true, ["/bin/bash", "--norc", "--noprofile", "-ic", script, fixture])
      try running.terminal.send("z")
      #expect(running.program.logs("stopped \(128 + SIGTSTP)") && running.program.logs("resumed"))
      try running.terminal.send("kq")
      #expect(running.program.logs("key k") && running.program.logs("ended 0") && running.program.wait() == .exit(0))
      running.expectRestored("after a job")
    }

    @Test func `a program that nobody can continue is not stopped`() throws {
      let running = try Running(controlsTerminal: true)
      try running.terminal.send("z")
      #expect(running.program.logs("resumed"))
      try running.terminal.send("kq")
      #expect(running.program.logs("key k") && running.program.wait() == .exit(0))
      running.expectRestored("after it was not stopped")
    }

    @Test(arguments: [true, false])
    func `the end of the terminal lets the program save its state`(controlsTerminal: Bool) throws {
      let running = try Running(controlsTerminal: controlsTerminal)
      try running.terminal.hangUp()
      #expect(running.program.logs("saved"))
      // The program may notice that the terminal is closed before the system sends the signal.
      let endings: [TerminalProgram.Ending] = controlsTerminal ? [.signal(SIGHUP), .exit(0)] : [.exit(0)]
      #expect(endings.contains(running.program.wait()))
    }

    /// What stops a session can send both requests, and a shell repeats a hang-up.
    @Test(arguments: [(SIGTERM, [SIGHUP, SIGHUP]), (SIGHUP, [SIGHUP, SIGTERM, SIGHUP])])
    func `further requests do not end a program that saves its state`(first: Int32, others: [Int32]) throws {
      let running = try Running(["TerminalFixture"] + others.map { "\($0)" })
      running.program.send(first)
      #expect(running.program.logs("saved") && running.program.wait() == .signal(first))
    }

    @Test func `a terminal that nobody reads does not keep the program from input`() throws {
      let running = try Running(controlsTerminal: true)
      try running.terminal.send("bk")
      #expect(running.program.logs("drawn true") && running.program.logs("key k"))
      // No frame is added to the one that is on its way.
      try running.terminal.send("dbk")
      #expect(running.program.logs("drawn false false\ndrawn false\nkey k"))
      running.terminal.resize(columns: 100, rows: 40)
      #expect(running.program.logs("resized 100x40"))
      #expect(running.terminal.read(until: String(repeating: "x", count: 1_000_000)) && running.program.logs("drained"))
      try running.terminal.send("d")
      #expect(running.program.logs("drawn true false") && running.terminal.read(until: "drawn"))
      // The program also ends while the terminal does not take its output.
      try running.terminal.send("b")
      #expect(running.program.logs("drawn true"))
      running.program.send(SIGTERM)
      #expect(running.program.wait() == .signal(SIGTERM) && running.terminal.settings == running.settings)
    }

    @Test func `a terminal that takes the rest of a frame before the program waits has drained`() throws {
      let running = try Running(controlsTerminal: true)
      try running.terminal.send("u")
      #expect(running.program.logs("full") && running.terminal.read(until: "drawn"))
      #expect(running.program.logs("writable") && running.program.logs("drained"))
      try running.terminal.send("q")
      #expect(running.program.wait() == .exit(0))
    }

    @Test func `input, sizes and effects arrive as events`() throws {
      let running = try Running(controlsTerminal: true)
      try running.terminal.send("é\u{1B}[1;5A\u{1B}[200~q\nq\u{1B}[201~\u{1B}[<0;3;4M\u{1B}[I\u{1B}[?62;22c")
      #expect(running.program.logs("key é") && running.program.logs("key ctrl+up"))
      #expect(running.program.logs(#"paste("q\nq")"#))
      #expect(running.program.logs("mouse 2 3") && running.program.logs("focus(true)"))
      // Escape alone is a key when nothing follows it.
      try running.terminal.send("\u{1B}")
      #expect(running.program.logs("key escape"))
      running.terminal.resize(columns: 100, rows: 40)
      #expect(running.program.logs("resized 100x40"))
      // A larger size than that of any screen is limited.
      running.terminal.resize(columns: 65_535, rows: 65_535)
      #expect(running.program.logs("resized 2000x1000"))
      // The cells may have moved although the size is the same again.
      running.terminal.resize(columns: 90, rows: 30)
      running.terminal.resize(columns: 100, rows: 40)
      #expect(running.program.logs("resized 100x40"))
      try running.terminal.send("w")
      #expect(running.program.logs("effect") && running.program.logs("woken"))
      try running.terminal.send("m")
      #expect(running.terminal.read(until: "\u{1B}[?1003l"))
      try running.terminal.send("m")
      #expect(running.terminal.read(until: "\u{1B}[?1003h"))
      // What the mouse reports after the last key is discarded, until the terminal answers.
      try running.terminal.send("q")
      #expect(running.terminal.read(until: "\u{1B}[?1006l\u{1B}[c"))
      try running.terminal.send("\u{1B}[<35;20;11M\u{1B}[?62;22c")
      #expect(running.program.wait() == .exit(0))
    }

    @Test func `random bytes and sizes do not end a program, and need no memory`() throws {
      let running = try Running(controlsTerminal: true, ["TerminalFixture", "--draw-events"])
      var numbers = SplitMix64(seed: 4)
      let fragments = `Decoding input`.fragments
      let count = caseCount(100_000, exhaustive: 2_000_000)
      var (byteCount, number, firstMemory) = (0, 0, 0)
      while byteCount < count {
        var bytes: [UInt8] = []
        while bytes.count < 4000 { bytes += numbers.randomElement(of: fragments) ?? [] }
        byteCount += bytes.count
        number += 1
        try running.terminal.send(bytes[...])
        if number % 10 == 0 {
          running.terminal.resize(
            columns: UInt16(1 + numbers.randomInt(below: 150)), rows: UInt16(1 + numbers.randomInt(below: 50)))
        }
        // This ends each unfinished sequence.
        let end = "\u{1B}\\xxxx\u{1B}[201~xxxx"
        try running.terminal.send("\(end)\u{1B}[200~log \(number)\u{1B}[201~")
        try #require(running.program.logs("log \(number)"), "after \(byteCount) bytes")
        while !running.terminal.readBytes(within: 0).isEmpty {}
        if byteCount >= count / 10 && firstMemory == 0 { firstMemory = running.program.residentByteCount }
      }
      let growth = running.program.residentByteCount - firstMemory
      #expect(firstMemory > 0 && growth < 2 << 20, "\(growth) bytes more")
      try running.terminal.send("\u{1B}[200~end\u{1B}[201~")
      #expect(running.program.wait() == .exit(0))
      running.expectRestored("after \(byteCount) bytes")
    }

    @Test func `nothing wakes up while nothing happens`() throws {
      let (idle, busy) = (try Running(), try Running())
      // Escape starts the clock of the decoder, which must stop again.
      try idle.terminal.send("\u{1B}")
      #expect(idle.program.logs("key escape"))
      func exchange(_ count: Int) throws {
        for _ in 0..<count {
          try busy.terminal.send("k")
          try #require(busy.program.logs("key k"))
        }
      }
      // The work of the other program is the clock of this test.
      repeat { try exchange(20) } while !idle.program.waits.areAllWaiting
      // On a busy machine, the work after the key may still go on in a thread that waits for a moment.
      let isQuiet = try (0..<5).contains { _ in
        let before = idle.program.waits.count
        try exchange(1000)
        return idle.program.waits.count == before
      }
      #expect(isQuiet)
    }

    @Test func `there is no session without a terminal`() throws {
      let program = try RunningWithoutTerminal()
      #expect(program.status == 1 && program.errors.hasPrefix("failed: TerminalError(operation: "))
    }
  }

  /// The program in a session of its own, so that it has no terminal.
  private struct RunningWithoutTerminal {
    let status: Int32
    let errors: String

    init() throws {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/setsid")
      process.arguments = ["--wait", Bundle.main.bundleURL.appending(path: "TerminalFixture").path]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      let pipe = Pipe()
      process.standardError = pipe
      try process.run()
      errors = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      status = process.terminationStatus
    }
  }
#endif
