import Values

/// What a terminal shows of a line: the prompt, the text and the hint, in rows.
///
/// Each row fits into the width of the terminal, so that the result does not depend on how the terminal wraps lines.
public struct LineFrame: Hashable, Sendable {
  /// The rows, with escape sequences for the style of the hint.
  public private(set) var rows: [String] = [""]
  /// The row of the cursor.
  public private(set) var cursorRow = 0
  /// The column of the cursor.
  public private(set) var cursorColumn = 0
  private let columns: Int
  private var widths = [0]

  /// Lays out a line in a terminal of the given size.
  ///
  /// If there are more rows than the terminal has, those around the cursor are shown.
  public init(prompt: String, line: EditableLine, columns: Int, rows height: Int = .max) {
    self.columns = max(1, columns)
    var prompt = prompt
    if let search = line.search {
      prompt = "\(search.isFailing ? "no line with" : "search") \"\(search.query)\": "
    }
    append(prompt)
    append(line.text[..<line.cursor])
    startCursor(before: line.text[line.cursor...].first)
    append(line.text[line.cursor...])
    if let hint = line.hint { append(hint) }
    if rows.count > max(1, height) {
      let first = min(cursorRow, rows.count - max(1, height))
      rows = Array(rows[first...].prefix(max(1, height)))
      widths = Array(widths[first...].prefix(max(1, height)))
      cursorRow -= first
    }
  }

  /// The parts of a character as it is shown, which are not divided between rows, with their widths.
  private func parts(of character: Character) -> [(text: String, width: Int)] {
    let shown = String(character).escapedForTerminal
    if shown != String(character) { return shown.map { ("\($0)", "\($0)".terminalWidth) } }
    let width = shown.terminalWidth
    // A combining mark without a base would be drawn over the preceding character.
    return [width == 0 ? ("◌\(shown)", 1) : width > columns ? ("\u{FFFD}", 1) : (shown, width)]
  }

  private mutating func append(_ text: some StringProtocol) {
    for part in text.lazy.flatMap(parts) { append(part.text, width: part.width) }
  }

  private mutating func append(_ part: String, width: Int) {
    startRow(unlessFits: width)
    rows[rows.count - 1] += part
    widths[widths.count - 1] += width
  }

  private mutating func startRow(unlessFits width: Int) {
    if widths[widths.count - 1] + width <= columns { return }
    rows.append("")
    widths.append(0)
  }

  /// Places the cursor where the next character begins.
  private mutating func startCursor(before next: Character?) {
    startRow(unlessFits: next.flatMap { parts(of: $0).first?.width } ?? 1)
    (cursorRow, cursorColumn) = (rows.count - 1, widths[widths.count - 1])
  }

  /// Appends as much of the hint as fits into the row.
  private mutating func append(_ hint: LineHint) {
    var fitting = ""
    for part in hint.text.flatMap(parts) {
      guard widths[widths.count - 1] + part.width <= columns else { break }
      fitting += part.text
      widths[widths.count - 1] += part.width
    }
    rows[rows.count - 1] += "\u{1B}[2m\(fitting)\u{1B}[0m"
  }
}

extension LineFrame {
  /// The text that draws the line instead of the previous frame, and moves the cursor to its place.
  public func text(replacing previous: LineFrame?) -> String {
    Self.up(previous?.rowsAboveCursor(afterResizingTo: columns) ?? 0) + "\r\u{1B}[J" + rows.joined(separator: "\r\n")
      + Self.up(rows.count - 1 - cursorRow) + "\r" + (cursorColumn == 0 ? "" : "\u{1B}[\(cursorColumn)C")
  }

  /// The text that moves the cursor from its place to the first empty row below the text.
  public var textBelow: String {
    let isEndEmpty = rows.count > 1 && rows[rows.count - 1].isEmpty
    return String(repeating: "\r\n", count: rows.count - cursorRow - (isEndEmpty ? 1 : 0))
  }

  /// The number of rows above the cursor, after the terminal has wrapped the rows to another width.
  private func rowsAboveCursor(afterResizingTo new: Int) -> Int {
    new >= columns
      ? cursorRow : widths[..<cursorRow].reduce(0) { $0 + max(1, ($1 + new - 1) / new) } + cursorColumn / new
  }

  private static func up(_ count: Int) -> String { count > 0 ? "\u{1B}[\(count)A" : "" }

  /// Returns the candidates of a completion in columns.
  public static func list(_ candidates: [String], columns: Int, limit: Int = 200) -> String {
    let shown = candidates.prefix(limit).map(\.escapedForTerminal)
    let width = (shown.map(\.terminalWidth).max() ?? 0) + 2
    let rowCount = max(1, (shown.count + max(1, columns / width) - 1) / max(1, columns / width))
    let rows = (0..<rowCount).map { row in
      let cells = stride(from: row, to: shown.count, by: rowCount).map { shown[$0] }
      let padded = cells.dropLast().map { $0 + String(repeating: " ", count: width - $0.terminalWidth) }
      return (padded + cells.suffix(1)).joined()
    }
    let rest = candidates.count - shown.count
    return (rows + (rest > 0 ? ["… \(rest) more"] : [])).map { $0 + "\r\n" }.joined()
  }
}
