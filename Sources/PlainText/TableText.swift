import Interface
import Tables
import Values

extension WrappedLines {
  /// Appends a table: its rows with what concerns each of them, and what concerns the table as a whole.
  mutating func append(_ table: TableScreen<String>) {
    let names = ColumnNames(of: table.headers)
    append(table.headerAggregates, names)
    let rows = TableRows(of: table, names)
    if let layout = rows.layout(fittingInto: width) { append(rows, in: layout) } else { append(records: rows) }
    appendStatus(of: table, names)
  }

  private mutating func append(_ rows: TableRows, in layout: ColumnLayout) {
    if rows.table.appearance.hasHeader, !rows.titles.isEmpty { append(fittedLine: layout.line(of: rows.titleLine)) }
    for row in rows.rows {
      if let group = row.screen.group { appendGroup(group) }
      append(fittedLine: layout.line(of: rows.line(of: row)))
      if let stored = rows.storedLine(of: row) { append(fittedLine: layout.line(of: stored)) }
      for detail in row.details { append(detail, indent: 4) }
    }
    if rows.table.appearance.hasFooter, !rows.titles.isEmpty { append(fittedLine: layout.line(of: rows.titleLine)) }
    if let legend = rows.legend { append(legend) }
  }

  /// Appends rows as records, each with a line for each cell.
  private mutating func append(records rows: TableRows) {
    for row in rows.rows {
      if let group = row.screen.group { appendGroup(group) }
      if !row.marks.isEmpty { append(pieces: row.marks.map(\.text)) }
      for (index, cell) in row.cells.enumerated() { append(.labeled(rows.title(at: index), cell.text)) }
      for (index, cell) in (row.storedCells ?? []).enumerated() {
        append("= \(String.labeled(rows.title(at: index), cell.text))")
      }
      for detail in row.details { append(detail, indent: 4) }
      appendSeparator()
    }
  }

  private mutating func appendGroup(_ group: String) { append("== \(group.isEmpty ? "(empty)" : group)") }
}

/// The names of columns by ID.
struct ColumnNames {
  private let titles: [String: String]

