import Documents
import Testing
import Values

/// The code that the guide of Documents shows.
@Suite struct `The guide of Documents` {
  @Test func `reports unknown settings with their positions`() throws {
    func unknownSettings(in text: String, known: Set<String>) throws(DocumentError) -> [String] {
      guard case .object(let members) = try JSONNode(parsing: text).content else { return [] }
      return members.filter { !known.contains($0.key) }
        .map { "\($0.position): unknown setting \($0.key.jsonQuoted)" }
    }
    let text = "{\"limit\": 3,\n \"colour\": \"red\"}"
    #expect(
      try unknownSettings(in: text, known: ["limit", "color"]) == [
        "line 2, column 2: unknown setting \"colour\""
      ])
  }

  @Test func `shows the line of an error`() {
    func normalized(_ text: String) -> String {
      do throws(DocumentError) {
        return try JSONNode(parsing: text).value.jsonText
      } catch {
        return error.description(withExcerptFrom: text)
      }
    }
    let answer = normalized(#"{"price": 19.}"#)
    // line 1, column 14: expected a digit, found }
    // {"price": 19.}
    //              ^
    #expect(answer == "line 1, column 14: expected a digit, found }\n{\"price\": 19.}\n             ^")
    #expect(normalized(#"{"b": 1, "a": {"$date": 0}}"#) == #"{"a":{"$date":0.0},"b":1}"#)
  }

  @Test func `writes and reads delimited text`() throws {
    var writer = DelimitedWriter()
    writer.writeLine(["name", "size", "note"])
    writer.writeLine(["Lamp, large", "12\"", nil])
    let text = try DelimitedText(parsing: Array(writer.text.utf8))
    let names = (1..<text.lineCount).map { text.text(of: text[$0, 0]) }  // ["Lamp, large"]
    let hasNote = text[1, 2].isQuoted || !text.text(of: text[1, 2]).isEmpty  // false
    #expect(names == ["Lamp, large"] && !hasNote)
    #expect(text.fieldTexts(ofLine: 1) == ["Lamp, large", "12\"", ""])
  }
}
