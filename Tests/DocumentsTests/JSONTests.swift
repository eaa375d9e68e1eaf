import Documents
import Testing
import Values

@Suite struct `JSON` {
  private static let documents: [(String, Value)] = [
    ("null", .null), (" true ", true), ("\u{FEFF}7", 7), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
    ("1.5", 1.5),
    ("1e3", 1000.0),
    ("9223372036854775807", 9_223_372_036_854_775_807), ("-9223372036854775808", .integer(.min)), ("[]", []),
    ("{}", [:]),
    ("[1, [2], {\"a\": null}]", [1, [2], ["a": nil]]),
    (#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#, "a\"\\/\u{8}\u{C}\n\r\té😀é"),
    (#"{"$date": 0}"#, .instant(Instant(milliseconds: 978_307_200_000))), (#"{"$null": 1}"#, nil),
    (#"{"$date": -1.5}"#, .instant(Instant(milliseconds: 978_307_198_500))), (#"{"$other": 1}"#, ["$other": 1]),
  ]

  @Test(arguments: documents)
  func `is parsed and written back`(text: String, value: Value) throws {
    #expect(try JSONNode(parsing: text).value == value)
    #expect(try JSONNode(parsing: value.jsonText).value == value, "the written text parses as an equal value")
  }

  @Test(arguments: [
    ("", 1, 1, "a value, found the end of the text"), ("[1,]", 1, 4, "a value, found ]"),
    ("[1 2]", 1, 4, "a comma or ], found 2"),
    ("{\"a\":1,}", 1, 8, "a key in quotation marks, found }"), ("{a:1}", 1, 2, "a key"),
    ("{\"a\" 1}", 1, 6, "a colon, found 1"),
    ("{\"a\":1,\n \"a\":2}", 2, 2, "each key once, found \"a\" again"), ("01", 1, 2, "the end of the text, found 1"),
    ("1.", 1, 3, "a digit"), ("-", 1, 2, "a digit"), ("1e", 1, 3, "a digit"), ("+1", 1, 1, "a value, found +"),
    (".5", 1, 1, "a value"), ("nul", 1, 1, "null, or a text in quotation marks, found nul"),
    ("True", 1, 1, "a value, found T"), ("NaN", 1, 1, "a value"),
    ("9223372036854775808", 1, 1, "a whole number of 64 bits"), ("1e999", 1, 1, "a number below"),
    ("\"a", 1, 1, "a closing"),
    ("\"\t\"", 1, 2, "an escape"), (#""\x""#, 1, 3, "an escape such as"), (#""\ud800""#, 1, 2, "a surrogate pair"),
    (#""\u12g4""#, 1, 6, "four hexadecimal"), ("'a'", 1, 1, "a value, found '"), ("[é]", 1, 2, "a value, found é"),
    ("\"é😀\" x", 1, 6, "the end of the text, found x"), ("// c\n1", 1, 1, "a value, found /"),
    ("[\r\n\r1 1]", 3, 3, "a comma"),
    ("\u{FEFF}[1", 1, 3, "a comma or ]"), (" \u{FEFF}1", 1, 2, "a value"),
  ])
  func `has errors with positions`(text: String, line: Int, column: Int, message: String) {
    let fault = #expect(throws: DocumentError.self) { try JSONNode(parsing: text) }
    #expect(fault?.position == TextPosition(line: line, column: column))
    #expect(fault?.message.hasPrefix("expected " + message) == true, "\(fault?.message ?? "")")
  }

  @Test func `has errors for invalid $date and $null`() {
    for (text, column) in [(#"[{"$date": "x"}]"#, 12), (#"{"$null": 2}"#, 11), (#"{"$date": 1e300}"#, 11)] {
      let fault = #expect(throws: DocumentError.self) { try JSONNode(parsing: text).value }
      #expect(fault?.position.column == column)
    }
  }

  @Test func `must be UTF-8`() {
    let fault = #expect(throws: DocumentError.self) { try JSONNode(parsing: [0x22, 0xFF, 0x22]) }
    #expect(fault?.expected == "a text in UTF-8")
    #expect(throws: DocumentError.self) { try JSONNode(parsing: [0xFF]) }
  }

  @Test func `is nested at most to a maximum depth`() throws {
    for depth in [JSONNode.maxDepth, JSONNode.maxDepth + 1, 100_000] {
      let text = String(repeating: "[", count: depth - 1) + "1" + String(repeating: "]", count: depth - 1)
      let node = try? JSONNode(parsing: text)
      #expect((node != nil) == (depth <= JSONNode.maxDepth))
      #expect(throws: DocumentError.self) { try JSONNode(parsing: String(repeating: "{\"a\":", count: depth)) }
    }
  }
}

@Suite struct `A reader of JSON elements` {
  private func read(_ text: String) -> [String] {
    var reader = JSONElementReader(Array(text.utf8), expecting: "an array with an object for each row")
    var elements: [String] = []
    do throws(DocumentError) {
      while let node = try reader.next() { elements.append("\(node.position): \(node.text)") }
    } catch {
      elements.append("\(error)")
    }
    return elements
  }

  @Test(
    arguments: [
      ("[]", []), (" [ ] ", []), ("[1, [2],\n{\"a\": 3}]\n", ["1", "[2]", "{\"a\":3}"]),
    ] as [(String, [String])]) func `returns the elements of an array`(text: String, elements: [String])
  {
    #expect(read(text).map { $0.drop { $0 != ":" }.dropFirst(2) } == elements.map { $0[...] })
  }

  @Test(arguments: [
    ("{}", ["line 1, column 1: expected an array with an object for each row, found {"]),
    ("", ["line 1, column 1: expected an array with an object for each row, found the end of the text"]),
    ("[1", ["line 1, column 2: 1", "line 1, column 3: expected a comma or ], found the end of the text"]),
    ("[1,]", ["line 1, column 2: 1", "line 1, column 4: expected a value, found ]"]),
    ("[]\n1", ["line 2, column 1: expected the end of the text, found 1"]),
  ]) func `throws an error with its position`(text: String, lines: [String]) {
    #expect(read(text) == lines)
  }

  @Test func `has each element once all its bytes were appended`() throws {
    let text = "[12 , -3.5e1,true,\n\"a\\ud83d\\ude00é\\n\", [null,{\"b\" : 1}],{}]\r\n"
    let expected = ["12", "-35.0", "true", "\"a😀é\\n\"", "[null,{\"b\":1}]", "{}"]
    for size in 1...text.utf8.count {
      var reader = JSONElementReader(expecting: "an array")
      var elements: [String] = []
      for start in stride(from: 0, to: text.utf8.count, by: size) {
        reader.append(text.utf8.dropFirst(start).prefix(size))
        while let node = try reader.next() { elements.append(node.text) }
      }
      #expect(elements == expected, "in parts of \(size) bytes")
      reader.finish()
      #expect(try reader.next() == nil)
    }
  }
}
