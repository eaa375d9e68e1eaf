import Testing
import Values

@testable import Interface

@Suite struct `Records` {
  private func records(_ rows: [[Value]]) -> RecordList {
    RecordList(
      fields: [.init("name"), .init("price", isNumeric: true)], rows: rows.map { row in row.map { .init($0) } })
  }

  private func text(_ output: CommandAnswer, _ format: OutputFormat, width: Int? = nil) throws -> String {
    try output.text(as: format, in: AnswerStyle(width: width))
  }

  @Test func `wide characters and line feeds in a cell keep the columns aligned`() throws {
    let records = records([["茶", 1], ["Käse", 2], ["a\nb", 3]])
    #expect(try text(.list(records), .table) == "NAME  PRICE\n茶        1\nKäse      2\na\\nb      3\n")
  }

  @Test func `have the same fields in every format`() throws {
    let records = records([["a, \"b\"\tc", 1], [.null, .null]])
    #expect(try text(.list(records), .json) == #"[{"name":"a, \"b\"\tc","price":1},{"name":null,"price":null}]"# + "\n")
    #expect(
      try text(.list(records), .jsonl) == #"{"name":"a, \"b\"\tc","price":1}"# + "\n" + #"{"name":null,"price":null}"#
        + "\n")
    #expect(try text(.list(records), .csv) == "name,price\n\"a, \"\"b\"\"\tc\",1\n,\n")
    #expect(try text(.list(records), .tsv) == "name\tprice\n\"a, \"\"b\"\"\tc\"\t1\n\t\n")
    #expect(try text(.list(records), .plain) == "a, \"b\"\\tc\t1\n\t\n")
    #expect(try text(.row(self.records([["a", 1]])), .json) == #"{"name":"a","price":1}"# + "\n")
  }

  @Test func `of no rows are a line of titles, an empty list or nothing`() throws {
    let none = CommandAnswer.list(records([]))
    let texts = try OutputFormat.allCases.map { try text(none, $0) }
    #expect(texts == ["NAME  PRICE\n", "[]\n", "", "name,price\n", "name\tprice\n", ""])
  }

  @Test func `are shortened to the width of the terminal, or printed as a line for each field`() throws {
    let list = CommandAnswer.list(records([["Wool blanket, grey", 59], ["Tea", 3]]))
    #expect(try text(list, .table, width: 18) == "NAME         PRICE\nWool blank…     59\nTea              3\n")
    #expect(try text(list, .table, width: 11) == "NAME: Wool\n  blanket,\n  grey\nPRICE: 59\n\nNAME: Tea\nPRICE: 3\n")
    #expect(try text(list, .csv, width: 11) == "name,price\n\"Wool blanket, grey\",59\nTea,3\n")
  }

  @Test func `have bold titles if colors are used`() throws {
    let style = AnswerStyle(isColored: true)
    #expect(
      try CommandAnswer.list(records([["a", 1]])).text(as: .table, in: style)
        == "\u{1B}[1mNAME  PRICE\u{1B}[0m\na         1\n")
  }

  @Test func `keep the requested fields in the requested order`() throws {
    let list = CommandAnswer.list(records([["a", 1]]))
    #expect(try list.text(as: .csv, fields: ["price", "name"]) == "price,name\n1,a\n")
    #expect(throws: InvocationError.unknownField("prize", among: ["name", "price"])) {
      try list.text(as: .json, fields: ["prize"])
    }
  }

  @Test func `are made of a report if its format has fields`() throws {
    let report = CommandAnswer.report(["events": 24, "users": 7], text: "24 events, 7 users\n")
    let texts = try OutputFormat.allCases.map { try text(report, $0) }
    let json = #"{"events":24,"users":7}"# + "\n"
    #expect(
      texts == [
        "24 events, 7 users\n", json, json, "events,users\n24,7\n", "events\tusers\n24\t7\n", "24 events, 7 users\n",
      ])
    #expect(try report.text(as: .json, fields: ["users"]) == #"{"users":7}"# + "\n")
    #expect(try report.text(as: .table, fields: ["users"]) == "USERS\n7\n")
    let list = CommandAnswer.report([["a": 1], ["b": [true]]], text: "")
    #expect(try text(list, .csv) == "a,b\n1,\n,[true]\n")
  }
}
