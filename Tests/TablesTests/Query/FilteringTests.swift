import Conditions
import Testing
import Values

@testable import Tables

@Suite struct `Filtering` {
  private let items = [
    Item(id: 1, name: "Green tea", price: 3, count: 2, flag: true), Item(id: 2, name: "Milk", price: 1, count: 2),
    Item(id: 3, name: nil, price: 2, count: 1, flag: true), Item(id: 4, name: "Thé vert", price: nil, count: 1),
  ]

  private func table(_ change: (inout TableOptions<Item>) -> Void = { _ in }) throws -> ItemTable {
    try ItemTable(columns: makeItemColumns(), options: TableOptions(change))
  }

  private func visibleIDs(_ actions: ItemTable.Action...) throws -> [Int] {
    let table = try table()
    var state = table.initialState(items)
    for action in actions { _ = table.reduce(&state, action) }
    return table.visibleIDs(state)
  }

  @Test func `a column is filtered by text, range and set`() throws {
    #expect(try visibleIDs(.columnFiltered("name", .contains("TE"))) == [1])
    #expect(try visibleIDs(.columnFiltered("name", .contains("the"))) == [4])
    #expect(try visibleIDs(.columnFiltered("price", .contains("3"))) == [1])
    #expect(try visibleIDs(.columnFiltered("price", .range(from: 2))) == [1, 3])
    #expect(try visibleIDs(.columnFiltered("price", .range(through: 2.0))) == [2, 3])
    #expect(try visibleIDs(.columnFiltered("price", .range())) == [1, 2, 3])
    #expect(try visibleIDs(.columnFiltered("name", .range(from: "H", through: "N"))) == [2])
    #expect(try visibleIDs(.columnFiltered("name", .among(["Milk", nil]))) == [2, 3])
    #expect(try visibleIDs(.columnFiltered("flag", .among([1]))) == [1, 3])
    #expect(try visibleIDs(.columnFiltered("price", .range(from: 2)), .columnFiltered("price", nil)) == [1, 2, 3, 4])
  }

  @Test func `a column that is not filterable filters by nothing, whoever asks`() throws {
    let columns = makeItemColumns().map { column in column.configured { $0.isFilterable = $0.id != "price" } }
    let table = try ItemTable(columns: columns)
    let state = table.state(after: .columnFiltered("name", .contains("e")), from: table.initialState(items))
    for action: ItemTable.Action in [
      .columnFiltered("price", .range(from: 2)), .columnFiltered("price", nil), .conditionSet(Term.key("price") > 1),
    ] {
      var refused = state
      _ = table.reduce(&refused, action)
      #expect(refused.rejection == .notFilterable("price"))
      refused.rejection = nil
      #expect(refused == state && table.visibleIDs(refused) == [1, 4])
    }
    // Of what was asked for where it was filterable, the rest stays.
    var read = state
    read.query.filter.columns["price"] = .range(from: 2)
    read.derived.isArranged = false
    read = table.state(after: .hoverEnded(1), from: read)
    #expect(read.query.filter.columns == ["name": .contains("e")] && table.visibleIDs(read) == [1, 4])
  }

  @Test func `a search looks into the columns that are searched`() throws {
    #expect(try visibleIDs(.searched("VERT")) == [4])
    #expect(try visibleIDs(.searched("3")) == [])
    #expect(try visibleIDs(.searched("N T")) == [1])
    #expect(try visibleIDs(.searched("tea"), .columnFiltered("flag", .among([false]))) == [])
    let columns = makeItemColumns().map { column in column.configured { $0.isSearchable = $0.id == "price" } }
    let table = try ItemTable(columns: columns)
    #expect(table.visibleIDs(table.state(after: .searched("3"), from: table.initialState(items))) == [1])
  }

