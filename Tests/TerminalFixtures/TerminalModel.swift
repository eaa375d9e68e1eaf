import TerminalIO

/// A terminal that interprets bytes, as far as frames use it, and reports everything else as a failure.
///
/// It is strict where terminals differ: what depends on a terminal is a failure, or leaves garbage in the cells.
package struct TerminalModel {
  /// A cell of the screen.
  package struct Cell: Equatable {
    /// The character, or an empty text if the cell belongs to the character before it.
    package var text: String
    package var style: TextStyle

    /// What a terminal shows in places that are not defined.
    static let garbage = Cell(text: "garbage", style: TextStyle([.reverse, .strikethrough, .italic]))
  }

  package private(set) var size: TerminalSize
  package let features: TerminalFeatures
  /// A Boolean value that indicates whether the scalars of a character share its cells.
  ///
  /// Otherwise each scalar that is not a mark has its own cells, as in terminals that know no emoji sequences.
  package let joinsScalars: Bool
  package var cells: [[Cell]]
  package var row = 0
  package var column = 0
  /// The last column has been written: the next character begins the next row.
  var wrapsNext = false
  var wraps = true
  var style = Cell.garbage.style
  var margins: ClosedRange<Int>
  /// The columns that scroll, or `nil` if the mode of horizontal margins is off.
  var scrolledColumns: Range<Int>?
  /// The position of the last character, unless something else followed it.
  var lastWritten: (row: Int, column: Int)?
  package var isCursorVisible = true
  package var cursorShape: TerminalCursor.Shape?
  package var isSynchronized = false
  /// What the terminal does not understand, or understands in its own way.
  package var failures: [String] = []
  private var parser = TerminalParser()

  package init(_ size: TerminalSize, features: TerminalFeatures, joinsScalars: Bool = true) {
    self.size = size
    self.features = features
    self.joinsScalars = joinsScalars
    cells = Array(repeating: Array(repeating: .garbage, count: size.columns), count: size.rows)
    margins = 0...max(0, size.rows - 1)
    (row, column) = (size.rows / 2, size.columns / 2)
  }

  /// Changes the size, after which the content is not defined.
  package mutating func resize(to size: TerminalSize) {
    self = TerminalModel(size, features: features, joinsScalars: joinsScalars)
  }

  /// Interprets bytes.
  package mutating func receive(_ bytes: [UInt8]) {
    for token in parser.tokens(of: bytes, failures: &failures) {
      switch token {
      case .scalar(let scalar): write(scalar)
      case .control(let control): perform(control)
      case .sequence(let sequence): perform(sequence)
      }
    }
    if !parser.isAtEnd { failures.append("an unfinished sequence") }
  }

  /// Returns the first difference from what a frame shows with a depth of colors, or `nil` if there is none.
  package func difference(from frame: CellGrid, depth: ColorDepth) -> String? {
    if let failure = failures.first { return failure }
    if isSynchronized { return "the synchronized output does not end" }
    if !wraps { return "lines do not wrap any more" }
    if margins != 0...max(0, size.rows - 1) || scrolledColumns != nil { return "the margins remain" }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let expected = Cell(frame, column: column, row: row, depth: depth)
        if !joinsScalars && expected.isUncertain { continue }
        if cells[row][column].visible != expected.visible {
          return "row \(row), column \(column): \(cells[row][column]) instead of \(expected)"
        }
      }
    }
    guard let cursor = frame.cursor, size.columns > 0, size.rows > 0 else {
      return isCursorVisible ? "the cursor is visible" : nil
    }
    let (row, column) = (min(max(0, cursor.row), size.rows - 1), min(max(0, cursor.column), size.columns - 1))
    let isPlaced = isCursorVisible && cursorShape == cursor.shape && (self.row, self.column) == (row, column)
    return isPlaced && !wrapsNext ? nil : "the cursor is in row \(self.row), column \(self.column): \(cursor)"
  }

  /// Returns the first difference from what another terminal shows, or `nil` if there is none.
  package func difference(from other: TerminalModel) -> String? {
    if let failure = other.failures.first { return failure }
    for row in 0..<size.rows {
      for column in 0..<size.columns where cells[row][column].visible != other.cells[row][column].visible {
        return "row \(row), column \(column): \(other.cells[row][column]) instead of \(cells[row][column])"
      }
    }
    if isCursorVisible != other.isCursorVisible { return "the cursor is visible or not" }
    let isPlaced = !isCursorVisible || (row, column) == (other.row, other.column)
    return isPlaced ? nil : "the cursor is in row \(other.row), column \(other.column)"
  }
}

extension TerminalModel.Cell {
  init(_ frame: CellGrid, column: Int, row: Int, depth: ColorDepth) {
    self.init(
      text: frame.text(column: column, row: row), style: frame.style(column: column, row: row).reduced(to: depth))
  }

  /// A Boolean value that indicates whether terminals may draw the character over others.
  var isUncertain: Bool { text.isEmpty || text.unicodeScalars.count > 1 }

  /// The cell without the parts of its style that are invisible.
  fileprivate var visible: Self {
    let shows: TextAttributes = [.underline, .reverse, .strikethrough]
    guard text == " " && style.attributes.isDisjoint(with: shows) else { return self }
    return Self(text: text, style: TextStyle(background: style.background))
  }
}
