import Loop
import Testing
import Values

@testable import Tables

/// Rows in order, of which some were edited here and then deleted by somebody else, under both policies.
struct BesideUnstored {
  let tables: [Undoing<ItemTable>]
  let before: ItemTable.State

  init(_ unstored: [Int], of count: Int) throws {
    tables = try [.atOnce, .asked].map { Undoing(try changingTable($0)) }
    var state = tables[0].feature.state((0..<count).map { Item(id: $0, price: Double($0)) })
    for id in unstored {
      state = tables[0].feature.after(.cellSet(id, "price", 9), .rowRemoved(id), from: state)
    }
    before = state
  }

  /// The order in which the rows are seen after a move.
  func ids(moving moved: [Int], _ place: RowPlace<Int>) -> [Int] {
    var ids = before.allRows.map(\.id)
    let start: Int =
      switch place {
      case .before(let id): ids.firstIndex(of: id) ?? ids.count
      case .after(let id): ids.firstIndex(of: id).map { $0 + 1 } ?? ids.count
      case .end: ids.count
      }
    let inFront = ids[..<start].count { !moved.contains($0) }
    ids.removeAll(where: moved.contains)
    ids.insert(contentsOf: moved, at: inFront)
    return ids
  }

  /// Does something and takes it back, answered first and unanswered; and whoever keeps the rows has them in the same order.
  func expectTakenBack(_ deed: ItemTable.Action, coming expected: [Int]? = nil) throws {
    for table in tables {
      var playing = Playing(table: table, before)
      let keeper = playing.keeper
      playing.answer(playing.take(.feature(deed)))
      let done = playing.state.feature.allRows
      if let expected { try #require(done.map(\.id) == expected, "\(deed)") }
      for _ in 0..<2 {
        try playing.expectAgreement("\(deed)")
        playing.answer(playing.take(.undo))
        try playing.expect(before, keeper, "\(deed)")
        playing.answer(playing.take(.redo))
        try #require(playing.state.feature.allRows == done, "\(deed)")
      }
      playing = Playing(table: table, before)
      let asked = playing.take(.feature(deed))
      if playing.state.feature.moves.isEmpty {
        playing.answer(asked + playing.take(.undo))
        try playing.expect(before, keeper, "\(deed), unanswered")
      }
    }
  }
}

extension BesideUnstored {
  /// Does something with rows, and takes it back after some that were edited before have been deleted by somebody else.
  func expectTakenBack(_ deed: ItemTable.Action, of ids: [Int], losing lost: [Int]) throws {
    for table in tables {
      let edited = lost.reduce(before) { table.feature.after(.cellSet($1, "price", 9), from: $0) }
      for isAnswered in [true, false] {
        let said = "\(deed), losing \(lost), \(isAnswered ? "answered" : "unanswered")"
        var playing = Playing(table: table, edited)
        var asked = playing.take(.feature(deed))
        if isAnswered {
          playing.answer(asked)
          asked = []
        }
        if !playing.state.feature.moves.isEmpty { continue }
        playing.keeper.items.removeAll { lost.contains($0.id) }
        for id in lost { _ = playing.take(.feature(.rowRemoved(id))) }
        playing.answer(asked + playing.take(.undo))
        try playing.expectAgreement(said)
        if ids.contains(where: lost.contains) { continue }
        try #require(playing.state.feature.allRows.map(\.id) == before.allRows.map(\.id), "\(said)")
      }
    }
  }
}

/// A table that is played, and whoever keeps its rows.
struct Playing {
  let table: Undoing<ItemTable>
  var state: Undoing<ItemTable>.State
  var keeper: ItemKeeper

  init(table: Undoing<ItemTable>, _ state: ItemTable.State) {
    self.table = table
    self.state = Undoing.State(state)
    keeper = ItemKeeper(items: Playing.stored(state))
  }

  private static func stored(_ state: ItemTable.State) -> [Item] {
    state.allRows.compactMap { state.drafts[$0.id].map(\.stored) ?? $0 }
  }

  /// Has carried out what is told, and returns what is asked.
  mutating func take(_ action: Undoing<ItemTable>.Action) -> [ItemTable.Effect] {
    var asked: [ItemTable.Effect] = []
    for instruction in table.reduce(&state, action).instructions {
      switch instruction {
      case .ask(let effect, _, _, _): asked.append(effect)
      case .tell(let effect): _ = keeper.answer(effect)
      case .cancel: break
      }
    }
    return asked
  }

  mutating func answer(_ asked: [ItemTable.Effect]) {
    for effect in asked { answer(take(.feature(keeper.answer(effect)))) }
  }

  func expect(_ before: ItemTable.State, _ known: ItemKeeper, _ said: String) throws {
    try #require(state.feature.allRows == before.allRows, "\(said)")
    try #require(state.feature.drafts == before.drafts, "\(said)")
    try #require(keeper.items == known.items, "\(said)")
  }

  func expectAgreement(_ said: String) throws {
    try #require(keeper.items == Playing.stored(state.feature), "\(said)")
  }
}
