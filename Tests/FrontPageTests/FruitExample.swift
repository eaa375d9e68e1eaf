import Tables

nonisolated struct Fruit: Identifiable, Hashable, Sendable {
  let id: String
  var name: String
  var weight: Int
}

nonisolated func heaviestFirst(_ fruits: [Fruit]) throws -> [Fruit] {
  let table = try Table(
    .stack, columns: [Column("name", \Fruit.name), Column("weight", \Fruit.weight, format: .unit("g"))])
  var state = table.state(fruits)
  _ = table.reduce(&state, .sortSet([SortKey("weight", .reverse)]))
  return table.passingRows(of: state)  // and table.screen(of: state) is all there is to see
}
