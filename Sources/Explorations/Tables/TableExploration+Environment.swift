import LoopExplorer
import Tables

/// The reason of a failure if the server cannot be reached.
///
/// A lost response has the same one.
private let noResponse = TableFeature<TableExploration.Card>.reasonForLostResponse

/// The environment: the stored rows.
extension TableExploration {
  /// An outcome of a table's effect on the stored rows.
  package typealias CardOutcome = Outcome<EditableTable<Card>.Action, [Card]>

  /// The outcomes of an effect: success, a conflict, or an unreachable server.
  package func outcomes(of effect: EditableTable<Card>.Effect, in cards: [Card]) -> [CardOutcome] {
    switch effect {
    case .view(.load(let request)):
      let rows = ReferenceTable(cards, request.query, contextValues: request.contextValues).rows
      let window = Array(rows.dropFirst(request.offset).prefix(request.limit))
      return [
        Outcome("loaded", .view(.windowLoaded(window, count: rows.count)), in: cards),
        Outcome("failed", .view(.windowLoadFailed(noResponse)), in: cards),
      ]
    case .move(let moves):
      let moved = moves.reduce(cards) { cards, move in
        Self.insertingCards(move.ids.compactMap { id in cards.first { $0.id == id } }, move.position, among: cards)
      }
      return [
        Outcome("moved", .moveCompleted(moves), in: moved),
        Outcome("failed", .moveFailed(moves, noResponse), in: cards),
      ]
    case .delete(let ids):
      let deleted = CardOutcome("deleted", .deleteCompleted(ids), in: cards.filter { !ids.contains($0.id) })
      let failed = CardOutcome("failed", .deleteFailed(ids, noResponse), in: cards)
      guard let first = ids.first, ids.count > 1 else { return [deleted, failed] }
      let partly = CardOutcome(
        "first deleted", .deleteCompleted([first]), .deleteFailed(Array(ids.dropFirst()), noResponse),
        in: cards.filter { $0.id != first })
      return [deleted, partly, failed]
    case .restore(let placed):
      // A row that already exists keeps its position.
      let restored = placed.reversed().reduce(cards) { cards, placed in
        cards.contains { $0.id == placed.row.id }
          ? cards : Self.insertingCards([placed.row], placed.position, among: cards)
      }
      return [
        Outcome("restored", .restoreCompleted(placed), in: restored),
        Outcome("failed", .restoreFailed(placed, noResponse), in: cards),
      ]
    case .save(let card, let known):
      // Saving succeeds if the stored row is the expected one, or already equals the saved one.
      let stored = cards.first { $0.id == card.id }
      let failed = CardOutcome("failed", .saveFailed(card.id, noResponse), in: cards)
      if stored != known && stored != card {
        return [Outcome("conflict", .saveConflicted(card.id, stored: stored), in: cards), failed]
      }
      let saved = stored == nil ? cards + [card] : cards.map { $0.id == card.id ? card : $0 }
      return [Outcome("saved", .saveCompleted(card), in: saved), failed]
    // This effect is fire and forget.
    case .reportCellChange: return [Outcome("noted", in: cards)]
    }
  }

  /// The stored rows after an effect that the server executes before anything else happens.
  ///
  /// It always succeeds.
  package func environment(_ cards: [Card], immediatelyExecuting effect: EditableTable<Card>.Effect) -> [Card]? {
    outcomes(of: effect, in: cards).first?.environment
  }

  /// A Boolean value that indicates whether an effect changes no stored row.
  package func isReadOnly(_ effect: EditableTable<Card>.Effect) -> Bool {
    switch effect {
    case .view(.load), .reportCellChange: true
    case .move, .delete, .restore, .save: false
    }
  }

  /// Another user raises the price of a row once or deletes it, or deletes either of two rows.
  package func environmentEvents(in cards: [Card]) -> [EnvironmentEvent<[Card]>] {
    func deletion(of id: String) -> [EnvironmentEvent<[Card]>] {
      let others = cards.filter { $0.id != id }
      return others == cards ? [] : [EnvironmentEvent("\(id) is deleted", in: others)]
    }
    switch situation.otherUser {
    case .absent, .notifies: return []
    case .deletesTwoRows: return deletion(of: "b") + deletion(of: "d")
    case .changesOneRow:
      let dearer = cards.map { Card(id: $0.id, price: $0.id == "b" ? 5 : $0.price) }
      return (dearer == cards ? [] : [EnvironmentEvent("b becomes more expensive", in: dearer)]) + deletion(of: "b")
    }
  }

  /// Inserts cards at a position, or at the end if the row that the position refers to does not exist.
  private static func insertingCards(_ moved: [Card], _ position: RowPosition<String>, among cards: [Card]) -> [Card] {
    var rest = cards.filter { card in !moved.contains { $0.id == card.id } }
    let position: Int? =
      switch position {
      case .before(let id): rest.firstIndex { $0.id == id }
      case .after(let id): rest.firstIndex { $0.id == id }.map { $0 + 1 }
      case .end: nil
      }
    rest.insert(contentsOf: moved, at: position ?? rest.count)
    return rest
  }
}
