/// The layout of the columns.
public struct TableLayout: Hashable, Codable, Sendable {
  /// All columns in order, including hidden ones.
  package internal(set) var columnOrder: [String]
  /// The columns that are hidden.
  package internal(set) var hiddenColumns: Set<String>
  /// The widths of the columns that the user resized.
  package internal(set) var columnWidths: [String: Int] = [:]

  init<Row>(_ columns: [Column<Row>]) {
    columnOrder = columns.map { $0.id }
    hiddenColumns = Set(columns.filter { !$0.isVisible }.map { $0.id })
  }

  /// Returns a width clamped to a maximum, so that the sum of all widths does not overflow.
  static func overflowSafeWidth(_ width: Int) -> Int { min(max(0, width), Int(Int32.max)) }

  /// The visible columns, in order.
  package var visibleColumns: [String] { columnOrder.filter { !hiddenColumns.contains($0) } }
}

/// The settings of a user that can be saved and restored.
public struct TableSettings: Hashable, Codable, Sendable {
  /// The layout of the columns.
  package var layout: TableLayout
  /// The sort keys.
  package var sort: [SortKey]
  /// The column by which the rows are grouped, or `nil`.
  package var groupingColumn: String?
  /// The number of rows on a page, or `nil` if all rows are on one page.
  package var pageSize: Int?
}

extension TableFeature {
  func moveColumn(_ id: String, before other: String?, _ state: inout State) throws(ActionRejection) {
    _ = try requireColumn(id)
    if let other { _ = try requireColumn(other) }
    if id == other { return }
    state.layout.columnOrder.removeAll { $0 == id }
    state.layout.columnOrder.insert(
      id, at: other.flatMap(state.layout.columnOrder.firstIndex) ?? state.layout.columnOrder.count)
  }

  func setColumnVisibility(_ id: String, _ isShown: Bool, _ state: inout State) throws(ActionRejection) {
    _ = try requireColumn(id)
    if isShown { state.layout.hiddenColumns.remove(id) } else { state.layout.hiddenColumns.insert(id) }
    moveCursorToVisibleColumn(&state)
  }

  func resizeColumn(_ id: String, to width: Int?, _ state: inout State) throws(ActionRejection) {
    let column = try requireColumn(id)
    state.layout.columnWidths[id] = width.map { TableLayout.overflowSafeWidth(column.width.clamped($0)) }
  }

  /// If the column of the cursor is hidden, moves the cursor to the first visible column.
  func moveCursorToVisibleColumn(_ state: inout State) {
    let visible = state.layout.visibleColumns
    if let column = state.cursor?.column, !visible.contains(column) { state.cursor?.column = visible.first }
  }

  /// Returns the layout restricted to existing columns, with clamped widths.
  ///
  /// Columns that the layout does not list come last.
  func normalizedLayout(_ layout: TableLayout) -> TableLayout {
    var (fitted, seen) = (layout, Set<String>())
    let known = Set(columns.map { $0.id })
    fitted.columnOrder = (layout.columnOrder + columns.map { $0.id }).filter {
      known.contains($0) && seen.insert($0).inserted
    }
    fitted.hiddenColumns.formIntersection(known)
    fitted.columnWidths = [:]
    for column in columns {
      if let width = layout.columnWidths[column.id] {
        fitted.columnWidths[column.id] = TableLayout.overflowSafeWidth(column.width.clamped(width))
      }
    }
    return fitted
  }
}

extension TableFeature {
  /// Returns the minimum total width of the visible columns, which is at least the minimum width of the appearance.
  func minimumWidth(of state: State) -> Int {
    let widths = state.layout.visibleColumns.map { id in
      TableLayout.overflowSafeWidth(state.layout.columnWidths[id] ?? column(named: id)?.width.minimum ?? 0)
    }
    return max(TableLayout.overflowSafeWidth(appearance.minimumWidth ?? 0), widths.reduce(0, +))
  }
}

extension TableFeature {
  /// Applies settings as far as their columns exist.
  ///
  /// Columns that the settings do not list come last.
  func applySettings(_ settings: TableSettings, _ state: inout State) throws(ActionRejection) {
    let sortable = Set(columns.filter { $0.isSortable }.map { $0.id })
    try setSort(to: settings.sort.filter { sortable.contains($0.column) }, &state)
    try setGrouping(to: settings.groupingColumn.flatMap { sortable.contains($0) ? $0 : nil }, &state)
    state.layout = normalizedLayout(settings.layout)
    moveCursorToVisibleColumn(&state)
    changePageSize(settings.pageSize, &state)
  }

  /// Returns the current settings.
  public func settings(of state: State) -> TableSettings {
    let state = normalizedIfDecoded(state)
    return TableSettings(
      layout: state.layout, sort: state.query.sort, groupingColumn: state.groupingColumn, pageSize: state.page.size)
  }
}
