import Forms
import Interface
import PlainText
import Tables
import TerminalIO
import Values

/// Draws a screen into cells, and remembers where everything is.
struct ScreenPainter {
  private(set) var grid: CellGrid
  let screen: Screen
  let view: ViewState
  /// The places that the mouse can point at, the topmost last.
  private(set) var targets: [PointerTarget] = []
  /// The ID of the row that each table displays first, by element.
  var tops: [String: String] = [:]
  /// The number of rows for which each table has room, by element.
  var rowCounts: [String: Int] = [:]
  /// The widths of columns, which stay the same while the user scrolls.
  var widths: ColumnWidths
  private let hints: [KeyHint]
  /// What helps to type a command, or `nil` if none is being typed.
  let commandLineHelp: CommandLineHelp?

  /// The smallest terminal in which a screen can be used.
  static let minimumSize = TerminalSize(columns: 20, rows: 5)

  /// Draws a screen.
  init(
    _ screen: Screen, _ view: ViewState, hints: [KeyHint], widths: ColumnWidths, commandLineHelp: CommandLineHelp? = nil
  ) {
    self.screen = screen
    self.commandLineHelp = commandLineHelp
    self.hints = hints
    self.view = view
    self.widths = widths
    grid = CellGrid(view.size, style: view.theme.style(.text))
    let size = view.size
    if size.columns < Self.minimumSize.columns || size.rows < Self.minimumSize.rows {
      var lines = WrappedLines(width: size.columns)
      lines.append("\(Self.minimumSize.columns)×\(Self.minimumSize.rows) needed: window too small")
      for (row, line) in lines.lines.enumerated() { write(line, 0, row, .text) }
      return
    }
    drawTop()
    let bottom = drawBottom()
    let body = CellArea(column: 0, row: 1, columns: size.columns, rows: bottom - 1)
    draw(screen.elements, in: body, receivesKeys: screen.sheet == nil)
    if showsNoticesInTable { drawNoticesInTable(body) }
    if let sheet = screen.sheet { draw(sheet, over: body) }
    if let overlay = view.overlay { draw(overlay, over: body) }
  }

  /// Writes a text, and returns the column after it.
  @discardableResult mutating func write(
    _ text: String, _ column: Int, _ row: Int, _ role: Theme.Role, limit: Int = .max
  ) -> Int {
    column + grid.write(text, column: column, row: row, style: view.theme.style(role), limit: limit)
  }

  mutating func fill(_ area: CellArea, _ role: Theme.Role) { grid.fill(area, style: view.theme.style(role)) }

  mutating func restyle(_ area: CellArea, _ role: Theme.Role) {
    let style = view.theme.style(role)
    grid.restyle(area) { $0 = style }
  }

  mutating func placeCursor(column: Int, row: Int) {
    grid.cursor = TerminalCursor(column: column, row: row, shape: .bar)
  }

  mutating func addTarget(_ area: CellArea, _ meaning: PointerTarget.Meaning) {
    targets.append(PointerTarget(area: area, meaning: meaning))
  }

  /// Writes an answer as a button, and returns the column after it.
  @discardableResult mutating func writeButton(
    _ answer: Screen.Answer, _ column: Int, _ row: Int, isMarked: Bool, limit: Int = .max
  )
    -> Int
  {
    let end = write("[\(isMarked ? "▸" : "")\(answer.title)]", column, row, isMarked ? .marked : .key, limit: limit)
    addTarget(CellArea(column: column, row: row, columns: end - column, rows: 1), .answer(answer))
    return end
  }
}

/// A place at which the mouse can point.
struct PointerTarget: Hashable, Sendable {
  let area: CellArea
  let meaning: Meaning

  /// What is at a place.
  enum Meaning: Hashable, Sendable {
    case tab(String)
    case element(String)
    case row(element: String, id: String)
    case header(element: String, column: String)
    case field(element: String, id: String)
    case answer(Screen.Answer)
    case item(Int)
    /// A key that the last line shows.
    case key(String)
    /// A part of a sheet or an overlay without a meaning of its own.
    case none
  }
}

