import TerminalIO
import Values

extension TerminalModel {
  mutating func perform(_ control: UInt8) {
    lastWritten = nil
    switch control {
    case 0x0D:
      column = 0
      wrapsNext = false
    case 0x0A:
      // With another mode of the terminal, a line feed also returns the carriage.
      failIf(column != 0, "a line feed in column \(column)")
      lineFeed()
    case 0x08:
      failIfWrapping("a backspace")
      column = max(0, column - 1)
    default: failures.append("unknown control character: \(control)")
    }
  }

  mutating func perform(_ sequence: ControlSequence) {
    if sequence.name != "b" && sequence.name != "m" { lastWritten = nil }
    switch sequence.name {
    case "m": selectStyle(sequence.parameters.map { $0 ?? 0 })
    case "b": repeatCharacter(sequence.number())
    case "J" where sequence.parameters == [2]:
      for row in cells.indices { erase(row: row, from: 0) }
    case "K" where sequence.parameters.isEmpty:
      failIfWrapping("an erased line")
      if cells.indices.contains(row) { erase(row: row, from: column) }
    case "S", "T", "r": scroll(sequence)
    case "s": setHorizontalMargins(sequence)
    case "?h", "?l": setMode(sequence.parameters, sequence.final == "h")
    case " q":
      let shapes: [Int: TerminalCursor.Shape] = [2: .block, 4: .underline, 6: .bar]
      cursorShape = shapes[sequence.number()]
      failIf(cursorShape == nil, "unknown shape of the cursor: \(sequence)")
    case "A", "B", "C", "D", "G", "H", "d": move(sequence)
    default: failures.append("unknown sequence: \(sequence)")
    }
  }

  private mutating func move(_ sequence: ControlSequence) {
    let number = sequence.number()
    var target = (row: row, column: column)
    switch sequence.name {
    case "A": target.row -= number
    case "B": target.row += number
    case "C": target.column += number
    case "D": target.column -= number
    case "G": target.column = number - 1
    case "d": target.row = number - 1
    default: target = (number - 1, sequence.number(1) - 1)
    }
    if "ABCDd".contains(sequence.name) { failIfWrapping("a movement") }
    wrapsNext = false
    failIf(
      !(0..<size.rows).contains(target.row) || !(0..<size.columns).contains(target.column),
      "the cursor moves out of the screen: \(sequence)")
    row = min(max(0, target.row), max(0, size.rows - 1))
    column = min(max(0, target.column), max(0, size.columns - 1))
  }

  private mutating func scroll(_ sequence: ControlSequence) {
    switch sequence.name {
    case "S": moveRows(by: sequence.number())
    case "T": moveRows(by: -sequence.number())
    default:
      let (top, bottom) = (sequence.number() - 1, sequence.parameters.count > 1 ? sequence.number(1) : size.rows)
      if top < bottom - 1 && bottom <= size.rows {
        margins = top...bottom - 1
      } else {
        failures.append("the margins are not two rows: \(sequence)")
      }
      // Terminals place the cursor in the first cell of the screen or of the margins.
      (row, column, wrapsNext) = (size.rows / 2, size.columns / 2, false)
    }
  }

  private mutating func setHorizontalMargins(_ sequence: ControlSequence) {
    guard scrolledColumns != nil else { return failures.append("horizontal margins without their mode") }
    let (first, end) = (sequence.number() - 1, sequence.parameters.count > 1 ? sequence.number(1) : size.columns)
    if first < end - 1 && end <= size.columns {
      scrolledColumns = first..<end
    } else {
      failures.append("the horizontal margins are not two columns: \(sequence)")
    }
    (row, column, wrapsNext) = (size.rows / 2, size.columns / 2, false)
  }

  private mutating func setMode(_ parameters: [Int?], _ isSet: Bool) {
    switch parameters {
    case [7]: wraps = isSet
    case [25]: isCursorVisible = isSet
    case [69]:
      failIf(!features.contains(.horizontalMargins), "horizontal margins are not supported")
      scrolledColumns = isSet ? 0..<size.columns : nil
    case [2026]:
      failIf(!features.contains(.synchronizedOutput), "synchronized output is not supported")
      isSynchronized = isSet
    default: failures.append("unknown mode: \(parameters)")
    }
  }

  private mutating func repeatCharacter(_ count: Int) {
    failIf(!features.contains(.repeatedCharacters), "repeated characters are not supported")
    guard let lastWritten, let scalar = cells[lastWritten.row][lastWritten.column].text.unicodeScalars.first else {
      return failures.append("there is no character to repeat")
    }
    for _ in 0..<count { write(scalar) }
  }
}

