import Documents
import Tables
import TabularData
import Testing
import Values

/// A number with more digits than any numeric type can represent.
private let manyRowsCount = String(repeating: "9", count: 400)

@Suite struct `A data table` {
  private func parseTable(
    _ text: String, _ format: DataFormat? = nil, _ kinds: [String: ColumnKind] = [:]
  ) throws -> DataTable {
    let bytes = Array(text.utf8)
    return try DataTable(parsing: bytes, as: format ?? DataFormat(inferredFrom: bytes), kinds: kinds)
  }

  private func parsingError(_ text: String, _ format: DataFormat? = nil, _ kinds: [String: ColumnKind] = [:]) -> String?
  {
    do {
      _ = try parseTable(text, format, kinds)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("1\n-2\n0", ColumnKind.integer, [1, -2, 0] as [Value]), ("1.5\n2", .decimal, [1.5, 2.0]),
    ("1.50\n-2.00", .money, [150, -200].map { Money(cents: $0).value }), ("1e3\n2", .double, [1000.0, 2.0]),
    ("true\nFALSE", .boolean, [true, false]),
    ("1\n\u{20}\n", .integer, [1, nil]), ("007\n1", .text, ["007", "1"]), ("1\nx", .text, ["1", "x"]),
    ("9223372036854775808\n1", .text, ["9223372036854775808", "1"]), ("1.\n2", .text, ["1.", "2"]),
    ("\"1\"\n\"2\"", .integer, [1, 2]), ("\"\"\nx", .text, ["", "x"]), ("+1\n2", .text, ["+1", "2"]),
    ("2023-03-22\n", .date, [.instant(Instant(milliseconds: 1_679_443_200_000))]),
    ("2023-03-22T00:00:00Z\n", .date, [.instant(Instant(milliseconds: 1_679_443_200_000))]),
    ("2023-02-30\n", .text, ["2023-02-30"]), ("1e999\n", .text, ["1e999"]), ("NaN\n", .text, ["NaN"]),
    ("1.5\n9223372036854775808", .text, ["1.5", "9223372036854775808"]),
    ("9223372036854775808\n1.5", .text, ["9223372036854775808", "1.5"]),
    ("1.5\n" + manyRowsCount, .text, ["1.5", .text(manyRowsCount)]),
    (manyRowsCount + "\n1.5", .text, [.text(manyRowsCount), "1.5"]),
  ])
  func `infers the kind of a column from its cells`(_ cells: String, _ kind: ColumnKind, _ values: [Value]) throws {
    let data = try parseTable("c\n" + cells, .csv)
    #expect(data.columns.map(\.kind) == [kind])
    #expect(data.rows.map(\.cells) == values.map { [$0] })
  }

  @Test func `keeps each JSON value unchanged`() throws {
    let data = try parseTable(#"[{"a":1,"b":"x","e":[1]},{"b":2,"a":2.5,"c":true,"d":{"$date":0}},{"c":null}]"#)
    #expect(data.columns.map(\.name) == ["a", "b", "e", "c", "d"])
    #expect(data.columns.map(\.kind) == [.decimal, .text, .text, .boolean, .date])
    #expect(data.rows[0].cells == [1, "x", [1], nil, nil] && data.rows[2].cells == [nil, nil, nil, nil, nil])
    let lines = try parseTable("{\"a\":1}\r\n\n {\"a\":2} \n")
    #expect(lines.rows.map(\.cells) == [[1], [2]])
    #expect(try parseTable("[]").rows.isEmpty && parseTable("[{}]").rows.count == 1)
  }

  @Test func `identifies rows by their id, or by their number`() throws {
    #expect(try parseTable("id,n\nb,1\na,2\n").rows.map(\.id) == ["b", "a"])
    #expect(try parseTable("ID,n\nb,1\na,2\n").rows.map(\.id) == [1, 2])
    #expect(
      try parseTable("id\n7\n5\n").rows.map(\.id) == [7, 5]
        && parseTable("id\n1\n", .csv, ["id": .text]).rows[0].id == "1")
  }