extension ScreenPainter {
  private mutating func drawTop() {
    let room = view.size.columns - 2
    // A digit goes to the tab.
    let titles = screen.tabs.enumerated().map { index, tab in index < 9 ? "\(index + 1) \(tab.title)" : tab.title }
    let tabsWidth = titles.reduce(0) { $0 + $1.terminalWidth + 3 }
    let status = screen.status.joined(separator: " · ")
    // The status is worth more than the title.
    let showsTitle = screen.title.terminalWidth + 3 + tabsWidth + status.terminalWidth <= room
    var column = showsTitle || screen.tabs.isEmpty ? write(screen.title, 1, 0, .title, limit: room) + 2 : 1
    // Only the selected tab is shown if there is no room for all.
    for (tab, title) in zip(screen.tabs, titles) where tab.isSelected || tabsWidth <= room {
      let start = column
      let text = tab.isSelected ? "[\(title)]" : " \(title) "
      column = write(text, column, 0, tab.isSelected ? .selectedTab : .text)
      addTarget(CellArea(column: start, row: 0, columns: column - start, rows: 1), .tab(tab.id))
      column += 1
    }
    let shownStatus = status.shortened(toTerminalWidth: max(0, room - column))
    if !status.isEmpty { write(shownStatus, room - shownStatus.terminalWidth, 0, .faint) }
    if screen.isBusy {
      write(Self.spinner[view.spinnerStep % Self.spinner.count], view.size.columns - 1, 0, .key)
    }
  }

  /// Returns the newest notices, or older ones with the focused answer, and the number of answers before them.
  private func visibleNotices(
    count: Int, showsFocus: Bool
  ) -> (notices: ArraySlice<Screen.Notice>, answersBefore: Int) {
    let notices = screen.notices
    var start = max(0, notices.count - count)
    func answerCount(before index: Int) -> Int { notices.prefix(index).reduce(0) { $0 + $1.answers.count } }
    while showsFocus, start > 0, answerCount(before: start) > view.answerIndex { start -= 1 }
    return (notices[start..<min(notices.count, start + count)], answerCount(before: start))
  }

  private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  /// Draws the lines below the body, and returns the row of the first one.
  private mutating func drawBottom() -> Int {
    let rows = view.size.rows
    let lineLimit = noticeLineLimit
    var row = rows - 1
    drawHints(row)
    if let search = view.search {
      row -= 1
      drawInput(search.input, label: "\(search.label): ", row)
    } else if let resize = view.resize {
      row -= 1
      write("width of \(resize.title): \(resize.width)".shortened(toTerminalWidth: view.size.columns - 2), 1, row, .key)
    } else if let message = view.message, !isNoticed(message.text) {
      let text = message.text.split(separator: "\n").map(\.trimmed).joined(separator: "; ")
      let lines = wrapped((message.isError ? "! " : "") + text, width: view.size.columns - 2, limit: lineLimit)
      row -= lines.count
      for (offset, line) in lines.enumerated() {
        write(line, 1, row + offset, message.isError ? .error : .information)
      }
    }
    // A short terminal shows the last of them.
    for progress in screen.progress.reversed().prefix(max(0, rows / 8)) {
      row -= 1
      draw(progress, row)
    }
    return showsNoticesInTable ? row : drawNotices(above: row, limit: lineLimit)
  }

  /// Returns whether a notice that is drawn says what a message says.
  func isNoticed(_ message: String) -> Bool {
    let shown = visibleNotices(count: noticeLineLimit, showsFocus: areAnswersFocused).notices
    return screen.sheet == nil && shown.contains { $0.text.hasPrefix(message) || message.hasPrefix($0.text) }
  }

  /// The largest number of lines of a message, and of all notices together.
  private var noticeLineLimit: Int { max(1, view.size.rows / 4) }

