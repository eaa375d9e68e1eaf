import TestInputs
import Testing
import Values

@testable import Tables

@Suite struct `Sorting` {
  private let items = [
    Item(id: 1, name: "tea", price: 3, count: 2), Item(id: 2, name: "Milk", price: 1, count: 2),
    Item(id: 3, name: nil, price: 2, count: 1), Item(id: 4, name: "bread", price: nil, count: 1),
  ]

  private func table(_ change: (inout TableOptions<Item>) -> Void = { _ in }) throws -> ItemTable {
    try ItemTable(columns: makeItemColumns(), options: TableOptions(change))
  }

  @Test func `a header click sorts forward and further clicks reverse the direction`() throws {
    let table = try table()
    var state = table.initialState(items)
    for (expected, order) in [
      ([2, 3, 1, 4], SortDirection.forward), ([1, 3, 2, 4], .reverse), ([2, 3, 1, 4], .forward),
    ] {
      _ = table.reduce(&state, .headerClicked("price"))
      #expect(table.visibleIDs(state) == expected)
      #expect(state.query.sort == [SortKey("price", order)])
    }
    _ = table.reduce(&state, .headerClicked("id"))
    #expect(state.query.sort == [SortKey("id")])
  }

  @Test func `a third header click removes the sort if the options say so`() throws {
    let table = try table { $0.thirdHeaderClick = .removesSort }
    let state = table.state(
      after: .headerClicked("name"), .headerClicked("name"), .headerClicked("name"), from: table.initialState(items))
    #expect(state.query.sort.isEmpty)
    #expect(table.visibleIDs(state) == [1, 2, 3, 4])
  }

  @Test func `several columns can be sorted, and at the limit the most significant stay`() throws {
    let table = try table { $0.sortLimit = 2 }
    var state = table.state(
      after: .headerClicked("count"), .headerClicked("price", adding: true), from: table.initialState(items))
    #expect(state.query.sort == [SortKey("count"), SortKey("price")])
    #expect(table.visibleIDs(state) == [3, 4, 2, 1])
    state = table.state(after: .headerClicked("count", adding: true), from: state)
    #expect(table.visibleIDs(state) == [2, 1, 3, 4])
    state = table.state(after: .headerClicked("name", adding: true), from: state)
    #expect(state.query.sort == [SortKey("count", .reverse), SortKey("name")])
    state = table.state(after: .sortChanged(["id", "id", "name", "price"].map { SortKey($0) }), from: state)
    #expect(state.query.sort == [SortKey("id"), SortKey("name")])
  }

  @Test func `rows that compare equal keep their order in both directions`() throws {
    let table = try table()
    let state = table.state(after: .headerClicked("count"), from: table.initialState(items))
    #expect(table.visibleIDs(state) == [3, 4, 1, 2])
    #expect(table.visibleIDs(table.state(after: .headerClicked("count"), from: state)) == [1, 2, 3, 4])
  }

  @Test func `null sorts at the same end in both directions`() throws {
    let table = try table()
    let forward = table.state(after: .headerClicked("name"), from: table.initialState(items))
    #expect(table.visibleIDs(forward) == [4, 2, 1, 3])
    #expect(table.visibleIDs(table.state(after: .headerClicked("name"), from: forward)) == [1, 2, 4, 3])
  }

  @Test func `sorting by a column that is unknown or not sortable is rejected and changes nothing`() throws {
    let columns = makeItemColumns().map { column in column.configured { $0.isSortable = column.id != "id" } }
    let table = try ItemTable(columns: columns)
    var state = table.state(after: .headerClicked("price"), from: table.initialState(items))
    let before = state
    _ = table.reduce(&state, .headerClicked("weight"))
    #expect(state == before.rejecting(.noSuchColumn("weight")))
    _ = table.reduce(&state, .headerClicked("id"))
    #expect(state == before.rejecting(.notSortable("id")))
    _ = table.reduce(&state, .sortChanged([SortKey("name"), SortKey("id")]))
    #expect(state == before.rejecting(.notSortable("id")))
    _ = table.reduce(&state, .headerClicked("price"))
    #expect(state.rejection == nil)
  }

  @Test func `a column can compare rows with its own function`() throws {
    let column = Column("distance", \Item.id).sorted { left, right in
      let (first, second) = (abs(left.id - 3), abs(right.id - 3))
      return first < second ? .less : first == second ? .equal : .greater
    }
    let table = try ItemTable(columns: [column])
    let state = table.state(after: .headerClicked("distance"), from: table.initialState(items))
    #expect(table.visibleIDs(state) == [3, 2, 4, 1])
    let nearer = table.state(after: .rowUpserted(Item(id: 5)), .rowRemoved(3), .headerClicked("distance"), from: state)
    #expect(table.visibleIDs(nearer) == [1, 5, 2, 4])
  }

