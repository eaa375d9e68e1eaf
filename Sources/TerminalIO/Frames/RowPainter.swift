/// Draws the cells of rows that change.
///
/// It keeps its memory from row to row.
struct RowPainter: Sendable {
  /// Whether the character that begins in a column must be drawn.
  private var isChanged: [Bool] = []
  /// The columns of the first and the last change.
  private var changes = 0..<0
  /// The bytes of the second of two ways to draw a row.
  private var otherBytes: [UInt8] = []

  /// The number of bytes from which on it is worthwhile to look for another way to draw a row.
  private static let longRow = 16

  /// Draws the rows that have changes.
  mutating func draw(
    _ frame: CellGrid, over shown: CellGrid, changes: [Int], with pen: inout TerminalPen, into bytes: inout [UInt8]
  ) {
    for row in changes.indices where changes[row] > 0 {
      let (start, oldPen) = (bytes.count, pen)
      findChanges(inRow: row, of: frame) { cell, index in frame.isSame(cell, as: shown.cells[index], of: shown) }
      drawChanges(inRow: row, of: frame, with: &pen, into: &bytes)
      if bytes.count - start < Self.longRow { continue }
      var otherPen = oldPen
      guard drawErased(row: row, of: frame, with: &otherPen) && otherBytes.count < bytes.count - start else { continue }
      bytes.replaceSubrange(start..., with: otherBytes)
      pen = otherPen
    }
  }

  /// Erases the row from the first change on, and draws what is not blank.
  ///
  /// This is shorter for rows with gaps, such as those of a table.
  /// - Returns: `false` if the row cannot be erased.
  private mutating func drawErased(row: Int, of frame: CellGrid, with pen: inout TerminalPen) -> Bool {
    let erased = Cell.blank(frame.cells[(row + 1) * frame.size.columns - 1].style.ofBlank)
    guard pen.canErase(to: erased.style) else { return false }
    otherBytes.removeAll(keepingCapacity: true)
    pen.move(toRow: row, column: changes.lowerBound, into: &otherBytes)
    pen.eraseLine(to: erased.style, into: &otherBytes)
    let first = row * frame.size.columns + changes.lowerBound
    findChanges(inRow: row, of: frame) { cell, index in index < first || cell.visible == erased }
    drawChanges(inRow: row, of: frame, with: &pen, into: &otherBytes)
    return true
  }
}

extension RowPainter {
  /// Finds the characters that must be drawn.
  ///
  /// The closure returns whether the cell with an index is shown already.
  private mutating func findChanges(inRow row: Int, of frame: CellGrid, isShown: (Cell, Int) -> Bool) {
    let columns = frame.size.columns
    isChanged.removeAll(keepingCapacity: true)
    isChanged.append(contentsOf: repeatElement(false, count: columns))
    changes = columns..<columns
    // A terminal may draw characters of uncertain width over those that follow.
    var uncertainEnd = 0
    var column = 0
    while column < columns {
      let index = row * columns + column
      let cell = frame.cells[index]
      let width = max(1, Int(cell.width))
      if column < uncertainEnd || (index..<index + width).contains(where: { !isShown(frame.cells[$0], $0) }) {
        isChanged[column] = true
        changes = min(changes.lowerBound, column)..<column + width
        if !cell.isPlain { uncertainEnd = max(uncertainEnd, column + 2 * frame.scalarCount(of: cell)) }
      }
      column += width
    }
  }

  /// Draws the characters that have been found.
  private func drawChanges(
    inRow row: Int, of frame: CellGrid, with pen: inout TerminalPen, into bytes: inout [UInt8]
  ) {
    let columns = frame.size.columns
    let blankEnd = frame.startOfBlankEnd(ofRow: row, with: pen)
    var column = changes.lowerBound
    while column < changes.upperBound {
      let cell = frame.cells[row * columns + column]
      guard isChanged[column] else {
        column += max(1, Int(cell.width))
        continue
      }
      moveOrWriteGap(toRow: row, column: column, of: frame, with: &pen, into: &bytes)
      if column >= blankEnd && changes.upperBound - column > 3 {
        return pen.eraseLine(to: cell.style, into: &bytes)
      }
      pen.write(cell, of: frame, into: &bytes)
      column += max(1, Int(cell.width))
      column += writeRepeated(
        cell, at: row * columns + column, before: (row + 1) * columns, of: frame, with: &pen, into: &bytes)
    }
  }

  /// Moves the cursor to a cell: by writing the cells before it again if that is shorter.
  private func moveOrWriteGap(
    toRow row: Int, column: Int, of frame: CellGrid, with pen: inout TerminalPen, into bytes: inout [UInt8]
  ) {
    let cost = pen.costOfMove(toRow: row, column: column)
    if cost > 0, pen.row == row, let start = pen.column, start < column, column - start <= cost {
      let gap = frame.cells[row * frame.size.columns + start..<row * frame.size.columns + column]
      let isShort = gap.first?.width != 0 && gap.reduce(0) { $0 + $1.byteCount(with: pen) } <= cost
      if isShort { for cell in gap where cell.width > 0 { pen.write(cell, of: frame, into: &bytes) } }
    }
    pen.move(toRow: row, column: column, into: &bytes)
  }

  /// Writes the following equal cells with one sequence if that is shorter, and returns their number.
  private func writeRepeated(
    _ cell: Cell, at index: Int, before end: Int, of frame: CellGrid, with pen: inout TerminalPen,
    into bytes: inout [UInt8]
  ) -> Int {
    guard pen.features.contains(.repeatedCharacters), cell.isPlain, cell.width == 1 else { return 0 }
    let count = frame.cells[index..<end].prefix { $0 == cell }.count
    let cost = 3 + count.digitCount
    guard count > 1, count * UTF8.width(Unicode.Scalar(cell.content) ?? " ") > cost else { return 0 }
    pen.writeRepeated(count, into: &bytes)
    return count
  }
}

extension Cell {
  /// The number of bytes of the character, or a great number if a pen writes it in another style or at another place.
  fileprivate func byteCount(with pen: TerminalPen) -> Int {
    if width == 0 { return 0 }
    guard isPlain, pen.style == style || isBlank && pen.showsBlank(of: style) else { return 1 << 20 }
    return content < 0x80 ? 1 : content < 0x800 ? 2 : 3
  }
}

extension CellGrid {
  fileprivate func scalarCount(of cell: Cell) -> Int {
    cell.isCluster ? text(of: cell).unicodeScalars.count : 1
  }

  /// The column from which on all cells of a row are the same blank, which a pen can erase.
  fileprivate func startOfBlankEnd(ofRow row: Int, with pen: TerminalPen) -> Int {
    let cells = self[row: row]
    guard let last = cells.last?.visible, last.isBlank, pen.canErase(to: last.style) else { return size.columns }
    return size.columns - cells.reversed().prefix { $0.visible == last }.count
  }
}
