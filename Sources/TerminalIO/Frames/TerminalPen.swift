/// The state of a terminal: the position of its cursor and the style of what is written next, as far as known.
///
/// A value, so that two ways to draw the same can be compared.
struct TerminalPen {
  let depth: ColorDepth
  let features: TerminalFeatures
  let size: TerminalSize
  private(set) var row: Int?
  /// The column of the next character.
  ///
  /// It is unknown behind the last column, where terminals differ, and behind a character whose width is uncertain.
  private(set) var column: Int?
  private(set) var style: TextStyle?
  /// The style with the colors that the terminal shows.
  private var reduced = TextStyle.plain
  private var wraps = true
  private var isCursorVisible: Bool?
  private var cursorShape: TerminalCursor.Shape?

  init(depth: ColorDepth, features: TerminalFeatures, size: TerminalSize) {
    self.depth = depth
    self.features = features
    self.size = size
  }
}

extension TerminalPen {
  /// The shortest movement to a cell.
  private func steps(toRow row: Int, column: Int) -> (CursorStep, CursorStep, CursorStep) {
    let position = (CursorStep.none, CursorStep.none, CursorStep.position(row: row, column: column))
    guard let current = self.row else { return position }
    var candidates = position
    if self.column != nil || row == current {
      candidates = Self.shorter(
        candidates,
        (.none, .vertical(from: current, to: row), .horizontal(from: self.column, to: column)))
    }
    if row < current { return candidates }
    // A line feed could return the carriage, depending on a mode of the terminal: not from the first column.
    return Self.shorter(
      candidates,
      (
        .character(UInt8(ascii: "\r"), count: self.column == 0 ? 0 : 1),
        .character(UInt8(ascii: "\n"), count: row - current), .horizontal(from: 0, to: column)
      ))
  }

  private static func shorter(
    _ first: (CursorStep, CursorStep, CursorStep), _ second: (CursorStep, CursorStep, CursorStep)
  ) -> (CursorStep, CursorStep, CursorStep) {
    first.0.cost + first.1.cost + first.2.cost <= second.0.cost + second.1.cost + second.2.cost ? first : second
  }

  /// Returns the number of bytes of a movement.
  func costOfMove(toRow row: Int, column: Int) -> Int {
    let steps = steps(toRow: row, column: column)
    return steps.0.cost + steps.1.cost + steps.2.cost
  }

  mutating func move(toRow row: Int, column: Int, into bytes: inout [UInt8]) {
    if row == self.row && column == self.column { return }
    let steps = steps(toRow: row, column: column)
    steps.0.append(to: &bytes)
    steps.1.append(to: &bytes)
    steps.2.append(to: &bytes)
    (self.row, self.column) = (row, column)
  }

  /// Writes a character of the given style into the cell at the position.
  mutating func write(_ cell: Cell, of grid: CellGrid, into bytes: inout [UInt8]) {
    setStyle(cell.style, ofBlank: cell.isBlank, into: &bytes)
    if cell.isPlain {
      bytes.append(scalar: cell.content)
      advance(Int(cell.width))
    } else if grid.hasOnlyDiacritics(cell) {
      writeWithDiacritics(cell, of: grid, into: &bytes)
    } else if let row, let column {
      writeUncertain(cell, of: grid, row: row, column: column, into: &bytes)
    }
  }

  /// Writes a letter with diacritics, which all terminals draw in its cell.
  ///
  /// If lines do not wrap, the cursor remains in the last column, and tmux draws the diacritics over the column before it.
  private mutating func writeWithDiacritics(_ cell: Cell, of grid: CellGrid, into bytes: inout [UInt8]) {
    if !wraps, let column, column + Int(cell.width) >= size.columns {
      bytes.append("\u{1B}[?7h")
      wraps = true
    }
    bytes.append(contentsOf: grid.text(of: cell).utf8)
    advance(Int(cell.width))
  }

  /// Writes a character whose width the terminal may know differently.
  ///
  /// It cannot move what follows, because the cursor is placed explicitly. It does not combine with the character
  /// before it, cannot wrap into the next row, and leaves no old character in its second cell.
  private mutating func writeUncertain(
    _ cell: Cell, of grid: CellGrid, row: Int, column: Int, into bytes: inout [UInt8]
  ) {
    if wraps {
      bytes.append("\u{1B}[?7l")
      wraps = false
    }
    for _ in 0..<cell.width { bytes.append(0x20) }
    self.column = nil
    move(toRow: row, column: column, into: &bytes)
    bytes.append(contentsOf: grid.text(of: cell).utf8)
    self.column = nil
  }

  /// Moves the position behind characters that have been written.
  private mutating func advance(_ columns: Int) {
    column = column.flatMap { $0 + columns < size.columns ? $0 + columns : nil }
  }

  /// Writes the character before the position again several times.
  mutating func writeRepeated(_ count: Int, into bytes: inout [UInt8]) {
    bytes.appendSequence(count, final: UInt8(ascii: "b"))
    advance(count)
  }

  /// Returns a Boolean value that indicates whether erased cells look like blanks of a style.
  func canErase(to style: TextStyle) -> Bool {
    style.hasInvisibleForeground && (style.background == .default || features.contains(.backgroundErase))
  }

  /// Erases the rest of the row.
  mutating func eraseLine(to style: TextStyle, into bytes: inout [UInt8]) {
    setStyle(style, ofBlank: true, into: &bytes)
    bytes.append("\u{1B}[K")
  }

  /// Erases all cells.
  mutating func eraseScreen(into bytes: inout [UInt8]) {
    setStyle(.plain, ofBlank: false, into: &bytes)
    bytes.append("\u{1B}[2J")
  }

