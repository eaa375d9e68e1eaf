@testable import TerminalIO
import TestInputs
import Testing
import Values

@Suite struct `Cell grid` {
  private func grid(_ columns: Int, _ rows: Int = 1) -> CellGrid {
    CellGrid(TerminalSize(columns: columns, rows: rows))
  }

  @Test func `text is clipped, and its columns are counted`() {
    var grid = grid(8, 2)
    #expect(grid.write("hello", column: 0, row: 0, limit: 3) == 3)
    #expect(grid.write("hello", column: -3, row: 1) == 5)
    #expect(grid.write("hello", column: 6, row: 1) == 2)
    #expect(grid.write("hello", column: 0, row: 2) == 0)
    #expect(grid.text(ofRow: 0) == "hel     " && grid.text(ofRow: 1) == "lo    he")
    grid.clipped(to: CellArea(column: 2, row: 0, columns: 2, rows: 1)) { grid in
      grid.fill(CellArea(column: 0, row: 0, columns: 8, rows: 2), with: "─")
    }
    #expect(grid.text(ofRow: 0) == "he──    ")
  }

  @Test func `no place traps`() {
    var grid = grid(4, 2)
    let extremes = [Int.min, Int.min + 1, -1, 0, 1, 3, 4, Int.max - 1, Int.max]
    for column in extremes {
      for row in extremes {
        for limit in extremes {
          for text in ["abc", "日本", "é\u{1B}"] { grid.write(text, column: column, row: row, limit: limit) }
          let area = CellArea(column: column, row: row, columns: limit, rows: limit)
          grid.fill(area, with: "日")
          grid.restyle(area) { $0.attributes = .bold }
          grid.clipped(to: area) { $0.fill(area) }
        }
      }
    }
  }

  @Test func `overwriting a part of a wide character clears the rest`() {
    var grid = grid(6)
    grid.write("日本語", column: 0, row: 0)
    grid.write("x", column: 1, row: 0)
    grid.write("y", column: 4, row: 0)
    #expect(grid.text(ofRow: 0) == " x本y ")
    grid.write("語語", column: 3, row: 0)
    #expect(grid.text(ofRow: 0) == " x 語 ")
  }

  @Test func `invisible characters are shown`() {
    var grid = grid(20)
    #expect(grid.write("a\u{1B}[1m\tb\u{301}\u{301}", column: 0, row: 0) == 12)
    #expect(grid.write("\u{301}", column: 13, row: 0) == 1)
    #expect(grid.text(ofRow: 0) == "a\\u{1b}[1m b\u{301}\u{301} ◌\u{301}      ")
  }

  @Test func `fast characters are visible, as wide as assumed, and do not combine`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let width = UInt32.plainWidth(ofScalar: value)
      guard width > 0 else { continue }
      let text = String(scalar)
      if text.terminalWidth != width || !scalar.isVisible || "\(text)\(text)".count != 2 || "a\(text)a".count != 3 {
        Issue.record("U+\(String(value, radix: 16)) is \(text.terminalWidth) columns wide, not \(width)")
      }
    }
  }

  @Test func `colors are reduced to the nearest ones`() {
    var numbers = SplitMix64(seed: 1)
    func components(_ number: UInt8) -> [Int] { RGB(paletteNumber: number).components }
    for _ in 0..<caseCount(500, exhaustive: 5_000) {
      let color = (0..<3).map { _ in numbers.randomInt(below: 256) }
      func distance(_ number: UInt8) -> Int {
        zip(components(number), color).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      }
      let rgb = RGB(red: color[0], green: color[1], blue: color[2])
      #expect(distance(rgb.nearestPaletteNumber) == (16...255).map(distance).min())
      #expect(distance(rgb.nearestNamedNumber) == (0..<16).map(distance).min())
    }
  }

  @Test(arguments: [
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], ColorDepth.trueColor),
    (["TERM": "screen-256color", "COLORTERM": "truecolor"], .palette),
    (["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "x"], .trueColor),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], .mono), (["TERM": "xterm-256color", "NO_COLOR": ""], .palette),
    (["TERM": "xterm"], .named), (["TERM": "linux"], .named), (["TERM": "dumb"], .mono), ([:], .mono),
  ])
  func `variables determine the depth of colors`(environment: [String: String], depth: ColorDepth) {
    #expect(ColorDepth(environment: environment) == depth)
  }

  @Test func `a picture has one element for each run`() {
    var grid = grid(12, 2)
    grid.write("a < b", column: 1, row: 0, style: TextStyle(foreground: .palette(1), .bold))
    grid.write("日", column: 0, row: 1, style: TextStyle(background: .rgb(0, 16, 255)))
    #expect(grid.svg() == grid.svg())
    let lines = grid.svg().split(separator: "\n")
    #expect(lines.count == 6, "\(grid.svg())")
    #expect(lines[2] == ##"<rect x="0" y="16" width="16" height="16" fill="#0010ff"/>"##)
    #expect(
      lines[3]
        == ##"<text x="8" y="12" textLength="40" lengthAdjust="spacingAndGlyphs" fill="#cd0000" font-weight="bold">a &lt; b</text>"##
    )
  }
}
