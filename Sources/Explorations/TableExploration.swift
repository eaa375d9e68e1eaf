public import LoopProof
public import Tables
internal import Values

/// A table of four rows and two columns, with everything that is done to its data, or to look at it, or to leaf through rows
/// that are kept elsewhere.
public struct TableExploration: Exploration {
  /// A row.
  public struct Card: Identifiable, Hashable, Codable, Sendable {
    /// What it is called by.
    public let id: String
    /// What it costs; two cost the same.
    public var price: Int
  }

  /// What is done.
  public enum Space: String, Sendable, CaseIterable {
    /// Rows are sorted, filtered, selected, hovered and turned over; nothing is asked of the world.
    case looking
    /// Rows are edited, saved, moved and deleted, by this person and by somebody else.
    case changing
    /// The same person leafs through rows that are kept elsewhere, two at a time.
    case leafing
  }

  /// The feature that is played.
  public let feature: Table<Card>
  let space: Space

  /// Makes one.
  public init(_ space: Space) {
    self.space = space
    var options = TableOptions<Card> {
      $0.selection = .several
      $0.handlesMoves = true
      $0.handlesDeletions = true
      $0.changes = .asked
    }
    if space == .leafing { options.source = .windows(of: 2) }
    let price = Column("price", \Card.price).editable { card, value in
      guard case .integer(let price) = value else { return false }
      card.price = Int(price)
      return true
    }
    do throws(TableFault) {
      feature = try Table(columns: [Column("id", \Card.id), price], options: options)
    } catch {
      preconditionFailure("The columns have names of their own: \(error)")
    }
  }

  /// Four rows, of which two are the same but for their names.
  public static let cards = [("a", 2), ("b", 1), ("c", 2), ("d", 3)].map { Card(id: $0.0, price: $0.1) }

  /// The rows in two pages, where there are pages.
  public var start: (state: Table<Card>.State, world: [Card]) {
    var state = feature.state(space == .leafing ? [] : Self.cards)
    if space == .looking { _ = feature.reduce(&state, .pageSizeChanged(2)) }
    return (state, Self.cards)
  }

  /// What a person does, whatever the state.
  public func actions(in state: Table<Card>.State) -> [Table<Card>.Action] {
    switch space {
    case .looking:
      [
        .titlePressed("price"), .columnFiltered("price", .range(through: 2)), .columnFiltered("price", nil),
        .pageTurned(to: 0), .pageTurned(to: 1), .selection(.toggled("a")), .selection(.extended(to: "d")),
        .selection(.allPressed), .selection(.inverted), .hoverBegan("a"), .hoverBegan("b"), .hoverEnded("a"),
        .keyPressed(TableKey(.down)),
      ]
    case .changing:
      [
        .cellSet("b", "price", 9), .saveTapped("b"), .revertTapped("b"), .mineKept("b"), .theirsTaken("b"),
        .rowsDeleted(["b"]), .rowsMoved(.init(["c"], before: "a")),
      ]
    case .leafing:
      [
        .pageTurned(to: 0), .pageTurned(to: 1), .titlePressed("price"), .reloadTapped, .selection(.allPressed),
        .rowsDeleted(["a"]),
      ]
    }
  }

  /// The world answers, or cannot be reached.
  public func outcomes(
    of effect: Table<Card>.Effect, in cards: [Card]
  ) -> [Outcome<Table<Card>.Action, [Card]>] {
    switch effect {
    case .load(let request):
      let window = Self.sorted(cards, request.query.sort).dropFirst(request.offset).prefix(request.limit)
      return [
        Outcome("loaded", .windowLoaded(Array(window), count: cards.count), in: cards),
        Outcome("failed", .windowFailed("offline"), in: cards),
      ]
    case .move(let move):
      return [
        Outcome("moved", .moved(move), in: Self.moved(cards, move)),
        Outcome("failed", .moveFailed(move, "offline"), in: cards),
      ]
    case .delete(let ids):
      return [
        Outcome("deleted", .deleted(ids), in: cards.filter { !ids.contains($0.id) }),
        Outcome("failed", .deleteFailed(ids, "offline"), in: cards),
      ]
    case .restore(let placed): return [Outcome("failed", .restoreFailed(placed, "offline"), in: cards)]
    case .save(let card, let known): return outcomes(ofSaving: card, over: known, in: cards)
    // A table only tells it.
    case .noteChange: return [Outcome("noted", in: cards)]
    }
  }

  /// What is stored already is saved; over what is not known, nothing is.
  private func outcomes(
    ofSaving card: Card, over known: Card?, in cards: [Card]
  ) -> [Outcome<Table<Card>.Action, [Card]>] {
    let stored = cards.first { $0.id == card.id }
    let failed = Outcome<Table<Card>.Action, [Card]>("failed", .saveFailed(card.id, "offline"), in: cards)
    if stored != known && stored != card {
      return [Outcome("conflict", .saveConflicted(card.id, stored: stored), in: cards), failed]
    }
    let saved = stored == nil ? cards + [card] : cards.map { $0.id == card.id ? card : $0 }
    return [Outcome("saved", .saved(card), in: saved), failed]
  }

  /// Somebody else makes a row dearer, once, or deletes it.
  public func happenings(in cards: [Card]) -> [Happening<[Card]>] {
    guard space == .changing, cards.contains(where: { $0.id == "b" }) else { return [] }
    let dearer = cards.map { Card(id: $0.id, price: $0.id == "b" ? 5 : $0.price) }
    let without = cards.filter { $0.id != "b" }
    return (dearer == cards ? [] : [Happening("b is made dearer", in: dearer)]) + [
      Happening("b is deleted", in: without)
    ]
  }

  static func sorted(_ cards: [Card], _ sort: [SortKey]) -> [Card] {
    guard let key = sort.first else { return cards }
    return cards.enumerated().sorted { left, right in
      let (first, second) = (left.element.price, right.element.price)
      if first == second { return left.offset < right.offset }
      return key.order == .forward ? first < second : first > second
    }.map(\.element)
  }

  private static func moved(_ cards: [Card], _ move: Table<Card>.Move) -> [Card] {
    var rest = cards.filter { !move.ids.contains($0.id) }
    let moved = cards.filter { move.ids.contains($0.id) }
    let place: Int? =
      switch move.place {
      case .before(let id): rest.firstIndex { $0.id == id }
      case .after(let id): rest.firstIndex { $0.id == id }.map { $0 + 1 }
      case .end: nil
      }
    rest.insert(contentsOf: moved, at: place ?? rest.count)
    return rest
  }
}
