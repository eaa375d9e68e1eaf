import LineEditor
import TestInputs
import Testing
import Values

@Suite struct `Drawing a line` {
  /// Characters, with the text of each cell; the second cell of a wide character is empty text.
  private static let cells: [Character: [String]] = [
    "a": ["a"], "b": ["b"], " ": [" "], "é": ["é"], "x\u{302}": ["x\u{302}"], "茶": ["茶", ""], "👍🏽": ["👍🏽", ""],
    "❤️": ["❤️", ""],
    "👩‍👩‍👧": ["👩‍👩‍👧", ""], "🇩🇪": ["🇩🇪", ""], "🏴󠁧󠁢󠁳󠁣󠁴󠁿": ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", ""], "\u{1100}\u{1161}": ["\u{1100}\u{1161}", ""], "\t": [" "],
    "\u{1B}": #"\u{1b}"#.map { "\($0)" }, "\u{9B}": #"\u{9b}"#.map { "\($0)" },
    "\u{202E}": #"\u{202e}"#.map { "\($0)" },
    "\u{7}": #"\u{7}"#.map { "\($0)" },
  ]
  private static let wide = Set(cells.filter { $0.value.contains("") }.keys)
  private static let characters = cells.keys.sorted()

  /// Returns the rows of a text and the place of each of its characters and of its end.
  private func rows(_ text: String, columns: Int) -> (cells: [[String]], places: [[Int]]) {
    var (rows, places): ([[String]], [[Int]]) = ([[]], [])
    func startRow(_ width: Int) { if rows[rows.count - 1].count + width > columns { rows.append([]) } }
    for character in text {
      let cells = Self.cells[character] ?? ["\(character)"]
      startRow(cells.count > 1 && cells[1] == "" ? 2 : 1)
      places.append([rows.count - 1, rows[rows.count - 1].count])
      for (index, cell) in cells.enumerated() where cell != "" {
        let isWide = index + 1 < cells.count && cells[index + 1] == ""
        startRow(isWide ? 2 : 1)
        rows[rows.count - 1] += isWide ? [cell, ""] : [cell]
      }
    }
    startRow(1)
    return (rows, places + [[rows.count - 1, rows[rows.count - 1].count]])
  }

  @Test func `the terminal shows the text and the cursor, at any width`() throws {
    var numbers = SplitMix64(seed: 3)
    for columns in 5...100 {
      var terminal = TerminalModel(columns: columns, wide: Self.wide)
      terminal.show("above\r\n")
      var shown: LineFrame?
      for _ in 0..<8 {
        let text = String(
          (0..<numbers.randomInt(below: 60)).compactMap { _ in numbers.randomElement(of: Self.characters) })
        let moves = numbers.randomInt(below: text.count + 1)
        var line = EditableLine()
        _ = line.apply(.paste(text))
        for _ in 0..<moves { _ = line.apply(.left) }
        let frame = LineFrame(prompt: "> ", line: line, columns: columns)
        terminal.show(frame.text(replacing: shown))
        shown = frame
        var expected = rows("> " + text, columns: columns)
        // Only the cursor needs a row after a full one.
        if moves > 0 && expected.cells.last == [] { expected.cells.removeLast() }
        let place = expected.places[2 + text.count - moves]
        try #require(terminal.rows == [["a", "b", "o", "v", "e"]] + expected.cells)
        #expect([terminal.row - 1, terminal.column] == place, "\(columns) columns: \(text.debugDescription), \(moves)")
      }
    }
  }

  @Test func `nothing that a terminal would interpret is sent`() {
    var line = EditableLine()
    _ = line.apply(.paste("\u{1B}[31m\u{9B}2J\u{7}\u{202E}\r"))
    let frame = LineFrame(prompt: "> ", line: line, columns: 80)
    #expect(frame.rows == [#"> \u{1b}[31m\u{9b}2J\u{7}\u{202e} "#])
    #expect(LineFrame.list(["a\u{1B}b"], columns: 80) == "a\\u{1b}b\r\n")
  }

