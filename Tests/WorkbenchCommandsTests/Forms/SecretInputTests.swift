import Foundation
import ProgramFixtures
import Programs
import PseudoTerminals
import Testing

#if canImport(Glibc)
  import Glibc
#endif

#if os(Linux)
  /// Runs the program with a pseudoterminal as its standard input.
  @Suite struct `Typing a password` {
    private static let form = """
      {"sections":[{"rows":[{"tag":"name"},{"tag":"secret","kind":"password"},{"tag":"last"}]}]}
      """

    @Test func `the terminal shows everything except the password`() throws {
      let terminal = try PseudoTerminal()
      let program = try terminal.startFormFill(Self.form)
      #expect(program.read(until: "name: ") && terminal.showsTyping)
      try terminal.type("Ada")
      #expect(program.read(until: "secret: ") && !terminal.showsTyping)
      try terminal.type("hunter2")
      #expect(program.read(until: "last: ") && terminal.showsTyping)
      try terminal.type(":back")
      #expect(program.read(until: "secret [•••••••]: ") && !terminal.showsTyping)
      try terminal.type("")
      #expect(program.read(until: "last: "))
      try terminal.type("x")
      #expect(program.read(until: #"{"last":"x","name":"Ada","secret":"hunter2"}"#))
      #expect(program.end() == 0 && terminal.showsTyping)
      #expect(terminal.output == "Ada\r\n\r\n:back\r\n\r\nx\r\n")
    }

    /// Other signals may be ignored by the process that runs the tests, and then the program ignores them too.
    @Test(arguments: [SIGTERM, SIGUSR1, SIGALRM])
    func `the terminal is restored if a signal ends the program`(_ number: Int32) throws {
      let terminal = try PseudoTerminal()
      let program = try terminal.startFormFill(Self.form)
      #expect(program.read(until: "name: "))
      try terminal.type("")
      #expect(program.read(until: "secret: ") && !terminal.showsTyping)
      #expect(kill(program.process.processIdentifier, number) == 0)
      program.process.waitUntilExit()
      #expect(program.process.terminationReason == .uncaughtSignal && program.process.terminationStatus == number)
      #expect(terminal.showsTyping)
    }

    @Test func `the terminal is restored if the input ends`() throws {
      let terminal = try PseudoTerminal()
      let program = try terminal.startFormFill(#"{"sections":[{"rows":[{"tag":"secret","kind":"password"}]}]}"#)
      #expect(program.read(until: "secret: ") && !terminal.showsTyping)
      try terminal.end()
      #expect(program.end() == 65 && terminal.showsTyping)
    }
  }

  @Suite struct `Filling in a form on a terminal` {
    @Test func `Tab completes the options of a row`() throws {
      let terminal = try PseudoTerminal()
      let file = terminal.folder.appending(path: "form.json")
      try
        #"{"sections":[{"rows":[{"tag":"size","kind":"singleChoice","required":true,"options":["Small","Medium"]}]}]}"#
        .write(to: file, atomically: true, encoding: .utf8)
      let program = try RunningProgram(
        ["form", "fill", file.path], of: "workbench", on: terminal.programDescriptor, ofType: "xterm")
      try terminal.leaveToProgram()
      #expect(terminal.read(until: "size (required; Small, Medium): "))
      try terminal.send("\r")
      #expect(terminal.read(until: "size (required; Small, Medium): "), "a required row is asked for again")
      try terminal.send("m\t\r")
      #expect(terminal.read(until: "Medium") && terminal.read(until: #"{"size":"Medium"}"#))
      #expect(program.end() == 0)
    }
  }

  extension PseudoTerminal {
    fileprivate func startFormFill(_ form: String) throws -> RunningProgram {
      let file = folder.appending(path: "form.json")
      try form.write(to: file, atomically: true, encoding: .utf8)
      return try RunningProgram(["form", "fill", file.path], of: "workbench", before: programDescriptor)
    }
  }
#endif