  @Test func `a changed context value sorts and filters the rows again`() throws {
    let table = try table()
    let rows = [
      Item(id: 1, count: 2, ticker: "a"), Item(id: 2, count: 1, ticker: "b"), Item(id: 3, count: 1, ticker: "a"),
    ]
    var state = table.state(
      after: .headerClicked("worth"), from: table.initialState(rows, contextValues: ["a": 1, "b": 5]))
    #expect(table.visibleIDs(state) == [3, 1, 2])
    state = table.state(after: .contextChanged(["b": 1.5]), from: state)
    #expect(table.visibleIDs(state) == [3, 2, 1])
    state = table.state(after: .columnFilterChanged("worth", .range(from: 2)), .contextChanged(["b": 9]), from: state)
    #expect(table.visibleIDs(state) == [1, 2])
  }

  @Test func `grouped rows are sorted by the grouping column first, in its direction`() throws {
    let table = try table()
    var state = table.state(
      after: .headerClicked("price"), .groupingChanged(to: "count"), from: table.initialState(items))
    #expect(table.visibleIDs(state) == [3, 4, 2, 1])
    state = table.state(after: .sortChanged([SortKey("price"), SortKey("count", .reverse)]), from: state)
    #expect(table.visibleIDs(state) == [2, 1, 3, 4])
    let groups = table.groups(of: state, [Aggregate(.sum, "price"), Aggregate(.count)])
    #expect(groups.map(\.text) == ["2", "1"])
    #expect(groups.map(\.ids) == [[2, 1], [3, 4]])
    #expect(groups.map(\.aggregates) == [[4.0, 2], [2.0, 2]])
    #expect(table.groups(of: table.state(after: .groupingChanged(to: nil), from: state)).isEmpty)
  }

  @Test func `rows whose cells compare equal are in one group, in the groups and on the screen`() throws {
    let folding = SortOptions(compareOptions: StringCompareOptions(ignoresCase: true))
    let table = try ItemTable(columns: makeItemColumns(sortOptions: folding))
    let state = table.state(
      after: .groupingChanged(to: "name"),
      from: table.initialState(["Tea", "milk", "tea"].enumerated().map { Item(id: $0.offset, name: $0.element) }))
    #expect(table.groups(of: state).map(\.ids) == [[1], [0, 2]])
    #expect(table.screen(of: state).rows.map(\.group) == ["milk", "Tea", nil])
  }

  @Test func `the last of several rows with the same id replaces the first`() throws {
    let table = try table()
    let state = table.initialState([Item(id: 1, name: "a"), Item(id: 2), Item(id: 1, name: "b")])
    #expect(state.allRows == [Item(id: 1, name: "b"), Item(id: 2)])
  }

  @Test func `rows without an id are identified by their content and ordinal`() {
    let rows = ContentIdentifiedRow.makeRows(from: ["tea", "milk", "tea"])
    #expect(rows.map(\.ordinal) == [0, 0, 1])
    #expect(Set(rows.map(\.id)).count == 3)
  }
}

@Suite struct `The order of values` {
  private static let sortOptions = [SortOptions.NullPlacement.first, .last].flatMap { nulls in
    [false, true].flatMap { isNatural in
      [
        StringCompareOptions.none, StringCompareOptions(ignoresCase: true),
        StringCompareOptions(ignoresCase: true, ignoresAccents: true),
      ].map {
        SortOptions(
          isNatural: isNatural, compareOptions: $0, isCaseSensitive: nulls == .first, nullPlacement: nulls)
      }
    }
  }