  @Test func `a mark without a base and a character that is too wide are replaced`() {
    var line = EditableLine()
    _ = line.apply(.text("\u{301}"))
    #expect(LineFrame(prompt: "> ", line: line, columns: 80).rows == ["> ◌\u{301}"])
    _ = line.apply(.text("茶"))
    #expect(LineFrame(prompt: ">", line: line, columns: 1).rows == [">", "◌\u{301}", "\u{FFFD}", ""])
  }

  @Test func `the hint is dim, follows the text and ends with the row`() {
    var line = EditableLine()
    line.assistant = LineAssistant(syntax: { _ in "N [OUTCOME] 茶" })
    _ = line.apply(.paste("end "))
    for (columns, hint) in [
      (80, "N [OUTCOME] 茶"), (20, "N [OUTCOME] 茶"), (19, "N [OUTCOME] "), (7, "N"), (6, "N [OUT"),
    ] {
      let frame = LineFrame(prompt: "> ", line: line, columns: columns)
      #expect(frame.rows.last?.hasSuffix("\u{1B}[2m\(hint)\u{1B}[0m") == true, "\(columns): \(frame.rows)")
      #expect(frame.cursorRow == (columns == 6 ? 1 : 0) && frame.cursorColumn == (columns == 6 ? 0 : 6))
    }
  }

  @Test func `a line that is higher than the screen is shown around the cursor`() {
    var line = EditableLine()
    _ = line.apply(.paste("aaaabbbbccccdddd"))
    func shown() -> [String] {
      let frame = LineFrame(prompt: "", line: line, columns: 4, rows: 2)
      return frame.rows + ["\(frame.cursorRow) \(frame.cursorColumn)"]
    }
    #expect(shown() == ["dddd", "", "1 0"])
    for _ in 0..<6 { _ = line.apply(.left) }
    #expect(shown() == ["cccc", "dddd", "0 2"])
    _ = line.apply(.home)
    #expect(shown() == ["aaaa", "bbbb", "0 0"])
  }

  @Test func `a frame is replaced after the terminal has become narrower`() {
    var line = EditableLine()
    _ = line.apply(.paste("aaaaaaaaaa"))
    let wide = LineFrame(prompt: "", line: line, columns: 8)
    #expect(wide.rows == ["aaaaaaaa", "aa"])
    // The terminal now shows the first row in two rows.
    let narrow = LineFrame(prompt: "", line: line, columns: 5)
    #expect(narrow.text(replacing: wide).hasPrefix("\u{1B}[2A\r\u{1B}[J"))
    #expect(wide.text(replacing: narrow).hasPrefix("\u{1B}[2A\r\u{1B}[J"))
  }

  @Test func `the cursor leaves the line below its last row`() {
    var line = EditableLine()
    _ = line.apply(.paste("aaaabb"))
    #expect(LineFrame(prompt: "", line: line, columns: 4).textBelow == "\r\n")
    #expect(LineFrame(prompt: "", line: line, columns: 3).textBelow == "", "the row after a full one is empty already")
    _ = line.apply(.home)
    #expect(LineFrame(prompt: "", line: line, columns: 4).textBelow == "\r\n\r\n")
  }

  @Test func `the prompt of a search shows what is searched`() {
    var history = LineHistory()
    history.add("row\u{7}Tapped")
    var line = EditableLine(history: history)
    for key: Key in [.control("r"), .text("w\u{7}")] { _ = line.apply(key) }
    let frame = LineFrame(prompt: "> ", line: line, columns: 80)
    #expect(frame.rows == [#"search "w\u{7}": row\u{7}Tapped"#] && frame.cursorColumn == 19)
    _ = line.apply(.text("x"))
    #expect(LineFrame(prompt: "> ", line: line, columns: 80).rows == [#"no line with "w\u{7}x": row\u{7}Tapped"#])
  }

  @Test func `candidates are listed in columns`() {
    let words = ["end ", "execute ", "茶", "back", "quit"]
    #expect(LineFrame.list(words, columns: 30) == "end       茶        quit\r\nexecute   back\r\n")
    #expect(LineFrame.list(words, columns: 3) == "end \r\nexecute \r\n茶\r\nback\r\nquit\r\n")
    #expect(LineFrame.list(words, columns: 80, limit: 2) == "end       execute \r\n… 3 more\r\n")
    #expect(LineFrame.list([], columns: 80) == "\r\n")
  }
}