  /// Whether the answers of the notices have the focus.
  private var areAnswersFocused: Bool { screen.sheet?.question == nil && view.focus == FocusRing.noticesID }

  /// Draws the last notices, and returns the row of the first one.
  private mutating func drawNotices(above end: Int, limit lineLimit: Int) -> Int {
    let isFocused = areAnswersFocused
    let (shown, firstAnswer) = visibleNotices(count: lineLimit, showsFocus: isFocused)
    var answerIndex = firstAnswer
    // Lines that are left are used for long notices, first for the newest one.
    var spareCount = lineLimit - shown.count
    let columns = view.size.columns - 2
    let blocks = Array(
      shown.reversed().map { notice in
        let answersWidth = notice.answers.reduce(0) { $0 + $1.title.terminalWidth + 4 }
        let text = notice.kind.drawnStyle.mark + notice.text
        // Many answers leave no room for the text beside them.
        let isBelow =
          spareCount > 0 && answersWidth > 0 && columns - answersWidth < min(text.terminalWidth, columns / 2)
        let lines = wrapped(
          text, width: isBelow ? columns : columns - answersWidth, limit: isBelow ? spareCount : 1 + spareCount)
        spareCount -= lines.count - (isBelow ? 0 : 1)
        return (lines: lines, isBelow: isBelow)
      }.reversed())
    let row = end - blocks.reduce(0) { $0 + $1.lines.count + ($1.isBelow ? 1 : 0) }
    var line = row
    for (notice, block) in zip(shown, blocks) {
      var column = 1
      for (offset, part) in block.lines.enumerated() {
        column = max(column, write(part, 1, line + offset, notice.kind.drawnStyle.role) + 1)
      }
      if block.isBelow {
        line += block.lines.count
        column = 3
      }
      for answer in notice.answers {
        column = writeButton(answer, column, line, isMarked: isFocused && answerIndex == view.answerIndex) + 1
        answerIndex += 1
      }
      line += block.isBelow ? 1 : block.lines.count
    }
    return row
  }

  /// Whether the notices are in the middle of the screen: a table without rows is all that it shows.
  private var showsNoticesInTable: Bool {
    guard screen.sheet == nil, screen.elements.count == 1, case .table(let table, _)? = screen.elements.first?.content
    else { return false }
    // The lines of the table, the header and the hints need room, too.
    let lineCount = screen.notices.reduce(0) { $0 + 2 + $1.answers.count }
    return table.rows.isEmpty && table.counts.all == 0 && lineCount + 8 <= view.size.rows
      && screen.notices.allSatisfy { $0.text.terminalWidth + 6 <= view.size.columns }
  }

  /// Draws the notices in the middle of an area, each answer in a line of its own.
  private mutating func drawNoticesInTable(_ area: CellArea) {
    let lines = screen.notices.reduce(0) { $0 + 2 + $1.answers.count }
    var row = area.row + max(4, (area.rows - lines) / 2)
    let width = screen.notices.flatMap { [$0.text.terminalWidth] + $0.answers.map { $0.title.terminalWidth + 5 } }.max()
    let column = max(1, (area.columns - (width ?? 0)) / 2)
    var answerIndex = 0
    for notice in screen.notices {
      write(
        notice.kind.drawnStyle.mark + notice.text, column, row, notice.kind.drawnStyle.role,
        limit: area.columns - column)
      row += 1
      for answer in notice.answers {
        let isMarked = areAnswersFocused && answerIndex == view.answerIndex
        writeButton(answer, column + 2, row, isMarked: isMarked)
        answerIndex += 1
        row += 1
      }
      row += 1
    }
  }

  /// Returns the lines of a text, wrapped at words, the last of which is shortened if there are too many.
  func wrapped(_ text: String, width: Int, limit: Int) -> [String] {
    if limit == 1 { return [text.shortened(toTerminalWidth: width)] }
    var wrapping = WrappedLines(width: width)
    wrapping.append(text)
    let rest = wrapping.lines.dropFirst(limit - 1).map(\.trimmed).joined(separator: " ")
    guard wrapping.lines.count > limit else { return wrapping.lines }
    return wrapping.lines.prefix(limit - 1) + ["  \(rest)".shortened(toTerminalWidth: width)]
  }