  @Test(arguments: cases(4, of: sortOptions))
  func `it is total, and the reverse direction is its opposite except for null`(
    ordering: SortOptions
  ) {
    let values = ValueRow.sampleValues
    for left in values {
      #expect(ordering.compare(left, left, direction: .forward) == .equal)
      for right in values {
        let order = ordering.compare(left, right, direction: .forward)
        #expect(
          ordering.compare(right, left, direction: .forward) == SortDirection.reverse.applied(to: order),
          "\(left) \(right)")
        let isNull = left.typeRank == 0 || right.typeRank == 0
        #expect(
          ordering.compare(left, right, direction: .reverse)
            == (isNull ? order : SortDirection.reverse.applied(to: order)))
        for third in values where order != .greater && ordering.compare(right, third, direction: .forward) != .greater {
          // This innermost loop avoids `#expect`, because it is slower than comparing.
          if ordering.compare(left, third, direction: .forward) == .greater {
            Issue.record("\(left) \(right) \(third)")
          }
        }
      }
    }
  }

  @Test func `texts are sorted as if the letters A to Z were small, and then by their scalars`() {
    let texts: [Value] = ["", "Apple", "apple", "apple 2", "Zebra", "zebra", "zebra crossing", "Ähre", "ähre"]
    func sorted(_ options: SortOptions) -> [Value] {
      texts.shuffled().sorted { options.compare($0, $1, direction: .forward) == .less }
    }
    #expect(sorted(SortOptions()) == texts)
    #expect(
      sorted(SortOptions(isCaseSensitive: true)) == [
        "", "Apple", "Zebra", "apple", "apple 2", "zebra", "zebra crossing", "Ähre", "ähre",
      ])
    let digits = String(repeating: "1", count: 40)
    let natural: [Value] = ["B2", "b2", "b10", .text("B\(digits)"), .text("b\(digits)1")]
    #expect(
      natural.shuffled().sorted { SortOptions(isNatural: true).compare($0, $1, direction: .forward) == .less }
        == natural)
  }

  @Test func `lists are compared element by element, objects member by member`() {
    let values: [Value] = [
      [], [nil], [1], [1, 2], [2], ["a"], [["a": 1]], .object([:]), ["a": 1], ["a": 1, "b": nil], ["a": 1, "b": 2],
      ["a": 2], ["b": 0],
    ]
    #expect(values.shuffled().sorted { SortOptions().compare($0, $1, direction: .forward) == .less } == values)
    #expect(SortOptions().compare([1, ["a": true]], [1.0, ["a": 1]], direction: .forward) == .equal)
  }

  @Test(arguments: sortOptions, [ColumnKind.integer, .double, .date, .text])
  func `sort codes give the same order as values, whatever the other rows hold`(ordering: SortOptions, kind: ColumnKind)
  {
    var number = 0
    for left in ValueRow.sampleValues {
      for right in ValueRow.sampleValues {
        for direction in [SortDirection.forward, .reverse] {
          for others in [[], [Value.real(0.5)], [.text("")], [.instant(Instant(milliseconds: 1))]] as [[Value]] {
            number += 1
            // Both numbers are coprime to eight, the number of cases for each pair of values, so all eight are covered.
            if number % (runsExhaustively ? 3 : 45) != 0 { continue }
            let rows = ValueRow.makeRows([left, right] + others)
            let columns = [ValueRow.makeColumn(kind, ordering)]
            let order = RowComparator(
              sortCodes: [SortCodes(columnIndex: 0, of: columns, rows: rows, contextValues: [:])],
              sortKeys: [SortKey("", direction)], columns: columns, rows: RowStore(rows), contextValues: [:])
            #expect(
              order.compare(0, 1) == ordering.compare(left, right, direction: direction),
              "\(left) \(right) with \(others)")
          }
        }
      }
    }
  }

  @Test func `natural order compares numbers with signs and decimals by value`() {
    let ordering = SortOptions(isNatural: true)
    let texts = [
      "-10", "-9.55", "-9.5", "-9.5 b", "-9.25", "0", "2", "10", "item -3", "item 1.25", "item 1.5", "item 2",
      "item 2b", "item 10",
      "item2", "item10", "v1.2.9", "v1.2.10", "v1.10.1", "§2", "§2b", "§2.0.1", "§2.05", "§2.1", "§2.1.1", "§2.1.2",
      "§2.12",
      "§2.2", "§2.9", "§2.9.9", "§2.10.1", "§2.11.0", "§3.0.9",
    ]
    #expect(texts.shuffled().sorted { ordering.compare(.text($0), .text($1), direction: .forward) == .less } == texts)
    #expect(ordering.compare("x07", "x7", direction: .forward) == .equal)
    #expect(ordering.compare("a-3", "a-10", direction: .forward) == .less)
    for left in texts {
      for right in texts {
        let naive = NaiveQuery.compareTexts(left, right, ordering)
        #expect(
          (ordering.compare(.text(left), .text(right), direction: .forward) == .less) == (naive < 0), "\(left) \(right)"
        )
      }
    }
  }

  @Test(arguments: [10, 1_000], [SortDirection.forward, .reverse])
  func `many texts with common prefixes, and many equal texts, are sorted correctly`(
    count: Int, order: SortDirection
  )
    throws
  {
    let stem = String(repeating: "long beginning ", count: 18)
    let rows = (0..<count).map { number in
      let tail = (number * 7919) % (count / 2)
      return Item(
        id: number, name: number % 3 == 0 ? "x\(tail)" : number % 3 == 1 ? "long beginning \(tail)" : stem + "\(tail)")
    }
    let table = try ItemTable(columns: makeItemColumns())
    let state = table.state(
      after: .sortChanged([SortKey("name", order), SortKey("flag")]), from: table.initialState(rows))
    let naive = rows.sorted { left, right in
      let (first, second) = (left.name ?? "", right.name ?? "")
      if first == second { return left.id < right.id }
      return (first < second) == (order == .forward)
    }
    #expect(table.visibleIDs(state) == naive.map(\.id))
  }
}
