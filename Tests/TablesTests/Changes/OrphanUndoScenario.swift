import Loop
import Testing
import Values

@testable import Tables

/// A table in which some rows are orphaned: they were edited here and then deleted by another user.
///
/// Each check runs under both change policies.
struct OrphanUndoScenario {
  let features: [UndoFeature<EditableItems>]
  let initialState: EditableItems.State

  init(orphanedIDs: [Int], rowCount: Int) throws {
    features = try [.immediate, .afterConfirmation].map { UndoFeature(try makeEditableTable($0)) }
    var state = features[0].feature.initialState((0..<rowCount).map { Item(id: $0, price: Double($0)) })
    for id in orphanedIDs {
      state = features[0].feature.state(after: .cellValueSet(id, "price", 9), .view(.rowRemoved(id)), from: state)
    }
    initialState = state
  }

  /// Returns the IDs of the rows in their order after a move.
  func expectedIDs(moving moved: [Int], to position: RowPosition<Int>) -> [Int] {
    var ids = initialState.view.allRows.map(\.id)
    let start: Int =
      switch position {
      case .before(let id): ids.firstIndex(of: id) ?? ids.count
      case .after(let id): ids.firstIndex(of: id).map { $0 + 1 } ?? ids.count
      case .end: ids.count
      }
    let inFront = ids[..<start].count { !moved.contains($0) }
    ids.removeAll(where: moved.contains)
    ids.insert(contentsOf: moved, at: inFront)
    return ids
  }

  /// Checks that undoing an action restores the rows of the table and of the server.
  ///
  /// The action is undone once after its response, and once before.
  func expectUndo(of action: EditableItems.Action, resultingIn expected: [Int]? = nil) throws {
    for table in features {
      var simulation = TableSimulation(feature: table, initialState)
      let initialServer = simulation.server
      simulation.deliverResponses(to: simulation.send(.feature(action)))
      let done = simulation.state.feature.view.allRows
      if let expected { try #require(done.map(\.id) == expected, "\(action)") }
      for _ in 0..<2 {
        try simulation.expectServerInSync("\(action)")
        simulation.deliverResponses(to: simulation.send(.undo))
        try simulation.expectState(initialState, server: initialServer, "\(action)")
        simulation.deliverResponses(to: simulation.send(.redo))
        try #require(simulation.state.feature.view.allRows == done, "\(action)")
      }
      simulation = TableSimulation(feature: table, initialState)
      let requests = simulation.send(.feature(action))
      if simulation.state.feature.pendingMoves.isEmpty {
        simulation.deliverResponses(to: requests + simulation.send(.undo))
        try simulation.expectState(initialState, server: initialServer, "\(action), without a response")
      }
    }
  }
}

extension OrphanUndoScenario {
  /// Checks the undo of an action after another user has deleted some edited rows.
  ///
  /// The table and the server must agree at the end.
  func expectUndo(of action: EditableItems.Action, rows ids: [Int], afterRemoteDeletionOf lost: [Int]) throws {
    for table in features {
      let edited = lost.reduce(initialState) { table.feature.state(after: .cellValueSet($1, "price", 9), from: $0) }
      for isAnswered in [true, false] {
        let message = "\(action), after the deletion of \(lost), \(isAnswered ? "with" : "without") a response"
        var simulation = TableSimulation(feature: table, edited)
        var requests = simulation.send(.feature(action))
        if isAnswered {
          simulation.deliverResponses(to: requests)
          requests = []
        }
        if !simulation.state.feature.pendingMoves.isEmpty { continue }
        simulation.server.items.removeAll { lost.contains($0.id) }
        for id in lost { _ = simulation.send(.feature(.view(.rowRemoved(id)))) }
        simulation.deliverResponses(to: requests + simulation.send(.undo))
        try simulation.expectServerInSync(message)
        if ids.contains(where: lost.contains) { continue }
        try #require(
          simulation.state.feature.view.allRows.map(\.id) == initialState.view.allRows.map(\.id), "\(message)")
      }
    }
  }
}

/// A table and a server that stores its rows.
struct TableSimulation {
  let feature: UndoFeature<EditableItems>
  var state: UndoFeature<EditableItems>.State
  var server: ItemServer

  init(feature table: UndoFeature<EditableItems>, _ state: EditableItems.State) {
    self.feature = table
    self.state = UndoFeature.State(state)
    server = ItemServer(items: TableSimulation.storedRows(state))
  }

  private static func storedRows(_ state: EditableItems.State) -> [Item] {
    state.view.allRows.compactMap { state.drafts[$0.id].map(\.storedRow) ?? $0 }
  }

  /// Sends an action, executes its fire-and-forget effects on the server, and returns its other effects.
  mutating func send(_ action: UndoFeature<EditableItems>.Action) -> [EditableItems.Effect] {
    var requests: [EditableItems.Effect] = []
    for instruction in feature.reduce(&state, action).instructions {
      switch instruction {
      case .run(let run): requests.append(run.effect)
      case .fireAndForget(let effect, _): _ = server.response(to: effect)
      case .cancel: break
      }
    }
    return requests
  }

  mutating func deliverResponses(to requests: [EditableItems.Effect]) {
    for effect in requests { deliverResponses(to: send(.feature(server.response(to: effect)))) }
  }

  func expectState(_ before: EditableItems.State, server known: ItemServer, _ message: String) throws {
    try #require(state.feature.view.allRows == before.view.allRows, "\(message)")
    try #require(state.feature.drafts == before.drafts, "\(message)")
    try #require(server.items == known.items, "\(message)")
  }

  func expectServerInSync(_ message: String) throws {
    try #require(server.items == TableSimulation.storedRows(state.feature), "\(message)")
  }
}