extension TerminalModel {
  mutating func write(_ scalar: Unicode.Scalar) {
    guard cells.indices.contains(row), size.columns > 0 else { return failures.append("there are no cells") }
    failIf(scrolledColumns != nil, "a character is written between horizontal margins")
    if let last = lastWritten {
      let text = cells[last.row][last.column].text + String(scalar)
      if String(scalar).terminalWidth == 0 || joinsScalars && text.count == 1 {
        if joinsScalars { return put(text, row: last.row, column: last.column) }
        cells[last.row][last.column].text = text
        return
      }
    }
    let width = String(scalar).terminalWidth
    if wrapsNext || column + width > size.columns {
      if wraps {
        column = 0
        lineFeed()
      } else {
        column = max(0, size.columns - width)
      }
    }
    wrapsNext = false
    put(String(scalar), row: row, column: column)
  }

  /// Shows a character in its cells, and moves the cursor behind it.
  private mutating func put(_ text: String, row: Int, column: Int) {
    let end = column + max(1, text.terminalWidth)
    guard end <= size.columns else { return failures.append("\(text) does not fit into row \(row)") }
    separate(row: row, before: column)
    separate(row: row, before: end)
    for part in column..<end { cells[row][part] = Cell(text: part == column ? text : "", style: style) }
    lastWritten = (row, column)
    self.column = min(end, size.columns - 1)
    wrapsNext = end == size.columns && wraps
  }

  /// Destroys a wide character of which a part is overwritten.
  private mutating func separate(row: Int, before column: Int) {
    guard column < size.columns, cells[row][column].text.isEmpty else { return }
    var first = column
    while first > 0, cells[row][first].text.isEmpty { first -= 1 }
    var end = column
    while end < size.columns, cells[row][end].text.isEmpty { end += 1 }
    for part in first..<end { cells[row][part] = .garbage }
  }

  private mutating func erase(row: Int, from column: Int) {
    separate(row: row, before: column)
    for part in column..<size.columns { cells[row][part] = erasedCell }
  }

  private var erasedCell: Cell {
    // Some terminals keep attributes such as underline, and others do not.
    if !style.attributes.isDisjoint(with: [.underline, .reverse, .strikethrough]) { return .garbage }
    return Cell(
      text: " ", style: TextStyle(background: features.contains(.backgroundErase) ? style.background : .default))
  }

  private mutating func lineFeed() {
    if row == margins.upperBound {
      moveRows(by: 1)
    } else {
      row = min(row + 1, size.rows - 1)
    }
    wrapsNext = false
  }

  /// Moves rows between the margins up, or down if the distance is negative.
  private mutating func moveRows(by distance: Int) {
    guard cells.indices.contains(margins.upperBound) else { return }
    let (old, columns) = (cells, scrolledColumns ?? 0..<size.columns)
    for row in margins {
      for column in [columns.lowerBound, columns.upperBound] where column < size.columns {
        failIf(old[row][column].text.isEmpty, "a margin divides a wide character")
      }
      let source = row + distance
      for column in columns { cells[row][column] = margins.contains(source) ? old[source][column] : erasedCell }
    }
  }

  private mutating func failIfWrapping(_ what: String) {
    failIf(wrapsNext, "\(what) after the last column, where terminals differ")
  }

  private mutating func failIf(_ isFailure: Bool, _ failure: String) {
    if isFailure { failures.append(failure) }
  }

  private mutating func selectStyle(_ parameters: [Int]) {
    var rest = (parameters.isEmpty ? [0] : parameters)[...]
    let beginnings: [Int: TextAttributes] = [
      1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .reverse, 9: .strikethrough,
    ]
    let ends: [Int: TextAttributes] = [
      22: [.bold, .dim], 23: .italic, 24: .underline, 27: .reverse, 29: .strikethrough,
    ]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = .plain
      case let number where beginnings[number] != nil: style.attributes.formUnion(beginnings[number] ?? [])
      case let number where ends[number] != nil: style.attributes.subtract(ends[number] ?? [])
      case 30...39, 90...97: style.foreground = color(number % 10, isBright: number >= 90, rest: &rest)
      case 40...49, 100...107: style.background = color(number % 10, isBright: number >= 100, rest: &rest)
      default: failures.append("unknown attribute: \(number)")
      }
    }
  }

  private mutating func color(_ number: Int, isBright: Bool, rest: inout ArraySlice<Int>) -> TerminalColor {
    if number == 9 { return .default }
    if number < 8 { return .palette(UInt8(isBright ? number + 8 : number)) }
    let components = rest.dropFirst().prefix(rest.first == 5 ? 1 : 3).compactMap { UInt8(exactly: $0) }
    let kind = rest.first
    rest = rest.dropFirst(1 + components.count)
    switch (kind, components.count) {
    case (5, 1): return .palette(components[0])
    case (2, 3): return .rgb(components[0], components[1], components[2])
    default:
      failures.append("malformed color")
      return .default
    }
  }
}
