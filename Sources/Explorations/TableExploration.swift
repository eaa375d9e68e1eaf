internal import Loop
package import LoopExplorer
package import Tables
internal import Values

/// A table of four rows and two columns, with everything that is done to it in some situation that a person would name.
package struct TableExploration: Exploration {
  /// A row.
  package struct Card: Identifiable, Hashable, Codable, Sendable {
    /// What it is called by.
    package let id: String
    /// What it costs; two cost the same.
    package var price: Int
  }

  /// The feature that is played.
  package let feature: TableFeature<Card>
  let space: Situation

  /// Makes one, in which a change is done when that is the custom of the space.
  package init(_ space: Situation) { self.init(space, changePolicy: space.changePolicy) }

  /// Makes one in which a change is done at once, or when it was asked for and answered.
  package init(_ space: Situation, changePolicy changes: TableOptions<Card>.ChangePolicy) {
    self.space = space
    var options = space.options
    options.changes = changes
    do throws(TableError) {
      feature = try TableFeature(columns: [Column("id", \Card.id), Self.price(in: space)], options: options)
    } catch {
      preconditionFailure("The columns have names of their own: \(error)")
    }
  }

  private static func price(in space: Situation) -> Column<Card> {
    Column("price", \Card.price).editable { card, value in
      guard case .integer(let price) = value, space.acceptsPrice(for: card) else { return false }
      card.price = Int(price)
      return true
    }
  }

  /// Four rows, of which two are the same but for their names.
  package static let cards = [("a", 2), ("b", 1), ("c", 2), ("d", 3)].map { Card(id: $0.0, price: $0.1) }

  /// The rows as they are at first, or none where they are kept elsewhere.
  package var start: (state: TableFeature<Card>.State, world: [Card]) {
    var state = feature.initialState(space.isRemote ? [] : Self.cards, contextValues: space.contextValues)
    for action in space.preparatoryActions { _ = feature.reduce(&state, action) }
    return (state, Self.cards)
  }

  /// What a person does, and somebody who tells of the rows.
  package func actions(in state: TableFeature<Card>.State) -> [TableFeature<Card>.Action] { space.actions(in: state) }

  /// Something is under way with a row, with the order, or with the window.
  package func isBusy(_ state: TableFeature<Card>.State) -> Bool {
    !state.moves.isEmpty || state.remote?.awaited != nil || state.errands.values.contains(where: \.isPending)
      || state.drafts.values.contains { $0.stage.isPending }
  }

  /// What is going on with the data.
  package func kind(of state: TableFeature<Card>.State) -> String {
    if isBusy(state) { return "busy" }
    if let failure = state.remote?.failure { return failure.reason }
    switch state.drafts["b"]?.stage {
    case .changed?: return "edited"
    case .conflict?: return "conflict"
    case .failed?: return "failed"
    case .saving?, .overtaken?: return "busy"
    case nil: return state.errands.isEmpty && state.moveFailure == nil ? "quiet" : "failed"
    }
  }

  /// What is in the space.
  package var scope: ExplorationScope { space.scope }
}
