import Loop
import Testing

@testable import Tables

@MainActor @Suite struct `The revision of a table` {
  @Test func `tells an observer about every action, and is not part of the state`() throws {
    let table = try TableFeature(columns: [Column("name", \Pet.name)])
    let initial = table.initialState([Pet(id: 1, name: "Pear"), Pet(id: 2, name: "Apple")])
    let store = Store(table, state: initial, handler: NoHandler())
    var revisions: [Int] = []
    _ = store.observe(\.revision) { revisions.append($0) }
    store.send(.headerClicked("name"))
    store.send(.headerClicked("nme"))
    #expect(revisions == [1, 2])
    #expect(store.state.rejection != nil)
    store.send(.sortChanged([]))
    #expect(revisions == [1, 2, 3])
    #expect(store.state == initial)
  }
}

private struct Pet: Identifiable, Hashable, Codable {
  let id: Int
  var name: String
}

/// The test has no effects.
private struct NoHandler: EffectHandler {
  func run(_ effect: TableFeature<Pet>.Effect, send: Send<TableFeature<Pet>.Action>) async
    -> TableFeature<Pet>.Action?
  { nil }
}