  /// Draws as many hints as fit.
  private mutating func drawHints(_ row: Int) {
    var column = 1
    for hint in hints {
      let keys = hint.keys.joined(separator: "/")
      let width = keys.terminalWidth + 1 + hint.title.terminalWidth
      if column > 1, column + width >= view.size.columns { continue }
      write(" \(hint.title)", write(keys, column, row, .key), row, .faint)
      var start = column
      for key in hint.keys {
        // The last key has the room of the title, too.
        addTarget(CellArea(column: start, row: row, columns: column + width - start, rows: 1), .key(key))
        start += key.terminalWidth + 1
      }
      column += width + 2
    }
  }

  private mutating func draw(_ progress: Screen.Progress, _ row: Int) {
    var column = 1
    if let fraction = progress.fraction {
      let (filled, percentage) = (Int(fraction * 20), Int(fraction * 100))
      column = write("[" + String(repeating: "█", count: filled), column, row, .bar)
      column = write(String(repeating: "·", count: 20 - filled) + "] \(percentage) %", column, row, .bar)
    } else {
      column = write("\(progress.completedCount) done", column, row, .bar)
    }
    column = write(" \(progress.title) ", column, row, .text)
    if let cancel = progress.cancel {
      _ = writeButton(Screen.Answer("Cancel", cancel), column, row, isMarked: false)
    }
  }

  /// Draws a line of text that is being typed, with the cursor.
  mutating func drawInput(_ input: TextInput, label: String, _ row: Int, in given: CellArea? = nil) {
    let area = given ?? CellArea(column: 1, row: row, columns: view.size.columns - 2, rows: 1)
    let column = write(label, area.column, row, .key, limit: area.columns)
    let width = area.column + area.columns - column
    let (shown, cursor) = input.visiblePart(width: width)
    fill(CellArea(column: column, row: row, columns: width, rows: 1), .focusedField)
    write(shown, column, row, .focusedField, limit: width)
    placeCursor(column: column + cursor, row: row)
  }
}

extension Screen {
  /// A Boolean value that indicates whether a part of the screen waits for a response.
  var isBusy: Bool {
    !progress.isEmpty || allElements.contains(where: \.isBusy)
  }
}

extension Screen.Element {
  fileprivate var isBusy: Bool {
    switch content {
    case .table(let table, _): table.loadingStatus == .loading
    case .form(let form, _): form.stage == .validating || form.stage == .submitting
    case .counters(let counters): counters.contains(where: \.isLoading)
    case .chart(let chart): chart.isLoading
    case .text: false
    }
  }
}

extension TextInput {
  /// The same input with a dot for each character.
  var masked: TextInput {
    let dots = String(repeating: "•", count: text.count)
    return TextInput(dots, cursor: dots.index(dots.startIndex, offsetBy: textBeforeCursor.count))
  }

  /// Returns the part of the text around the cursor that fits, and the column of the cursor in it.
  func visiblePart(width: Int) -> (text: String, cursor: Int) {
    var (start, cursorColumn) = (textBeforeCursor.endIndex, 0)
    for index in textBeforeCursor.indices.reversed() {
      let column = cursorColumn + String(text[index]).escapedForTerminal.terminalWidth
      if column >= max(1, width) { break }
      (start, cursorColumn) = (index, column)
    }
    return (String(text[start...]), cursorColumn)
  }
}

extension Screen.Notice.Kind {
  /// The mark before a notice, and its color.
  fileprivate var drawnStyle: (mark: String, role: Theme.Role) {
    switch self {
    case .information: ("· ", .information)
    case .warning: ("! ", .warning)
    case .error: ("✗ ", .error)
    }
  }
}
