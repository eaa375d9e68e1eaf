import Analytics
import Loop
import Shop
import Tables

extension BackOffice: Undoable {
  /// A change that can be undone.
  public enum ChangeKind: Hashable, Codable, Sendable {
    /// A change in the products.
    case products(ProductListFeature.ChangeKind)
    /// The search or a filter of the table in a tab.
    case tableFilter(BackOffice.Tab)
    /// The grouping of the table in a tab.
    case tableGrouping(BackOffice.Tab)
    /// The order of the events.
    case eventSort
    /// The selection of events.
    case eventSelection
    /// The filter of the events.
    case eventFilter
    /// A named filter of the events.
    case eventPreset
    /// How events are grouped in the chart.
    case eventGrouping
    /// The settings of the shop.
    case settings
  }

  /// Returns what undoes an action.
  ///
  /// Going to a tab is not a step.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .appeared, .resumed, .productsChangedElsewhere, .eventsChangedElsewhere: .ignored
    case .tabSelected: .breaksCoalescing
    case .products(.table(let action)):
      filterCompensation(of: action, in: state.products.table, ProductListFeature.table, .products)?.lift(
        { .products(.table($0)) }, { $0 })
        ?? productList.compensation(of: .table(action), in: state.products).lift(Action.products, ChangeKind.products)
    case .products(let action):
      productList.compensation(of: action, in: state.products).lift(Action.products, ChangeKind.products)
    case .events(.table(let action)):
      (filterCompensation(of: action, in: state.events.table, EventTable.feature, .events)
        ?? viewCompensation(of: action, in: state.events.table))
        .lift({ .events(.table($0)) }, { $0 })
    case .events(.groupingSelected(state.events.grouping)): .ignored
    case .events(.groupingSelected): .actions([.events(.groupingSelected(state.events.grouping))], of: .eventGrouping)
    case .events(.filter(let action)): compensation(of: action, in: state.events.filter)
    case .events(.presetSaved), .events(.presetRemoved), .events(.presetsRestored):
      reducing(action, state).events.presets == state.events.presets
        ? .ignored : .actions([.events(.presetsRestored(state.events.presets))], of: .eventPreset)
    case .events, .outbox, .productImport, .productExport, .sampleData: .ignored
    case .settings(.firstWeekdayPicked(state.settings.firstWeekday)): .ignored
    case .settings(.firstWeekdayPicked):
      .actions([.settings(.firstWeekdayPicked(state.settings.firstWeekday))], of: .settings)
    case .settings(.timeZonePicked(state.settings.timeZoneName)) where state.settings.timeZoneRequest == nil: .ignored
    case .settings(.timeZonePicked):
      .actions([.settings(.timeZonePicked(name: state.settings.timeZoneName))], of: .settings)
    case .settings: .ignored
    }
  }

  private func reducing(_ action: Action, _ state: State) -> State {
    var after = state
    _ = reduce(&after, action)
    return after
  }

  private func compensation(
    of action: EventFilterControls.Action, in filter: EventFilterControls
  ) -> Compensation<Action, ChangeKind> {
    var after = filter
    after.apply(action)
    return after == filter ? .ignored : .actions([.events(.filter(.restored(filter)))], of: .eventFilter)
  }

  /// Returns what undoes an action that filters or groups rows, or `nil` for other actions.
  private func filterCompensation<Row>(
    of action: TableFeature<Row>.Action, in table: TableFeature<Row>.State, _ feature: TableFeature<Row>,
    _ tab: BackOffice.Tab
  ) -> Compensation<TableFeature<Row>.Action, ChangeKind>? {
    let filter = table.query.filter
    func undo(
      _ inverse: TableFeature<Row>.Action, of change: ChangeKind? = nil, coalesces: Bool = false
    ) -> Compensation<TableFeature<Row>.Action, ChangeKind> {
      // Every screen shows the next change to undo. Finding it must not filter the rows.
      feature.changesQuery(action, in: table)
        ? .actions([inverse], of: change ?? .tableFilter(tab), coalesces: coalesces) : .ignored
    }
    return switch action {
    case .searchTextChanged: undo(.searchTextChanged(filter.search), coalesces: true)
    case .conditionChanged: undo(.conditionChanged(filter.condition))
    case .columnFilterChanged(let column, _): undo(.columnFilterChanged(column, filter.columns[column]))
    case .groupingChanged: undo(.groupingChanged(to: table.groupingColumn), of: .tableGrouping(tab))
    default: nil
    }
  }

  /// Returns what undoes an action that sorts or selects events.
  private func viewCompensation(
    of action: TableFeature<EventTable.Row>.Action, in table: TableFeature<EventTable.Row>.State
  ) -> Compensation<TableFeature<EventTable.Row>.Action, ChangeKind> {
    switch action {
    case .sortChanged where !EventTable.feature.changesQuery(action, in: table): return .ignored
    case .sortChanged: return .actions([.sortChanged(table.query.sort)], of: .eventSort)
    case .selection, .keyPressed, .headerClicked: break
    default: return .ignored
    }
    var after = table
    _ = EventTable.feature.reduce(&after, action)
    if after.query.sort != table.query.sort {
      return .actions([.sortChanged(table.query.sort)], of: .eventSort)
    }
    if after.selection != table.selection {
      return .actions([.selection(.restored(table.selection))], of: .eventSelection)
    }
    return .ignored
  }
}

extension BackOffice.ChangeKind: CustomStringConvertible {
  /// The change in one or two words, as in "Undo deletion".
  public var description: String {
    switch self {
    case .products(.form(_, of: _)): "typing"
    case .products(.discardDraft): "discarding"
    case .products(.selection), .eventSelection: "selection"
    case .products(.sort), .eventSort: "sorting"
    case .products(.table(.cellEdit)): "edit"
    case .products(.table(.move)): "move"
    case .products(.table(.deletion)): "deletion"
    case .products(.table(.revert)): "reverting"
    case .tableFilter, .eventFilter: "filter"
    case .eventPreset: "preset"
    case .eventGrouping, .tableGrouping: "grouping"
    case .settings: "settings"
    }
  }
}
