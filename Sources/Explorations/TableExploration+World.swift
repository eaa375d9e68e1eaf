package import LoopExplorer
package import Tables

/// The world is the rows as they are stored.
extension TableExploration {
  /// The world answers, or cannot be reached.
  package func outcomes(
    of effect: TableFeature<Card>.Effect, in cards: [Card]
  ) -> [Outcome<TableFeature<Card>.Action, [Card]>] {
    switch effect {
    case .load(let request):
      let window = TableExploration.window(of: cards, request)
      let count = ReferenceTable(cards, request.query, contextValues: request.beside).rows.count
      return [
        Outcome("loaded", .windowLoaded(window, count: count), in: cards),
        Outcome("failed", .windowFailed("offline"), in: cards),
      ]
    case .move(let move):
      return [
        Outcome("moved", .moved(move), in: Self.movedOutcome(cards, move)),
        Outcome("failed", .moveFailed(move, "offline"), in: cards),
      ]
    case .delete(let ids): return outcomes(ofDeleting: ids, in: cards)
    case .restore(let placed):
      return [
        Outcome("restored", .restored(placed), in: Self.restoredOutcome(cards, placed)),
        Outcome("failed", .restoreFailed(placed, "offline"), in: cards),
      ]
    case .save(let card, let known): return outcomes(ofSaving: card, over: known, in: cards)
    // A table only tells it.
    case .noteChange: return [Outcome("noted", in: cards)]
    }
  }

  /// Of several rows some may be deleted and others not.
  private func outcomes(ofDeleting ids: [String], in cards: [Card]) -> [Outcome<TableFeature<Card>.Action, [Card]>] {
    let deleted = Outcome<TableFeature<Card>.Action, [Card]>(
      "deleted", .deleted(ids), in: cards.filter { !ids.contains($0.id) })
    let failed = Outcome<TableFeature<Card>.Action, [Card]>("failed", .deleteFailed(ids, "offline"), in: cards)
    guard let first = ids.first, ids.count > 1 else { return [deleted, failed] }
    let some = Outcome<TableFeature<Card>.Action, [Card]>(
      "first deleted", .deleted([first]), .deleteFailed(Array(ids.dropFirst()), "offline"),
      in: cards.filter { $0.id != first })
    return [deleted, some, failed]
  }

  /// What is stored already is saved; over what is not known, nothing is.
  private func outcomes(
    ofSaving card: Card, over known: Card?, in cards: [Card]
  ) -> [Outcome<TableFeature<Card>.Action, [Card]>] {
    let stored = cards.first { $0.id == card.id }
    let failed = Outcome<TableFeature<Card>.Action, [Card]>("failed", .saveFailed(card.id, "offline"), in: cards)
    if stored != known && stored != card {
      return [Outcome("conflict", .saveConflicted(card.id, stored: stored), in: cards), failed]
    }
    let saved = stored == nil ? cards + [card] : cards.map { $0.id == card.id ? card : $0 }
    return [Outcome("saved", .saved(card), in: saved), failed]
  }

  /// What is told is heard before anything else happens, and always goes well.
  package func environment(_ cards: [Card], immediatelyExecuting effect: TableFeature<Card>.Effect) -> [Card]? {
    outcomes(of: effect, in: cards).first?.world
  }

  /// What the feature hears of an answer that was lost: nobody was reached.
  package func responsesWhenLost(of effect: TableFeature<Card>.Effect) -> [TableFeature<Card>.Action] {
    switch effect {
    case .load: [.windowFailed("offline")]
    case .move(let move): [.moveFailed(move, "offline")]
    case .delete(let ids): [.deleteFailed(ids, "offline")]
    case .restore(let placed): [.restoreFailed(placed, "offline")]
    case .save(let card, _): [.saveFailed(card.id, "offline")]
    case .noteChange: []
    }
  }

  /// Rows are only read by being loaded.
  package func isReadOnly(_ effect: TableFeature<Card>.Effect) -> Bool {
    switch effect {
    case .load, .noteChange: true
    case .move, .delete, .restore, .save: false
    }
  }

  /// Somebody else makes a row dearer, once, or deletes it; or one of two.
  package func environmentEvents(in cards: [Card]) -> [EnvironmentEvent<[Card]>] {
    if space == .surviving {
      return ["b", "d"].filter { id in cards.contains { $0.id == id } }.map { id in
        EnvironmentEvent("\(id) is deleted", in: cards.filter { $0.id != id })
      }
    }
    guard [.changing, .disputing, .mending, .settling, .typing].contains(space), cards.contains(where: { $0.id == "b" })
    else {
      return []
    }
    let dearer = cards.map { Card(id: $0.id, price: $0.id == "b" ? 5 : $0.price) }
    let without = cards.filter { $0.id != "b" }
    return (dearer == cards ? [] : [EnvironmentEvent("b is made dearer", in: dearer)]) + [
      EnvironmentEvent("b is deleted", in: without)
    ]
  }

  private static func movedOutcome(_ cards: [Card], _ move: TableFeature<Card>.Move) -> [Card] {
    insertCard(move.ids.compactMap { id in cards.first { $0.id == id } }, move.place, among: cards)
  }

  /// A row that is there already stays where it is.
  private static func restoredOutcome(_ cards: [Card], _ placed: [TableFeature<Card>.PositionedRow]) -> [Card] {
    placed.reduce(cards) { cards, placed in
      cards.contains { $0.id == placed.row.id } ? cards : insertCard([placed.row], placed.place, among: cards)
    }
  }

  /// The rows of a window, as they are stored.
  static func window(of cards: [Card], _ request: WindowRequest) -> [Card] {
    let passing = ReferenceTable(cards, request.query, contextValues: request.beside).rows
    return Array(passing.dropFirst(request.offset).prefix(request.limit))
  }

  /// Rows in a place among others, or behind them all where they do not know it.
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
