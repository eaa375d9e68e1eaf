import Documents
import Testing
import Values

@Suite struct `Delimited text` {
  private func read(_ text: String, _ separator: FieldSeparator? = nil) throws -> [[String]] {
    let text = try DelimitedText(parsing: Array(text.utf8), separator: separator)
    return (0..<text.lineCount).map(text.fieldTexts(ofLine:))
  }

  private func fault(_ bytes: [UInt8]) -> String? {
    do throws(DocumentError) {
      _ = try DelimitedText(parsing: bytes)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\r\n1,2", [["a", "b"], ["1", "2"]]),
    ("a,b\r1,2\r", [["a", "b"], ["1", "2"]]), ("a\tb\n1,5\t2\n", [["a", "b"], ["1,5", "2"]]),
    ("a;b\n1,5;2\n", [["a", "b"], ["1,5", "2"]]), ("\u{FEFF}a,b\n", [["a", "b"]]), ("", []), ("\n\n", []),
    ("a\n\nb\n", [["a"], ["b"]]), ("a\n\"\"\nb\n", [["a"], [""], ["b"]]), ("a,b\n,\n", [["a", "b"], ["", ""]]),
    ("\"a,b\",\"c\"\"d\"\n", [["a,b", "c\"d"]]), ("\"a\nb\r\n\",c\n", [["a\nb\r\n", "c"]]),
    ("5\",b\n", [["5\"", "b"]]), ("\"\",\"\"\"\"\n", [["", "\""]]), (" a , b \n", [[" a ", " b "]]),
    ("\"a;b;c\",d\n", [["a;b;c", "d"]]), ("é,日本\n👩‍👩‍👧,\0\n", [["é", "日本"], ["👩‍👩‍👧", "\0"]]), ("a,", [["a", ""]]),
  ])
  func `is parsed`(_ text: String, _ fields: [[String]]) throws { #expect(try read(text) == fields) }

  @Test(arguments: [
    ("a,b\n1\n", "line 2, column 1: expected 2 fields, as in the first line, found 1 field"),
    ("a,b\n1,2,3\n", "line 2, column 5: expected 2 fields, as in the first line, found 3 fields"),
    (
      "é\"x\",b\n日,\"cut off\n",
      "line 2, column 3: expected a closing quotation mark, found an unterminated quoted field"
    ),
    (
      "a,b\n\"x\"y,2\n",
      "line 2, column 4: expected a separator or the end of the line, or a doubled quotation mark inside the field, "
        + "found more text after the closing quotation mark"
    ),
    ("a\n\"x\ny\",2\n", "line 3, column 4: expected 1 field, as in the first line, found 2 fields"),
  ])
  func `has errors with positions`(_ text: String, _ message: String) {
    #expect(fault(Array(text.utf8)) == message)
  }

  @Test func `must be UTF-8`() {
    #expect(fault([0x61, 0x0A, 0xC3, 0xA9, 0xFF]) == "line 2, column 2: expected text in UTF-8, found the byte FF")
    #expect(fault([0xFF, 0xFE, 0x61, 0x00]) == "line 1, column 1: expected text in UTF-8, found the byte FF")
  }

  @Test func `may have an explicit separator`() throws {
    #expect(try read("a,b;c\n", .comma) == [["a", "b;c"]])
    #expect(try read("a,b;c,d;e\n", .semicolon) == [["a,b", "c,d", "e"]])
  }

  @Test(arguments: FieldSeparator.allCases)
  func `is parsed as it was written`(_ separator: FieldSeparator) throws {
    let lines = [
      ["a", "b", "c"], ["", "\"", ",;\t"], ["\n", "\r\n", " x "], ["\"quoted\"", "\u{FEFF}", "é"],
      ["\0", "''", "\u{2028}"],
    ]
    var writer = DelimitedWriter(separator: separator)
    for line in lines { writer.writeLine(line) }
    #expect(try read(writer.text, separator) == lines)
  }

  @Test func `distinguishes a missing field from an empty one`() throws {
    var writer = DelimitedWriter()
    writer.writeLine(["", nil, "a"])
    writer.writeLine([nil])
    #expect(writer.text == "\"\",,a\n\"\"\n")
    let text = try DelimitedText(parsing: Array("\"\",,a\n".utf8))
    #expect((0..<3).map { text[0, $0].isQuoted } == [true, false, false])
    #expect(text.position(of: text[0, 0]) == TextPosition() && text.position(of: text[0, 2]) == TextPosition(column: 5))
  }
}