  @Test func `converts cells to the given kinds`() throws {
    let data = try parseTable("a,b,c\n1,x,2023-03-22\n2,,\n", .csv, ["a": .money, "b": .text, "c": .date])
    #expect(
      data.rows[0].cells[0] == Money(cents: 100).value && data.rows[1].cells == [Money(cents: 200).value, nil, nil])
    #expect(try parseTable(#"[{"a":3.0,"b":"2.5"}]"#, .json, ["a": .integer, "b": .double]).rows[0].cells == [3, 2.5])
  }

  @Test(arguments: [
    ("", nil, "line 1, column 1: expected a line with the column names, found nothing"),
    (
      "a,b\n1,2\n3,\"cut", nil,
      "line 3, column 3: expected a closing quotation mark, found an unterminated quoted field"
    ),
    ("[1]", nil, "line 1, column 2: expected an object for each row, found 1"),
    ("{\"a\":1}\n[]\n", nil, "line 2, column 1: expected an object for each row, found a list"),
    ("{\"a\":1}\n{\"a\":\n", nil, "line 2, column 6: expected a value, found the end of the text"),
    ("{\"a\":1}", DataFormat.json, "line 1, column 1: expected an array with an object for each row, found an object"),
  ])
  func `reports errors in a document with their positions`(_ text: String, _ format: DataFormat?, _ message: String) {
    #expect(parsingError(text, format) == message)
  }

  @Test func `reports a cell that cannot be converted to the given kind`() {
    #expect(
      parsingError("a,b\nx,1\ny,z\n", .csv, ["b": .integer])
        == "line 3, column 3: expected a whole number such as 12, found \"z\"")
    #expect(
      parsingError("{\"a\":1}\n{\"a\":true}\n", .jsonl, ["a": .money])
        == "line 2, column 6: expected an amount such as 19.99, found true")
    #expect(
      parsingError("a\n", .csv, ["b": .text]) == "line 1, column 1: expected a column named b, found the column a")
  }

  @Test(arguments: [
    ("[1]", DataFormat.json), ("\u{FEFF} {}", .jsonl), ("a\tb", .csv), ("", .csv), ("\n\n[", .json),
  ])
  func `infers the format from the first character`(_ text: String, _ format: DataFormat) {
    #expect(DataFormat(inferredFrom: Array(text.utf8)) == format)
  }

  @Test func `infers the format from the file name`() {
    #expect(
      ["a.csv", "b.TSV", "c.d.json", "e.ndjson", "f", "g.txt"].map(DataFormat.init(fileName:)) == [
        .csv, .tsv, .json, .jsonl, nil, nil,
      ])
  }

  @Test func `does not allow editing ids`() throws {
    let data = try parseTable("id,n\n1,x\n2,y\n", .csv)
    let table = try EditableTable(columns: data.columns.map(\.tableColumn))
    var state = table.initialState(data.rows)
    _ = table.reduce(&state, .cellValueSet(1, "id", 2))
    #expect(state.view.rejection == .notEditable("id") && state.view.allRows == data.rows)
    // Requests refer to ids in JSON, which has no dates, so the kind of an id is never inferred as a date.
    #expect(try parseTable("id,d\n2024-01-01,2024-01-01\n", .csv).columns.map(\.kind) == [.text, .date])
  }

  @Test func `accepts edited values that the kind of the column can represent`() throws {
    let data = try parseTable("n,t\n1,x\n", .csv)
    let table = try EditableTable(columns: data.columns.map(\.tableColumn))
    var state = table.initialState(data.rows)
    _ = table.reduce(&state, .cellValueSet(1, "n", 2.0))
    #expect(state[1]?.cells == [2, "x"])
    _ = table.reduce(&state, .cellValueSet(1, "n", 2.5))
    #expect(
      state[1]?.cells == [2, "x"] && state.view.rejection == .invalidValue("n", expected: "a whole number such as 12"))
  }
}
