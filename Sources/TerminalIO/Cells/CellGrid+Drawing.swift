extension CellGrid {
  /// Writes text into a row, and returns the number of columns that it uses.
  ///
  /// Control characters are shown as escapes, and a tab as a space. A wide character of which only a part is visible
  /// becomes blank.
  /// - Parameters:
  ///   - text: The text, which is not wrapped.
  ///   - column: The column of the first character, which can be outside of the grid.
  ///   - row: The row.
  ///   - style: The style of the text.
  ///   - limit: The number of columns from `column` after which the text is cut off.
  /// - Returns: The number of columns from `column` to the end of the text, or to the first column that is not drawn.
  @discardableResult public mutating func write(
    _ text: String, column: Int, row: Int, style: TextStyle = .plain, limit: Int = .max
  ) -> Int {
    let clipped = clip.columnRange
    let end = min(CellArea.range(from: column, count: limit).upperBound, clipped.upperBound)
    guard clip.rowRange.contains(row), column < end else { return 0 }
    var line = Line(start: row * size.columns, column: column, first: clipped.lowerBound, end: end, style: style)
    if text.utf8.allSatisfy({ $0 &- 0x20 < 0x5F }) {
      write(text.utf8, to: &line)
    } else if text.unicodeScalars.allSatisfy({ UInt32.plainWidth(ofScalar: $0.value) > 0 }) {
      for scalar in text.unicodeScalars {
        if line.isFull { break }
        write(scalar.value, width: UInt32.plainWidth(ofScalar: scalar.value), to: &line)
      }
    } else {
      for part in text.lazy.flatMap(\.shownParts) {
        if line.isFull { break }
        write(content(of: part.text), width: part.width, to: &line)
      }
    }
    return line.column - column
  }

  /// Fills an area with a character.
  public mutating func fill(_ area: CellArea, with character: Character = " ", style: TextStyle = .plain) {
    let visible = clip.intersection(area)
    let text = String(repeating: character, count: visible.columns)
    for row in visible.rowRange {
      write(text, column: visible.column, row: row, style: style, limit: visible.columns)
    }
  }

  /// Changes the style of the characters that begin in an area.
  public mutating func restyle(_ area: CellArea, _ change: (inout TextStyle) -> Void) {
    let visible = clip.intersection(area)
    for row in visible.rowRange {
      let start = row * size.columns
      for index in start + visible.column..<start + visible.column + visible.columns where cells[index].width > 0 {
        change(&cells[index].style)
        for next in index + 1..<index + Int(cells[index].width) { cells[next].style = cells[index].style }
      }
    }
  }
}

/// The place in a row where text is written.
private struct Line {
  /// The index of the row's first cell.
  let start: Int
  var column: Int
  /// The first column that is drawn.
  let first: Int
  /// The column after the last one that is drawn.
  let end: Int
  let style: TextStyle

  var isFull: Bool { column >= end }
}

extension CellGrid {
  /// Writes printable ASCII.
  private mutating func write(_ text: String.UTF8View, to line: inout Line) {
    // Columns and ends are clipped to the grid, but the first column can be far before it.
    let hidden = line.first.subtractingReportingOverflow(line.column)
    let skipped = max(0, hidden.overflow ? .max : hidden.partialValue)
    guard skipped < text.count && line.first < line.end else {
      return line.column = min(line.column + text.count, line.end)
    }
    line.column += skipped
    let columns = line.column..<min(line.end, line.column + text.count - skipped)
    separate(before: columns.lowerBound, in: line)
    separate(before: columns.upperBound, in: line)
    var index = line.start + columns.lowerBound
    for byte in text.dropFirst(skipped).prefix(columns.count) {
      cells[index] = Cell(content: UInt32(byte), style: line.style, width: 1)
      index += 1
    }
    line.column = columns.upperBound
  }

  /// Writes a character, or blanks in its visible part.
  private mutating func write(_ content: UInt32, width: Int, to line: inout Line) {
    let columns = max(line.column, line.first)..<max(line.first, min(line.column + width, line.end))
    let isWhole = columns.count == width
    line.column = min(line.column + width, line.end)
    if columns.isEmpty { return }
    separate(before: columns.lowerBound, in: line)
    separate(before: columns.upperBound, in: line)
    for column in columns { cells[line.start + column] = isWhole ? .continuation(line.style) : .blank(line.style) }
    if isWhole {
      cells[line.start + columns.lowerBound] = Cell(content: content, style: line.style, width: UInt8(width))
    }
  }

  /// Clears a wide character that begins before a column and ends after it.
  private mutating func separate(before column: Int, in line: Line) {
    guard column < size.columns, cells[line.start + column].width == 0 else { return }
    var index = line.start + column
    while cells[index].width == 0 { index -= 1 }
    let end = index + Int(cells[index].width)
    for part in index..<end { cells[part] = .blank(cells[part].style) }
  }
}
