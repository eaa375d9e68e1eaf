import Interface
import TerminalIO
import Values

/// What helps to type a command.
struct CommandLineHelp {
  /// The parameters and the summary of the command, or an empty text.
  let usage: String
  /// The words that can stand at the cursor.
  let words: [String]
}

extension ScreenPainter {
  /// Draws a sheet over the elements.
  mutating func draw(_ sheet: Screen.Sheet, over body: CellArea) {
    let columns = 76
    // The focused field of a form can take more lines than the others.
    let items = sheet.elements.map { item(for: $0, columns: columns - 4, isFocused: $0.id == view.focus) }
    let rows = items.reduce(max(0, items.count - 1)) { $0 + $1.desired } + (sheet.question == nil ? 1 : 3)
    let area = drawBox(title: sheet.title, over: body, columns: columns, rows: rows)
    var inner = area
    if let question = sheet.question {
      inner.rows -= 2
      let row = area.row + area.rows - 2
      write(question.text, area.column + 1, row, .warning, limit: area.columns - 2)
      var column = area.column + 1
      for (index, answer) in question.answers.enumerated() {
        column = writeButton(answer, column, row + 1, isMarked: index == view.answerIndex) + 1
      }
    }
    draw(sheet.elements, in: inner, receivesKeys: sheet.question == nil)
  }

  /// Draws what lies over the screen and receives all keys.
  mutating func draw(_ overlay: Overlay, over body: CellArea) {
    switch overlay {
    case .palette(let list): draw(list, title: "Commands", over: body)
    case .help(let list): draw(list, title: "Keys", over: body)
    case .choices(let title, let list): draw(list, title: title, isQuestion: true, over: body)
    case .commandLine(let input, let error):
      // An error is readable whole.
      let room = Self.boxWidth(in: body, desired: 90) - 4
      let errorLines = error.map { wrapped("! \($0)", width: room, limit: max(1, body.rows - 6)) } ?? []
      let area = drawBox(title: "Command", over: body, columns: 90, rows: max(4, errorLines.count + 3))
      drawInput(
        input, label: ":", area.row,
        in: CellArea(column: area.column + 1, row: area.row, columns: area.columns - 2, rows: 1))
      for (offset, line) in errorLines.enumerated() { write(line, area.column + 1, area.row + 1 + offset, .error) }
      if errorLines.isEmpty, let usage = commandLineHelp?.usage {
        write(usage.shortened(toTerminalWidth: room), area.column + 1, area.row + 1, .faint)
      }
      let words = commandLineHelp?.words.joined(separator: "  ") ?? ""
      write(words.shortened(toTerminalWidth: room), area.column + 1, area.row + max(3, errorLines.count + 2), .text)
    }
  }

  private mutating func draw(_ list: PickList, title: String, isQuestion: Bool = false, over body: CellArea) {
    // A long question is written inside the box. A box without a border has no other place for its question.
    let hasBorder = body.rows >= Self.borderedRows
    let room = hasBorder ? Self.boxWidth(in: body, desired: 100) - 4 : view.size.columns - 2
    let titleLines =
      (hasBorder ? title.terminalWidth + 4 > room : isQuestion)
      ? wrapped(title, width: room, limit: max(1, hasBorder ? body.rows - 6 : view.size.rows - 4)) : []
    var area = drawBox(
      title: titleLines.isEmpty ? title : "", over: body, columns: 100,
      rows: max(6, list.items.count + 3) + titleLines.count)
    for line in titleLines.prefix(max(0, area.rows - 2)) {
      write(line, area.column + 1, area.row, .title)
      (area.row, area.rows) = (area.row + 1, area.rows - 1)
    }
    let inputArea = CellArea(column: area.column + 1, row: area.row, columns: area.columns - 2, rows: 1)
    drawInput(list.filter, label: "> ", area.row, in: inputArea)
    let height = max(0, area.rows - 1)
    let first = max(0, min(list.markedIndex - height / 2, list.items.count - height))
    let keyWidth = list.items.map(\.key.terminalWidth).max() ?? 0
    for (offset, item) in list.items.dropFirst(first).prefix(height).enumerated() {
      let row = area.row + 1 + offset
      let line = CellArea(column: area.column, row: row, columns: area.columns, rows: 1)
      let isMarked = first + offset == list.markedIndex
      if isMarked { fill(line, .marked) }
      let role: Theme.Role = isMarked ? .marked : item.unavailabilityReason == nil ? .text : .faint
      write(isMarked ? ">" : " ", area.column, row, role)
      write(item.key, area.column + 2, row, isMarked ? .marked : .key)
      let start = area.column + 2 + (keyWidth == 0 ? 0 : keyWidth + 2)
      let limit = area.column + area.columns - 1
      let end = write(item.title, start, row, role, limit: limit - start)
      let detail = item.unavailabilityReason.map { "✗ \($0)" } ?? item.detail
      write(detail, end + 2, row, isMarked ? .marked : .faint, limit: max(0, limit - end - 2))
      addTarget(line, .item(first + offset))
    }
    if list.items.isEmpty { write("nothing matches", area.column + 2, area.row + 1, .faint) }
  }

  /// The number of rows from which on a box has a border.
  private static let borderedRows = 8

  private static func boxWidth(in body: CellArea, desired columns: Int) -> Int {
    body.columns < 50 ? body.columns : min(columns, body.columns - 4)
  }

  /// Draws an empty box in the middle of an area, and returns the area inside of its border.
  ///
  /// In a small window, it takes all rows but the hints, and has no border.
  private mutating func drawBox(title: String, over body: CellArea, columns: Int, rows: Int) -> CellArea {
    if body.rows < Self.borderedRows {
      let box = CellArea(column: 0, row: 0, columns: view.size.columns, rows: view.size.rows - 1)
      fill(box, .text)
      addTarget(box, .none)
      return box
    }
    let width = Self.boxWidth(in: body, desired: columns)
    let height = min(rows + 2, body.rows)
    let box = CellArea(
      column: body.column + (body.columns - width) / 2, row: body.row + (body.rows - height) / 2, columns: width,
      rows: height)
    // Nothing of what is behind remains beside the box.
    fill(CellArea(column: body.column, row: box.row, columns: body.columns, rows: height), .text)
    addTarget(box, .none)
    let line = String(repeating: "─", count: max(0, width - 2))
    write("╭\(line)╮", box.column, box.row, .border)
    for row in box.row + 1..<max(box.row + 1, box.row + height - 1) {
      write("│", box.column, row, .border)
      write("│", box.column + width - 1, row, .border)
    }
    write("╰\(line)╯", box.column, box.row + height - 1, .border)
    if !title.isEmpty {
      write(" \(title) ".shortened(toTerminalWidth: width - 4), box.column + 2, box.row, .title)
    }
    return CellArea(column: box.column + 1, row: box.row + 1, columns: width - 2, rows: max(0, height - 2))
  }
}
