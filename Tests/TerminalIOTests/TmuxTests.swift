import Foundation
import PseudoTerminals
import TerminalFixtures
import TerminalIO
import TestInputs
import Testing
import Values

#if os(Linux)
  import Glibc

  /// Compares what tmux shows with what the model of a terminal shows, where tmux is installed.
  @Suite(.enabled(if: Tmux.path != nil)) struct `What tmux shows` {
    /// Texts that all terminals show alike.
    private static let texts = [
      "Name", "Price", "  12.50  ", "a longer text with spaces", "──────────", "x", "      ", "naïve café", "日本語",
      "한국어", "e\u{301}", "Ω≈ç√", "😀😀", "z\u{301}\u{302}\u{303}", "a\u{1B}[31mb", "\t", "\r\n", "✅", "\u{202E}",
    ]

    @Test func `the bytes of random frames make tmux show what the model shows`() throws {
      var random = RandomFrames(seed: 5, texts: Self.texts)
      let tmux = try Tmux()
      for trial in 0..<caseCount(15, exhaustive: 60) {
        var size = random.size()
        while size.columns == 0 || size.rows == 0 { size = random.size() }
        let depth = random.depth()
        let features = TerminalFeatures(environment: ["TERM": "tmux-256color"])
        var encoder = FrameEncoder(depth: depth, features: features)
        var model = TerminalModel(size, features: features)
        try tmux.resize(to: size)
        var frame = random.frame(size)
        for step in 0..<8 {
          var bytes: [UInt8] = []
          encoder.encode(frame, into: &bytes)
          model.receive(bytes)
          try tmux.show(bytes)
          let shown = try tmux.screen(expected: model)
          if let difference = model.difference(from: frame, depth: depth) ?? model.difference(from: shown) {
            Issue.record(
              "trial \(trial), step \(step), \(size), \(depth): \(difference)\nafter \(String(decoding: bytes, as: UTF8.self).debugDescription)"
            )
            return
          }
          for _ in 0...random.numbers.randomInt(below: 2) { random.draw(into: &frame) }
        }
      }
    }
  }

  /// A server of tmux with one pane, which shows what the tests write.
  private final class Tmux {
    /// The program, if it is installed.
    static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/tmux" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "Tmux-\(UUID().uuidString)")
    private let input: FileHandle
    private let answers: FileHandle

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let (inputPath, answerPath) = (folder.appending(path: "input").path, folder.appending(path: "answers").path)
      guard mkfifo(inputPath, 0o600) == 0, mkfifo(answerPath, 0o600) == 0 else { throw POSIXError(.EIO) }
      // A pipe that is also open for the other direction never ends.
      input = FileHandle(fileDescriptor: open(inputPath, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
      answers = FileHandle(fileDescriptor: open(answerPath, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
      try run(
        "new-session", "-d", "-x", "80", "-y", "24",
        "stty raw -echo; cat '\(inputPath)' & exec cat > '\(answerPath)'")
      try run("set-option", "-g", "status", "off")
      try run("set-option", "-g", "window-size", "manual")
      // The content of the other screen would be wrapped again when the size changes.
      try show(Array("\u{1B}[?1049h".utf8))
    }

    deinit {
      _ = try? run("kill-server")
      try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a command of tmux, and returns its output.
    @discardableResult private func run(_ words: String...) throws -> String {
      let terminal = try PseudoTerminal()
      let socket = folder.appending(path: "socket").path
      let program = try TerminalProgram(
        [Self.path ?? "", "-u", "-S", socket, "-f", "/dev/null"] + words, on: terminal,
        variables: ["TERM=xterm-256color", "LC_ALL=C.UTF-8"])
      try terminal.leaveToProgram()
      let output = terminal.readToEnd()
      try #require(program.wait() == .exit(0), "tmux \(words): \(output)")
      return output.replacing("\r\n", with: "\n")
    }

    func resize(to size: TerminalSize) throws {
      try run("resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)")
    }

    /// Shows bytes, and waits until tmux has processed them, which its answer to a question shows.
    func show(_ bytes: [UInt8]) throws {
      try input.write(contentsOf: bytes + Array("\u{1B}[5n".utf8))
      var answer = Data()
      while !answer.contains(UInt8(ascii: "n")) {
        var request = pollfd(fd: answers.fileDescriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&request, 1, 20_000) > 0, "tmux does not answer")
        answer += answers.availableData
      }
      try #require(answer == Data("\u{1B}[0n".utf8))
    }

    /// Returns a model of a terminal that shows what the pane shows.
    ///
    /// tmux does not report the background of erased cells at the end of a line, so that is taken from the expected
    /// screen.
    func screen(expected: TerminalModel) throws -> TerminalModel {
      let size = expected.size
      let output = try run(
        "display-message", "-p", "#{cursor_y} #{cursor_x} #{cursor_flag}", ";", "capture-pane", "-p", "-e", "-N")
      var lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      let numbers = lines.removeFirst().split(separator: " ").compactMap { Int($0) }
      var screen = TerminalModel(size, features: [])
      screen.receive(Array("\u{1B}[m\u{1B}[2J".utf8))
      for row in 0..<size.rows {
        for column in 0..<size.columns where expected.cells[row][column].text == " " {
          screen.cells[row][column].style = TextStyle(background: expected.cells[row][column].style.background)
        }
      }
      for (row, line) in lines.prefix(size.rows).enumerated() {
        screen.receive(Array("\u{1B}[\(row + 1);1H\(line)".utf8))
      }
      try #require(numbers.count == 3)
      let (row, column) = (numbers[0], min(numbers[1], size.columns - 1))
      screen.receive(Array("\u{1B}[\(row + 1);\(column + 1)H\u{1B}[?25\(numbers[2] == 1 ? "h" : "l")".utf8))
      return screen
    }
  }
#endif
