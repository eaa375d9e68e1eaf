import Documents
import Tables
import TabularData
import Testing
import Values

@Suite struct `Cells of a document` {
  private func parseTable(
    _ text: String, _ format: DataFormat = .csv, _ kinds: [String: ColumnKind] = [:]
  ) throws -> DataTable {
    try DataTable(parsing: Array(text.utf8), as: format, kinds: kinds)
  }

  private func parsingError(_ text: String, _ format: DataFormat, _ kinds: [String: ColumnKind]) -> String? {
    do {
      _ = try parseTable(text, format, kinds)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("0.10\n1.50\n-0.00", ColumnKind.money, [10, 150, 0].map { Money(cents: $0).value }), ("-0\n1", .integer, [0, 1]),
    ("1e3\n0", .double, [1000.0, 0.0]), ("0.30000000000000004\n0.0", .decimal, [0.30000000000000004, 0.0]),
    ("1.7976931348623157e308", .double, [1.7976931348623157e308]), ("5e-324", .double, [.real(.leastNonzeroMagnitude)]),
    ("92233720368547758.07\n1.50", .money, [Int.max, 150].map { Money(cents: $0).value }),
    ("92233720368547758.07\n1.5", .text, ["92233720368547758.07", "1.5"]),
    ("92233720368547758.08\n1.50", .text, ["92233720368547758.08", "1.50"]),
    ("3.141592653589793238462643", .text, ["3.141592653589793238462643"]),
    ("1.5\n9007199254740993", .text, ["1.5", "9007199254740993"]), ("1e-999", .text, ["1e-999"]),
    ("9999999999999999.99", .money, [Money(cents: 999_999_999_999_999_999).value]),
  ])
  func `are numbers if writing them again gives the same digits`(
    _ cells: String, _ kind: ColumnKind, _ values: [Value]
  ) throws {
    let data = try parseTable("c\n" + cells)
    #expect(data.columns.map(\.kind) == [kind] && data.rows.map(\.cells) == values.map { [$0] })
  }

