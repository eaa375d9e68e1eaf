import Conditions
import Testing
import Values

@testable import Tables

@Suite struct `Cells that are read as what they are` {
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

  private static let ends: [Value?] =
    [.none]
    + [
      nil, 0, .real(-0.0), 7, -1, 2.5, .real(.nan), .real(.infinity), .integer(.min), .integer(.max),
      9_007_199_254_740_993, 9_007_199_254_740_992.0, true, "a", .instant(Instant(milliseconds: 0)),
    ].map { .some($0) }

  private func isInRange(_ value: Value, _ least: Value?, _ most: Value?) -> Bool {
    if value == .null || value.number?.real.isNaN == true { return false }
    if let least, ![.equal, .greater].contains(value.compare(to: least)) { return false }
    if let most, ![.equal, .less].contains(value.compare(to: most)) { return false }
    return true
  }

  @Test(arguments: ColumnKind.allCases) func `a range holds what values say, whatever stands in a column`(
    kind: ColumnKind
  ) {
    let rows = ValueRow.makeRows(ValueRow.all)
    for least in Self.ends {
      for most in Self.ends {
        let range = ValueRange(from: least, through: most, in: kind.sortEncoding)
        // One by one, so that numbers are not given up for what stands beside them, and all at once.
        for seats in rows.indices.map({ $0..<$0 + 1 }) + [rows.indices] {
          var marks = [Bool](repeating: true, count: seats.count)
          var stretch = RowBatch(
            rows: rows, handleRange: seats, columns: [ValueRow.makeColumn(kind)], contextValues: [:])
          marks.withUnsafeMutableBufferPointer { range.clearNonmatching($0, in: &stretch, column: 0) }
          #expect(marks == seats.map { isInRange(rows[$0].value, least, most) }, "\(seats) in \(range)")
          #expect(marks == seats.map { range.contains(rows[$0].value) }, "\(seats) in \(range)")
        }
      }
    }
  }

  @Test(arguments: columns.map(\.id)) func `a column is filtered as its values are`(name: String) throws {
    let table = try TableFeature(columns: Self.columns)
    let column = try #require(Self.columns.first { $0.id == name })
    let start = table.initialState(Self.samples)
    func check(_ filter: ColumnFilter, _ passes: (Value) -> Bool) {
      let state = table.state(after: .columnFiltered(name, filter), from: start)
      let expected = Self.samples.filter { passes(column.read($0, [:])) }.map(\.id)
      #expect(table.visibleIDs(state) == expected, "\(filter)")
    }
    for end in Self.ends {
      check(.range(from: end)) { isInRange($0, end, .none) }
      check(.range(through: end)) { isInRange($0, .none, end) }
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
  func `a column is sorted as its values are`(name: String, nulls: SortOptions.NullPlacement) throws {
    let columns = Self.columns.map { column in column.configured { $0.ordering = SortOptions(nullPlacement: nulls) } }
    let table = try TableFeature(columns: columns)
    let column = try #require(columns.first { $0.id == name })
    for direction in [SortDirection.forward, .reverse] {
      let state = table.state(after: .sortSet([SortKey(name, direction)]), from: table.initialState(Self.samples))
      let naive = Self.samples.sorted { left, right in
        let order = column.ordering.compare(column.read(left, [:]), column.read(right, [:]), direction: direction)
        return order == .equal ? left.id < right.id : order == .less
      }
      #expect(table.visibleIDs(state) == naive.map(\.id))
    }
  }

  @Test func `what is searched for is found in any of several columns, in each of which something else may stand`()
    throws
  {
    let columns = Self.columns.map { column in
      column.configured { $0.isSearchable = ["text", "plain", "long"].contains($0.id) }
    }
    let table = try TableFeature(columns: columns)
    let state = table.state(after: .searched("TE"), from: table.initialState(Self.samples))
    let found = Self.samples.filter { sample in
      [sample.text ?? "", sample.plain].contains { text in
        StringCompareOptions(ignoresCase: true, ignoresAccents: true).folded(text).contains("te")
      }
    }
    #expect(table.visibleIDs(state) == found.map(\.id) && !found.isEmpty && found.count < Self.samples.count)
    let numbers = table.state(after: .searched("7"), from: table.initialState(Self.samples))
    #expect(table.visibleIDs(numbers) == Self.samples.filter { "\($0.long)".contains("7") }.map(\.id))
  }

  @Test func `a row that is gone is asked nothing, though its seat is kept`() throws {
    let table = try TableFeature(columns: makeItemColumns(), options: TableOptions { $0.isShown = { $0.id != 3 } })
    var state = table.initialState([Item(id: 1, name: "a"), Item(id: 2, name: "("), Item(id: 3, name: "b")])
    _ = table.reduce(&state, .rowRemoved(2))
    _ = table.reduce(&state, .conditionSet(try .init(parsing: "name MATCHES name")))
    #expect(table.visibleIDs(state) == [1] && state.filterError == nil)
    _ = table.reduce(&state, .rowPut(Item(id: 4, name: "d")))
    #expect(table.visibleIDs(state) == [1, 4])
  }
}
