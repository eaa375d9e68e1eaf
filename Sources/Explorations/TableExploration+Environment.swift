import LoopExplorer
import Tables

/// The environment: the stored rows.
extension TableExploration {
  /// The outcomes of an effect: success, a conflict, or an unreachable server.
  package func outcomes(
    of effect: TableFeature<Card>.Effect, in cards: [Card]
  ) -> [Outcome<TableFeature<Card>.Action, [Card]>] {
    switch effect {
    case .load(let request):
      let window = TableExploration.window(of: cards, request)
      let count = ReferenceTable(cards, request.query, contextValues: request.contextValues).rows.count
      return [
        Outcome("loaded", .windowLoaded(window, count: count), in: cards),
        Outcome("failed", .windowLoadFailed("offline"), in: cards),
      ]
    case .move(let move):
      return [
        Outcome("moved", .moveCompleted(move), in: Self.movedOutcome(cards, move)),
        Outcome("failed", .moveFailed(move, "offline"), in: cards),
      ]
    case .delete(let ids): return outcomes(ofDeleting: ids, in: cards)
    case .restore(let placed):
      return [
        Outcome("restored", .restoreCompleted(placed), in: Self.restoredOutcome(cards, placed)),
        Outcome("failed", .restoreFailed(placed, "offline"), in: cards),
      ]
    case .save(let card, let known): return outcomes(ofSaving: card, over: known, in: cards)
    // This effect is fire and forget.
    case .reportCellChange: return [Outcome("noted", in: cards)]
    }
  }

  /// The outcomes of a deletion.
  ///
  /// Of several rows, only the first may be deleted.
  private func outcomes(ofDeleting ids: [String], in cards: [Card]) -> [Outcome<TableFeature<Card>.Action, [Card]>] {
    let deleted = Outcome<TableFeature<Card>.Action, [Card]>(
      "deleted", .deleteCompleted(ids), in: cards.filter { !ids.contains($0.id) })
    let failed = Outcome<TableFeature<Card>.Action, [Card]>("failed", .deleteFailed(ids, "offline"), in: cards)
    guard let first = ids.first, ids.count > 1 else { return [deleted, failed] }
    let some = Outcome<TableFeature<Card>.Action, [Card]>(
      "first deleted", .deleteCompleted([first]), .deleteFailed(Array(ids.dropFirst()), "offline"),
      in: cards.filter { $0.id != first })
    return [deleted, some, failed]
  }

  /// The outcomes of a save.
  ///
  /// Saving succeeds if the stored row is the expected one, or already equals the saved one.
  private func outcomes(
    ofSaving card: Card, over known: Card?, in cards: [Card]
  ) -> [Outcome<TableFeature<Card>.Action, [Card]>] {
    let stored = cards.first { $0.id == card.id }
    let failed = Outcome<TableFeature<Card>.Action, [Card]>("failed", .saveFailed(card.id, "offline"), in: cards)
    if stored != known && stored != card {
      return [Outcome("conflict", .saveConflicted(card.id, stored: stored), in: cards), failed]
    }
    let saved = stored == nil ? cards + [card] : cards.map { $0.id == card.id ? card : $0 }
    return [Outcome("saved", .saveCompleted(card), in: saved), failed]
  }

  /// The stored rows after an effect that the server executes before anything else happens.
  ///
  /// It always succeeds.
  package func environment(_ cards: [Card], immediatelyExecuting effect: TableFeature<Card>.Effect) -> [Card]? {
    outcomes(of: effect, in: cards).first?.environment
  }

  /// A lost response looks the same as an unreachable server.
  package func responsesWhenLost(of effect: TableFeature<Card>.Effect) -> [TableFeature<Card>.Action] {
    switch effect {
    case .load: [.windowLoadFailed("offline")]
    case .move(let move): [.moveFailed(move, "offline")]
    case .delete(let ids): [.deleteFailed(ids, "offline")]
    case .restore(let placed): [.restoreFailed(placed, "offline")]
    case .save(let card, _): [.saveFailed(card.id, "offline")]
    case .reportCellChange: []
    }
  }

  /// A Boolean value that indicates whether an effect changes no stored row.
  package func isReadOnly(_ effect: TableFeature<Card>.Effect) -> Bool {
    switch effect {
    case .load, .reportCellChange: true
    case .move, .delete, .restore, .save: false
    }
  }

  /// Another user raises the price of a row once or deletes it.
  ///
  /// In one space, either of two rows can be deleted instead.
  package func environmentEvents(in cards: [Card]) -> [EnvironmentEvent<[Card]>] {
    if situation == .deletionWhileEditing {
      return ["b", "d"].filter { id in cards.contains { $0.id == id } }.map { id in
        EnvironmentEvent("\(id) is deleted", in: cards.filter { $0.id != id })
      }
    }
    guard [.concurrentChanges, .remoteConflicts, .editReverting, .remoteReverting, .cellEntry].contains(situation),
      cards.contains(where: { $0.id == "b" })
    else {
      return []
    }
    let dearer = cards.map { Card(id: $0.id, price: $0.id == "b" ? 5 : $0.price) }
    let without = cards.filter { $0.id != "b" }
    return (dearer == cards ? [] : [EnvironmentEvent("b becomes more expensive", in: dearer)]) + [
      EnvironmentEvent("b is deleted", in: without)
    ]
  }

  private static func movedOutcome(_ cards: [Card], _ move: TableFeature<Card>.Move) -> [Card] {
    insertCard(move.ids.compactMap { id in cards.first { $0.id == id } }, move.position, among: cards)
  }

  /// Returns the cards after a restoration.
  ///
  /// A row that already exists keeps its position.
  private static func restoredOutcome(_ cards: [Card], _ placed: [TableFeature<Card>.PositionedRow]) -> [Card] {
    placed.reduce(cards) { cards, placed in
      cards.contains { $0.id == placed.row.id } ? cards : insertCard([placed.row], placed.position, among: cards)
    }
  }

  /// Returns the stored rows of a window.
  static func window(of cards: [Card], _ request: WindowRequest) -> [Card] {
    let passing = ReferenceTable(cards, request.query, contextValues: request.contextValues).rows
    return Array(passing.dropFirst(request.offset).prefix(request.limit))
  }

  /// Inserts cards at a position, or at the end if the row that the position refers to does not exist.
  private static func insertCard(_ moved: [Card], _ place: RowPosition<String>, among cards: [Card]) -> [Card] {
    var rest = cards.filter { card in !moved.contains { $0.id == card.id } }
    let place: Int? =
      switch place {
      case .before(let id): rest.firstIndex { $0.id == id }
      case .after(let id): rest.firstIndex { $0.id == id }.map { $0 + 1 }
      case .end: nil
      }
    rest.insert(contentsOf: moved, at: place ?? rest.count)
    return rest
  }
}
