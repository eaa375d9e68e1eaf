import Interface
import PlainText
import Tables
import TerminalIO
import Values

/// The widths of the columns of tables, by element.
///
/// They only grow while the same columns are shown, so that nothing moves sideways while the user scrolls.
struct ColumnWidths: Hashable, Sendable {
  private var stored: [String: Entry] = [:]

  private struct Entry: Hashable, Sendable {
    var columns: [String]
    var texts: [Int]
  }

  /// Returns the widths of the texts of a table, including those that were shown before.
  mutating func textWidths(of table: TableScreen<String>, element: String) -> [Int] {
    let columns = table.headers.map(\.id)
    var entry = stored[element] ?? Entry(columns: [], texts: [])
    if entry.columns != columns {
      entry = Entry(columns: columns, texts: table.headers.map(\.drawnTitle.terminalWidth))
    }
    for (index, header) in table.headers.enumerated() {
      let filterWidth = min(20, header.filterText?.terminalWidth ?? 0)
      var width = max(entry.texts[index], header.drawnTitle.terminalWidth, filterWidth)
      for row in table.rows where index < row.cells.count {
        width = max(width, row.cells[index].drawnText.terminalWidth)
      }
      entry.texts[index] = width
    }
    stored[element] = entry
    return zip(entry.texts, table.headers).map { $1.fixedWidth ?? $0 }
  }

  /// Forgets the widths, for example after a resize.
  mutating func removeAll() { stored = [:] }
}

extension ColumnHeader {
  /// The title with the marks of sort order and filter.
  var drawnTitle: String {
    let sort = sortIndicator.isEmpty ? "" : " \(sortIndicator)" + (sortPriority.map { "\($0)" } ?? "")
    return drawnName + sort + (isFiltered ? " ∇" : "")
  }

  /// The width that the user has chosen, or `nil`.
  fileprivate var fixedWidth: Int? { if case .fixed(let width) = width { max(1, width) } else { nil } }
}

extension TableCell {
  /// The beginning of the text that may be visible, with its control characters.
  fileprivate var drawnText: String {
    let shown = text.utf8.count > Self.longestText ? String(text.prefix(Self.longestText / 4)) + "…" : text
    return shown.utf8.allSatisfy { $0 &- 0x20 < 0x5F } ? shown : shown.escapedForTerminal
  }

  /// The number of bytes from which on a text is cut before it is measured.
  private static var longestText: Int { 4_096 }
}

/// The columns of a table that fit into a width.
struct ColumnPlaces {
  struct Place {
    let index: Int
    let column: Int
    let width: Int
  }

  let places: [Place]
  /// Whether there are more columns before or after those that are shown.
  let hasMoreBefore: Bool
  let hasMoreAfter: Bool
  /// The first shown column that leaves no empty space.
  let firstColumn: Int

  private static let gap = 2

  /// Places columns, beginning with one of them, or with a later one so that the column of the cursor is visible.
  ///
  /// The widest columns are shortened if that makes all of them fit.
  init(widths: [Int], from first: Int, showing cursor: Int?, in area: CellArea) {
    self.init(widths: widths, from: cursor.map { min(first, $0) } ?? first, in: area)
    while let cursor, let last = places.last, firstColumn < cursor,
      cursor > last.index || cursor == last.index && last.width < min(widths[cursor], area.columns / 2)
    {
      let first = firstColumn
      self.init(widths: widths, from: first + 1, in: area)
      // If all columns fit, none of them scrolls.
      if firstColumn == first { break }
    }
  }

  private init(widths: [Int], from first: Int, in area: CellArea) {
    let room = area.columns
    let fitted = ColumnLayout.shrink(widths, to: room - Self.gap * max(0, widths.count - 1))
    let start = fitted == nil ? max(0, min(first, widths.count - 1)) : 0
    let used = fitted ?? widths.map { min($0, max(ColumnLayout.minimumWidth, room / 2)) }
    var (places, column) = ([Place](), area.column)
    for index in start..<max(start, used.count) {
      let left = area.column + room - column
      if left < min(used[index], ColumnLayout.minimumWidth) { break }
      places.append(Place(index: index, column: column, width: min(used[index], left)))
      column += used[index] + Self.gap
    }
    self.places = places
    firstColumn = start
    hasMoreBefore = start > 0
    hasMoreAfter = places.last.map { $0.index < widths.count - 1 } ?? false
  }
}

