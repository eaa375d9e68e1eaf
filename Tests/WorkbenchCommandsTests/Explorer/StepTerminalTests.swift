import Foundation
import ProgramFixtures
import Programs
import PseudoTerminals
import Testing

#if os(Linux)
  import Glibc

  /// Runs the program on a pseudoterminal.
  ///
  /// The tests wait for its output and never for a period of time.
  @Suite struct `Typing commands on a terminal` {
    /// What the terminal shows before anything is typed, when it is in raw mode.
    private static let prompt = "\r\u{1B}[J> \r\u{1B}[2C"

    private let terminal: PseudoTerminal
    private let program: RunningProgram

    init() throws {
      terminal = try PseudoTerminal()
      program = try RunningProgram(
        ["step", "editor"], of: "workbench", on: terminal.programDescriptor, ofType: "xterm")
      try terminal.leaveToProgram()
      try #require(terminal.read(until: "Type help for a list of commands.\r\n\u{1B}[?2004h\(Self.prompt)"))
    }

    @Test func `keys edit, complete and repeat a line`() throws {
      #expect(!terminal.showsTyping)
      try terminal.send("rowTaped p1\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}OD\u{1B}ODp\r")
      #expect(terminal.read(until: "> rowTapped p1") && terminal.read(until: "\r\n\u{1B}[?2004l"))
      #expect(terminal.read(until: "sheet: closed -> open") && terminal.read(until: Self.prompt))
      try terminal.send("subm\t\r")
      #expect(terminal.read(until: "> submitTapped") && terminal.read(until: "stage: editing -> submitting"))
      #expect(terminal.read(until: Self.prompt))
      try terminal.send("end \t")
      #expect(terminal.read(until: "> end 1 ") && terminal.read(until: "\r\u{1B}[8C"))
      try terminal.send("\t")
      #expect(terminal.read(until: "end 1 saved ") && terminal.read(until: "end 1 failed offline"))
      try terminal.send("fa\u{3}")
      #expect(terminal.read(until: "> end 1 fa") && terminal.read(until: "^C\r\n\(Self.prompt)"))
      try terminal.send("\u{12}row\u{1B}[F\u{15}back\u{1B}[200~ \n\u{1B}[201~\r")
      #expect(terminal.read(until: "> back  ") && terminal.read(until: "stage: editing"))
      #expect(terminal.read(until: Self.prompt))
      try terminal.send("quit\r")
      #expect(program.end() == 0 && terminal.showsTyping)
    }

    @Test func `Control-D ends the session`() throws {
      try terminal.send("\u{4}")
      #expect(terminal.read(until: "\r\n\u{1B}[?2004l") && program.end() == 0 && terminal.showsTyping)
    }

    /// Other signals may be ignored by the process that runs the tests, and then the program ignores them too.
    @Test(arguments: [SIGTERM, SIGUSR1, SIGALRM])
    func `a signal restores the terminal`(_ number: Int32) throws {
      #expect(!terminal.showsTyping && kill(program.process.processIdentifier, number) == 0)
      #expect(terminal.read(until: "\u{1B}[?2004l"))
      program.process.waitUntilExit()
      #expect(program.process.terminationReason == .uncaughtSignal && program.process.terminationStatus == number)
      #expect(terminal.showsTyping)
    }

    @Test func `a terminal that cannot move the cursor reads plain lines`() throws {
      let terminal = try PseudoTerminal()
      let program = try RunningProgram(
        ["step", "editor"], of: "workbench", on: terminal.programDescriptor, ofType: "dumb")
      try terminal.leaveToProgram()
      #expect(terminal.read(until: "Type help for a list of commands.\r\n> ") && terminal.showsTyping)
      try terminal.type("rowTapped p1")
      #expect(terminal.read(until: "sheet: closed -> open") && terminal.read(until: "\r\n> "))
      try terminal.end()
      #expect(program.end() == 0)
    }
  }
#endif