  /// Moves the content of rows.
  mutating func scroll(_ shift: RowShift, into bytes: inout [UInt8]) {
    // On some terminals, the rows that appear have the current background.
    setStyle(.plain, ofBlank: true, into: &bytes)
    let (rows, columns) = (shift.rows, shift.columns)
    let (hasAllRows, hasAllColumns) = (rows == 0...size.rows - 1, columns == 0..<size.columns)
    if !hasAllColumns {
      bytes.append("\u{1B}[?69h")
      bytes.appendSequence(from: columns.lowerBound + 1, through: columns.upperBound, final: UInt8(ascii: "s"))
    }
    if !hasAllRows {
      bytes.appendSequence(from: rows.lowerBound + 1, through: rows.upperBound + 1, final: UInt8(ascii: "r"))
    }
    bytes.appendSequence(abs(shift.distance), final: UInt8(ascii: shift.distance > 0 ? "S" : "T"))
    if !hasAllRows { bytes.append("\u{1B}[r") }
    if !hasAllColumns { bytes.append("\u{1B}[s\u{1B}[?69l") }
    if !hasAllRows || !hasAllColumns { (row, column) = (nil, nil) }
  }

  /// Ends a frame: places the cursor and restores the wrapping of lines.
  mutating func finish(with cursor: TerminalCursor?, into bytes: inout [UInt8]) {
    if !wraps {
      bytes.append("\u{1B}[?7h")
      wraps = true
    }
    guard let cursor, size.columns > 0, size.rows > 0 else {
      if isCursorVisible != false { bytes.append("\u{1B}[?25l") }
      isCursorVisible = false
      return
    }
    move(
      toRow: min(max(0, cursor.row), size.rows - 1), column: min(max(0, cursor.column), size.columns - 1),
      into: &bytes)
    if cursorShape != cursor.shape {
      let number = cursor.shape == .block ? 2 : cursor.shape == .underline ? 4 : 6
      bytes.append(contentsOf: [0x1B, UInt8(ascii: "["), UInt8(ascii: "0") + UInt8(number), 0x20, UInt8(ascii: "q")])
      cursorShape = cursor.shape
    }
    if isCursorVisible != true { bytes.append("\u{1B}[?25h") }
    isCursorVisible = true
  }
}

extension CellGrid {
  /// Returns a Boolean value that indicates whether a character is a plain one with diacritics.
  fileprivate func hasOnlyDiacritics(_ cell: Cell) -> Bool {
    guard cell.isCluster else { return false }
    let scalars = text(of: cell).unicodeScalars
    guard let base = scalars.first, UInt32.plainWidth(ofScalar: base.value) > 0 else { return false }
    return scalars.dropFirst().allSatisfy { ("\u{300}"..."\u{36F}").contains($0) }
  }
}

extension TerminalPen {
  /// Selects a style, or for a blank one that looks the same.
  private mutating func setStyle(_ style: TextStyle, ofBlank isBlank: Bool, into bytes: inout [UInt8]) {
    if let current = self.style, current == style || isBlank && showsBlank(of: style) { return }
    let target = style.reduced(to: depth)
    let start = bytes.count
    if self.style == nil {
      bytes.appendStyle(target, after: nil)
    } else if target != reduced {
      bytes.appendStyle(target, after: reduced)
      let middle = bytes.count
      bytes.appendStyle(target, after: nil)
      if bytes.count - middle < middle - start {
        bytes.removeSubrange(start..<middle)
      } else {
        bytes.removeSubrange(middle...)
      }
    }
    (self.style, reduced) = (style, target)
  }

  /// Returns a Boolean value that indicates whether a blank of the current style looks like one of another style.
  func showsBlank(of style: TextStyle) -> Bool {
    self.style != nil && style.hasInvisibleForeground && reduced.hasInvisibleForeground
      && reduced.background == style.background.reduced(to: depth)
  }
}

extension [UInt8] {
  /// Appends the sequence that selects a style after another one, or after any style.
  fileprivate mutating func appendStyle(_ style: TextStyle, after other: TextStyle?) {
    append("\u{1B}[")
    let start = count
    if other == nil && style != .plain { append(parameter: 0) }
    var kept = (other ?? .plain).attributes
    for (ended, number) in Self.ends where !kept.isDisjoint(with: ended.subtracting(style.attributes)) {
      append(parameter: number)
      kept.subtract(ended)
    }
    for (attribute, number) in Self.beginnings where style.attributes.contains(attribute) && !kept.contains(attribute) {
      append(parameter: number)
    }
    if style.foreground != (other ?? .plain).foreground { append(style.foreground, base: 30) }
    if style.background != (other ?? .plain).background { append(style.background, base: 40) }
    // Without parameters, the sequence selects the plain style.
    if count > start { removeLast() }
    append(UInt8(ascii: "m"))
  }

  private mutating func append(parameter number: Int) {
    append(decimal: number)
    append(UInt8(ascii: ";"))
  }

  private mutating func append(_ color: TerminalColor, base: Int) {
    switch color.form {
    case .default: append(parameter: base + 9)
    case .palette(let number) where number < 16:
      append(parameter: number < 8 ? base + Int(number) : base + 60 + Int(number) - 8)
    case .palette(let number):
      append(parameter: base + 8)
      append(parameter: 5)
      append(parameter: Int(number))
    case .rgb(let color):
      append(parameter: base + 8)
      append(parameter: 2)
      append(parameter: color.red)
      append(parameter: color.green)
      append(parameter: color.blue)
    }
  }

  /// The parameters that end attributes.
  private static let ends: [(TextAttributes, Int)] = [
    ([.bold, .dim], 22), (.italic, 23), (.underline, 24), (.reverse, 27), (.strikethrough, 29),
  ]
  /// The parameters that begin attributes.
  private static let beginnings: [(TextAttributes, Int)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
  ]
}
