import TerminalIO
import TestInputs
import Values

/// Generates frames as an application draws them: text, filled areas, highlights, and rows that move.
struct RandomFrames {
  var numbers: SplitMix64
  private let texts: [String]

  init(seed: UInt64, texts: [String] = Self.texts) {
    numbers = SplitMix64(seed: seed)
    self.texts = texts
  }

  static let texts = [
    "Name", "Price", "  12.50  ", "a longer text with spaces", "──────────", "x", "      ", "naïve café", "日本語", "한국어",
    "👩‍👩‍👧", "e\u{301}", "\u{301}", "🇩🇪", "🇩", "1️⃣", "क्षि", "\u{600}1", "ᅡ", "✅", "☺️", "\t", "\n", "a\u{1B}[31mb",
    "Ω≈ç√", "👨‍👩‍👧‍👦 family", "\r\n", "\u{202E}", "ﷺ", "😀😀", "z\u{301}\u{302}\u{303}", "สวัสดี",
  ]

  mutating func size() -> TerminalSize {
    let sizes = [(1, 1), (2, 1), (1, 3), (3, 2), (5, 5), (12, 6), (20, 5), (40, 12), (0, 0), (0, 3), (7, 1), (30, 8)]
    let (columns, rows) = numbers.randomElement(of: sizes) ?? (1, 1)
    return TerminalSize(columns: columns, rows: rows)
  }

  mutating func features() -> TerminalFeatures { TerminalFeatures(rawValue: UInt8(numbers.randomInt(below: 16))) }

  mutating func depth() -> ColorDepth { numbers.randomElement(of: ColorDepth.allCases) ?? .mono }

  mutating func color() -> TerminalColor {
    switch numbers.randomInt(below: 5) {
    case 0: .palette(UInt8(numbers.randomInt(below: 16)))
    case 1: .palette(UInt8(numbers.randomInt(below: 256)))
    case 2:
      .rgb(
        UInt8(numbers.randomInt(below: 256)), UInt8(numbers.randomInt(below: 256)), UInt8(numbers.randomInt(below: 256))
      )
    default: .default
    }
  }

  mutating func style() -> TextStyle {
    let attributes = numbers.randomInt(below: 3) == 0 ? UInt8(numbers.randomInt(below: 64)) : 0
    return TextStyle(foreground: color(), background: color(), TextAttributes(rawValue: attributes))
  }

  mutating func area(in size: TerminalSize) -> CellArea {
    CellArea(
      column: numbers.randomInt(below: size.columns + 2) - 1, row: numbers.randomInt(below: size.rows + 2) - 1,
      columns: numbers.randomInt(below: size.columns + 2), rows: numbers.randomInt(below: size.rows + 2))
  }

  /// Draws something into a frame.
  mutating func draw(into frame: inout CellGrid) {
    let place = area(in: frame.size)
    switch numbers.randomInt(below: 8) {
    case 0: frame.fill(place, style: style())
    case 1: frame.fill(place, with: numbers.randomElement(of: ["─", "日", "x"]) ?? "─", style: style())
    case 2:
      let background = color()
      frame.restyle(place) { $0.background = background }
    case 3:
      let isVisible = numbers.randomInt(below: 2) == 0
      let shape = numbers.randomElement(of: TerminalCursor.Shape.allCases) ?? .bar
      frame.cursor = isVisible ? TerminalCursor(column: place.column, row: place.row, shape: shape) : nil
    case 4: frame = moved(frame)
    default:
      let text = (0...numbers.randomInt(below: 3)).compactMap { _ in numbers.randomElement(of: texts) }.joined()
      let (style, clip) = (style(), area(in: frame.size))
      let limit = numbers.randomInt(below: 3) == 0 ? numbers.randomInt(below: 10) : .max
      if numbers.randomInt(below: 4) == 0 {
        frame.clipped(to: clip) {
          _ = $0.write(text, column: place.column, row: place.row, style: style, limit: limit)
        }
      } else {
        frame.write(text, column: place.column, row: place.row, style: style, limit: limit)
      }
    }
  }

  /// Returns the frame after some of its rows have moved, in all columns or in some.
  private mutating func moved(_ frame: CellGrid) -> CellGrid {
    var moved = frame
    let distance = numbers.randomInt(below: 2 * frame.size.rows + 1) - frame.size.rows
    var place = area(in: frame.size)
    if numbers.randomInt(below: 2) == 0 { (place.column, place.columns) = (0, frame.size.columns) }
    let columns = max(0, place.column)..<max(0, min(frame.size.columns, place.column + max(0, place.columns)))
    for row in max(0, place.row)..<max(0, min(frame.size.rows, place.row + place.rows)) {
      moved.fill(CellArea(column: columns.lowerBound, row: row, columns: columns.count, rows: 1))
      for column in columns {
        let text = frame.text(column: column, row: row + distance)
        let style = frame.style(column: column, row: row + distance)
        if !text.isEmpty { moved.write(text, column: column, row: row, style: style) }
      }
    }
    return moved
  }

  /// Returns a frame with some text in each row.
  mutating func frame(_ size: TerminalSize) -> CellGrid {
    var frame = CellGrid(size, style: numbers.randomInt(below: 3) == 0 ? style() : .plain)
    for row in 0..<size.rows {
      frame.write(
        numbers.randomElement(of: texts) ?? "", column: numbers.randomInt(below: 4), row: row, style: style())
    }
    for _ in 0..<numbers.randomInt(below: 6) { draw(into: &frame) }
    return frame
  }
}
