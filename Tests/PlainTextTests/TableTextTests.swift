import Interface
import Testing
import Values

@testable import PlainText
@testable import Tables

@Suite struct `A table as text` {
  private typealias Row = TableScreen<String>.Row

  private let headers: [ColumnHeader] = [
    .sample("Name", sortIndicator: "▲", sortPriority: 1),
    .sample("Price", sortIndicator: "▼", sortPriority: 2, alignment: .trailing), .sample("Tags", alignment: .center),
  ]
  private let products: [Row] = [
    .sample("p7", ["Teapot", "24.00", "kitchen"]), .sample("p6", ["茶筒", "6.50", "tin, 🇯🇵"]),
    .sample("p5", ["Family 👨‍👩‍👧", "130.00", "toy"]),
  ]

  private func expect(
    _ table: TableScreen<String>, width: Int? = nil, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Screen.Content.table(table).text(width: width) == text + "\n", sourceLocation: sourceLocation)
  }

  @Test func `has aligned columns, titles with sort marks, and the number of rows`() {
    expect(
      .sample(headers, products),
      """
      Name ▲1    Price ▼2   Tags
      Teapot        24.00  kitchen
      茶筒           6.50  tin, 🇯🇵
      Family 👨‍👩‍👧    130.00    toy
      3 rows
      """)
    expect(.sample([.sample("Name")], []), "Name\n0 rows")
    expect(.sample([], [.sample("p7", [])], appearance: .list), "p7\n1 row")
    expect(
      .sample([.sample("Name")], [.sample("1", ["a", "b"])], appearance: .stack.configured { $0.hasHeader = false }),
      "a  b\n1 row")
    expect(
      .sample([.sample("Name")], [.sample("1", ["a"])], appearance: .stack.configured { $0.hasFooter = true }),
      "Name\na\nName\n1 row")
  }

  @Test func `that is too wide has its widest columns shrunk first`() {
    let columns: [ColumnHeader] = [
      .sample("ID"), .sample("Description", sortIndicator: "▲"), .sample("Number", alignment: .trailing),
    ]
    let table = TableScreen<String>.sample(
      columns, [.sample("1", ["1", "A long description", "12345678"]), .sample("2", ["2", "茶茶茶茶茶茶茶茶茶", "1"])])
    expect(
      table, width: 28,
      """
      ID  Description ▲     Number
      1   A long descri…  12345678
      2   茶茶茶茶茶茶…          1
      2 rows
      """)
    expect(
      table, width: 20,
      """
      ID  Desc… ▲   Number
      1   A long…  123456…
      2   茶茶茶…        1
      2 rows
      """)
  }

  @Test func `without room for the minimum widths is a list of records`() {
    expect(
      .sample(headers, [.sample("p7", ["Teapot", "24.00", ""], hasCursor: true), .sample("p6", ["茶筒 🇯🇵 茶筒"])]),
      width: 12,
      """
      > cursor
      Name ▲1:
        Teapot
      Price ▼2:
        24.00
      Tags:

      Name ▲1:
        茶筒 🇯🇵
        茶筒

      2 rows
      """)
  }

  @Test func `marks the cursor, the selection and dragged rows`() {
    expect(
      .sample(
        [.sample("Name"), .sample("Price", alignment: .trailing)],
        [
          .sample("1", ["Kiwi", "1"], isSelected: true, hasCursor: true, cursorColumn: "price"),
          .sample("2", ["Fig", "20"], isSelected: true, isDragged: true), .sample("3", ["Melon", "3"]),
        ],
        draggedRows: .init(ids: ["2"], target: .before("1")),
        pendingMoves: [.init(ids: ["3", "4"], target: .end), .init(ids: ["5"], target: .after("1"))],
        moveFailure: "offline"),
      """
           Name   Price
      >*   Kiwi       1
       *^  Fig       20
           Melon      3
      marks: > cursor, * selected, ^ dragged
      3 rows, 2 selected; the cursor is at Price
      dragging 1 row before 1
      moving 2 rows to the end
      moving 1 row after 1
      ! could not be moved: offline
      """)
  }

  @Test func `shows changes, errors, notices and both versions of a conflict below a row`() {
    let columns: [ColumnHeader] = [.sample("Name"), .sample("Price", alignment: .trailing)]
    let table = TableScreen<String>.sample(
      columns,
      [
        .sample(
          "1", [.sample("Plantain", isUnsaved: true), "1.00"], notice: .changedByAnotherUser,
          conflict: .changed(["Banana", "1.20"])),
        .sample(
          "2", ["Fig", .sample("-1", isUnsaved: true, error: "is too small")],
          notice: .invalidCell(column: "Price", reason: "is too small")),
        .sample("3", ["Kiwi", "3"], notice: .deletedByAnotherUser, conflict: .deleted),
      ],
      editedCell: .init(
        row: "2", column: "price", text: "-2",
        error: TableMessage(.invalidValue("price", expected: "an amount"))))
    expect(
      table,
      """
           Name      Price
      ~ ?  Plantain   1.00
        =  Banana     1.20
          ~ unsaved: Name
          - was changed by another user
      ~!   Fig          -1
          editing Price: [-2]
          ! Price: price expects an amount
          ~ unsaved: Price
          ! Price: is too small
          - Price: is too small
        ?  Kiwi          3
          - was deleted by another user
          = deleted by another user
      marks: ~ unsaved, ! invalid, ? conflict, = stored by another user
      3 rows
      """)
    expect(
      .sample(columns, [table.rows[0]]), width: 16,
      """
      ~ unsaved
        ? conflict
      Name: Plantain
      Price: 1.00
      = Name: Banana
      = Price: 1.20
          ~ unsaved:
            Name
          - was
            changed by
            another
            user

      1 row
      """)
  }

  @Test func `shows groups and aggregates`() {
    let sum = Aggregate(.sum, "price", of: .selected)
    expect(
      .sample(
        [.sample("Name"), .sample("Price")],
        [.sample("1", ["Kiwi", "1"], group: "green"), .sample("2", ["Fig", "2"], group: "")],
        headerAggregates: [.init(aggregate: Aggregate(.count), value: 2, text: "2")],
        aggregates: [
          .init(aggregate: sum, value: 3, text: "3"), .init(aggregate: Aggregate(.max, "x"), value: .null, text: ""),
        ]),
      """
      count 2
      Name  Price
      == green
      Kiwi  1
      == (empty)
      Fig   2
      2 rows; sum of Price (selected) 3
      """)
  }

  @Test func `shows an aggregate of the selected rows instead of the same one of the visible rows`() {
    func status(selectedCount: Int?, rowCount: Int = 9) -> String {
      let values = [Aggregate(.sum, "price"), Aggregate(.sum, "price", of: .selected)].map {
        AggregateValue(aggregate: $0, value: .null, text: $0.scope == .selected ? "12.00" : "63.00")
      }
      let counts = TableCounts(
        all: rowCount, filtered: rowCount, selected: selectedCount, selectedHidden: 0, unsaved: 0)
      return Screen.Content.table(.sample([.sample("Price")], [], aggregates: values, counts: counts)).text()
    }
    #expect(status(selectedCount: 0) == "Price\n9 rows; sum of Price 63.00\n")
    #expect(status(selectedCount: 0, rowCount: 0) == "Price\n0 rows\n")
    #expect(status(selectedCount: nil) == "Price\n9 rows; sum of Price 63.00\n")
    #expect(status(selectedCount: 2) == "Price\n9 rows, 2 selected; sum of Price (selected) 12.00\n")
  }

  @Test func `says how many rows there are, and what else concerns all of them`() {
    func status(_ table: TableScreen<String>) -> String {
      String(Screen.Content.table(table).text().dropFirst(5).dropLast())
    }
    func counts(_ filtered: Int?, _ all: Int?, _ selected: Int?, _ hidden: Int?, _ unsaved: Int) -> TableCounts {
      TableCounts(all: all, filtered: filtered, selected: selected, selectedHidden: hidden, unsaved: unsaved)
    }
    let name: [ColumnHeader] = [.sample("Name")]
    #expect(
      status(.sample(name, [], counts: counts(3, 20, 2, 1, 4), page: 1, pageCount: 7))
        == "3 of 20 rows, 2 selected (1 hidden), 4 unsaved, page 2 of 7")
    #expect(status(.sample(name, [], counts: counts(nil, 1, nil, nil, 0), pageCount: nil)) == "1 row, page 1")
    #expect(status(.sample(name, [], counts: counts(nil, nil, nil, nil, 0))) == "0 rows shown")
    #expect(status(.sample([.sample("Name", isFiltered: true)], [])) == "0 rows; filtered by Name")
    #expect(
      status(.sample(name, [], counts: counts(2, 9, 0, 0, 0), searchText: "te", condition: "price > 1"))
        == #"2 of 9 rows; search "te"; where price > 1"#)
    #expect(status(.sample(name, [], loadingStatus: .notRequested)) == "0 rows\nnot loaded yet")
    #expect(status(.sample(name, [], loadingStatus: .loading)) == "0 rows\nloading…")
    #expect(status(.sample(name, [], isStale: true)) == "0 rows\nthese rows are out of date")
    #expect(
      status(.sample(name, [], loadingStatus: .failed("offline"), isStale: true))
        == "0 rows\n! could not be loaded: offline; these rows are older")
    #expect(
      status(.sample(name, [], loadingStatus: .failed("offline. Try again."), isStale: true))
        == "0 rows\n! could not be loaded: offline. Try again. These rows are older.")
    #expect(
      status(
        .sample(
          name, [], editedCell: .init(row: "8", column: "name", text: "a", error: nil),
          unloadedRowNotices: [.init(id: "9", .deleting)], rejection: TableMessage(.selectionDisabled)))
        == "0 rows\nrow 8: editing Name: [a]\nrow 9: is being deleted\n! selection is disabled in this table")
  }

  @Test func `with rows that have fewer or more cells than titles is printed as far as it goes`() {
    expect(
      .sample(
        [.sample("Name"), .sample("Price")],
        [
          .sample("1", ["Kiwi"]), .sample("1", ["Fig", "2", "x", .sample("y", error: "is wrong")]), .sample("1", []),
        ]),
      """
         Name  Price
         Kiwi
      !  Fig   2      x  y
          ! column 4: is wrong

      marks: ! invalid
      3 rows
      """)
  }

  @Test func `has escapes for everything that a terminal could interpret`() {
    expect(
      .sample([.sample("Na\u{1b}me")], [.sample("1", ["a\nb\u{202e}c\td"])]),
      "Na\\u{1b}me\na\\u{a}b\\u{202e}c d\n1 row")
  }
}