  @Test func `are rejected in a column of a given numeric kind if they would lose digits`() throws {
    #expect(
      parsingError("a\n1.50\n92233720368547758.08\n", .csv, ["a": .money])
        == "line 3, column 1: expected an amount such as 19.99, found \"92233720368547758.08\"")
    #expect(
      parsingError("a\n3.1415926535897932384\n", .csv, ["a": .decimal])
        == "line 2, column 1: expected a number such as 12.5, with at most 15 digits, found \"3.1415926535897932384\"")
    #expect(
      parsingError("{\"a\":9223372036854775808}", .jsonl, ["a": .integer])
        == "line 1, column 6: expected a whole number of 64 bits, found 9223372036854775808")
    #expect(try parseTable("a\n3.1415926535897932384\n", .csv, ["a": .double]).rows[0].cells == [3.141592653589793])
  }

  @Test(arguments: ["0x10", "0x1p3", "inf", "nan", "1.", "1e", "١", "1.2.3", "€"])
  func `are not numbers if they are not written as decimal numbers`(_ text: String) throws {
    for kind in [ColumnKind.integer, .decimal, .double, .money] { #expect(kind.parseValue(text) == .none) }
    #expect(try parseTable("c\n\(text)\n").columns[0].kind == .text)
  }

  @Test(arguments: [
    ("3,50\n2,75", ColumnKind.money, [350, 275].map { Money(cents: $0).value }),
    ("1,299\n2,5", .decimal, [1.299, 2.5]), ("1,299\n2.5", .decimal, [1299.0, 2.5]),
    ("1,299\n12,345,678", .integer, [1299, 12_345_678]), ("1,299\n1,299.00", .decimal, [1299.0, 1299.0]),
    ("1,299\n1.299,5", .decimal, [1.299, 1299.5]), ("1.299\n3,50", .decimal, [1299.0, 3.5]),
    ("1.299\n2.5", .decimal, [1.299, 2.5]), ("1 299\n5", .integer, [1299, 5]),
    ("€5\n7,50 €", .money, [500, 750].map { Money(cents: $0).value }),
    ("1,299\n0.125", .decimal, [1299.0, 0.125]), (".5\n2", .decimal, [0.5, 2.0]),
    ("1,299\n5", .text, ["1,299", "5"]), ("1,299\n3,50\n2.5", .text, ["1,299", "3,50", "2.5"]),
    ("€5\n$5", .text, ["€5", "$5"]), ("€5.001\n1", .text, ["€5.001", "1"]), ("+49\n+50", .text, ["+49", "+50"]),
    ("10.100.200.100\n10.100.200.101", .text, ["10.100.200.100", "10.100.200.101"]),
  ])
  func `are numbers as people write them, and the other cells decide about a comma`(
    _ cells: String, _ kind: ColumnKind, _ values: [Value]
  ) throws {
    let data = try parseTable("c;d\n" + cells.split(separator: "\n").map { $0 + ";x\n" }.joined())
    #expect(data.columns[0].kind == kind && data.rows.map { $0.cells[0] } == values)
  }

  @Test func `of a given kind are read by the same rule`() throws {
    #expect(try parseTable("a;b\n1,299;\n3,50;\n+5;\n", .csv, ["a": .decimal]).rows.map { $0[0] } == [1.299, 3.5, 5.0])
    let ambiguous = "because a comma before three digits is ambiguous, found \"1,299\""
    for (kind, expected) in [
      (ColumnKind.integer, "a whole number such as 1299"), (.decimal, "1299 or 1.299"), (.double, "1299 or 1.299"),
      (.money, "an amount such as 1299.00"),
    ] {
      #expect(
        kind.parseValue("1,299") == .none
          && kind.parseValue("+1 299,0")
            == (kind == .integer
              ? .none
              : .some(
                kind == .money ? Money(cents: 129_900).value : 1299.0))
      )
      #expect(
        parsingError("a;b\n1,299;\n", .csv, ["a": kind]) == "line 2, column 1: expected \(expected), \(ambiguous)")
    }
    #expect(
      ColumnKind.integer.parseValue("€5") == .none && ColumnKind.money.parseValue(" 5 € ") == Money(cents: 500).value)
  }

  @Test func `of JSON are converted to the given kind, as those of CSV are`() throws {
    let rows = #"[{"a":1.50},{"a":7},{"a":true},{"a":null},{"a":"x"},{"a":[1]},{"a":{"$date":0}}]"#
    #expect(
      try parseTable(rows, .json, ["a": .text]).rows.map { $0.cells[0] }
        == ["1.50", "7", "true", nil, "x", [1], "2001-01-01T00:00:00Z"])
    #expect(try parseTable(#"[{"a":1},{"a":2.5}]"#, .json, ["a": .double]).rows.map(\.cells) == [[1.0], [2.5]])
    #expect(try parseTable(#"[{"a":1},{"a":2.5}]"#, .json, ["a": .decimal]).rows.map(\.cells) == [[1.0], [2.5]])
    #expect(try parseTable(#"[{"a":3.0},{"a":4e0}]"#, .json, ["a": .integer]).rows.map(\.cells) == [[3], [4]])
  }

  @Test func `of a JSON column with a number that does not fit in 64 bits are texts`() throws {
    let rows = #"[{"id":123456789012345678901,"n":1},{"id":7,"n":[12345678901234567890]}]"#
    for kinds in [[:], ["id": ColumnKind.text]] {
      let data = try parseTable(rows, .json, kinds)
      #expect(data.columns.map(\.kind) == [.text, .text])
      #expect(data.rows.map(\.cells) == [["123456789012345678901", 1], ["7", ["12345678901234567890"]]])
    }
    #expect(try parseTable("{\"a\":{\"$n\":1e999}}", .jsonl).rows[0].cells == [["$n": "1e999"]])
    #expect(try parseTable("{\"a\":0.10000000000000000001}", .jsonl).rows[0].cells == ["0.10000000000000000001"])
  }

  @Test(arguments: [DataFormat.csv, .tsv, .json, .jsonl])
  func `are the same with and without a byte order mark`(_ format: DataFormat) throws {
    let text = format == .json ? "[{\"a\":\"x\"}]" : format == .jsonl ? "{\"a\":\"x\"}" : "a\nx\n"
    let bytes = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    #expect(try DataTable(parsing: bytes, as: format).rows.map(\.cells) == [["x"]])
    let fault = #expect(throws: DocumentError.self) {
      try DataTable(parsing: bytes, as: format, kinds: ["a": .integer])
    }
    let plain = #expect(throws: DocumentError.self) { try parseTable(text, format, ["a": .integer]) }
    #expect(fault == plain)
  }

  @Test func `are shown as days if all dates are days, whether the kind is given or inferred`() throws {
    let days = "d\n2024-01-01\n\n2024-02-01\n"
    #expect(
      try parseTable(days).columns[0].format == .date && parseTable(days, .csv, ["d": .date]).columns[0].format == .date
    )
    let times = "d\n2024-01-01\n2024-02-01T00:00:00Z\n"
    #expect(try parseTable(times, .csv, ["d": .date]).columns[0].format == .plain)
    let json = #"[{"d":"2024-01-01"},{}]"#
    #expect(try parseTable(json, .json, ["d": .date]).columns[0].format == .date)
    #expect(try parseTable(#"[{"d":"2024-01-01"},{"d":{"$date":0}}]"#, .json, ["d": .date]).columns[0].format == .plain)
  }

  @Test func `that are shown as days accept no time of day`() throws {
    let data = try parseTable("d\n2024-01-01\n")
    let table = try EditableTable(columns: data.columns.map(\.tableColumn))
    var state = table.initialState(data.rows)
    for (text, isTaken) in [("2024-02-01T10:00:00Z", false), ("2024-02-02", true), ("2024-02-03T00:00:00Z", true)] {
      for action in [.editBegan(1, "d"), .cellTextChanged(text), .editCommitted] as [EditableTable<DataRow>.Action] {
        _ = table.reduce(&state, action)
      }
      #expect(state.view.rejection == (isTaken ? nil : .invalidValue("d", expected: "a day such as 2023-03-22")))
    }
    #expect(state[1]?.cells == [.instant(Instant(milliseconds: 1_706_918_400_000))])
  }
}

@Suite struct `Points in time in a document` {
  private func parse(_ text: String, _ kinds: [String: ColumnKind] = [:]) throws -> DataTable {
    try DataTable(parsing: Array(text.utf8), as: .csv, kinds: kinds)
  }

  @Test func `have any offset`() throws {
    let data = try parse("t\n2024-02-01T10:00:00+02:00\n2024-02-01T08:00:00.5Z\n")
    #expect(data.columns[0].kind == .date)
    let milliseconds: Int64 = 1_706_774_400_000
    #expect(
      data.rows.map(\.cells) == [
        [.instant(Instant(milliseconds: milliseconds))], [.instant(Instant(milliseconds: milliseconds + 500))],
      ])
  }

  @Test func `keep all their digits unless they are given as dates`() throws {
    let file = "t\n2024-02-01T08:00:00.123456Z\n2024-02-01T08:00:00Z\n2024-02-01T08:00:00.5Z\n"
    let data = try parse(file)
    #expect(data.columns[0].kind == .text && data.columns[0].typeException?.position == TextPosition(line: 2))
    #expect(
      try parse(file, ["t": .date]).rows[0].cells == [.instant(Instant(milliseconds: 1_706_774_400_123))])
  }
}