extension ScreenPainter {
  mutating func draw(
    _ table: TableScreen<String>, _ element: Screen.Element, in area: CellArea, isFocused: Bool
  ) {
    // Two columns for the cursor and a mark.
    var cells = area
    cells.column += 2
    cells.columns -= 2
    let columns = ColumnPlaces(
      widths: widths.textWidths(of: table, element: element.id), from: view.columnOffsets[element.id] ?? 0,
      showing: table.cursorRow?.cursorColumn.flatMap { id in table.headers.firstIndex { $0.id == id } }, in: cells)
    let statusCount = area.rows >= 8 ? 2 : area.rows >= 3 ? 1 : 0
    let filterCount = table.headers.contains(where: \.isFiltered) && area.rows >= 5 ? 1 : 0
    let rowCount = max(0, area.rows - 1 - filterCount - statusCount)
    rowCounts[element.id] = rowCount
    drawHeader(of: table, element, columns, row: area.row, in: area)
    let table = addingCursor(to: table, element.id)
    if isFocused, table.cursorRow == nil { write(">", area.column, area.row, .key) }
    if filterCount > 0 { drawFilters(of: table, columns, row: area.row + 1, in: area) }
    let firstRow = area.row + 1 + filterCount
    let rows = CellArea(column: area.column, row: firstRow, columns: area.columns, rows: rowCount)
    drawRows(of: table, element, columns, in: rows, isFocused: isFocused)
    if statusCount > 0 { drawStatus(of: table, columns, row: firstRow + rowCount, count: statusCount, in: area) }
  }

  /// Returns the table with the cursor that the terminal keeps, if there is one.
  private func addingCursor(to table: TableScreen<String>, _ element: String) -> TableScreen<String> {
    guard let id = view.cursors[element]?.id, let cursor = table.rows.firstIndex(where: { $0.id == id }) else {
      return table
    }
    var table = table
    table.rows[cursor].hasCursor = true
    return table
  }

  private mutating func drawHeader(
    of table: TableScreen<String>, _ element: Screen.Element, _ columns: ColumnPlaces, row: Int, in area: CellArea
  ) {
    if columns.hasMoreBefore { write("‹", area.column, row, .key) }
    for place in columns.places {
      let header = table.headers[place.index]
      writeCell(header.drawnTitle, place, row, header.alignment, .header)
      addTarget(
        CellArea(column: place.column, row: row, columns: place.width, rows: 1),
        .header(element: element.id, column: header.id))
    }
    if columns.hasMoreAfter { write("›", area.column + area.columns - 1, row, .key) }
  }

  /// Draws the filters below the titles of their columns.
  private mutating func drawFilters(
    of table: TableScreen<String>, _ columns: ColumnPlaces, row: Int, in area: CellArea
  ) {
    fill(CellArea(column: area.column, row: row, columns: area.columns, rows: 1), .field)
    write("∇", area.column, row, .field)
    for place in columns.places {
      let header = table.headers[place.index]
      writeCell(header.filterText ?? "", place, row, header.alignment, .field)
    }
  }

  private mutating func drawRows(
    of table: TableScreen<String>, _ element: Screen.Element, _ columns: ColumnPlaces, in area: CellArea,
    isFocused: Bool
  ) {
    if table.rows.isEmpty {
      let text =
        switch table.loadingStatus {
        case .loading, .notRequested: "loading…"
        case .failed(let reason): "✗ \(reason)"
        case .loaded: "no rows"
        }
      write(text, area.column + 2, area.row, .faint, limit: area.rows > 0 ? area.columns - 2 : 0)
      return
    }
    var row = area.row
    let end = area.row + area.rows
    let visible = visibleRows(of: table, element, count: area.rows)
    tops[element.id] = visible.first?.id
    for shown in visible {
      if let group = shown.group, row < end {
        write("── \(group.isEmpty ? "(empty)" : group)", area.column, row, .header, limit: area.columns)
        row += 1
      }
      if row >= end { break }
      draw(shown, of: table, element, columns, row: row, in: area, isFocused: isFocused)
      row += 1
    }
  }

  /// Returns the rows from the first one that is drawn.
  ///
  /// They are scrolled as little as necessary to show the cursor, and fill the lines if there are enough rows.
  private func visibleRows(of table: TableScreen<String>, _ element: Screen.Element, count: Int)
    -> ArraySlice<TableScreen<String>.Row>
  {
    var rows = table.rows
    let isGrouped = rows.contains { $0.group != nil }
    /// The lines of a row that is not the first one: the name of its group takes one, too.
    func lineCount(_ index: Int) -> Int { rows[index].group == nil ? 1 : 2 }
    // The first row always has the name of its group above it.
    let count = isGrouped ? count - 1 : count
    func rowCount(endingAt last: Int) -> Int {
      var (first, lines) = (last, 1)
      while first > 0, lines + lineCount(first) <= count {
        lines += lineCount(first)
        first -= 1
      }
      return last - first + 1
    }
    guard count > 0, rowCount(endingAt: rows.count - 1) < rows.count else { return rows[...] }
    // A table whose rows cannot be chosen shows its beginning until the user scrolls.
    let top = element.commandGroup == nil ? nil : rows.firstIndex { $0.id == view.tops[element.id] }
    var first = view.scrollOffsets[element.id] ?? top ?? 0
    first = max(0, min(first, rows.count - rowCount(endingAt: rows.count - 1)))
    if let cursor = rows.firstIndex(where: \.hasCursor) {
      first = min(max(first, cursor + 1 - rowCount(endingAt: cursor)), cursor)
    }
    rows[first].group = rows[...first].last { $0.group != nil }?.group
    return rows[first...]
  }

