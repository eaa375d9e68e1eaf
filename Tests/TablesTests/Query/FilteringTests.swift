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

  @Test func `a text that no number contains is rejected as the filter of a column of numbers`() throws {
    let table = try ItemTable(columns: [Column("id", \Item.id), Column("count", \Item.count)])
    let state = table.state(after: .columnFilterChanged("count", .contains("3")), from: table.initialState([]))
    #expect(state.query.filter.columns == ["count": .contains("3")] && state.rejection == nil)
    for filter: ColumnFilter in [.contains("abc"), .range(from: "abc", through: 3), .among([1, "abc"])] {
      let refused = table.state(after: .columnFilterChanged("count", filter), from: state)
      let reason = ActionRejection.invalidValue("count", expected: "a whole number such as 12")
      #expect(refused == state.rejecting(reason), "\(filter)")
    }
  }

  @Test func `a column is filtered by text, range and set`() throws {
    #expect(try visibleIDs(.columnFilterChanged("name", .contains("TE"))) == [1])
    #expect(try visibleIDs(.columnFilterChanged("name", .contains("the"))) == [4])
    #expect(try visibleIDs(.columnFilterChanged("price", .contains("3"))) == [1])
    #expect(try visibleIDs(.columnFilterChanged("price", .range(from: 2))) == [1, 3])
    #expect(try visibleIDs(.columnFilterChanged("price", .range(through: 2.0))) == [2, 3])
    #expect(try visibleIDs(.columnFilterChanged("price", .range())) == [1, 2, 3])
    #expect(
      try visibleIDs(.columnFilterChanged("price", .range(from: .some(.null), through: .some(.null)))) == [1, 2, 3])
    #expect(try visibleIDs(.columnFilterChanged("name", .range(from: "H", through: "N"))) == [2])
    #expect(try visibleIDs(.columnFilterChanged("name", .among(["Milk", nil]))) == [2, 3])
    #expect(try visibleIDs(.columnFilterChanged("flag", .among([1]))) == [1, 3])
    #expect(
      try visibleIDs(.columnFilterChanged("price", .range(from: 2)), .columnFilterChanged("price", nil)) == [
        1, 2, 3, 4,
      ])
  }

  @Test func `a text is searched in what a cell displays`() throws {
    let columns = [
      Column("id", \Item.id), Column("name", \Item.name, format: .unit("tins")),
      Column("count", \Item.count, format: .unit("g")), Column("price", \Item.price, format: .decimals(2)),
      Column("flag", \Item.flag, format: .checkMark),
    ]
    let table = try ItemTable(columns: columns.map { column in column.configured { $0.isSearchable = true } })
    let rows = [
      Item(id: 1, name: "tea", price: 1.5, count: 118, flag: true), Item(id: 2, name: "milk", price: 2.346, count: 18),
    ]
    for (column, text, expected) in [
      ("count", "118 g", [1]), ("count", "8 g", [1, 2]), ("price", "1.50", [1]), ("price", "2.35", [2]),
      ("price", "2.346", []), ("name", "a TINS", [1]), ("flag", "✓", [1]), ("flag", "true", []),
    ] {
      let state = table.state(after: .columnFilterChanged(column, .contains(text)), from: table.initialState(rows))
      #expect(table.visibleIDs(state) == expected && state.rejection == nil, "\(column) \(text)")
      // A row that changes alone is tested in the same way.
      let changed = table.state(after: .rowUpserted(rows[1]), .rowUpserted(rows[0], before: 2), from: state)
      #expect(table.visibleIDs(changed) == expected, "\(column) \(text)")
    }
    let state = table.state(after: .searchTextChanged("118 G"), from: table.initialState(rows))
    #expect(table.visibleIDs(state) == [1])
  }

  @Test func `the texts of a filter become values of the column's kind, or the filter is rejected`() throws {
    struct Event: Identifiable, Hashable, Sendable { var id: Int, date: Instant, flag = false, name = "" }
    let table = try TableFeature(columns: [
      Column("id", \Event.id), Column("date", \Event.date), Column("flag", \Event.flag), Column("name", \Event.name),
    ])
    let events = (0..<12).map {
      Event(id: $0, date: Instant(milliseconds: Int64($0) * 86_400_000), flag: $0 == 3, name: "\($0)")
    }
    let start = table.initialState(events)
    for (column, filter, expected): (String, ColumnFilter, [Int]) in [
      ("id", .range(from: "10"), [10, 11]), ("id", .range(from: 9.5, through: " 10 "), [10]),
      ("id", .range(from: "", through: "1"), [0, 1]), ("id", .among(["2", 4]), [2, 4]),
      ("date", .range(from: "1970-01-03", through: "1970-01-04T00:00:00Z"), [2, 3]),
      ("date", .among(["1970-01-02"]), [1]), ("flag", .among(["yes"]), [3]), ("flag", .range(from: 1), [3]),
      ("name", .range(from: "10", through: "12"), [10, 11]),
    ] {
      let state = table.state(after: .columnFilterChanged(column, filter), from: start)
      #expect(state.rejection == nil && table.visibleRows(of: state).map(\.id) == expected, "\(column) \(filter)")
      // A filter of a decoded state is converted too.
      var read = start
      read.query.filter.columns[column] = filter
      read.derived.isUpToDate = false
      #expect(table.visibleRows(of: read).map(\.id) == expected, "\(column) \(filter)")
    }
    for (column, filter): (String, ColumnFilter) in [
      ("id", .range(from: "ten")), ("id", .range(through: .instant(Instant(milliseconds: 0)))),
      ("id", .among([1, ["a"]])), ("date", .range(from: "soon")), ("date", .range(from: 3)), ("date", .among([0])),
      ("flag", .among(["maybe"])), ("flag", .range(from: .instant(Instant(milliseconds: 0)))),
    ] {
      let state = table.state(after: .columnFilterChanged(column, filter), from: start)
      let isRejected = if case .invalidValue(column, expected: _)? = state.rejection { true } else { false }
      #expect(isRejected && state.query == start.query, "\(column) \(filter)")
    }
  }

  @Test func `the bounds of a filter are numbers as people write them`() throws {
    struct Item: Identifiable, Hashable, Sendable { var id: Int, price: Money, weight: Double }
    let table = try TableFeature(columns: [
      Column("id", \Item.id), Column("price", \Item.price), Column("weight", \Item.weight),
    ])
    let items = (1...5).map { Item(id: $0, price: Money(cents: $0 * 100), weight: Double($0) / 2) }
    let start = table.initialState(items)
    for (column, filter, expected): (String, ColumnFilter, [Int]) in [
      ("price", .range(from: "3,50"), [4, 5]), ("price", .range(from: "€3", through: "4 €"), [3, 4]),
      ("weight", .range(from: "1,5", through: "+2"), [3, 4]), ("id", .range(through: "+2"), [1, 2]),
    ] {
      let state = table.state(after: .columnFilterChanged(column, filter), from: start)
      #expect(state.rejection == nil && table.visibleRows(of: state).map(\.id) == expected, "\(column) \(filter)")
    }
    for column in ["price", "weight"] {
      let state = table.state(after: .columnFilterChanged(column, .range(from: "1,299")), from: start)
      #expect("\(state.rejection.map { "\($0)" } ?? "")".contains("ambiguous"), "\(column)")
    }
  }

  @Test func `filtering by a column that is not filterable is rejected`() throws {
    let columns = makeItemColumns().map { column in column.configured { $0.isFilterable = $0.id != "price" } }
    let table = try ItemTable(columns: columns)
    let state = table.state(after: .columnFilterChanged("name", .contains("e")), from: table.initialState(items))
    for action: ItemTable.Action in [
      .columnFilterChanged("price", .range(from: 2)), .columnFilterChanged("price", nil),
      .conditionChanged(Term.key("price") > 1),
    ] {
      var rejected = state
      _ = table.reduce(&rejected, action)
      #expect(rejected.rejection == .notFilterable("price"))
      rejected.rejection = nil
      #expect(rejected == state && table.visibleIDs(rejected) == [1, 4])
    }
    // A decoded state loses the filter of a column that is no longer filterable and keeps the others.
    var read = state
    read.query.filter.columns["price"] = .range(from: 2)
    read.derived.isUpToDate = false
    read = table.state(after: .hoverEnded(1), from: read)
    #expect(read.query.filter.columns == ["name": .contains("e")] && table.visibleIDs(read) == [1, 4])
  }

  @Test func `a search looks only in searchable columns`() throws {
    #expect(try visibleIDs(.searchTextChanged("VERT")) == [4])
    #expect(try visibleIDs(.searchTextChanged("3")) == [])
    #expect(try visibleIDs(.searchTextChanged("N T")) == [1])
    #expect(try visibleIDs(.searchTextChanged("tea"), .columnFilterChanged("flag", .among([false]))) == [])
    let columns = makeItemColumns().map { column in column.configured { $0.isSearchable = $0.id == "price" } }
    let table = try ItemTable(columns: columns)
    #expect(table.visibleIDs(table.state(after: .searchTextChanged("3"), from: table.initialState(items))) == [1])
  }

  @Test func `a condition reads columns and context values`() throws {
    let table = try table()
    var state = table.initialState(items, contextValues: ["least": 2])
    state = table.state(after: .conditionChanged(Term.key("price") >= Term.variable("least")), from: state)
    #expect(table.visibleIDs(state) == [1, 3])
    state = table.state(after: .contextChanged(["least": 3]), from: state)
    #expect(table.visibleIDs(state) == [1])
  }

  @Test func `a condition that reads an unknown name is rejected and changes nothing`() throws {
    let table = try table()
    var state = table.initialState(items)
    let before = state
    for (condition, name) in [
      (Term.key("weight") > 1, "weight"), (Term.variable("least") > 1, "$least"), (Term.now > 1, "now()"),
    ] {
      _ = table.reduce(&state, .conditionChanged(condition))
      #expect(state == before.rejecting(.unknownReference(name)))
    }
  }

  @Test func `a condition that compares a column with another type is rejected and changes nothing`() throws {
    let table = try table()
    var state = table.initialState(items)
    let before = state
    for text in ["price > '1'", "id IN {1, 'x'}", "name == 'a' AND NOT 'x' == flag", "worth + 1 == 'x'"] {
      _ = table.reduce(&state, .conditionChanged(try Condition(parsing: text)))
      guard case .incomparable(let reason)? = state.rejection else {
        Issue.record("\(text) is not rejected")
        continue
      }
      #expect(state == before.rejecting(.incomparable(reason)) && reason.contains("found the text"), "\(reason)")
    }
    state = table.state(after: .conditionChanged(try Condition(parsing: "price > NULL OR name == 1")), from: state)
    #expect(table.visibleIDs(state) == [])
  }

  @Test func `a text that a condition compares with a date column is read as a date`() throws {
    struct Event: Identifiable, Hashable, Sendable { var id: Int, date: Instant }
    let table = try TableFeature(columns: [Column("date", \Event.date)])
    let events = (0..<3).map { Event(id: $0, date: Instant(milliseconds: Int64($0) * 86_400_000)) }
    var state = table.initialState(events)
    _ = table.reduce(&state, .conditionChanged(try Condition(parsing: "date > '1970-01-02'")))
    #expect(table.visibleRows(of: state).map(\.id) == [2])
    _ = table.reduce(&state, .conditionChanged(try Condition(parsing: "date > 'soon'")))
    #expect(state.rejection != nil && table.visibleRows(of: state).map(\.id) == [2])
  }

  @Test func `a row for which the condition cannot be evaluated is hidden and the error is reported`() throws {
    let table = try table()
    let condition = try Condition(parsing: "name MATCHES name")
    let state = table.state(
      after: .conditionChanged(condition), from: table.initialState([Item(id: 1, name: "a"), Item(id: 2, name: "(")]))
    #expect(table.visibleIDs(state) == [1])
    #expect(state.filterError?.phase == .evaluation)
  }

  @Test func `the error is reported while such a row exists, as after rebuilding the visible rows`() throws {
    let table = try table()
    let start = table.initialState([Item(id: 0, name: "a"), Item(id: 1, name: "b")])
    var state = table.state(after: .conditionChanged(try Condition(parsing: "name MATCHES name")), from: start)
    for (action, hasError) in [
      (ItemTable.Action.rowUpserted(Item(id: 1, name: "(")), true), (.rowUpserted(Item(id: 0, name: "[")), true),
      (.rowUpserted(Item(id: 1, name: "b")), true), (.rowRemoved(0), false),
      (.rowUpserted(Item(id: 7, name: "(")), true),
      (.rowUpserted(Item(id: 8, name: "["), before: 1), true), (.rowUpserted(Item(id: 7, name: "c")), true),
      (.rowUpserted(Item(id: 8, name: "c")), false),
    ] {
      state = table.state(after: action, from: state)
      #expect((state.filterError != nil) == hasError, "\(action)")
      var rebuilt = state
      table.rebuildVisibleRows(&rebuilt)
      #expect(rebuilt.filterError == state.filterError, "\(action)")
    }
  }

  @Test func `the base filter applies in addition to the other filters`() throws {
    let table = try table { $0.baseFilter = { $0.id < 4 } }
    var state = table.initialState(items)
    #expect(table.visibleIDs(state) == [1, 2, 3])
    state = table.state(
      after: .columnFilterChanged("flag", .among([true])), .rowUpserted(Item(id: 9, flag: true)), from: state)
    #expect(table.visibleIDs(state) == [1, 3])
  }

  @Test func `facets count the rows that match all filters except the column's own`() throws {
    let table = try table()
    var state = table.initialState(items)
    #expect(table.facets(of: "count", in: state) == [Facet(value: 1, count: 2), Facet(value: 2, count: 2)])
    state = table.state(
      after: .columnFilterChanged("count", .among([1])), .columnFilterChanged("flag", .among([true])), from: state)
    #expect(table.facets(of: "count", in: state) == [Facet(value: 1, count: 1), Facet(value: 2, count: 1)])
    #expect(table.facets(of: "flag", in: state) == [Facet(value: false, count: 1), Facet(value: true, count: 1)])
    #expect(table.facets(of: "name", in: state).map(\.value) == [nil])
    #expect(table.facets(of: "weight", in: state).isEmpty)
  }

  @Test func `facets that compare equal are ordered by their bytes`() throws {
    let folding = SortOptions(compareOptions: StringCompareOptions(ignoresCase: true, ignoresAccents: true))
    let table = try ItemTable(columns: makeItemColumns(sortOptions: folding))
    // The same letters, composed and decomposed, which compare equal.
    let names = ["\u{e9}e\u{301}", "e\u{301}\u{e9}", "\u{e9}\u{e9}", "e\u{301}e\u{301}"]
    let state = table.initialState(names.enumerated().map { Item(id: $0, name: $1) })
    #expect(
      table.facets(of: "name", in: state).map(\.value)
        == ["e\u{301}e\u{301}", "e\u{301}\u{e9}", "\u{e9}e\u{301}", "\u{e9}\u{e9}"])
  }

  @Test func `aggregates cover all rows, the filtered rows or the selected rows`() throws {
    let table = try table { $0.selection = .multiple }
    let state = table.state(
      after: .columnFilterChanged("price", .range(from: 2)), .selection(.rowClicked(2)), .selection(.rowToggled(3)),
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

  @Test func `minimum and maximum are the first of equal values, and an unknown column has none`()
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
      let changed = folded.state(after: .rowUpserted(Item(id: 1, name: same)), from: state)
      #expect(folded.value(of: aggregate, in: changed) == .text(same), "\(function)")
    }
    let state = table.initialState([Item(id: 1, price: 2)])
    for aggregate in [Aggregate(.sum), Aggregate(.max), Aggregate(.sum, "nope"), Aggregate(.count, "nope")] {
      #expect(table.value(of: aggregate, in: state) == .null, "\(aggregate)")
    }
    #expect(table.value(of: Aggregate(.count), in: state) == 1)
    let grouped = table.state(after: .groupingChanged(to: "flag"), from: state)
    let groups = table.groups(of: grouped, [Aggregate(.sum), Aggregate(.sum, "nope"), Aggregate(.count)])
    #expect(groups.map(\.aggregates) == [[nil, nil, 1]])
  }

  @Test func `sums of decimals and money are exact`() {
    for kind in [ColumnKind.decimal, .money] {
      var sum = DecimalSum(kind)
      for value in [0.1, 0.2, 0.7] as [Value] { sum.add(value) }
      #expect(sum.value == 1.0)
    }
    var amounts = DecimalSum(.money)
    for cents in [10, 20, .max, -.max] { amounts.add(Money(cents: cents).value) }
    amounts.remove(Money(cents: 10).value)
    #expect(amounts.value == Money(cents: 20).value && amounts.average(count: 2) == Money(cents: 10).value)
    #expect(amounts.average(count: 3) == .real(0.2 / 3))
    amounts.add(3)
    #expect(amounts.value == Money(cents: 320).value)
    var whole = DecimalSum(.integer)
    for value in [.integer(.max), 1, -1] as [Value] { whole.add(value) }
    #expect(whole.value == .integer(.max))
    whole.add(1)
    #expect(whole.value == .real(0x1p63))
    var rest = DecimalSum(.decimal)
    for value in [1e300, 0.5] as [Value] { rest.add(value) }
    #expect(rest.value == 1e300)
  }

  @Test func `sums of binary fractions are rounded once and do not depend on the order`() {
    func sum(_ reals: [Double], removing removed: [Double] = []) -> Value {
      var sum = DecimalSum(.double)
      for real in reals { sum.add(.real(real)) }
      for real in removed { sum.remove(.real(real)) }
      return sum.value
    }
    let (greatest, least) = (Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude)
    #expect(sum(Array(repeating: 0.1, count: 10)) == 1.0)
    #expect(sum([1e300, 1, -1e300]) == 1.0)
    #expect(sum([greatest, greatest, -greatest, least], removing: [greatest]) == .real(least))
    #expect(sum([greatest, greatest]) == .null && sum([.infinity, 1], removing: [.infinity]) == 1.0)
    // Halfway between two numbers, the even one is nearest, unless anything remains.
    #expect(sum([1, 0x1p-53]) == 1.0 && sum([1, 0x1p-53, least]) == .real(1.nextUp))
    #expect(sum([-1, -0x1p-53, -least]) == .real(-(1.nextUp)))
    var chance = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let exponents = 0..<Int.random(in: 1...60, using: &chance)
      let reals = (0..<40).map { _ in
        let power = Double(sign: .plus, exponent: Int.random(in: exponents, using: &chance), significand: 1)
        return Double(Int32.random(in: .min ... .max, using: &chance)) * power / 8
      }
      // These reals are multiples of 1/8, so that their exact sum fits 128 bits.
      let expected = Double(reals.reduce(0 as Int128) { $0 + Int128($1 * 8) }) / 8
      #expect(sum(reals) == .real(expected) && sum(reals.shuffled(using: &chance)) == .real(expected))
      #expect(sum(reals, removing: Array(reals.dropFirst(3))) == sum(Array(reals.prefix(3))))
    }
  }
}
