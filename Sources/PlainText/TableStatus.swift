import Interface
import Tables
import Values

extension TextLines {
  /// Appends aggregates in one line.
  mutating func append(_ aggregates: [AggregateValue], _ names: ColumnNames) {
    if aggregates.isEmpty { return }
    let texts = aggregates.map { value in
      let column = value.aggregate.column.map { " \(names[$0])" } ?? ""
      let scope = value.aggregate.scope == .filtered ? "" : " (\(value.aggregate.scope.rawValue))"
      return String.labeled("\(value.aggregate.function.rawValue)\(column)\(scope)", value.text)
    }
    append(texts.joined(separator: ", "))
  }

  /// Appends what concerns a table as a whole.
  mutating func appendStatus(of table: TableScreen<String>, _ names: ColumnNames, showsCursor: Bool = true) {
    let position =
      !showsCursor ? nil : table.rows.first(where: \.hasCursor)?.cursorColumn.map { "the cursor is at \(names[$0])" }
    let filtered = table.headers.filter(\.isFiltered).map { names[$0.id] }
    let filters = filtered.isEmpty ? nil : "filtered by \(filtered.joined(separator: ", "))"
    append([table.countText, position, filters].compactMap(\.self).joined(separator: "; "))
    if let text = table.loadingText { append(text) }
    if let edit = table.editedCell, !table.rows.contains(where: { $0.id == edit.row }) {
      for line in edit.lines(names) { append("row \(edit.row): \(line)") }
    }
    if let rows = table.draggedRows { append("dragging \(rows.text)") }
    for rows in table.pendingMoves { append("moving \(rows.text)") }
    for notice in table.unloadedRowNotices { append("row \(notice.id): \(notice.text)") }
    if let reason = table.moveFailure { append("! could not be moved: \(reason)") }
    if let reason = table.rejection { append("! \(reason)") }
  }
}

extension TableScreen<String> {
  /// Returns the aggregates and what concerns the table as a whole except the cursor, as lines of any length.
  package func statusLines() -> [String] {
    var lines = TextLines(width: nil)
    let names = ColumnNames(of: headers)
    lines.append(headerAggregates, names)
    lines.append(aggregates, names)
    lines.appendStatus(of: self, names, showsCursor: false)
    return lines.lines
  }
}

extension TableScreen {
  /// The numbers of rows and pages, such as `3 of 20 rows, 2 selected, page 1 of 4`.
  fileprivate var countText: String {
    let rowCount: String =
      switch (counts.filtered, counts.all) {
      case (let filtered?, let all?) where filtered != all: "\(filtered) of \(all.counted("row"))"
      case (let count?, _), (nil, let count?): count.counted("row")
      case (nil, nil): rows.count.counted("row") + " shown"
      }
    var parts = [rowCount]
    if let selected = counts.selected, selected != 0 {
      let hidden = counts.selectedHidden.map { $0 == 0 ? "" : " (\($0) hidden)" } ?? ""
      parts.append("\(selected) selected\(hidden)")
    }
    if counts.unsaved != 0 { parts.append("\(counts.unsaved) unsaved") }
    // Pages are counted from 1, and even the greatest number must not trap.
    let number = page &+ 1
    if let pageCount, pageCount > 1 || page != 0 { parts.append("page \(number) of \(pageCount)") }
    if pageCount == nil { parts.append("page \(number)") }
    return parts.joined(separator: ", ")
  }

  /// The loading status in words, or `nil` if the rows are up to date.
  fileprivate var loadingText: String? {
    switch loadingStatus {
    case .notRequested: "not loaded yet"
    case .loaded: isStale ? "these rows are out of date" : nil
    case .loading: isStale ? "loading…; these rows are older" : "loading…"
    case .failed(let reason): "! could not be loaded: \(reason)" + (isStale ? "; these rows are older" : "")
    }
  }
}

extension TableScreen.MovingRows {
  fileprivate var text: String {
    let rows = ids.count.counted("row")
    return switch target {
    case .before(let id)?: "\(rows) before \(id)"
    case .after(let id)?: "\(rows) after \(id)"
    case .end?: "\(rows) to the end"
    case nil: rows
    }
  }
}
