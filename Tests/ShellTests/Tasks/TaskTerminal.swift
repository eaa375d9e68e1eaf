import Foundation
import ProgramFixtures
import PseudoTerminals
import TerminalFixtures
import TerminalIO
import Testing

#if os(Linux)
  /// The program on the full screen of a terminal of 80 columns and 24 rows, whose screen is known cell by cell.
  final class TaskTerminal {
    private let terminal: PseudoTerminal
    private let program: TerminalProgram
    private var screen = TerminalModel(TerminalSize(columns: 80, rows: 24), features: [])

    /// The number of keys that were pressed.
    private(set) var keyCount = 0

    /// Starts the program with a database in a folder, or on a server.
    init(of database: String, in folder: ProgramFolder, server: String? = nil) throws {
      terminal = try PseudoTerminal()
      terminal.resize(columns: 80, rows: 24)
      program = try TerminalProgram(
        ["backroom", "--database", database.contains("://") ? database : folder.path(database)]
          + (server.map { ["--server", $0] } ?? []), on: terminal,
        controlsTerminal: true,
        variables: [
          "TERM=xterm-256color", "XDG_CONFIG_HOME=/no/such/folder", "HOME=\(folder.url.path)", "NO_COLOR=1",
          "no_proxy=*",
        ])
      try terminal.leaveToProgram()
      let beginning = try #require(terminal.readText(until: "\u{1B}[c"), "the program does not start")
      screen.receive(Array("\u{1B}[m\u{1B}[2J\(beginning)".utf8))
      try terminal.send("\u{1B}[?62;22c")
    }

    /// The lines of the screen, without white space at their ends.
    var lines: [String] {
      screen.cells.map { cells in
        String(cells.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
      }
    }

    /// Waits until the screen shows a text, or does not show it any more.
    func wait(for text: String, isShown: Bool = true) throws {
      try wait("\"\(text)\" is \(isShown ? "not" : "still") shown") { lines in
        lines.contains { $0.contains(text) } == isShown
      }
    }

    /// Waits until the screen does not show that something is being loaded.
    func waitUntilLoaded() throws {
      try wait("something is being loaded") { lines in
        !lines.contains { $0.contains("being loaded") || $0.contains("loading…") }
          && lines[0].unicodeScalars.allSatisfy { !(0x2800...0x28FF).contains($0.value) }
      }
    }

    /// Waits until the lines of the screen fulfill a condition.
    func wait(_ problem: String, until condition: ([String]) -> Bool) throws {
      while !condition(lines) {
        let bytes = terminal.readBytes(within: 30_000)
        try #require(!bytes.isEmpty, "\(problem):\n\(lines.joined(separator: "\n"))")
        screen.receive(Array(bytes))
      }
    }

    /// Presses keys, given as words: the name of a key, or a text in quotation marks whose characters are typed.
    func press(_ keys: String) throws {
      for word in try Self.words(of: keys) {
        keyCount += word.isText ? word.text.count : 1
        try terminal.send(word.isText ? word.text : try #require(Self.bytes[word.text], "no key is named \(word.text)"))
      }
    }

    private static func words(of keys: String) throws -> [(text: String, isText: Bool)] {
      keys.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
        index.isMultiple(of: 2) ? part.split(separator: " ").map { (String($0), false) } : [(String(part), true)]
      }
    }

    private static let bytes: [String: String] = {
      var bytes = [
        "enter": "\r", "tab": "\t", "escape": "\u{1B}", "space": " ", "delete": "\u{1B}[3~", "up": "\u{1B}[A",
        "down": "\u{1B}[B", "right": "\u{1B}[C", "left": "\u{1B}[D", "end": "\u{1B}[F", "home": "\u{1B}[H",
        "shift+tab": "\u{1B}[Z", "shift+down": "\u{1B}[1;2B", "alt+down": "\u{1B}[1;3B",
      ]
      for code in UInt8(ascii: "a")...UInt8(ascii: "z") {
        let letter = String(UnicodeScalar(code))
        bytes[letter] = letter
        bytes["ctrl+\(letter)"] = String(UnicodeScalar(code & 0x1F))
        bytes["shift+\(letter)"] = letter.uppercased()
      }
      for digit in 0...9 { bytes["\(digit)"] = "\(digit)" }
      for sign in ["?", ":", "/"] { bytes[sign] = sign }
      return bytes
    }()

    /// Quits the program with a key, and calls a closure when it has left the full screen.
    func quit(beforeEnd body: (TerminalProgram) throws -> Void = { _ in }) throws {
      try press("q")
      // The queries of the end are answered, too.
      try #require(terminal.read(until: "\u{1B}[c"))
      try terminal.send("\u{1B}[?62;22c")
      try body(program)
      #expect(program.wait() == .exit(0))
    }

    /// Closes the terminal while the program runs, and waits for its end.
    func close() throws {
      try terminal.hangUp()
      _ = program.wait()
    }
  }
#endif
