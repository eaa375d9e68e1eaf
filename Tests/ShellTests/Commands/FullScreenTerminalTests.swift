import Foundation
import ProgramFixtures
import Programs
import PseudoTerminals
import Testing

#if os(Linux)
  import Glibc

  /// Runs the program on the full screen of a pseudoterminal, with a database in a file.
  ///
  /// The tests wait for the output of the program and never for a period of time.
  @Suite(.serialized) struct `The program on the full screen of a terminal` {
    private let folder: ProgramFolder
    private let screen: OfficeScreen

    init() throws {
      folder = try ProgramFolder()
      #expect(try folder.run(["sample"], on: "keys.db") != nil)
      screen = try OfficeScreen(of: "keys.db", in: folder)
      try screen.wait(for: "Candle")
    }

    @Test func `a story in keys stores the same products as in commands`() throws {
      // A name, a price with an error in between, the order of the list, a deletion, and another one that is undone.
      try screen.terminal.send("\u{1B}[B\r")
      try screen.wait(for: "submit")
      try screen.terminal.send("\u{15}Green lamp\tcheap")
      try screen.wait(for: "expected an amount")
      try screen.terminal.send("\u{15}12\u{13}")
      // The hint is there when the sheet is closed.
      try screen.wait(for: "quit")
      try screen.wait(for: "Green lamp")
      try screen.terminal.send("sprice\r")
      try screen.wait(for: "Price ▲")
      try screen.terminal.send("/teapot\r\u{1B}[B\u{1B}[3~")
      try screen.wait(for: "Deleted Teapot.")
      try screen.terminal.send("/stool\r\u{1B}[B\u{1B}[3~z/\u{15}\r")
      try screen.wait(for: "Stool")
      screen.terminal.resize(columns: 80, rows: 24)
      #expect(screen.terminal.read(until: "\u{1B}[2J"), "the new size is drawn as a whole")
      try screen.terminal.send("q")
      // The queries of the end are answered, too.
      try #require(screen.terminal.read(until: "\u{1B}[c"))
      try screen.terminal.send("\u{1B}[?62;22c")
      #expect(screen.program.wait() == .exit(0))
      #expect(screen.terminal.settings == screen.settings)

      #expect(try folder.run(["sample"], on: "commands.db") != nil)
      let story = """
        products.open p1 then sheet.type name Green\u{A0}lamp then sheet.type price 12 then sheet.submit then \
        products.sort price then products.delete p7 then products.delete p4 then undo
        """
      let words = story.split(separator: " ").map { String($0.replacing("\u{A0}", with: " ")) }
      #expect(try folder.run(["do"] + words, on: "commands.db") != nil)
      let list = ["products", "list", "-o", "json"]
      let products = try #require(try folder.run(list, on: "keys.db"))
      #expect(products.contains("Green lamp") && products.contains("Stool") && !products.contains("Teapot"))
      let expected = try folder.run(list, on: "commands.db")
      #expect(expected == products)
    }

    @Test func `law 5: the draft and the sort order are there again after kill -9`() throws {
      try screen.terminal.send("sprice\r")
      try screen.wait(for: "Price ▲")
      try screen.terminal.send("g\r")
      try screen.wait(for: "submit")
      try screen.terminal.send("\u{15}Half a name")
      // The session is saved after each change.
      while try !folder.contains("Half a name", in: "keys.db") { try screen.wait(for: "Half a name") }
      screen.program.send(SIGKILL)
      #expect(screen.program.wait() == .signal(SIGKILL))

      let next = try OfficeScreen(of: "keys.db", in: folder)
      try next.wait(for: "Half a name")
      try next.wait(for: "Price ▲")
      #expect(try folder.run(["products", "list", "-o", "json"], on: "keys.db")?.contains("Half a name") == false)
      next.program.send(SIGKILL)
      #expect(next.program.wait() == .signal(SIGKILL))
    }

    @Test func `law 5: a draft is there again after its terminal was closed`() throws {
      try screen.terminal.send("g\r")
      try screen.wait(for: "submit")
      try screen.terminal.send("\u{15}Half a name")
      try screen.wait(for: "Half a name")
      try screen.terminal.hangUp()
      _ = screen.program.wait()
      let next = try OfficeScreen(of: "keys.db", in: folder)
      try next.wait(for: "Half a name")
      next.program.send(SIGKILL)
      #expect(next.program.wait() == .signal(SIGKILL))
    }
  }

  /// The program on a terminal of its own.
  private final class OfficeScreen {
    let terminal: PseudoTerminal
    let program: TerminalProgram
    /// The settings of the terminal before the program was started.
    let settings: [UInt8]

    init(of database: String, in folder: ProgramFolder) throws {
      terminal = try PseudoTerminal()
      terminal.resize(columns: 100, rows: 30)
      terminal.makeUnusual()
      settings = terminal.settings
      program = try TerminalProgram(
        ["backroom", "--database", folder.path(database)], on: terminal, controlsTerminal: true,
        variables: ["TERM=xterm-256color", "XDG_CONFIG_HOME=/no/such/folder", "HOME=\(folder.url.path)"])
      try terminal.leaveToProgram()
      try #require(terminal.read(until: "\u{1B}[c"))
      // Long frames are in brackets from now on.
      try terminal.send("\u{1B}[?2026;2$y\u{1B}[?62;22c")
    }

    /// Draws the screen again until it shows a text.
    func wait(for text: String) throws {
      var shown = ""
      for _ in 0..<10_000 {
        shown = try drawn()
        if shown.contains(text) { return }
      }
      Issue.record("\(text) is not shown: \(shown.debugDescription)")
    }

    /// Draws the screen again, and returns the bytes of the frame.
    ///
    /// A whole frame ends with the cursor. Only a long one is between the brackets of synchronized output.
    private func drawn() throws -> String {
      try terminal.send("\u{C}")
      try #require(terminal.read(until: "\u{1B}[2J"), "the program does not draw again")
      return try #require(terminal.readText(until: "\u{1B}[?25"), "the program does not finish the frame")
    }
  }

  extension ProgramFolder {
    /// Returns whether a text is in the file of a database, or in its log.
    fileprivate func contains(_ text: String, in database: String) throws -> Bool {
      try ["", "-wal"].contains { suffix in
        try Data(contentsOf: URL(filePath: path(database) + suffix)).firstRange(of: Data(text.utf8)) != nil
      }
    }

    /// Runs a command on a database, and returns its output, or `nil` if it fails.
    fileprivate func run(_ words: [String], on database: String) throws -> String? {
      let program = try RunningProgram([words[0], "--database", path(database)] + words.dropFirst())
      let output = program.readAllOutput()
      let status = program.end()
      if status != 0 { Issue.record("backroom \(words.joined(separator: " ")) ends with the status \(status)") }
      return status == 0 ? output : nil
    }
  }
#endif
