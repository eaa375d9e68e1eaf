import Conditions
import Values

extension TableFeature {
  /// Returns the filter to apply to loaded rows.
  ///
  /// The server has already filtered remote ones.
  func localFilter(_ state: State) -> RowFilter { state.isRemote ? RowFilter() : state.query.filter }

  func setFilter(ofColumn id: String, to filter: ColumnFilter?, _ state: inout State) throws(ActionRejection) {
    let checked = try validated(filter, ofColumn: id)
    updateFilter(&state) { $0.columns[id] = checked }
  }

  func setCondition(_ condition: Condition?, _ state: inout State) throws(ActionRejection) {
    let checked = try validated(condition, state)
    updateFilter(&state) { $0.condition = checked }
  }

  /// Returns a filter with each text that is compared with other values converted to a value.
  ///
  /// An empty text is no bound. Throws if the column is not filterable, if it holds numbers and
  /// the filter is a text that no number contains, or if a value of the filter has another type than the cells.
  func validated(_ filter: ColumnFilter?, ofColumn id: String) throws(ActionRejection) -> ColumnFilter? {
    let column = try requireColumn(id)
    if !column.isFilterable { throw .notFilterable(id) }
    switch filter {
    case nil: return nil
    case .contains(let text):
      if column.kind.isNumeric, !column.mayDisplay(text) { throw .invalidValue(id, expected: column.expectedInput()) }
      return filter
    case .range(let least, let greatest):
      return .range(from: try column.bound(least), through: try column.bound(greatest))
    case .among(let values):
      return .among(try values.map { value throws(ActionRejection) in try column.comparableValue(value) })
    }
  }

  /// Changes the filter.
  ///
  /// If it differs then, filters the rows again and returns to the first page.
  func updateFilter(_ state: inout State, _ change: (inout RowFilter) -> Void) {
    var filter = state.query.filter
    change(&filter)
    if filter == state.query.filter { return }
    state.query.filter = filter
    filterRows(&state)
    state.page.number = 0
    state.derived.selectionCounts = nil
    invalidateAggregates(of: .filtered, &state)
  }

  /// Returns a condition with each text that is compared with a date converted to a date.
  ///
  /// Throws if the condition reads anything but filterable columns and context values, or compares a column with a value
  /// of another type.
  func validated(_ condition: Condition?, _ state: State) throws(ActionRejection) -> Condition? {
    guard let condition else { return nil }
    for read in condition.references {
      switch read.root {
      case .object:
        guard let name = read.keys.first else { throw .unknownReference("\(read)") }
        guard let column = column(named: name) else { throw .unknownReference(name) }
        if !column.isFilterable { throw .notFilterable(name) }
      case .variable(let name): if state.contextValues[name] == nil { throw .unknownReference("$\(name)") }
      case .now, .random: throw .unknownReference("\(read)")
      }
    }
    do throws(ConditionError) {
      return try condition.checkingTypes { read in
        guard case .object = read.root, let name = read.keys.first else { return nil }
        return column(named: name)?.kind.valueType?.member(at: read.keys.dropFirst()).map { ReferenceType($0) }
      }
    } catch {
      throw .incomparable(error.description)
    }
  }

  /// Merges context values into the state, and recomputes everything that reads them.
  ///
  /// If the visible rows or their order change, the table returns to the first page. A selected row stays selected,
  /// even if it no longer matches the filter that selected it.
  func setContextValues(_ values: ContextValues, _ state: inout State) {
    let merged = state.contextValues.merging(values) { $1 }
    if merged == state.contextValues { return }
    let selected =
      state.selection.toggledFilters.isEmpty ? [] : state.rows.orderedHandles.filter { isSelected($0, state) }
    let (oldHandles, oldRequest) = (state.derived.visibleRows.visibleHandles?.allHandles, windowRequest(for: state))
    state.contextValues = merged
    if state.derived.aggregates.contains(where: { column(named: $0.aggregate.column)?.readsContextValues == true }) {
      state.derived.aggregates = []
    }
    if state.derived.visibleRows.sortCodes.contains(where: { columns[$0.columnIndex].readsContextValues }) {
      sortRows(&state, rereadingCells: true)
    }
    let matchers = [state.derived.visibleRows.compiledFilter].compactMap { $0 } + state.derived.selectionFilters
    if matchers.contains(where: { $0.readsContextValues || $0.readColumns.contains { columns[$0].readsContextValues } })
    {
      filterRows(&state)
      invalidateAggregates(of: .filtered, &state)
      compileSelectionFilters(&state)
      adjustExceptionsToSelectOnly(selected, &state)
    }
    if state.derived.visibleRows.visibleHandles?.allHandles != oldHandles
      || (state.isRemote && windowRequest(for: state) != oldRequest)
    {
      state.page.number = 0
    }
  }
}

extension ColumnKind {
  /// The type of the cells in a condition, or `nil` if it is unknown: a column of texts may hold lists.
  package var valueType: ValueType? {
    switch self {
    case .integer, .decimal, .double, .money: .number
    case .boolean: .boolean
    case .date: .instant
    case .text: nil
    }
  }
}

extension Column {
  /// Returns a value of a filter as a value that can be compared with the cells.
  ///
  /// A column of texts may also hold other values, so that it is compared with any value.
  fileprivate func comparableValue(_ value: Value) throws(ActionRejection) -> Value {
    if let choices, case .text(let text) = value, !text.isEmpty {
      guard let choice = parseCell(text), choices.contains(choice) else {
        throw .invalidValue(id, expected: expectedInput())
      }
      return choice
    }
    guard kind != .text else { return value }
    if case .text(let text) = value {
      guard let parsed = kind.parseValue(text) else {
        throw .invalidValue(id, expected: expectedInput(insteadOf: text))
      }
      return parsed
    }
    guard value.typeRank == 0 || (value.typeRank == 2) == (kind == .date), value.typeRank < 3 else {
      throw .invalidValue(id, expected: expectedInput())
    }
    return value
  }

  fileprivate func bound(_ bound: Value?) throws(ActionRejection) -> Value? {
    guard let bound else { return nil }
    let value = try comparableValue(bound)
    if value == .null { return nil }
    return value
  }

  /// Returns whether a cell with a number may display a text that contains this one.
  fileprivate func mayDisplay(_ text: String) -> Bool {
    if case .unit = format { return true }
    let text = text.trimmed
    // A binary number may be infinite, or have an exponent.
    return kind == .double || NumberLiteral(text) != nil
      || !text.unicodeScalars.contains(where: \.properties.isAlphabetic)
  }
}
