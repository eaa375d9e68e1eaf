import Loop
import LoopExplorer
import Tables
import Values

/// A table of four rows and two columns in one of several spaces, each with its own options and actions.
package struct TableExploration: Exploration {
  /// A row.
  package struct Card: Identifiable, Hashable, Codable, Sendable {
    package let id: String
    package var price: Int
  }

  package let feature: EditableTable<Card>
  let situation: Space

  /// Creates an exploration of a space, with the space's change policy or another one.
  package init(_ space: Space, changePolicy: EditingOptions<Card>.ChangePolicy? = nil) {
    self.situation = space
    var options = space.options
    options.changePolicy = changePolicy ?? space.changePolicy
    let price = Column("price", \Card.price).editable { card, value throws(CellRefusal) in
      guard let price = Int(value), space.editableRows.contains(card.id) else { throw CellRefusal() }
      card.price = price
    }
    do throws(TableConfigurationError) {
      feature = try EditableTable(columns: [Column("id", \Card.id), price], options: options)
    } catch {
      preconditionFailure("The column names must be unique: \(error)")
    }
  }

  /// The four initial rows.
  ///
  /// Two of them have the same price.
  package static let cards = [("a", 2), ("b", 1), ("c", 2), ("d", 3)].map { Card(id: $0.0, price: $0.1) }

  /// The initial rows, or no rows if they are remote and not loaded.
  package var start: (state: EditableTable<Card>.State, environment: [Card]) {
    var state = feature.initialState(situation.isRemote ? [] : Self.cards, contextValues: ["most": 2])
    for action in situation.preparatoryActions { _ = feature.reduce(&state, .view(action)) }
    return (state, Self.cards)
  }

  /// The actions of the user, and the notifications about rows.
  package func actions(in state: EditableTable<Card>.State) -> [EditableTable<Card>.Action] {
    if situation.waitsForResponses && isBusy(state) { return [] }
    let (moves, limit) = situation.moves
    let actions = situation.viewActions.map { EditableTable<Card>.Action.view($0) } + situation.actions
    return state.pendingMoves.count < limit ? actions + moves : actions
  }

  /// A Boolean value that indicates whether an operation on a row, the order or the window is pending.
  package func isBusy(_ state: EditableTable<Card>.State) -> Bool {
    !state.pendingMoves.isEmpty || state.view.remoteWindow?.pendingRequest != nil
      || state.deletions.values.contains(where: \.isPending)
      || state.drafts.values.contains { $0.status.isPending }
  }

  /// The kind of the state: whether an operation is pending or failed, or a draft exists.
  package func kind(of state: EditableTable<Card>.State) -> String {
    if isBusy(state) { return "busy" }
    if let failure = state.view.remoteWindow?.failure { return failure.reason }
    switch state.drafts["b"]?.status {
    case .unsaved?: return "edited"
    case .conflict?: return "conflict"
    case .failed?: return "failed"
    case .saving?, .outdated?, .moved?: return "busy"
    case nil: return state.deletions.isEmpty && state.moveFailure == nil ? "quiet" : "failed"
    }
  }

  /// Clears the reason why the last action was rejected.
  package func clearReports(in state: inout EditableTable<Card>.State) { state.view.rejection = nil }

  package var scope: StateSpaceDescription { situation.scope }
}
