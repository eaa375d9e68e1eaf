import Loop
import LoopExplorer
import Tables
import Values

extension TableUndoExploration {
  /// The Swift expression that creates this exploration in the source code of a test.
  package var sourceExpression: String {
    "TableUndoExploration(.\(table.situation))"
  }

  /// Adds the laws of a table and of undo.
  package func addLaws(to explorer: inout Explorer<TableUndoExploration>) {
    explorer.addLaws(of: table) {
      $0.state.feature
    } performing: { action in
      if case .feature(let action) = action { [action] } else { [] }
    }
    let policies: [EditingOptions<Card>.ChangePolicy] =
      table.situation.isRemote ? [.afterConfirmation] : [.afterConfirmation, .immediate]
    let features = policies.map {
      UndoFeature(TableExploration(table.situation, changePolicy: $0).feature, limit: feature.limit)
    }
    // The history does not matter to the law, so many states have the same table and rows. They are checked once.
    var checkedTables: Set<TableWithStoredRows> = []
    explorer.always("law 5: undoing a data change restores the state before it") { scenarioState in
      let (state, cards) = (scenarioState.state.feature, scenarioState.environment)
      if !scenarioState.isIdle || !isUpToDate(state, cards) { return true }
      let before = TableWithStoredRows(state: state, cards: cards)
      if checkedTables.contains(before) { return true }
      let isHeld = actionsToUndo(in: state).allSatisfy { action in
        features.allSatisfy {
          undoAndRedoRestoreState(action, by: $0, before) && undoBeforeResponseRestoresState(action, by: $0, before)
        }
      }
      if isHeld { checkedTables.insert(before) }
      return isHeld
    }
    explorer.addUndoLaw(of: feature)
  }

  /// Returns whether the table shows the stored rows.
  ///
  /// It does not after a lost response, or before its window is loaded.
  private func isUpToDate(_ state: EditableTable<Card>.State, _ cards: [Card]) -> Bool {
    state.rowsAsStored == table.expectedStoredRows(of: cards, state)
      && (state.view.remoteWindow == nil
        || (state.view.remoteWindow?.failure == nil && state.view.remoteWindow?.totalCount == cards.count))
  }

  /// The changes that the law undoes: deleting each row or pair of rows, moving each row to both ends and each pair
  /// before "b", reverting all drafts, and changing the price of "b".
  private func actionsToUndo(in state: EditableTable<Card>.State) -> [EditableTable<Card>.Action] {
    let ids = state.view.allRows.map(\.id)
    let pairs = state.view.remoteWindow == nil ? ids.flatMap { id in ids.filter { $0 < id }.map { [id, $0] } } : []
    return ids.flatMap { id -> [EditableTable<Card>.Action] in
      [.rowsDeleted([id]), .rowsMoved(.init([id], .end)), .rowsMoved(.init([id], before: ids.first))]
    } + pairs.flatMap { [.rowsDeleted($0), .rowsMoved(.init($0, before: "b"))] }
      + (state.drafts.isEmpty ? [] : [.revertTapped(nil)])
      + (state["b"] != nil ? [.cellValueSet("b", "price", 7)] : [])
  }

  /// Returns whether undoing an executed change restores the state and the stored rows, and redoing it applies it
  /// again.
  private func undoAndRedoRestoreState(
    _ action: EditableTable<Card>.Action, by feature: Feature, _ before: TableWithStoredRows
  ) -> Bool {
    var execution = ImmediateTableRunner(self, feature, before)
    execution.perform(.feature(action))
    if execution.state.history.undoSteps.isEmpty { return true }
    let done = execution
    execution.perform(.undo)
    if !isEquivalent(execution, to: before) { return false }
    execution.perform(.redo)
    return execution.state.feature.view.allRows == done.state.feature.view.allRows && execution.cards == done.cards
  }

  /// Returns whether undoing a change before its response arrives restores the state and the stored rows.
  ///
  /// A change that cannot be undone at that point passes.
  private func undoBeforeResponseRestoresState(
    _ action: EditableTable<Card>.Action, by feature: Feature, _ before: TableWithStoredRows
  ) -> Bool {
    if table.situation.isRemote { return true }
    var execution = ImmediateTableRunner(self, feature, before)
    let effects = execution.reduceExecutingFireAndForget(.feature(action))
    if effects.isEmpty || feature.changeToUndo(in: execution.state) == nil { return true }
    execution.execute(effects + execution.reduceExecutingFireAndForget(.undo))
    return isEquivalent(execution, to: before)
  }

  /// Returns whether the stored rows, the rows of the table and their order, the drafts, the query, the layout and the
  /// selection are equal.
  ///
  /// The hovered row and the cursor are not compared, because a deletion clears them. Neither are earlier failures.
  /// Remote rows are not compared if the page changed because its last row was deleted.
  private func isEquivalent(_ execution: ImmediateTableRunner, to before: TableWithStoredRows) -> Bool {
    let (state, other) = (execution.state.feature, before.state)
    func selected(_ state: EditableTable<Card>.State) -> [Card] { table.feature.view.selectedRows(in: state.view) }
    func draftVersions(_ state: EditableTable<Card>.State) -> [String: [Card?]] {
      state.drafts.mapValues { [$0.editedRow, $0.storedRow] }
    }
    let isTurned = state.view.page != other.view.page && state.view.remoteWindow != nil
    return execution.cards == before.cards
      && (isTurned || (state.view.allRows == other.view.allRows && selected(state) == selected(other)))
      && draftVersions(state) == draftVersions(other) && state.view.query == other.view.query
      && state.view.groupingColumn == other.view.groupingColumn && state.view.layout == other.view.layout
      && state.view.remoteWindow?.totalCount == other.view.remoteWindow?.totalCount && !table.isBusy(state)
  }
}

/// A table and the stored rows.
private struct TableWithStoredRows: Hashable {
  let state: EditableTable<TableExploration.Card>.State
  let cards: [TableExploration.Card]
}

/// A table with undo whose effects are executed immediately, with their first outcomes.
private struct ImmediateTableRunner {
  typealias Feature = TableUndoExploration.Feature

  private let exploration: TableUndoExploration
  private let feature: Feature
  private(set) var state: Feature.State
  private(set) var cards: [TableExploration.Card]

  init(_ exploration: TableUndoExploration, _ feature: Feature, _ table: TableWithStoredRows) {
    self.exploration = exploration
    self.feature = feature
    state = Feature.State(table.state)
    cards = table.cards
  }

  /// Reduces an action and executes its effects.
  mutating func perform(_ action: Feature.Action) { execute(reduceExecutingFireAndForget(action)) }

  /// Reduces an action, executes its fire-and-forget effects, and returns the effects that have responses.
  mutating func reduceExecutingFireAndForget(_ action: Feature.Action) -> [Feature.Effect] {
    feature.reduce(&state, action).instructions.compactMap { instruction in
      switch instruction {
      case .run(let request): return request.effect
      case .fireAndForget(let effect, _):
        cards = exploration.outcomes(of: effect, in: cards).first?.environment ?? cards
        return nil
      case .cancel: return nil
      }
    }
  }

  /// Executes effects and delivers their responses.
  mutating func execute(_ effects: [Feature.Effect]) {
    for effect in effects {
      guard let outcome = exploration.outcomes(of: effect, in: cards).first else { continue }
      cards = outcome.environment
      for response in outcome.responses { perform(response) }
    }
  }
}