  private mutating func draw(
    _ shown: TableScreen<String>.Row, of table: TableScreen<String>, _ element: Screen.Element,
    _ columns: ColumnPlaces, row: Int, in area: CellArea, isFocused: Bool
  ) {
    let role: Theme.Role =
      shown.hasCursor && isFocused
      ? .cursorRow : shown.isSelected ? .selectedRow : shown.isHovered ? .hoveredRow : .text
    if role != .text { fill(CellArea(column: area.column, row: row, columns: area.columns, rows: 1), role) }
    let mark = shown.mark
    if shown.hasCursor { write(">", area.column, row, role) }
    if !mark.isEmpty { write(mark, area.column + 1, row, role) }
    addTarget(
      CellArea(column: area.column, row: row, columns: area.columns, rows: 1), .row(element: element.id, id: shown.id))
    for place in columns.places where place.index < shown.cells.count {
      let header = table.headers[place.index]
      let cell = CellArea(column: place.column, row: row, columns: place.width, rows: 1)
      if let edited = table.editedCell, edited.row == shown.id, edited.column == header.id {
        let target = ViewState.Edit.Target.cell(element: element.id, row: edited.row, column: edited.column)
        drawInput(view.input(for: target, showing: edited.text), label: "", row, in: cell)
      } else {
        writeCell(shown.cells[place.index].drawnText, place, row, header.alignment, role)
        if shown.cursorColumn == header.id, isFocused { restyle(cell, .cursorCell) }
      }
    }
  }

  private mutating func writeCell(
    _ text: String, _ place: ColumnPlaces.Place, _ row: Int, _ alignment: ColumnAlignment, _ role: Theme.Role
  ) {
    let width = text.terminalWidth
    let shown = width > place.width ? text.shortened(toTerminalWidth: place.width) : text
    let space = max(0, place.width - width)
    let offset =
      switch alignment {
      case .leading: 0
      case .center: space / 2
      case .trailing: space
      }
    write(shown, place.column + offset, row, role, limit: place.width - offset)
  }

  /// Returns the text of a cell at the cursor that its column has no room for, or `nil` if all of the row is visible.
  private func cutText(of table: TableScreen<String>, _ columns: ColumnPlaces) -> String? {
    guard let row = table.cursorRow else { return nil }
    let cut = columns.places.filter { $0.index < row.cells.count && row.cells[$0.index].text.terminalWidth > $0.width }
    let chosen = cut.first { table.headers[$0.index].id == row.cursorColumn } ?? cut.last
    return chosen.map { row.cells[$0.index].drawnText }
  }

  private mutating func drawStatus(
    of table: TableScreen<String>, _ columns: ColumnPlaces, row: Int, count: Int, in area: CellArea
  ) {
    let details = table.rows.first(where: \.hasCursor).map { $0.details(in: table) } ?? []
    let error = table.editedCell?.error.map { ["! \($0)"] } ?? []
    let choices = table.editedCell?.choices.map { ["choices: \($0.joined(separator: ", "))"] } ?? []
    let isSaid = table.rejection.map { isNoticed("\($0)") } ?? false
    var lines = [table.statusLines(showsRejection: !isSaid).joined(separator: "; ")]
    let rest = (error + choices + details + [cutText(of: table, columns)].compactMap(\.self)).joined(separator: "; ")
    if count > 1 { lines.append(rest) } else if !rest.isEmpty { lines = [rest] }
    for (offset, line) in lines.enumerated() {
      let role: Theme.Role = line.contains("! ") || line.contains("= ") ? .warning : .faint
      write(line.shortened(toTerminalWidth: area.columns), area.column, row + offset, role, limit: area.columns)
    }
  }
}

extension TableScreen<String>.Row {
  /// The most important mark of the row.
  fileprivate var mark: String {
    if conflict != nil { return "?" }
    if cells.contains(where: { $0.error != nil }) { return "!" }
    if isDragged { return "^" }
    if isSelected { return "*" }
    if cells.contains(where: \.isUnsaved) { return "~" }
    return notice == nil ? "" : "-"
  }
}
