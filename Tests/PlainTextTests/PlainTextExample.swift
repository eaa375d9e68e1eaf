import Interface
import InterfaceFixtures
import PlainText
import Tables
import Testing
import Values

private struct Product: Identifiable, Hashable, Sendable {
  var id: String
  var name: String
  var price: Double
}

/// The code that the guide of PlainText shows.
@Suite struct `The guide of PlainText` {
  private func stock() throws -> (table: TableFeature<Product>, state: TableFeature<Product>.State) {
    let columns = [
      Column("name", \Product.name, title: "Name"),
      Column("price", \Product.price, title: "Price", format: .decimals(2)),
    ]
    let table = try TableFeature(columns: columns, options: TableOptions { $0.selection = .multiple })
    var state = table.initialState([
      Product(id: "p1", name: "Teapot", price: 24), Product(id: "p2", name: "茶筒", price: 6.5),
      Product(id: "p3", name: "Cast iron kettle", price: 130),
    ])
    _ = table.reduce(&state, .sortChanged([SortKey("price")]))
    _ = table.reduce(&state, .selection(.rowClicked("p1")))
    return (table, state)
  }

  @Test func `prints a screen`() throws {
    let (table, state) = try stock()
    let sales = Screen.Chart(
      title: "Sales",
      bars: [.init(label: "June", value: 30, text: "30"), .init(label: "July", value: 41, text: "41")])
    let screen = Screen(
      title: "Stock",
      elements: [
        .init("products", .table(table.screen(of: state).mapIDs { $0 })),
        .init("sales", .chart(sales)),
      ],
      notices: [.init(id: "1", .error, "The price list is missing.", answers: [.init("Load", Invocation("reload"))])])
    let text = screen.plainText(width: 40)

    #expect(
      text == """
        Stock

            Name              Price ▲
            茶筒                 6.50
        >*  Teapot              24.00
            Cast iron kettle   130.00
        marks: > cursor, * selected
        3 rows, 1 selected

        Sales
          June  30  ████████████████████▌
          July  41  ████████████████████████████

        error: The price list is missing.
          [Load] reload

        """)
  }

  @Test func `prints one element`() throws {
    let (table, state) = try stock()
    let products = Screen.Element("products", .table(table.screen(of: state).mapIDs { $0 }))
    let narrow = products.plainText(width: 20)

    #expect(narrow.contains("\n>*  Teapot     24.00\n"))
  }

  @Test func `prints commands as a user types them`() {
    let commands = CommandTable<InertFeature<Int, String>>([
      Command("load", "load a file", Argument.text("file", "the file").positional) {
        $0
      }
    ])
    let load = Screen.Answer("Load", Invocation("load", ["file": "prices.csv"]))
    let screen = Screen(title: "Stock", notices: [.init(id: "1", .error, "There are no prices.", answers: [load])])
    let withNames = screen.plainText()  // [Load] load --file="prices.csv"
    let asTyped = screen.plainText(commandText: commands.text(of:))  // [Load] load prices.csv

    #expect(withNames.hasSuffix("\n  [Load] load --file=\"prices.csv\"\n"))
    #expect(asTyped.hasSuffix("\n  [Load] load prices.csv\n"))
  }
}
