import Tables

// The table that the guide of Tables shows. DocumentationTests compares them line by line.

nonisolated struct Fruit: Identifiable, Hashable, Sendable {
  let id: String
  var name: String
  var weight: Int
}

nonisolated func heaviestFirst(_ fruits: [Fruit]) throws -> [Fruit] {
  let table = try TableFeature(
    .stack, columns: [Column("name", \Fruit.name), Column("weight", \Fruit.weight, format: .unit("g"))])
  var state = table.initialState(fruits)
  _ = table.reduce(&state, .sortChanged([SortKey("weight", .reverse)]))
  return table.visibleRows(of: state)  // table.screen(of: state) describes everything that is visible
}
