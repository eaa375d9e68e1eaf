import LineEditor
import TerminalIO
import Testing

/// Adds the numbers of each line that the user types.
@MainActor func addNumbers(reading reader: LineReader) throws {
  let assistant = LineAssistant { text in
    ["add ", "help", "quit"].filter { $0.hasPrefix(text) }
  } syntax: { line in
    line == "add " ? "NUMBER…" : nil
  }
  while let line = try reader.readLine("> ", assistant: assistant), line != "quit" {
    print(line.split(separator: " ").compactMap { Int($0) }.reduce(0, +))
  }
}

/// The code that the guide of LineEditor shows.
@MainActor @Suite struct `The guide of LineEditor` {
  @Test func `reads lines that a terminal edits, or plain lines`() throws {
    var plainLines = ["quit", "add 1 2"]
    let descriptor: Int32 = -1  // not a terminal
    let reader = LineReader(input: descriptor) { prompt in
      #expect(prompt == "> ")
      return plainLines.popLast()
    }
    #expect(!reader.canEdit)
    try addNumbers(reading: reader)
    #expect(plainLines.isEmpty)
  }

  @Test func `edits and draws a line without a terminal`() {
    var decoder = InputDecoder()
    var line = EditableLine()
    let input = decoder.decode("hello\u{1B}[D\u{7F}".utf8)  // Left, Backspace
    for event in input { _ = line.apply(event) }
    let frame = LineFrame(prompt: "> ", line: line, columns: 80)
    let shown = frame.rows  // ["> helo"], and the cursor is in column 5
    #expect(line.apply(KeyStroke(.enter)) == .submitted("helo"))

    #expect(shown == ["> helo"] && frame.cursorColumn == 5)
  }
}
