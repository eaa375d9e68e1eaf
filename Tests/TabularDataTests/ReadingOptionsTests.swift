import Documents
import Tables
import TabularData
import Testing
import Values

@Suite struct `Options for reading a table` {
  private func parse(
    _ text: String, _ kinds: [String: ColumnKind] = [:], _ format: DataFormat = .csv,
    _ configure: (inout ReadingOptions) -> Void = { _ in }
  ) throws(DocumentError) -> DataTable {
    var options = ReadingOptions()
    configure(&options)
    return try DataTable(parsing: Array(text.utf8), as: format, kinds: kinds, options: options)
  }

  @Test func `every column has a name of its own`() throws {
    #expect(try parse(",a,a, ,a\n").columns.map(\.name) == ["column1", "a", "a_2", "column4", "a_3"])
    #expect(
      try parse("a,a_2,a,column4,,\n").columns.map(\.name) == ["a", "a_2", "a_3", "column4", "column5", "column6"])
    #expect(try parse("column2,\n").columns.map(\.name) == ["column2", "column2_3"])
  }

  @Test func `without a header, the first line is a row`() throws {
    let data = try parse("1,x\n2,y\n") { $0.hasHeader = false }
    #expect(data.columns.map(\.name) == ["column1", "column2"] && data.columns.map(\.kind) == [.integer, .text])
    #expect(data.rows.map(\.cells) == [[1, "x"], [2, "y"]] && data.rows.map(\.id) == [1, 2])
    #expect(try parse("") { $0.hasHeader = false }.columns.isEmpty)
  }

  @Test func `ragged lines are padded to the longest`() throws {
    let data = try parse("a,b\n1\n2,3,4\n") { $0.raggedLines = .pad }
    #expect(data.columns.map(\.name) == ["a", "b", "column3"])
    #expect(data.rows.map(\.cells) == [[1, nil, nil], [2, 3, 4]])
  }

  @Test(arguments: [
    ("id,n\n1,x\n1,y\n", DataFormat.csv, "line 3, column 1: expected unique ids, found 1 again"),
    ("n,id\nx,1\ny,\n", .csv, "line 3, column 3: expected an id in every row, found none"),
    ("id\nb\na\nb\n", .csv, "line 4, column 1: expected unique ids, found \"b\" again"),
    ("[{\"id\":1},{\"id\":1.0}]", .json, "line 1, column 17: expected unique ids, found 1.0 again"),
  ])
  func `rows are numbered if the ids repeat, unless the column is required`(
    _ text: String, _ format: DataFormat, _ message: String
  ) throws {
    let data = try parse(text, [:], format)
    #expect(data.rows.map(\.id) == (1...data.rows.count).map { .integer(Int64($0)) })
    #expect(data.idColumn == nil && data.idError.map { "\($0)" } == message)
    let error = #expect(throws: DocumentError.self) {
      try parse(text, [:], format) { $0.rowIdentity = .column("id") }
    }
    #expect(error?.description == message)
    #expect(try parse(text, [:], format) { $0.rowIdentity = .number }.idError == nil)
  }

  @Test func `another column identifies the rows`() throws {
    let data = try parse("id,d\n1,2024-01-02\n1,2024-01-01\n") { $0.rowIdentity = .column("d") }
    #expect(data.idColumn?.name == "d" && data.rows.map(\.id) == ["2024-01-02", "2024-01-01"])
    let table = try EditableTable(columns: data.columns.map(\.tableColumn))
    var state = table.initialState(data.rows)
    _ = table.reduce(&state, .cellValueSet("2024-01-02", "d", "x"))
    #expect(state.view.rejection == .notEditable("d"))
    _ = table.reduce(&state, .cellValueSet("2024-01-02", "id", 5))
    #expect(state["2024-01-02"]?.cells == [5, "2024-01-02"])
    let error = #expect(throws: DocumentError.self) { try parse("a,b\n") { $0.rowIdentity = .column("c") } }
    #expect(error?.description == "line 1, column 1: expected a column named c, found the columns a, b")
  }

  @Test(arguments: [
    ("a\n1\n2\nn/a\n4\n\n-\n5\n", DataFormat.csv, ColumnKind.integer, 2, 6, "n/a" as Value, TextPosition(line: 4)),
    ("x,a\n1,1.50\n2,007\n3,2.25\n", .csv, .money, 1, 3, "007", TextPosition(line: 3, column: 3)),
    ("a\n1\n2.5\nx\n", .csv, .decimal, 1, 3, "x", TextPosition(line: 4)),
    ("a\ntrue\nFALSE\nyes\n", .csv, .boolean, 1, 3, "yes", TextPosition(line: 4)),
    ("a\n2024-01-01\n2024-01-02\nsoon\n", .csv, .date, 1, 3, "soon", TextPosition(line: 4)),
    ("a\n2024-01-01T00:00:00Z\n2024-01-02T00:00:00Z\n?\n", .csv, .date, 1, 3, "?", TextPosition(line: 4)),
    ("a\n1\n2\n\"x\"\"\"\n", .csv, .integer, 1, 3, "x\"", TextPosition(line: 4)),
    ("[{\"a\":1},{\"a\":2.5},{\"a\":[1]}]", .json, .decimal, 1, 3, .list([1]), TextPosition(column: 25)),
    (
      "{\"a\":true}\n{}\n{\"a\":null}\n{\"a\":\"\"}\n{\"a\":false}\n", .jsonl, .boolean, 1, 3, "",
      TextPosition(line: 4, column: 6)
    ),
    (
      "[{\"a\":1},{\"a\":2},{\"a\":99999999999999999999}]", .json, .integer, 1, 3, "99999999999999999999",
      TextPosition(column: 23)
    ),
  ])
  func `the cells that make a column text are known`(
    _ text: String, _ format: DataFormat, _ kind: ColumnKind, _ count: Int, _ cellCount: Int, _ cell: Value,
    _ position: TextPosition
  ) throws {
    let column = try #require(try parse(text, [:], format).columns.last)
    let exception = try #require(column.typeException)
    #expect(column.kind == .text && exception.kind == kind && exception.cell == cell)
    #expect(exception.count == count && exception.cellCount == cellCount && exception.position == position)
  }

  @Test(arguments: ["a\nx\ny\n1\n", "a\n1\nx\n", "a\n", "a\n1\n2\n", "a\n1.5\n9007199254740993\n"])
  func `a column has no exceptions if most cells are texts, or none is`(_ text: String) throws {
    #expect(try parse(text).columns[0].typeException == nil)
  }

  @Test func `the quick tests of a cell agree with its type`() throws {
    // Every beginning of a text, followed by something that is a number, a date or a Boolean without it.
    for scalar in (0...0x3100).compactMap(Unicode.Scalar.init) where !"\"\r\n,;|\t".unicodeScalars.contains(scalar) {
      for (rest, kind) in [("12", ColumnKind.integer), ("2024-01-01", .date), ("rue", .boolean)] {
        let text = "\(scalar)\(rest)"
        let isAmount = kind == .integer && ("$£¥".unicodeScalars.contains(scalar) || (0x20A0...0x20CF) ~= scalar.value)
        let expected =
          text.trimmed == rest && kind != .boolean
          ? kind : ["t", "T"].contains(scalar) ? .boolean : isAmount ? ColumnKind.money : .text
        let isInNumber =
          ("0"..."9").contains(scalar) || scalar == "-" || scalar == "\u{2212}" || scalar == "." && kind == .integer
        if !isInNumber,
          try parse("c\n\(text)\n").columns[0].kind
            != (kind == .boolean || expected == kind || isAmount ? expected : .text)
        {
          Issue.record("U+\(String(scalar.value, radix: 16)) before \(rest)")
        }
      }
    }
  }
}