  init(of headers: [ColumnHeader]) {
    titles = Dictionary(headers.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// Returns the title of a column, or its ID if it is not visible.
  subscript(id: String) -> String { titles[id] ?? id }
}

extension ColumnHeader {
  fileprivate var name: String { title.isEmpty ? id : title }

  /// The marks of the sort order.
  fileprivate var sortMark: String { sortIndicator.trimmed + (sortPriority.map { "\($0)" } ?? "") }
}

/// The cells of a table, with a column of marks before them if any row has one.
private struct TableRows {
  struct Row {
    let screen: TableScreen<String>.Row
    let marks: [RowMark]
    let cells: [FittedText]
    /// The cells that another user stored, if they conflict with the row.
    let storedCells: [FittedText]?
    /// What concerns the row, in words.
    let details: [String]
  }

  let table: TableScreen<String>
  let titles: [FittedText]
  let rows: [Row]
  /// The marks that some row has.
  private let marks: [RowMark]

  init(of table: TableScreen<String>, _ names: ColumnNames) {
    self.table = table
    titles = table.headers.map { FittedText($0.title, mark: $0.sortMark) }
    let rowMarks = table.rows.map { row in RowMark.allCases.filter { $0.applies(to: row) } }
    let usedMarks = Set(rowMarks.joined())
    marks = RowMark.allCases.filter(usedMarks.contains)
    let columnNames = table.headers.map(\.name)
    rows = zip(table.rows, rowMarks).map { row, shownMarks in
      // Without columns, a row is shown by its ID.
      let cells = table.headers.isEmpty && row.cells.isEmpty ? [row.id] : row.cells.map(\.text)
      let stored: [FittedText]? =
        if case .changed(let cells)? = row.conflict { cells.map { FittedText($0.text) } } else { nil }
      let edit = table.editedCell.flatMap { $0.row == row.id ? $0 : nil }
      return Row(
        screen: row, marks: shownMarks, cells: cells.map { FittedText($0) }, storedCells: stored,
        details: (edit?.lines(names) ?? []) + row.details(columnNames))
    }
  }

  func title(at index: Int) -> String { index < titles.count ? titles[index].text : "" }

  var titleLine: [FittedText] { markCell("") + titles }

  func line(of row: Row) -> [FittedText] {
    markCell(row.marks.isEmpty ? "" : marks.map { row.marks.contains($0) ? $0.rawValue : " " }.joined()) + row.cells
  }

  /// Returns the line of the cells that another user stored, with its mark in the place of the conflict.
  func storedLine(of row: Row) -> [FittedText]? {
    row.storedCells.map { markCell(marks.map { $0 == .conflict ? "=" : " " }.joined()) + $0 }
  }

  /// Returns the cell before the others of a line, or no cell if no row has a mark.
  private func markCell(_ text: String) -> [FittedText] { marks.isEmpty ? [] : [FittedText(text)] }

  func layout(fittingInto width: Int?) -> ColumnLayout? {
    let titleLines = table.appearance.hasHeader || table.appearance.hasFooter ? [titleLine] : []
    let lines = titleLines + rows.map(line) + rows.compactMap(storedLine)
    let alignments = (marks.isEmpty ? [] : [.leading]) + table.headers.map(\.alignment)
    return ColumnLayout.fitting(lines, alignments: alignments, into: width)
  }

  /// The meaning of the marks, or `nil` if there are none.
  var legend: String? {
    if marks.isEmpty { return nil }
    let texts = marks.map(\.text) + (rows.contains { $0.storedCells != nil } ? ["= stored by another user"] : [])
    return "marks: " + texts.joined(separator: ", ")
  }
}

/// A mark before a row.
private enum RowMark: String, CaseIterable {
  case cursor = ">"
  case selected = "*"
  case dragged = "^"
  case unsaved = "~"
  case invalid = "!"
  case conflict = "?"

  func applies(to row: TableScreen<String>.Row) -> Bool {
    switch self {
    case .cursor: row.hasCursor
    case .selected: row.isSelected
    case .dragged: row.isDragged
    case .unsaved: row.cells.contains(where: \.isUnsaved)
    case .invalid: row.cells.contains { $0.error != nil }
    case .conflict: row.conflict != nil
    }
  }

  /// The mark with its meaning.
  var text: String { "\(rawValue) \(self)" }
}

extension TableScreen<String>.Row {
  /// Returns what concerns the row, with the differing cells that another user stored, apart from the cell that is being edited.
  package func details(in table: TableScreen<String>) -> [String] {
    let names = table.headers.map(\.name)
    guard case .changed(let stored)? = conflict else { return details(names) }
    let differing = zip(names, zip(cells, stored)).filter { $1.0.text != $1.1.text }
    if differing.isEmpty { return details(names) }
    let texts = differing.map { String.labeled($0, $1.1.text) }.joined(separator: ", ")
    // The notice would say it again.
    return details(names, showsNotice: false) + ["= stored by another user: \(texts)"]
  }
}

extension TableScreen.Row {
  /// What concerns the row, apart from the cell that is being edited.
  fileprivate func details(_ names: [String], showsNotice: Bool = true) -> [String] {
    func name(_ index: Int) -> String { index < names.count ? names[index] : "column \(index + 1)" }
    let unsaved = cells.indices.filter { cells[$0].isUnsaved }.map(name)
    var details = unsaved.isEmpty ? [] : ["~ unsaved: \(unsaved.joined(separator: ", "))"]
    for (index, cell) in cells.enumerated() {
      if let error = cell.error { details.append("! \(name(index)): \(error)") }
    }
    if let notice, showsNotice { details.append("- \(notice)") }
    if conflict == .deleted { details.append("= deleted by another user") }
    return details
  }
}

extension TableScreen.EditedCell {
  /// The edited text and its error.
  func lines(_ names: ColumnNames) -> [String] {
    let name = names[column]
    let hint = choices.map { " one of \($0.joined(separator: ", "))" } ?? ""
    return ["editing \(name): [\(text)]\(hint)"] + (error.map { ["! \(name): \($0)"] } ?? [])
  }
}
