import Loop
import Testing
import Values

@testable import Tables

/// Rows in order, of which some were edited here and then deleted by somebody else, under both policies.
struct OrphanUndoScenario {
  let tables: [UndoFeature<ItemTable>]
  let before: ItemTable.State

  init(orphanedIDs unstored: [Int], rowCount count: Int) throws {
    tables = try [.atOnce, .asked].map { UndoFeature(try makeEditableTable($0)) }
    var state = tables[0].feature.initialState((0..<count).map { Item(id: $0, price: Double($0)) })
    for id in unstored {
      state = tables[0].feature.state(after: .cellSet(id, "price", 9), .rowRemoved(id), from: state)
    }
    before = state
  }

  /// The order in which the rows are seen after a move.
  func expectedIDs(moving moved: [Int], to place: RowPosition<Int>) -> [Int] {
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
  func expectUndo(of deed: ItemTable.Action, resultingIn expected: [Int]? = nil) throws {
    for table in tables {
      var playing = TableSimulation(feature: table, before)
      let keeper = playing.keeper
      playing.deliverResponses(to: playing.send(.feature(deed)))
      let done = playing.state.feature.allRows
      if let expected { try #require(done.map(\.id) == expected, "\(deed)") }
      for _ in 0..<2 {
        try playing.expectServerInSync("\(deed)")
        playing.deliverResponses(to: playing.send(.undo))
        try playing.expectState(before, server: keeper, "\(deed)")
        playing.deliverResponses(to: playing.send(.redo))
        try #require(playing.state.feature.allRows == done, "\(deed)")
      }
      playing = TableSimulation(feature: table, before)
      let asked = playing.send(.feature(deed))
      if playing.state.feature.moves.isEmpty {
        playing.deliverResponses(to: asked + playing.send(.undo))
        try playing.expectState(before, server: keeper, "\(deed), unanswered")
      }
    }
  }
}

extension OrphanUndoScenario {
  /// Does something with rows, and takes it back after some that were edited before have been deleted by somebody else.
  func expectUndo(of deed: ItemTable.Action, rows ids: [Int], afterRemoteDeletionOf lost: [Int]) throws {
    for table in tables {
      let edited = lost.reduce(before) { table.feature.state(after: .cellSet($1, "price", 9), from: $0) }
      for isAnswered in [true, false] {
        let said = "\(deed), losing \(lost), \(isAnswered ? "answered" : "unanswered")"
        var playing = TableSimulation(feature: table, edited)
        var asked = playing.send(.feature(deed))
        if isAnswered {
          playing.deliverResponses(to: asked)
          asked = []
        }
        if !playing.state.feature.moves.isEmpty { continue }
        playing.keeper.items.removeAll { lost.contains($0.id) }
        for id in lost { _ = playing.send(.feature(.rowRemoved(id))) }
        playing.deliverResponses(to: asked + playing.send(.undo))
        try playing.expectServerInSync(said)
        if ids.contains(where: lost.contains) { continue }
        try #require(playing.state.feature.allRows.map(\.id) == before.allRows.map(\.id), "\(said)")
      }
    }
  }
}

/// A table that is played, and whoever keeps its rows.
struct TableSimulation {
  let table: UndoFeature<ItemTable>
  var state: UndoFeature<ItemTable>.State
  var keeper: ItemServer

  init(feature table: UndoFeature<ItemTable>, _ state: ItemTable.State) {
    self.table = table
    self.state = UndoFeature.State(state)
    keeper = ItemServer(items: TableSimulation.storedRows(state))
  }

  private static func storedRows(_ state: ItemTable.State) -> [Item] {
    state.allRows.compactMap { state.drafts[$0.id].map(\.stored) ?? $0 }
  }

  /// Has carried out what is told, and returns what is asked.
  mutating func send(_ action: UndoFeature<ItemTable>.Action) -> [ItemTable.Effect] {
    var asked: [ItemTable.Effect] = []
    for instruction in table.reduce(&state, action).instructions {
      switch instruction {
      case .ask(let effect, _, _, _): asked.append(effect)
      case .tell(let effect): _ = keeper.response(to: effect)
      case .cancel: break
      }
    }
    return asked
  }

  mutating func deliverResponses(to asked: [ItemTable.Effect]) {
    for effect in asked { deliverResponses(to: send(.feature(keeper.response(to: effect)))) }
  }

  func expectState(_ before: ItemTable.State, server known: ItemServer, _ said: String) throws {
    try #require(state.feature.allRows == before.allRows, "\(said)")
    try #require(state.feature.drafts == before.drafts, "\(said)")
    try #require(keeper.items == known.items, "\(said)")
  }

  func expectServerInSync(_ said: String) throws {
    try #require(keeper.items == TableSimulation.storedRows(state.feature), "\(said)")
  }
}
