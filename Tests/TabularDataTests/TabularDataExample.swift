import Documents
import Tables
import TabularData
import Testing
import Values

func mostExpensiveFirst(_ bytes: [UInt8], named fileName: String) throws -> String {
  let format = DataFormat(fileName: fileName) ?? DataFormat(inferredFrom: bytes)
  let data = try DataTable(parsing: bytes, as: format, kinds: ["price": .money])
  let table = try TableFeature(columns: data.columns.map(\.tableColumn))
  var state = table.initialState(data.rows)
  _ = table.reduce(&state, .sortChanged([SortKey("price", .reverse)]))
  return try table.exportedText(state, as: .csv)
}

private struct City: Sendable {
  var name: String
  var population: Int
}

/// The code that the guide of TabularData shows.
@Suite struct `The guide of TabularData` {
  @Test func `sorts the rows of a file and writes them`() throws {
    let rows = Array("id,item,price\na2,Tea,3.50\na1,Lamp,19.99\n".utf8)
    let sorted = "id,item,price\na1,Lamp,19.99\na2,Tea,3.50\n"
    #expect(try mostExpensiveFirst(rows, named: "orders.csv") == sorted)
    #expect(try mostExpensiveFirst(rows, named: "orders") == sorted)
    #expect(throws: DocumentError.self) { try mostExpensiveFirst(Array("item\nTea\n".utf8), named: "") }
  }

  @Test func `makes a table from rows of another type`() {
    let cities = [City(name: "Rome", population: 2_750_000), City(name: "Bern", population: 134_000)]
    let data = DataTable(cities, columns: [Column("id", \City.name), Column("population", \City.population)])
    let ids = data.rows.map(\.id)  // ["Rome", "Bern"]
    #expect(ids == ["Rome", "Bern"] && data.columns.map(\.kind) == [.text, .integer])
  }
}
