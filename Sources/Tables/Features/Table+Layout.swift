/// How the columns are laid out.
public struct TableLayout: Hashable, Codable, Sendable {
  /// The columns from the first to the last, hidden ones too.
  package internal(set) var order: [String]
  /// The columns that are not shown.
  package internal(set) var hidden: Set<String>
  /// How wide a person made columns.
  package internal(set) var widths: [String: Int] = [:]
  /// How far the columns are scrolled sideways.
  package internal(set) var offset = 0

  init<Row>(_ columns: [Column<Row>]) {
    order = columns.map(\.id)
    hidden = Set(columns.filter { !$0.isVisible }.map(\.id))
  }

  /// Nothing is wider: so the widths of all columns can be added up.
  static func clampedWidth(_ width: Int) -> Int { min(max(0, width), Int(Int32.max)) }

  /// The columns that are shown, in their order.
  package var visibleColumns: [String] { order.filter { !hidden.contains($0) } }
}

/// How a table is set up by a person: what can be kept, and brought back.
public struct TableSettings: Hashable, Codable, Sendable {
  /// How the columns are laid out.
  package var layout: TableLayout
  /// What the rows are sorted by.
  package var sort: [SortKey]
  /// The column by which rows are grouped.
  package var grouping: String?
  /// How many rows a page holds.
  package var pageSize: Int?
}

extension TableFeature {
  func moveColumn(_ id: String, before other: String?, _ state: inout State) throws(ActionRejection) {
    _ = try requireColumn(id)
    if let other { _ = try requireColumn(other) }
    if id == other { return }
    state.layout.order.removeAll { $0 == id }
    state.layout.order.insert(id, at: other.flatMap(state.layout.order.firstIndex) ?? state.layout.order.count)
  }

  func setColumnVisibility(_ id: String, _ isShown: Bool, _ state: inout State) throws(ActionRejection) {
    _ = try requireColumn(id)
    if isShown { state.layout.hidden.remove(id) } else { state.layout.hidden.insert(id) }
    moveCursorToVisibleColumn(&state)
  }

  func resizeColumn(_ id: String, to width: Int?, _ state: inout State) throws(ActionRejection) {
    let column = try requireColumn(id)
    state.layout.widths[id] = width.map { TableLayout.clampedWidth(column.width.clamped($0)) }
  }

  /// The cursor of a column that is not shown goes to the first that is.
  func moveCursorToVisibleColumn(_ state: inout State) {
    let visible = state.layout.visibleColumns
    if let column = state.cursor?.column, !visible.contains(column) { state.cursor?.column = visible.first }
  }

  /// The same layout, of the columns there are, within their bounds; those that it does not know are last.
  func normalizedLayout(_ layout: TableLayout) -> TableLayout {
    var (fitted, seen) = (layout, Set<String>())
    let known = Set(columns.map(\.id))
    fitted.order = (layout.order + columns.map(\.id)).filter { known.contains($0) && seen.insert($0).inserted }
    fitted.hidden.formIntersection(known)
    fitted.widths = [:]
    for column in columns {
      if let width = layout.widths[column.id] {
        fitted.widths[column.id] = TableLayout.clampedWidth(column.width.clamped(width))
      }
    }
    fitted.offset = max(0, layout.offset)
    return fitted
  }
}

extension TableFeature {
  /// The least width of the columns in sight together: no less than that of the table's kind, and than they can be.
  func minimumWidth(of state: State) -> Int {
    let widths = state.layout.visibleColumns.map { id in
      TableLayout.clampedWidth(state.layout.widths[id] ?? column(named: id)?.width.minimum ?? 0)
    }
    return max(TableLayout.clampedWidth(kind.minimumWidth ?? 0), widths.reduce(0, +))
  }

  /// How far the columns can be scrolled sideways: not at all where there is room for their least width.
  func maximumScrollOffset(of state: State) -> Int { max(0, minimumWidth(of: state) - (state.width ?? 0)) }
}

extension TableFeature {
  /// Takes settings over as far as there are such columns; those that the settings do not know are last.
  func applySettings(_ settings: TableSettings, _ state: inout State) throws(ActionRejection) {
    let sortable = Set(columns.filter(\.isSortable).map(\.id))
    try setSort(to: settings.sort.filter { sortable.contains($0.column) }, &state)
    try setGrouping(to: settings.grouping.flatMap { sortable.contains($0) ? $0 : nil }, &state)
    state.layout = normalizedLayout(settings.layout)
    moveCursorToVisibleColumn(&state)
    changePageSize(settings.pageSize, &state)
  }

  /// How the table is set up now.
  public func settings(of state: State) -> TableSettings {
    let state = normalizedIfNeeded(state)
    return TableSettings(
      layout: state.layout, sort: state.query.sort, grouping: state.grouping, pageSize: state.page.size)
  }
}
