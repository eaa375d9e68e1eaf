import Tables

nonisolated struct Fruit: Identifiable, Hashable, Sendable {
  let id: String
  var name: String
  var weight: Int
}

nonisolated func heaviestFirst(_ fruits: [Fruit]) throws -> [Fruit] {
  let table = try TableFeature(
    .stack, columns: [Column("name", \Fruit.name), Column("weight", \Fruit.weight, format: .unit("g"))])
  var state = table.initialState(fruits)
  _ = table.reduce(&state, .sortSet([SortKey("weight", .reverse)]))
  return table.visibleRows(of: state)  // and table.screen(of: state) is all there is to see
}
