extension Table {
  /// Changes how many rows a page holds, and keeps the first of those in sight in sight.
  ///
  /// Of rows that are elsewhere the windows are pages, and no longer than a window can be.
  func resizePage(_ size: Int?, _ state: inout State) {
    let first = (state.page.size ?? 0) * state.page.number
    switch options.source {
    case .here: state.page.size = size.map(TablePage.bounded)
    case .windows(let most): state.page.size = TablePage.bounded(min(size ?? most, most))
    }
    state.page.number = state.page.size.map { min(first / $0, TablePage.most) } ?? 0
  }

  func move(_ id: String, before other: String?, _ state: inout State) throws(Refusal) {
    _ = try column(id)
    if let other { _ = try column(other) }
    if id == other { return }
    state.layout.order.removeAll { $0 == id }
    state.layout.order.insert(id, at: other.flatMap(state.layout.order.firstIndex) ?? state.layout.order.count)
  }

  func show(_ id: String, _ isShown: Bool, _ state: inout State) throws(Refusal) {
    _ = try column(id)
    if isShown { state.layout.hidden.remove(id) } else { state.layout.hidden.insert(id) }
    if !isShown && state.cursor?.column == id { state.cursor?.column = state.layout.visible.first }
  }

  func resize(_ id: String, to width: Int?, _ state: inout State) throws(Refusal) {
    let column = try column(id)
    state.layout.widths[id] = width.map(column.width.bounded)
  }

  /// Takes settings over as far as there are such columns; those that the settings do not know are last.
  func set(up settings: TableSettings, _ state: inout State) throws(Refusal) {
    let known = Set(columns.map(\.id))
    let sortable = Set(columns.filter(\.isSortable).map(\.id))
    try sort(by: settings.sort.filter { sortable.contains($0.column) }, &state)
    try group(by: settings.grouping.flatMap { sortable.contains($0) ? $0 : nil }, &state)
    var seen: Set<String> = []
    var layout = settings.layout
    layout.order = (layout.order + columns.map(\.id)).filter { known.contains($0) && seen.insert($0).inserted }
    layout.hidden.formIntersection(known)
    layout.widths = layout.widths.filter { known.contains($0.key) }
    layout.offset = max(0, layout.offset)
    state.layout = layout
    resizePage(settings.pageSize, &state)
  }

  /// How the table is set up now.
  public func settings(of state: State) -> TableSettings {
    TableSettings(
      layout: state.layout, sort: state.query.sort, grouping: state.grouping, pageSize: state.page.size)
  }
}
