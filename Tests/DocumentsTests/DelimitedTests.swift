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
    ("\"a;b;c\",d\n", [["a;b;c", "d"]]), ("d,\"a;b;c\"\n", [["d", "a;b;c"]]), ("a|b|c\n", [["a", "b", "c"]]),
    ("5\";b\n1;2\n", [["5\"", "b"], ["1", "2"]]), ("\n\"x;\n\"|y\n", [["x;\n", "y"]]),
    ("é,日本\n👩‍👩‍👧,\0\n", [["é", "日本"], ["👩‍👩‍👧", "\0"]]), ("a,", [["a", ""]]),
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

  @Test(arguments: FieldSeparator.inferable)
  func `is parsed as it was written`(_ separator: FieldSeparator) throws {
    let lines = [
      ["a", "b", "c"], ["", "\"", ",;\t"], ["\n", "\r\n", " x "], ["\"quoted\"", "\u{FEFF}", "é"],
      ["\0", "''", "\u{2028}"],
    ]
    var writer = DelimitedWriter(separator: separator)
    for line in lines { writer.writeLine(line) }
    #expect(try read(writer.text, separator) == lines)
  }

  @Test func `is padded to the longest line on request`() throws {
    let text = try DelimitedText(parsing: Array("a,b\n1\n2,3,4\n".utf8), raggedLines: .pad)
    #expect((0..<3).map(text.fieldTexts(ofLine:)) == [["a", "b", ""], ["1", "", ""], ["2", "3", "4"]])
  }

  @Test func `has any ASCII character as its separator, except quotation marks and line endings`() throws {
    for scalar in 0...0x7F {
      let character = String(UnicodeScalar(UInt8(scalar)))
      guard let separator = FieldSeparator(character) else {
        #expect(["\"", "\n", "\r"].contains(character))
        continue
      }
      var writer = DelimitedWriter(separator: separator)
      let fields = ["x\(character)y", "", character, "7"]
      writer.writeLine(fields)
      #expect(try read(writer.text, separator) == [fields])
    }
    for text in ["", "é", ",,", "\r\n"] { #expect(FieldSeparator(text) == nil) }
  }

  @Test(arguments: FieldSeparator.inferable)
  func `of random texts is parsed as it was written, with the separator inferred`(_ separator: FieldSeparator) throws {
    let parts = [",", ";", "|", "\t", "\"", "\n", "\r", "\r\n", "\u{FEFF}", "a", "é", " ", "\0", "日", ""]
    var state: UInt64 = 42
    func random(below count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<2000 {
      let width = 1 + random(below: 4)
      let lines = (0...random(below: 3)).map { _ in
        (0..<width).map { _ in (0..<random(below: 5)).map { _ in parts[random(below: parts.count)] }.joined() }
      }
      var writer = DelimitedWriter(separator: separator)
      for line in lines { writer.writeLine(line) }
      // With one column, any separator is as good.
      if try read(writer.text) != lines { Issue.record("\(lines) is written as \(writer.text.debugDescription)") }
    }
  }

  @Test func `distinguishes a missing field from an empty one`() throws {
    var writer = DelimitedWriter()
    writer.writeLine(["", nil, "a"])
    writer.writeLine([nil])
    #expect(writer.text == "\"\",,a\n\"\"\n")
    let text = try DelimitedText(parsing: Array("\"\",,a\n".utf8))
    let fields = text.fields(ofLine: 0)
    #expect(fields.map(\.isQuoted) == [true, false, false])
    #expect(text.position(of: fields[0]) == TextPosition() && text.position(of: fields[2]) == TextPosition(column: 5))
  }
}

@Suite struct `A reader of delimited rows` {
  private func read(_ text: String) -> [String] {
    var reader = DelimitedRowReader(Array(text.utf8))
    var lines: [String] = []
    do throws(DocumentError) {
      while let line = try reader.next() {
        let fields = (0..<reader.fieldCount).map { index in
          "\(reader.position(ofField: index).column)=\(reader.text(ofField: index) ?? "")"
        }
        switch line {
        case .read: lines.append("\(reader.position.line): \(fields.joined(separator: " "))")
        case .bad(let error): lines.append("\(error.position) \(error.found)")
        }
      }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }

  @Test func `continues after a line with an error`() {
    #expect(
      read("a;b\n\n\"x\ny\";é\r\n\"q\"z;1\n1;2;3\r4\n") == [
        "1: 1=a 3=b", "3: 1=x\ny 4=é", "line 5, column 4 more text after the closing quotation mark",
        "6: 1=1 3=2 5=3", "7: 1=4",
      ])
  }

  @Test func `stops at an unterminated quoted field`() {
    #expect(
      read("a,b\nc,\"d\ne\n") == [
        "1: 1=a 3=b", "line 2, column 3: expected a closing quotation mark, found an unterminated quoted field",
      ])
  }
}
