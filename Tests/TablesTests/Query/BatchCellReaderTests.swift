import Conditions
import Testing
import Values

@testable import Tables

@Suite struct `Reading cells in batches` {
  private struct Sample: Identifiable, Hashable, Sendable {
    let id: Int
    var integer: Int?
    var long: Int64 = 0
    var real: Double?
    var flag: Bool?
    var date: Instant?
    var money: Money?
    var text: String?
    var plain = ""
  }

  private static let columns = [
    Column("integer", \Sample.integer), Column("long", \Sample.long), Column("real", \Sample.real),
    Column("flag", \Sample.flag), Column("date", \Sample.date), Column("money", \Sample.money),
    Column("text", \Sample.text), Column("plain", \Sample.plain),
  ]

  private static let samples: [Sample] = {
    let integers: [Int?] = [nil, 0, -1, 7, .min, .max, 9_007_199_254_740_993]
    let reals: [Double?] = [nil, -0.0, 0, 2.5, -1e300, .nan, .infinity, -.infinity]
    let texts: [String?] = [nil, "", "Tea", "Thé", "a tea, please, and nothing that is short", "te\u{301}", "🍌", "no"]
    return (0..<56).map { id in
      Sample(
        id: id, integer: integers[id % 7], long: Int64(integers[(id + 1) % 7] ?? 5), real: reals[id % 8],
        flag: [nil, true, false][id % 3], date: [nil, Instant(milliseconds: Int64(id) - 20)][id % 2],
        money: [nil, Money(cents: id * 50 - 500)][(id + 1) % 2], text: texts[id % 8], plain: texts[(id + 3) % 8] ?? "x")
    }
  }()

  private static let rangeBounds: [Value?] =
    [.none]
    + [
      nil, 0, .real(-0.0), 7, -1, 2.5, .real(.nan), .real(.infinity), .integer(.min), .integer(.max),
      9_007_199_254_740_993, 9_007_199_254_740_992.0, true, "a", .instant(Instant(milliseconds: 0)),
      Money(cents: 250).value, Money(cents: .max).value,
    ].map { .some($0) }

  private func isInRange(_ value: Value, _ least: Value?, _ most: Value?) -> Bool {
    if value == .null || value.number?.real.isNaN == true { return false }
    if let least, ![.equal, .greater].contains(value.compare(to: least)) { return false }
    if let most, ![.equal, .less].contains(value.compare(to: most)) { return false }
    return true
  }

  @Test(arguments: ColumnKind.allCases)
  func `a range contains the same values in a batch as by comparing, whatever the column holds`(
    kind: ColumnKind
  ) {
    let rows = ValueRow.makeRows(ValueRow.sampleValues)
    for least in Self.rangeBounds {
      for most in Self.rangeBounds {
        let range = ValueRange(from: least, through: most, in: kind.sortEncoding)
        // Single rows, so that an encoding is not given up because of other rows, and all rows at once.
        for handles in rows.indices.map({ $0..<$0 + 1 }) + [rows.indices] {
          var flags = [Bool](repeating: true, count: handles.count)
          var batch = RowBatch(
            rows: rows, handleRange: handles, columns: [ValueRow.makeColumn(kind)], contextValues: [:])
          flags.withUnsafeMutableBufferPointer {
            CompiledFilter.CellTest.range(range).clearNonmatching($0, in: &batch, column: 0)
          }
          #expect(flags == handles.map { isInRange(rows[$0].value, least, most) }, "\(handles) in \(range)")
          #expect(flags == handles.map { range.contains(rows[$0].value) }, "\(handles) in \(range)")
        }
      }
    }
  }

  @Test(arguments: columns.map(\.id)) func `a column is filtered by the values of its cells`(name: String) throws {
    let table = try TableFeature(columns: Self.columns)
    let column = try #require(Self.columns.first { $0.id == name })
    let start = table.initialState(Self.samples)
    func check(_ filter: ColumnFilter, _ matches: (Value) -> Bool) {
      let state = table.state(after: .columnFilterChanged(name, filter), from: start)
      let expected = Self.samples.filter { matches(column.cellValue($0, [:])) }.map(\.id)
      // A text that no number contains is rejected.
      #expect(state.rejection == nil ? table.visibleIDs(state) == expected : expected.isEmpty, "\(filter)")
    }
    for end in Self.rangeBounds {
      // A bound that is null is none.
      let bound = end == .some(.null) ? Value?.none : end
      check(.range(from: end)) { isInRange($0, bound, .none) }
      check(.range(through: end)) { isInRange($0, .none, bound) }
    }
    for text in ["", "te", "TE", "é", "1", "0.", "true", "🍌"] {
      let folding = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
      check(.contains(text)) { value in
        let cell = folding.folded(CellFormat.plain.text(of: value, kind: column.kind))
        return folding.folded(text).isEmpty || cell.contains(folding.folded(text))
      }
    }
  }

  @Test(arguments: columns.map(\.id), [SortOptions.NullPlacement.first, .last])
  func `a column is sorted by the values of its cells`(name: String, nulls: SortOptions.NullPlacement) throws {
    let columns = Self.columns.map { column in column.configured { $0.sortOptions = SortOptions(nullPlacement: nulls) }
    }
    let table = try TableFeature(columns: columns)
    let column = try #require(columns.first { $0.id == name })
    for direction in [SortDirection.forward, .reverse] {
      let state = table.state(after: .sortChanged([SortKey(name, direction)]), from: table.initialState(Self.samples))
      let naive = Self.samples.sorted { left, right in
        let order = column.sortOptions.compare(
          column.cellValue(left, [:]), column.cellValue(right, [:]), direction: direction)
        return order == .equal ? left.id < right.id : order == .less
      }
      #expect(table.visibleIDs(state) == naive.map(\.id))
    }
  }

  @Test func `a search finds rows in which any of several columns contains the text`()
    throws
  {
    let columns = Self.columns.map { column in
      column.configured { $0.isSearchable = ["text", "plain", "long"].contains($0.id) }
    }
    let table = try TableFeature(columns: columns)
    let state = table.state(after: .searchTextChanged("TE"), from: table.initialState(Self.samples))
    let found = Self.samples.filter { sample in
      [sample.text ?? "", sample.plain].contains { text in
        StringCompareOptions(ignoresCase: true, ignoresAccents: true).folded(text).contains("te")
      }
    }
    #expect(table.visibleIDs(state) == found.map(\.id) && !found.isEmpty && found.count < Self.samples.count)
    let numbers = table.state(after: .searchTextChanged("7"), from: table.initialState(Self.samples))
    #expect(table.visibleIDs(numbers) == Self.samples.filter { "\($0.long)".contains("7") }.map(\.id))
  }

  @Test func `the filter is not evaluated for a removed row whose handle is free`() throws {
    let table = try TableFeature(columns: makeItemColumns(), options: TableOptions { $0.baseFilter = { $0.id != 3 } })
    var state = table.initialState([Item(id: 1, name: "a"), Item(id: 2, name: "("), Item(id: 3, name: "b")])
    _ = table.reduce(&state, .rowRemoved(2))
    _ = table.reduce(&state, .conditionChanged(try .init(parsing: "name MATCHES name")))
    #expect(table.visibleIDs(state) == [1] && state.filterError == nil)
    _ = table.reduce(&state, .rowUpserted(Item(id: 4, name: "d")))
    #expect(table.visibleIDs(state) == [1, 4])
  }
}
