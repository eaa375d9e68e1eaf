import Testing
import Values

@testable import Tables

/// Columns that are sorted by a custom function.
@Suite struct `Columns with a custom comparison` {
  private func table(_ compare: @escaping @Sendable (Item, Item) -> ValueOrdering) throws -> ItemTable {
    try ItemTable(
      columns: makeItemColumns().map { $0.id == "name" ? $0.sorted(by: compare) : $0 })
  }

  @Test func `law 2: a comparison that is not a total order does not crash or lose rows`() throws {
    let comparisons: [@Sendable (Item, Item) -> ValueOrdering] = [
      { _, _ in .less }, { _, _ in .greater }, { left, right in (left.id + right.id) % 2 == 0 ? .less : .greater },
      { left, right in left.id * 7 % 5 < right.id * 3 % 5 ? .less : .equal },
    ]
    for (number, compare) in comparisons.enumerated() {
      let table = try table(compare)
      var chance = SplitMix64(seed: UInt64(number))
      var state = table.state(after: .headerClicked("name"), from: table.initialState((0..<30).map { Item(id: $0) }))
      for step in 0..<600 {
        let id = Int.random(in: 0..<40, using: &chance)
        let action: ItemTable.Action =
          switch Int.random(in: 0..<5, using: &chance) {
          case 0, 1: .rowUpserted(Item(id: id, price: Double(step)))
          case 2: .rowRemoved(id)
          case 3: .columnFilterChanged("price", step % 2 == 0 ? nil : .range(from: .real(Double(step) / 2)))
          default: .keyPressed(TableKeyPress(.down))
          }
        _ = table.reduce(&state, action)
        let visible = table.visibleIDs(state)
        let isEachOnce =
          Set(visible).count == visible.count && (state.query.filter.isEmpty ? visible.count == state.rowCount : true)
        try #require(isEachOnce, "comparison \(number), step \(step): \(action) shows \(visible)")
      }
    }
  }

  @Test func `rows that compare equal form one group`() throws {
    let table = try table { left, right in
      let (left, right) = (left.name?.count ?? 0, right.name?.count ?? 0)
      return left < right ? .less : left > right ? .greater : .equal
    }
    let items = ["ab", "x", "cd", "y"].enumerated().map { Item(id: $0, name: $1) }
    let state = table.state(after: .groupingChanged(to: "name"), from: table.initialState(items))
    #expect(table.groups(of: state).map(\.ids) == [[1, 3], [0, 2]])
    #expect(table.screen(of: state).rows.map(\.group) == ["x", nil, "ab", nil])
  }
}
