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

@Suite struct `Exported rows` {
  private let fruits = [
    Fruit(id: "🍌", name: "Banana", weight: 118, color: "brown"), Fruit(id: "🥝", name: "Kiwi", weight: 75),
    Fruit(id: "🍊", name: "Orange", weight: 190, color: "orange"),
  ]

  private func makeTable(_ source: TableOptions<Fruit>.RowSource = .local) throws -> TableFeature<Fruit> {
    try TableFeature(
      columns: [
        Column("id", \.id), Column("name", \.name, title: "Name"),
        Column("weight", \.weight, title: "Weight", format: .unit("g")), Column("color", \.color, title: "Color"),
      ],
      options: TableOptions {
        $0.selection = .multiple
        $0.rowSource = source
      })
  }

  private func makeState(
    after actions: TableFeature<Fruit>.Action..., from state: TableFeature<Fruit>.State, in table: TableFeature<Fruit>
  ) -> TableFeature<Fruit>.State {
    actions.reduce(into: state) { _ = table.reduce(&$0, $1) }
  }

  @Test func `are the selected rows, or all visible rows if none is selected`() throws {
    let table = try makeTable()
    var state = makeState(
      after: .columnVisibilityChanged("id", false), .searchTextChanged("an"), from: table.initialState(fruits),
      in: table)
    state = makeState(
      after: .rowUpserted(Fruit(id: "x", name: "An \"odd\", one\tand\nmore", weight: 0.5)), from: state, in: table)
    #expect(
      try table.exportedText(state, as: .csv)
        == "Name,Weight,Color\nBanana,118,brown\nOrange,190,orange\n\"An \"\"odd\"\", one\tand\nmore\",0.5,\"\"\n")
    let quoted = makeState(
      after: .rowUpserted(Fruit(id: "y", name: "anna\"\u{301}", weight: 1)), from: state, in: table)
    #expect(try table.exportedText(quoted, as: .csv).hasSuffix("\n\"anna\"\"\u{301}\",1,\"\"\n"))
    #expect(try table.exportedText(state, as: .tsv).hasSuffix("\"An \"\"odd\"\", one\tand\nmore\"\t0.5\t\"\"\n"))
    state = makeState(after: .selection(.rowClicked("🍊")), from: state, in: table)
    #expect(try table.exportedText(state, as: .json) == #"[{"color":"orange","name":"Orange","weight":190.0}]"#)
  }

  @Test func `leave out selected rows that the filter hides`() throws {
    let table = try makeTable()
    let state = makeState(
      after: .selection(.idsReplaced(["🍌", "🥝"])), .searchTextChanged("an"), from: table.initialState(fruits), in: table
    )
    #expect(
      try table.exportedText(state, as: .csv) == "id,Name,Weight,Color\n🍌,Banana,118,brown\n")
    // If no selected row is visible, all visible rows are copied, as if none were selected.
    let hidden = makeState(after: .selection(.idsReplaced(["🥝"])), from: state, in: table)
    #expect(try table.exportedText(hidden, as: .tsv).contains("Orange"))
  }

  @Test func `must be loaded, and otherwise the export fails`() throws {
    let table = try makeTable(.remote(windowSize: 2))
    let state = makeState(
      after: .reloadTapped, .windowLoaded(Array(fruits[..<2]), count: 3), from: table.initialState([]), in: table)
    #expect(try table.exportedText(state, as: .csv).split(separator: "\n").count == 3)
    let one = makeState(after: .selection(.rowClicked("🥝")), from: state, in: table)
    #expect(try table.exportedText(one, as: .csv).split(separator: "\n").count == 2)
    let turned = makeState(after: .pageChanged(to: 1), .windowLoaded([fruits[2]], count: 3), from: one, in: table)
    #expect(throws: ActionRejection.notLoaded) { try table.exportedText(turned, as: .csv) }
    let all = makeState(after: .selection(.allSelected), from: state, in: table)
    #expect(throws: ActionRejection.notLoaded) { try table.exportedText(all, as: .csv) }
    let whole = makeState(after: .reloadTapped, .windowLoaded(Array(fruits[..<2]), count: 2), from: all, in: table)
    #expect(try table.exportedText(whole, as: .csv).split(separator: "\n").count == 3)
  }
}
