import Testing
import Values

@testable import Tables

@Suite struct `An index of handles` {
  /// A key of which many have the same hash, so that searches pass other handles.
  private struct Key: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(number % 5) }
  }

  @Test(arguments: 0..<20) func `finds the same handles as a dictionary after random changes`(seed: Int) {
    var chance = SplitMix64(seed: UInt64(seed))
    var (index, dictionary) = (HandleIndex(minimumCapacity: seed), [Key: RowHandle]())
    // As in a row store, the key of a removed handle stays until the handle is used again.
    var (keys, freeHandles): ([Key], [RowHandle]) = ([], [])
    for step in 0..<400 {
      let key = Key(number: Int.random(in: 0..<60, using: &chance))
      if Int.random(in: 0..<10, using: &chance) < (step < 200 ? 7 : 4) {
        let handle = freeHandles.popLast() ?? RowHandle(keys.count)
        if Int(handle) == keys.count { keys.append(key) } else { keys[Int(handle)] = key }
        #expect(index.insert(handle) { keys[Int($0)] } == dictionary[key] ?? handle)
        if dictionary[key] == nil { dictionary[key] = handle } else { freeHandles.append(handle) }
      } else {
        index.remove(key) { keys[Int($0)] }
        if let handle = dictionary.removeValue(forKey: key) { freeHandles.append(handle) }
      }
      #expect(index.count == dictionary.count)
      for number in 0..<60 {
        #expect(index.handle(of: Key(number: number)) { keys[Int($0)] } == dictionary[Key(number: number)])
      }
    }
  }

  @Test func `finds the rows of a table with repeated, removed and inserted ids`() throws {
    let table = try makeEditableTable()
    var state = table.initialState([3, 1, 3, 2, 1, 3].enumerated().map { Item(id: $1, name: "\($0)") })
    // The last row with an id replaces the first one, and keeps its position.
    #expect(state.view.allRows.map(\.id) == [3, 1, 2] && state.view.allRows.map(\.name) == ["5", "4", "3"])
    for action in [
      .view(.rowRemoved(1)), .view(.rowUpserted(Item(id: 4, name: "4"), before: 3)),
      .view(.rowUpserted(Item(id: 1, name: "x"))),
      .rowsMoved(.init([2], before: 4)), .view(.rowUpserted(Item(id: 3, name: "y"))),
    ] as [EditableItems.Action] { _ = table.reduce(&state, action) }
    #expect(state.view.allRows.map(\.id) == [2, 4, 3, 1])
    #expect((0..<6).map { state[$0]?.name } == [nil, "x", "3", "y", "4", nil])
  }
}
