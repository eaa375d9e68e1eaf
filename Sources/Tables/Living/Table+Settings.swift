extension Table {
  /// Takes settings over as far as there are such columns; those that the settings do not know are last.
  func set(up settings: TableSettings, _ state: inout State) throws(Refusal) {
    let sortable = Set(columns.filter(\.isSortable).map(\.id))
    try sort(by: settings.sort.filter { sortable.contains($0.column) }, &state)
    try group(by: settings.grouping.flatMap { sortable.contains($0) ? $0 : nil }, &state)
    state.layout = fitted(settings.layout)
    keepCursorVisible(&state)
    resizePage(settings.pageSize, &state)
  }

  /// How the table is set up now.
  public func settings(of state: State) -> TableSettings {
    let state = arranged(state)
    return TableSettings(
      layout: state.layout, sort: state.query.sort, grouping: state.grouping, pageSize: state.page.size)
  }
}