  @Test func `a condition reads columns, and what stands beside the rows`() throws {
    let table = try table()
    var state = table.initialState(items, contextValues: ["least": 2])
    state = table.state(after: .conditionSet(Term.key("price") >= Term.variable("least")), from: state)
    #expect(table.visibleIDs(state) == [1, 3])
    state = table.state(after: .besideSet(["least": 3]), from: state)
    #expect(table.visibleIDs(state) == [1])
  }

  @Test func `a condition that reads what there is not is refused, and nothing changes`() throws {
    let table = try table()
    var state = table.initialState(items)
    let before = state
    for (condition, name) in [
      (Term.key("weight") > 1, "weight"), (Term.variable("least") > 1, "$least"), (Term.now > 1, "now()"),
    ] {
      _ = table.reduce(&state, .conditionSet(condition))
      #expect(state == before && state.rejection == .nothingToRead(name))
    }
  }

  @Test func `a row of which the condition cannot be asked is not shown, and the reason is told`() throws {
    let table = try table()
    let condition = try Condition(parsing: "name MATCHES name")
    let state = table.state(
      after: .conditionSet(condition), from: table.initialState([Item(id: 1, name: "a"), Item(id: 2, name: "(")]))
    #expect(table.visibleIDs(state) == [1])
    #expect(state.filterError?.kind == .evaluation)
  }

  @Test func `the reason is told for as long as there is such a row, as if the table were read anew`() throws {
    let table = try table()
    let start = table.initialState([Item(id: 0, name: "a"), Item(id: 1, name: "b")])
    var state = table.state(after: .conditionSet(try Condition(parsing: "name MATCHES name")), from: start)
    for (action, isTold) in [
      (ItemTable.Action.rowPut(Item(id: 1, name: "(")), true), (.rowPut(Item(id: 0, name: "[")), true),
      (.rowPut(Item(id: 1, name: "b")), true), (.rowRemoved(0), false), (.rowPut(Item(id: 7, name: "(")), true),
      (.rowPut(Item(id: 8, name: "["), before: 1), true), (.rowPut(Item(id: 7, name: "c")), true),
      (.rowPut(Item(id: 8, name: "c")), false),
    ] {
      state = table.state(after: action, from: state)
      #expect((state.filterError != nil) == isTold, "\(action)")
      var anew = state
      table.rebuildVisibleRows(&anew)
      #expect(anew.filterError == state.filterError, "\(action)")
    }
  }

  @Test func `a filter in code holds beside the others`() throws {
    let table = try table { $0.isShown = { $0.id < 4 } }
    var state = table.initialState(items)
    #expect(table.visibleIDs(state) == [1, 2, 3])
    state = table.state(after: .columnFiltered("flag", .among([true])), .rowPut(Item(id: 9, flag: true)), from: state)
    #expect(table.visibleIDs(state) == [1, 3])
  }

  @Test func `facets count what passes everything but the column's own filter`() throws {
    let table = try table()
    var state = table.initialState(items)
    #expect(table.facets(of: "count", in: state) == [Facet(value: 1, count: 2), Facet(value: 2, count: 2)])
    state = table.state(
      after: .columnFiltered("count", .among([1])), .columnFiltered("flag", .among([true])), from: state)
    #expect(table.facets(of: "count", in: state) == [Facet(value: 1, count: 1), Facet(value: 2, count: 1)])
    #expect(table.facets(of: "flag", in: state) == [Facet(value: false, count: 1), Facet(value: true, count: 1)])
    #expect(table.facets(of: "name", in: state).map(\.value) == [nil])
    #expect(table.facets(of: "weight", in: state).isEmpty)
  }

