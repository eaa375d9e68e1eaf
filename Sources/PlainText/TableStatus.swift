import Documents
import Interface
import Tables
import Values

extension WrappedLines {
  /// Appends aggregates in one line.
  mutating func append(_ aggregates: [AggregateValue], _ names: ColumnNames) {
    if !aggregates.isEmpty { append(aggregates.map { $0.text(names) }.joined(separator: ", ")) }
  }

  /// Appends what concerns a table as a whole.
  mutating func appendStatus(
    of table: TableScreen<String>, _ names: ColumnNames, showsCursor: Bool = true, showsRejection: Bool = true
  ) {
    let position =
      !showsCursor ? nil : table.rows.first(where: \.hasCursor)?.cursorColumn.map { "the cursor is at \(names[$0])" }
    let filtered = table.headers.filter(\.isFiltered).map { names[$0.id] }
    let filters = filtered.isEmpty ? nil : "filtered by \(filtered.joined(separator: ", "))"
    let aggregates = table.shownAggregates.map { $0.text(names) }
    let sums = aggregates.isEmpty ? nil : aggregates.joined(separator: ", ")
    append(
      [table.countText, table.searchStatus, table.conditionStatus, sums, position, filters].compactMap(\.self).joined(
        separator: "; "))
    if let text = table.loadingText { append(text) }
    if let edit = table.editedCell, !table.rows.contains(where: { $0.id == edit.row }) {
      for line in edit.lines(names) { append("row \(edit.row): \(line)") }
    }
    if let rows = table.draggedRows { append("dragging \(rows.text)") }
    for rows in table.pendingMoves { append("moving \(rows.text)") }
    for notice in table.unloadedRowNotices {
      append(
        notice.id.map { "row \($0): \(notice.message)" } ?? "\(notice.rowCount) rows, each of which \(notice.message)")
    }
    if let reason = table.moveFailure { append("! could not be moved: \(reason)") }
    if showsRejection, let reason = table.rejection { append("! \(reason)") }
  }
}

extension TableScreen<String> {
  /// Returns what concerns the table as a whole except the cursor, as lines of any length.
  package func statusLines(showsRejection: Bool = true) -> [String] {
    var lines = WrappedLines(width: nil)
    let names = ColumnNames(of: headers)
    lines.append(headerAggregates, names)
    lines.appendStatus(of: self, names, showsCursor: false, showsRejection: showsRejection)
    return lines.lines
  }
}

extension AggregateValue {
  /// The aggregate in words, such as `value in stock 63.00`.
  fileprivate func text(_ names: ColumnNames) -> String {
    let column = aggregate.column.map { " of \(names[$0])" } ?? ""
    let scope = aggregate.scope == .filtered ? "" : " (\(aggregate.scope.rawValue))"
    return "\(aggregate.title ?? aggregate.function.rawValue + column)\(scope) \(text)"
  }
}

extension TableScreen {
  /// The search in words, or `nil` if there is none.
  fileprivate var searchStatus: String? { searchText.map { "search \($0.jsonQuoted)" } }

  /// The condition in words, or `nil` if there is none.
  fileprivate var conditionStatus: String? { condition.map { "where \($0)" } }

  /// The aggregates of the footer that concern the user.
  ///
  /// An aggregate of the visible rows is left out while rows are selected if the footer has the same one of the
  /// selected rows, which is left out while no row is selected. So is an aggregate of no rows or no cells.
  fileprivate var shownAggregates: [AggregateValue] {
    let hasSelection = (counts.selected ?? 0) != 0
    if !hasSelection, counts.filtered ?? counts.all == 0 { return [] }
    let hiddenScope = hasSelection ? Aggregate.Scope.filtered : .selected
    let shownScope = hasSelection ? Aggregate.Scope.selected : .filtered
    return aggregates.filter { value in
      var counterpart = value.aggregate
      counterpart.scope = shownScope
      let isReplaced = value.aggregate.scope == hiddenScope && aggregates.contains { $0.aggregate == counterpart }
      return !isReplaced && !value.text.isEmpty
    }
  }

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
    case .failed(let reason):
      "! could not be loaded: \(reason)"
        + (isStale ? reason.hasSuffix(".") ? " These rows are older." : "; these rows are older" : "")
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
