import Loop
import LoopHistory
import Testing

private typealias Document = JournalDocument<Bakery>

@Suite struct `A line of JSON` {
  @Test func `a member that is given twice is refused by its name, and nothing is chosen`() throws {
    func fault(_ line: String) -> String? {
      do {
        _ = try Document(parsing: head + line + "\n")
        return nil
      } catch { return error.description }
    }
    #expect(fault(#"{"noted":"x","noted":"y"}"#) == #"line 2: "noted" is given twice"#)
    #expect(fault(#"{"noted":"x","changed":["a"],"changed":["a"]}"#) == #"line 2: "changed" is given twice"#)
    #expect(fault(#"{"noted":"x","\u006eoted":"x"}"#) == #"line 2: "noted" is given twice"#)
    #expect(fault(#"{"noted":"x"}"#) == nil)
    #expect(throws: JournalFault.self) { try JournalHeading(parsing: #"{"journal":1,"# + head.dropFirst()) }
  }

  private var head: String {
    #"{"journal":1,"feature":"Bakery","schema":1,"#
      + #""start":"(state: (log: [], isOpen: true), pending: (asked: 0, lines: []))"}"# + "\n"
  }

  @Test(arguments: [
    #"{"sent":"sang"}"#, #"{"noted":"x","noted":"y"}"#, #"{"noted":"x","stated":"y"}"#, "{}", #"{"back":1}"#,
  ])
  func `that is whole and makes no sense has not broken off, be it the last and without a line feed`(line: String) {
    #expect(throws: JournalFault.self) { try Document(parsing: head + line) }
    #expect(throws: Never.self) { try Document(parsing: head + line.dropLast()) }
  }

  @Test(arguments: [
    (#"{"noted":"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"}"#, "\"\\/\u{8}\u{c}\n\r\tA😀"),
    (" {\t\"noted\" : \"é\" , \"changed\" : [ ] } \r", "é"), (#"{"noted":""}"#, ""),
  ])
  func `any JSON of these shapes is read`(line: String, note: String) throws {
    #expect(try Document(parsing: head + line + "\n").steps.map(\.entry) == [.init(.noted(note))])
  }

  @Test(arguments: [
    #"{"noted":"x"}}"#, #"{"noted":"x",}"#, #"{"noted""x"}"#, #"{noted:"x"}"#, #"{"noted":'x'}"#, #"{"noted":null}"#,
    #"{"noted":"x" "changed":[]}"#, #"{"noted":["x",]}"#, #"{"noted":[1]}"#, #"{"noted":{}}"#, #"{"noted":true}"#,
    #"{"noted":"\x"}"#, #"{"noted":"\u12"}"#, #"{"noted":"\ud83d"}"#, #"{"noted":"\ud83dx"}"#, #"{"noted":"\ude00"}"#,
    #"{"noted":"\ud83d\u0041"}"#, "{\"noted\":\"\t\"}", #"{"back":01}"#, #"{"back":-}"#, #"{"back":1.5}"#,
    #"{"back":1e1}"#,
    #"{"back":99999999999999999999}"#, #"["noted"]"#, #"{"noted":"x"#, #"{"noted":"x"] "#, "{\"noted\":\"\\",
  ])
  func `what is no JSON of these shapes is refused`(line: String) throws {
    let fault = #expect(throws: JournalFault.self) { try Document(parsing: head + line + "\n") }
    #expect(
      fault?.description
        == "line 2: it is not an object in JSON, of texts, lists of texts and whole numbers")
  }
}