  @Test func `facets that look alike stand in the order of their bytes`() throws {
    let folding = SortOptions(compareOptions: StringCompareOptions(ignoresCase: true, ignoresAccents: true))
    let table = try ItemTable(columns: makeItemColumns(sortOptions: folding))
    // The same letters, composed and not: one after the other in any order of their rows.
    let names = ["\u{e9}e\u{301}", "e\u{301}\u{e9}", "\u{e9}\u{e9}", "e\u{301}e\u{301}"]
    let state = table.initialState(names.enumerated().map { Item(id: $0, name: $1) })
    #expect(
      table.facets(of: "name", in: state).map(\.value)
        == ["e\u{301}e\u{301}", "e\u{301}\u{e9}", "\u{e9}e\u{301}", "\u{e9}\u{e9}"])
  }

  @Test func `aggregates are of all rows, of those that pass, or of those that are selected`() throws {
    let table = try table { $0.selection = .several }
    let state = table.state(
      after: .columnFiltered("price", .range(from: 2)), .selection(.pressed(2)), .selection(.toggled(3)),
      from: table.initialState(items))
    func value(_ function: Aggregate.Function, _ scope: Aggregate.Scope, _ column: String? = "price") -> Value {
      table.value(of: Aggregate(function, column, of: scope), in: state)
    }
    #expect([.all, .filtered, .selected].map { value(.sum, $0) } == [6.0, 5.0, 3.0])
    #expect([.all, .filtered, .selected].map { value(.average, $0) } == [2.0, 2.5, 1.5])
    #expect([.all, .filtered, .selected].map { value(.min, $0) } == [1.0, 2.0, 1.0])
    #expect([.all, .filtered, .selected].map { value(.max, $0) } == [3.0, 3.0, 2.0])
    #expect([.all, .filtered, .selected].map { value(.count, $0) } == [3, 2, 2])
    #expect([.all, .filtered, .selected].map { value(.count, $0, nil) } == [4, 2, 2])
    #expect(value(.max, .all, "name") == "Thé vert")
    #expect(value(.sum, .all, "name") == nil)
  }

  @Test func `an extreme is the first of those that count as equal, and there is none of a column that there is not`()
    throws
  {
    let folding = SortOptions(compareOptions: StringCompareOptions(ignoresCase: true))
    let table = try table()
    for function in [Aggregate.Function.min, .max] {
      let aggregate = Aggregate(function, "name", of: .all)
      let folded = try ItemTable(
        columns: makeItemColumns(sortOptions: folding), options: TableOptions { $0.aggregates = [aggregate] })
      let (far, near, same) = function == .min ? ("b", "A", "a") : ("A", "b", "B")
      let state = folded.initialState([Item(id: 1, name: far), Item(id: 2, name: near)])
      let changed = folded.state(after: .rowPut(Item(id: 1, name: same)), from: state)
      #expect(folded.value(of: aggregate, in: changed) == .text(same), "\(function)")
    }
    let state = table.initialState([Item(id: 1, price: 2)])
    for aggregate in [Aggregate(.sum), Aggregate(.max), Aggregate(.sum, "nope"), Aggregate(.count, "nope")] {
      #expect(table.value(of: aggregate, in: state) == .null, "\(aggregate)")
    }
    #expect(table.value(of: Aggregate(.count), in: state) == 1)
    let grouped = table.state(after: .grouped(by: "flag"), from: state)
    let groups = table.groups(of: grouped, [Aggregate(.sum), Aggregate(.sum, "nope"), Aggregate(.count)])
    #expect(groups.map(\.aggregates) == [[nil, nil, 1]])
  }

  @Test func `decimals and money are added up without an error in the last place`() {
    for kind in [ColumnKind.decimal, .money] {
      var sum = DecimalSum(kind)
      for value in [0.1, 0.2, 0.7] as [Value] { sum.add(value) }
      #expect(sum.value == 1.0)
    }
    var whole = DecimalSum(.integer)
    for value in [.integer(.max), 1, -1] as [Value] { whole.add(value) }
    #expect(whole.value == .integer(.max))
    whole.add(1)
    #expect(whole.value == .real(0x1p63))
    var rest = DecimalSum(.decimal)
    for value in [1e300, 0.5] as [Value] { rest.add(value) }
    #expect(rest.value == 1e300)
  }
}
