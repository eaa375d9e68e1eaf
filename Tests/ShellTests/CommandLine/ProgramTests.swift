import Foundation
import ProgramFixtures
import Programs
import PseudoTerminals
import Testing

#if os(Linux)
  /// Runs the program with inputs that are not regular files.
  @Suite struct `Input of the program` {
    @Test(arguments: [
      ("step editor </", "Is a directory"), ("step editor <&-", "Bad file descriptor"),
      ("condition check --batch </", "Is a directory"), ("condition check --batch <&-", "Bad file descriptor"),
    ])
    func `a read error is not the end of input`(line: String, reason: String) throws {
      let program = try RunningProgram(shell: "workbench \(line)")
      #expect(program.end() == 66)
      #expect(program.readErrorOutput() == "workbench: cannot read standard input: \(reason)\n")
    }

    @Test func `defaults come from the environment and a configuration file`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString)")
      let file = folder.appending(path: "backroom/config")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("output = csv\n".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = try RunningProgram(shell: "XDG_CONFIG_HOME='\(folder.path)' backroom events count")
      #expect(program.read(until: "events,users\n0,0\n") && program.end() == 0)
      let other = try RunningProgram(
        shell: "XDG_CONFIG_HOME='\(folder.path)' BACKROOM_OUTPUT=plain backroom events count")
      #expect(other.read(until: "0 events, 0 users\n") && other.end() == 0)
    }

    @Test func `a pipe in place of the configuration file is an error, and does not block the program`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let program = try RunningProgram(
        shell: """
          mkdir -p '\(folder.path)/backroom' && mkfifo '\(folder.path)/backroom/config'
          XDG_CONFIG_HOME='\(folder.path)' backroom events count
          """)
      #expect(program.end() == 65)
      #expect(program.readErrorOutput().contains("/backroom/config: is not a regular file"))
    }

    @Test func `a reader that closes the pipe is no error to report`() throws {
      let program = try RunningProgram(
        shell: "workbench explore filter --coverage | head -1; backroom events list | head -1")
      #expect(program.read(until: "USERID") && program.end() == 0)
      #expect(program.readErrorOutput() == "")
    }

    @Test func `a request to quit ends the program, and is no crash to report`() throws {
      let program = try RunningProgram(["do", "--watch"])
      #expect(program.read(until: "No products yet"))
      kill(program.process.processIdentifier, SIGQUIT)
      #expect(program.end() == SIGQUIT && program.process.terminationReason == .uncaughtSignal)
      #expect(program.readErrorOutput() == "")
    }

    @Test func `a pager shows what is longer than the terminal, and a table fits it`() throws {
      let terminal = try PseudoTerminal()
      terminal.resize(columns: 60, rows: 5)
      let database = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString).db").path
      defer { try? FileManager.default.removeItem(atPath: database) }
      #expect(try RunningProgram(["sample", "--database", database]).end() == 0)
      let program = try RunningProgram(
        ["products", "list", "-o", "jsonl", "--database", database], on: terminal.programDescriptor, ofType: "xterm",
        environment: ["PATH": "/usr/bin:/bin", "BACKROOM_PAGER": "sed s/^/page:/"])
      try terminal.leaveToProgram()
      #expect(terminal.read(until: #"page:{"id":"p1""#) && terminal.read(until: #"page:{"id":"p9""#))
      #expect(program.end() == 0)
      let second = try PseudoTerminal()
      second.resize(columns: 36, rows: 20)
      let fitted = try RunningProgram(
        ["products", "list", "--database", database], on: second.programDescriptor, ofType: "xterm",
        environment: ["NO_COLOR": "1"])
      try second.leaveToProgram()
      #expect(second.read(until: "p1  Desk la…   19.99  light") && fitted.end() == 0)
    }

    @Test func `input that is empty or ends within a line is read completely`() throws {
      #expect(try RunningProgram(shell: "workbench step editor </dev/null").end() == 0)
      let part = try RunningProgram(shell: "printf 'rowTapped p1\\r\\n\\nsubmitTapped' | workbench step editor")
      #expect(part.read(until: "sheet: closed -> open"))
      #expect(part.read(until: "stage: editing -> submitting"))
      #expect(part.end() == 0)
    }

    @Test func `a minus means standard input of any kind`() throws {
      for source in [
        "printf 'a,b\\n1,x\\n' |", "printf '[{\"a\":1,\"b\":\"x\"}]' |", "printf '{\"a\":1,\"b\":\"x\"}' |",
      ] {
        let program = try RunningProgram(shell: "\(source) workbench table view -")
        #expect(program.read(until: "a  b\n1  x\n") && program.end() == 0, "\(source)")
      }
      let nothing = try RunningProgram(shell: "workbench table view - </dev/null")
      #expect(nothing.end() == 65)
      #expect(
        nothing.readErrorOutput().hasPrefix(
          "workbench: standard input: line 1, column 1: expected a line with the column names"))
    }

    @Test func `products are imported from a pipe, but not from a device`() throws {
      for path in ["-", "/dev/stdin"] {
        let program = try RunningProgram(
          shell: "printf 'name,price\\nMug,3\\n' | backroom products import \(path) --existing skip -o csv")
        #expect(program.read(until: "new,changed,unchanged,skipped,bad\n1,0,0,0,0\n") && program.end() == 0, "\(path)")
      }
      let device = try RunningProgram(shell: "backroom products import /dev/zero")
      #expect(device.end() == 65)
      #expect(device.readErrorOutput() == "backroom: /dev/zero: is a device, not a regular file or a pipe\n")
    }

    @Test func `a request that is not valid UTF-8 is an error, and the next one is read`() throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString).csv")
      try Data("a\nx\n".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let program = try RunningProgram(
        shell: "printf '{\"search\":\"\\377\"}\\n{\"search\":\"x\"}\\n' | workbench table drive '\(file.path)'")
      #expect(program.read(until: "{\"error\":{\"message\":\"line 1, column 11: expected a text in UTF-8"))
      #expect(program.read(until: "{\"rows\":[{\"a\":\"x\"}]") && program.end() == 0)
    }

    @Test(arguments: ["/dev/zero", "/dev/full", "/dev/null", "/dev/stdin </dev/zero"])
    func `a device is rejected because it may have no end`(path: String) throws {
      let program = try RunningProgram(shell: "workbench replay \(path)")
      #expect(program.end() == 65)
      let name = path.prefix { $0 != " " }
      #expect(
        program.readErrorOutput()
          == "workbench: \(name): is a device, not a regular file or a pipe; choose another name or folder\n")
    }

    @Test(arguments: ["serve --stdio", "mcp"])
    func `a client to which nothing can be written is reported`(command: String) throws {
      let request = #"{"jsonrpc":"2.0","id":1,"method":"describe"}"#
      let program = try RunningProgram(
        shell: "echo '\(request)' | backroom --database :memory: \(command) >/dev/full")
      #expect(program.end() == 74)
      #expect(
        program.readErrorOutput() == "backroom: the answers could not be written: No space left on device\n")
    }

    @Test func `a request that arrives after the end of the connection was asked for is answered`() throws {
      let requests = ["initialize\",\"params\":{\"protocol\":1}", "shutdown\"", "describe\""].enumerated().map {
        "{\"jsonrpc\":\"2.0\",\"id\":\($0),\"method\":\"\($1)}\\n"
      }
      let program = try RunningProgram(shell: "printf '\(requests.joined())' | backroom serve --stdio")
      #expect(program.read(until: #""id":2,"error":"#) && program.read(until: "the connection ends"))
      #expect(program.read(until: #""id":1,"result":{}"#) && program.end() == 0)
    }

    #if os(Linux)
      @Test(arguments: [["serve", "--stdio"], ["mcp"]])
      func `what else is printed goes to standard error while a client is served`(words: [String]) throws {
        let program = try RunningProgram(words)
        try program.type("x")
        #expect(program.read(until: "parseError") || program.read(until: "-32700"))
        let folder = "/proc/\(program.process.processIdentifier)/fd"
        let ends = try (1...2).map { try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        #expect(ends[0] == ends[1])
      }
    #endif

    @Test func `a pipe without an end is read up to a limit`() throws {
      let program = try RunningProgram(shell: "yes | workbench replay /dev/stdin")
      #expect(program.end() == 65)
      #expect(program.readErrorOutput().hasPrefix("workbench: /dev/stdin: is larger than 268435456 bytes; "))
    }

    @Test func `a transcript is replayed from files and pipes, and a session whose file was deleted ends`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let transcript = folder.appending(path: "day.transcript").path
      let session = try RunningProgram(shell: "workbench step editor --transcript '\(transcript)'")
      try session.type("rowTapped p1")
      #expect(session.read(until: "sheet: closed -> open"))
      for line in ["replay '\(transcript)'", "replay /dev/stdin <'\(transcript)'"] {
        let replay = try RunningProgram(shell: "workbench \(line)")
        #expect(replay.read(until: "the same: 1 step\n"))
        #expect(replay.end() == 0)
      }
      let piped = try RunningProgram(shell: "cat '\(transcript)' | workbench replay /dev/stdin")
      #expect(piped.read(until: "the same: 1 step\n"))
      #expect(piped.end() == 0)
      try FileManager.default.removeItem(atPath: transcript)
      try session.type("submitTapped")
      #expect(session.end() == 74)
      #expect(
        session.readErrorOutput()
          == "workbench: \(transcript) was deleted while it was open; its contents are lost; the last step was not saved\n"
      )
    }
  }
#endif
