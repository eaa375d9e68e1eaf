import Loop
import Testing

@testable import Tables

@Suite struct `Restoring deleted rows` {
  private typealias Undo = UndoFeature<EditableItems>

  private let items = (1...12).map { Item(id: $0) }

  /// Returns the rows after a deletion that is undone, where the restoration of some rows fails at first.
  private func idsAfterUndoing(
    deletionOf deleted: [Int], failing failed: [Int], retrying: [EditableItems.Action] = [.restoreTapped(nil)]
  ) throws -> [Int] {
    var simulation = RestoringSimulation(try makeEditableTable(.afterConfirmation), items)
    simulation.send(.feature(.rowsDeleted(deleted)))
    simulation.respond { _ in true }
    simulation.send(.undo)
    simulation.respond { !failed.contains($0) }
    for action in retrying {
      simulation.send(.feature(action))
      simulation.respond { _ in true }
    }
    #expect(simulation.server.items == simulation.rows)
    return simulation.rows.map(\.id)
  }

  @Test func `rows whose restoration failed return in their order, not in that of their texts`() throws {
    #expect(try idsAfterUndoing(deletionOf: [9, 10], failing: [9, 10]) == Array(1...12))
  }

  @Test func `a row that is restored later than the next one returns before it`() throws {
    #expect(try idsAfterUndoing(deletionOf: [2, 3], failing: [2]) == Array(1...12))
    #expect(try idsAfterUndoing(deletionOf: [11, 12], failing: [11]) == Array(1...12))
    #expect(try idsAfterUndoing(deletionOf: Array(1...12), failing: [1, 2, 3]) == Array(1...12))
    let retries = [4, 3, 2].map { EditableItems.Action.restoreTapped($0) }
    #expect(try idsAfterUndoing(deletionOf: [2, 3, 4], failing: [2, 3, 4], retrying: retries) == Array(1...12))
  }

  @Test func `a row that is restored earlier than the next one goes to the end, the next one returns to its place`()
    throws
  {
    #expect(try idsAfterUndoing(deletionOf: [2, 3], failing: [3]) == [1] + Array(3...12) + [2])
    let retries = [2, 3].map { EditableItems.Action.restoreTapped($0) }
    let order = [1] + Array(3...12) + [2]
    #expect(try idsAfterUndoing(deletionOf: [2, 3], failing: [2, 3], retrying: retries) == order)
  }

  @Test func `a row returns before the next one whose deletion failed`() throws {
    var simulation = RestoringSimulation(try makeEditableTable(.afterConfirmation), items)
    simulation.send(.feature(.rowsDeleted([2, 3])))
    simulation.send(.undo)
    simulation.respond { $0 == 2 }
    simulation.respond { _ in true }
    #expect(simulation.rows == items && simulation.server.items == items)
  }

  @Test func `the notification that a deleted row was removed keeps the row for another attempt`() throws {
    var simulation = RestoringSimulation(try makeEditableTable(.afterConfirmation), items)
    simulation.send(.feature(.rowsDeleted([2])))
    simulation.respond { _ in true }
    simulation.send(.undo)
    simulation.send(.feature(.view(.rowRemoved(2))))
    simulation.respond { _ in false }
    simulation.send(.feature(.view(.rowRemoved(2))))
    simulation.send(.feature(.restoreTapped(2)))
    simulation.respond { _ in true }
    #expect(simulation.rows == items)
  }

  @Test func `redoing a deletion keeps rows that could not be restored`() throws {
    for source in [TableOptions<Item>.RowSource.local, .remote(windowSize: 20)] {
      var simulation = RestoringSimulation(
        try makeEditableTable(.afterConfirmation) { $0.view.rowSource = source }, items)
      simulation.send(.feature(.rowsDeleted([2, 3])))
      simulation.respond { _ in true }
      simulation.send(.undo)
      simulation.respond { $0 == 3 }
      simulation.send(.redo)
      simulation.respond { _ in true }
      for _ in 0..<4 { simulation.restoreNext() }
      #expect(Set(simulation.rows) == Set(items))
    }
  }
}

/// A table with undo and a server, which stores the rows and answers one request after the other.
private struct RestoringSimulation {
  let feature: UndoFeature<EditableItems>
  private(set) var state: UndoFeature<EditableItems>.State
  private(set) var server: ItemServer
  private var requests: [EditableItems.Effect] = []

  init(_ table: EditableItems, _ items: [Item]) {
    feature = UndoFeature(table)
    server = ItemServer(items: items)
    let isLocal = table.view.options.rowSource == .local
    state = .init(table.initialState(isLocal ? items : []))
    if !isLocal { send(.feature(.view(.reloadTapped))) }
  }

  var rows: [Item] { state.feature.view.allRows }

  mutating func send(_ action: UndoFeature<EditableItems>.Action) {
    for instruction in feature.reduce(&state, action).instructions {
      switch instruction {
      case .run(let run):
        if case .view = run.effect {
          send(.feature(server.response(to: run.effect)))
        } else {
          requests.append(run.effect)
        }
      case .fireAndForget(let effect, _): _ = server.response(to: effect)
      case .cancel: break
      }
    }
  }

  /// Answers the oldest request, which succeeds for some of its rows.
  mutating func respond(_ succeeds: (Int) -> Bool) {
    if requests.isEmpty { return }
    switch requests.removeFirst() {
    case .delete(let ids):
      let deleted = ids.filter(succeeds)
      server.items.removeAll { deleted.contains($0.id) }
      if !deleted.isEmpty { send(.feature(.deleteCompleted(deleted))) }
      let failed = ids.filter { !deleted.contains($0) }
      if !failed.isEmpty { send(.feature(.deleteFailed(failed, "offline"))) }
    case .restore(let placed):
      let restored = placed.filter { succeeds($0.row.id) }
      for placed in restored.reversed() where !server.items.contains(where: { $0.id == placed.row.id }) {
        _ = server.response(to: .restore([placed]))
      }
      let failed = placed.filter { placed in !restored.contains { $0.row.id == placed.row.id } }
      if !failed.isEmpty { send(.feature(.restoreFailed(failed, "offline"))) }
      if !restored.isEmpty { send(.feature(.restoreCompleted(restored))) }
    case let effect: send(.feature(server.response(to: effect)))
    }
  }

  /// Answers a request, or else restores everything that could not be restored, or else undoes a step.
  mutating func restoreNext() {
    if !requests.isEmpty { return respond { _ in true } }
    send(.feature(.restoreTapped(nil)))
    if requests.isEmpty { send(.undo) }
  }
}
