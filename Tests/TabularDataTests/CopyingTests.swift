import Tables
import TabularData
import Testing
import Values

private struct Fruit: Identifiable, Hashable, Sendable {
  var id: String
  var name: String
  var weight: Double
  var color = ""
}

@Suite struct `Rows that are copied` {
  private let fruits = [
    Fruit(id: "🍌", name: "Banana", weight: 118, color: "brown"), Fruit(id: "🥝", name: "Kiwi", weight: 75),
    Fruit(id: "🍊", name: "Orange", weight: 190, color: "orange"),
  ]

  private func table(_ source: TableOptions<Fruit>.RowSource = .here) throws -> Table<Fruit> {
    try Table(
      columns: [
        Column("id", \.id), Column("name", \.name, title: "Name"),
        Column("weight", \.weight, title: "Weight", format: .unit("g")), Column("color", \.color, title: "Color"),
      ],
      options: TableOptions {
        $0.selection = .several
        $0.source = source
      })
  }

  private func after(
    _ actions: Table<Fruit>.Action..., from state: Table<Fruit>.State, in table: Table<Fruit>
  ) -> Table<Fruit>.State {
    actions.reduce(into: state) { _ = table.reduce(&$0, $1) }
  }

  @Test func `are those that are selected, or everything that passes`() throws {
    let table = try table()
    var state = after(.columnShown("id", false), .searched("an"), from: table.state(fruits), in: table)
    state = after(.rowPut(Fruit(id: "x", name: "An \"odd\", one\tand\nmore", weight: 0.5)), from: state, in: table)
    #expect(
      try table.copied(state, as: .csv)
        == "Name,Weight,Color\nBanana,118,brown\nOrange,190,orange\n\"An \"\"odd\"\", one\tand\nmore\",0.5,\"\"\n")
    let quoted = after(.rowPut(Fruit(id: "y", name: "anna\"\u{301}", weight: 1)), from: state, in: table)
    #expect(try table.copied(quoted, as: .csv).hasSuffix("\n\"anna\"\"\u{301}\",1,\"\"\n"))
    #expect(try table.copied(state, as: .tsv).hasSuffix("\"An \"\"odd\"\", one\tand\nmore\"\t0.5\t\"\"\n"))
    state = after(.selection(.pressed("🍊")), from: state, in: table)
    #expect(try table.copied(state, as: .json) == #"[{"color":"orange","name":"Orange","weight":190.0}]"#)
  }

  @Test func `are loaded, and nothing is copied in place of those that are not`() throws {
    let table = try table(.windows(of: 2))
    let state = after(.reloadTapped, .windowLoaded(Array(fruits[..<2]), count: 3), from: table.state([]), in: table)
    #expect(try table.copied(state, as: .csv).split(separator: "\n").count == 3)
    let one = after(.selection(.pressed("🥝")), from: state, in: table)
    #expect(try table.copied(one, as: .csv).split(separator: "\n").count == 2)
    let turned = after(.pageTurned(to: 1), .windowLoaded([fruits[2]], count: 3), from: one, in: table)
    #expect(throws: Refusal.notLoaded) { try table.copied(turned, as: .csv) }
    let all = after(.selection(.allPressed), from: state, in: table)
    #expect(throws: Refusal.notLoaded) { try table.copied(all, as: .csv) }
    let whole = after(.reloadTapped, .windowLoaded(Array(fruits[..<2]), count: 2), from: all, in: table)
    #expect(try table.copied(whole, as: .csv).split(separator: "\n").count == 3)
  }
}
