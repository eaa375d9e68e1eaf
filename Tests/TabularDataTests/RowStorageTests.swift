import Documents
import Tables
import Testing
import Values

@testable import TabularData

@Suite struct `Rows of delimited text` {
  private func parse(_ lines: [String], _ kinds: [String: ColumnKind] = [:]) throws(DocumentError) -> DataTable {
    try DataTable(
      parsing: Array((["c,d"] + lines.map { $0 + ",x" }).joined(separator: "\n").utf8), as: .csv, kinds: kinds)
  }

  private static let numericKinds: [ColumnKind] = [.integer, .decimal, .double, .money]

  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 32 | state << 32
    }
  }

  /// Returns texts that are or resemble numbers, of which short ones are read without creating a text.
  private static func numberTexts(_ count: Int) -> [String] {
    var chance = Generator(state: 7)
    return (0..<count).map { _ in
      let digits = String(UInt64.random(in: 0..<UInt64.max, using: &chance))
      var text = String(digits.suffix(Int.random(in: 1...18, using: &chance)))
      let point = Int.random(in: 0...24, using: &chance)
      if point <= text.count { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
      return ["", "", "", "-", "0", "-0", " ", "+"].randomElement(using: &chance).map { $0 + text } ?? text
    }
  }

  @Test func `have the values that the kinds of the columns parse`() throws {
    for text in Self.numberTexts(600) + ["-0", "0.00", "-0.0", "999999999999999", "-99999999999999.9", ".", "-"] {
      for kind in Self.numericKinds {
        let expected = kind.parseValue(text)
        let cell = try? parse([text], ["c": kind]).rows[0].cells[0]
        #expect(cell == expected, "\(text) as \(kind)")
      }
    }
  }

  @Test func `have the kinds that are inferred from their texts`() throws {
    let texts = Self.numberTexts(400)
    for start in 0..<texts.count - 3 {
      for cells in [Array(texts[start...start]), Array(texts[start..<start + 3])] {
        var naive = TypeInference()
        for (row, cell) in cells.enumerated() { naive.addCell(cell, row: row) }
        let column = try parse(cells).columns[0]
        #expect(column.kind == naive.columnType.kind, "\(cells)")
        #expect(column.typeException?.count == naive.columnType.outliers?.misfits.count, "\(cells)")
      }
    }
  }

  /// In a column of another kind than text, two bit patterns mean null and a value that is stored elsewhere.
  @Test(arguments: [
    ("-9223372036854775807\n-9223372036854775806\n-9223372036854775808", ColumnKind.integer),
    ("-92233720368547758.07\n-92233720368547758.06\n-92233720368547758.08", .money),
    ("-5e-324\n-1e-323\n-0.0\n-0", .double), ("true\nFALSE", .boolean),
    ("0001-01-01T00:00:00Z\n2024-02-01T00:00:00.001Z", .date),
  ])
  func `keep values whose bits have another meaning`(_ cells: String, _ kind: ColumnKind) throws {
    let texts = cells.split(separator: "\n").map(String.init)
    let data = try parse(texts + ["", " "], ["c": kind])
    #expect(data.rows.map { $0[0] } == texts.map { kind.parseValue($0) } + [.null, .null])
    #expect(data.rows.allSatisfy { $0[1] == "x" && $0.cells == [$0[0], "x"] })
  }

  @Test func `keep the place of a field in eight bytes, unless the field is very long`() {
    for (start, count, isQuoted) in [(0, 0, false), (0, 0, true), (1 << 38, 1 << 23 - 1, true), (17, 255, false)] {
      let field = DelimitedText.Field(range: start..<start + count, isQuoted: isQuoted)
      #expect(CellWord(field).field == field && CellWord(field) != .null && CellWord(field) != .exception)
    }
    #expect(CellWord(DelimitedText.Field(range: 5..<5 + 1 << 23, isQuoted: false)) == .exception)
  }

  @Test func `keep very long fields`() throws {
    let text = String(repeating: "long text ", count: 840_000)
    let data = try DataTable(parsing: Array("a,b\n\(text),1\nshort,2\n".utf8), as: .csv)
    #expect(data.rows.map(\.cells) == [[.text(text), 1], ["short", 2]])
  }

  @Test func `are equal to other rows with the same id and cells`() throws {
    let document = "id,t,n\n1,é\u{301},1.5\n2,\"a \"\"b\"\"\",\n3,,2\n"
    let (data, same) = (try parseDocument(document), try parseDocument(document))
    for (row, other) in zip(data.rows, same.rows) {
      let own = DataRow(id: row.id, cells: row.cells)
      #expect(row == other && row == own && own == row && Set([row, other, own]).count == 1)
      #expect(row != DataRow(id: "other", cells: row.cells))
      var edited = row
      edited[1] = "x"
      #expect(edited != row && edited.id == row.id && edited.cells == [row[0], "x", row[2]])
      edited[1] = row[1]
      #expect(edited == row && edited.hashValue == row.hashValue)
    }
    #expect(data.rows[0] != data.rows[1] && data.rows.map { $0[1] } == ["é\u{301}", "a \"b\"", nil])
    #expect(Mirror(reflecting: data.rows[2]).children.map(\.label) == ["id", "cells"])
  }

  private func parseDocument(_ text: String) throws -> DataTable {
    try DataTable(parsing: Array(text.utf8), as: .csv)
  }

  /// A row that was edited, inserted, deleted or moved behaves as if no row referred to a document.
  @Test(arguments: ["id", nil] as [String?]) func `change as rows with their own cells do`(idName: String?) throws {
    var chance = Generator(state: 3)
    let names = ["Ä", "ä long name, with a comma", "a long name too", "", "zebra crossing", "ä long name, 2"]
    let lines = (0..<40).map { "\($0 * 7 % 40),\"\(names[$0 % 6])\",\($0 % 5).50" }
    let data = try parseDocument("\(idName ?? "no"),name,price\n" + lines.joined(separator: "\n"))
    #expect(data.columns.map(\.kind) == [.integer, .text, .money] && data.idColumn?.name == idName)
    let table = try EditableTable(
      columns: data.columns.map(\.tableColumn),
      options: EditingOptions {
        $0.supportsMoves = true
        $0.supportsDeletions = true
      })
    var state = table.initialState(data.rows)
    var other = table.initialState(data.rows.map { DataRow(id: $0.id, cells: $0.cells) })
    for step in 0..<200 {
      let ids = (0..<3).map { _ in Value.integer(Int64.random(in: 0..<45, using: &chance)) }
      let name = Value.text(names.randomElement(using: &chance) ?? "")
      let action: EditableTable<DataRow>.Action =
        switch Int.random(in: 0..<9, using: &chance) {
        case 0: .view(.sortChanged([SortKey("name", step % 2 == 0 ? .forward : .reverse), SortKey("price")]))
        case 1: .view(.sortChanged([]))
        case 2: .view(.searchTextChanged(["", "long", "ä"][step % 3]))
        case 3:
          .view(.rowUpserted(DataRow(id: ids[0], cells: [ids[0], name, Money(cents: step).value]), before: ids[1]))
        case 4: .rowsDeleted([ids[0]])
        case 5: .rowsMoved(.init([ids[0], ids[1]], before: ids[2]))
        default: .cellValueSet(ids[0], step % 2 == 0 ? "name" : "price", step % 2 == 0 ? name : .integer(Int64(step)))
        }
      _ = table.reduce(&state, action)
      _ = table.reduce(&other, action)
      #expect(state == other && state.hashValue == other.hashValue, "step \(step): \(action)")
      let visible = table.view.visibleRows(of: state.view, offset: 0, limit: .max).map(\.id)
      #expect(visible == table.view.visibleRows(of: other.view, offset: 0, limit: .max).map(\.id))
    }
  }
}
