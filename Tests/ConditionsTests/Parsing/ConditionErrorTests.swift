import Conditions
import TestInputs
import Testing
import Values

@Suite struct `An error in a condition` {
  @Test(
    arguments: [
      ("", 1, 1, "a value", "the end of the text", nil),
      ("a", 1, 2, "a comparison operator such as ==", "the end of the text", "== TRUE"),
      ("TRUEPREDICAT", 1, 13, "a comparison operator such as ==", "the end of the text", "TRUEPREDICATE"),
      ("NOT $a.isHidden AND b == 1", 1, 17, "a comparison", "AND", "== TRUE"),
      ("a == ", 1, 6, "a value", "the end of the text", nil), ("== 1", 1, 1, "a value", "==", "on either side"),
      ("a == 1 == 2", 1, 8, "AND, OR or the end", "==", "cannot be chained"),
      ("a == 1 b == 2", 1, 8, "AND, OR or the end", "b", nil),
      ("a == 1 adn b == 2", 1, 8, "AND, OR or the end", "adn", "AND"),
      ("(a == 1", 1, 8, "AND, OR or )", "the end", "column 1"),
      ("a == 1)", 1, 7, "AND, OR or the end", ")", nil), ("a contans 'x'", 1, 3, "a comparison", "contans", "CONTAINS"),
      ("a NOT IN {1}", 1, 3, "a comparison", "NOT", "before the whole"),
      ("a IS NULL", 1, 3, "a comparison", "IS", "== NULL"),
      ("in == 1", 1, 1, "a value", "in", "#in"), ("none == 1", 1, 6, "a value", "==", "#none"),
      ("a == 'x", 1, 6, "a closing quotation mark", "an unterminated text", nil),
      ("a == ‘x’", 1, 6, "a word", "‘", "'"),
      (#"a == 'x\d'"#, 1, 8, "an escape", #"\d"#, #"\\"#),
      (#"a == '\ud800'"#, 1, 7, "a Unicode escape", "an invalid Unicode escape", nil),
      ("a == 12ab", 1, 6, "a number", "12ab", nil), ("a == 0x", 1, 6, "a number", "0x", nil),
      ("a == 0b12", 1, 6, "a number", "0b12", nil),
      ("a == 9223372036854775808", 1, 6, "a whole number of 64 bits", "9223372036854775808", ".0"),
      ("a == 99999999999999999999", 1, 6, "a whole number of 64 bits", "99999999999999999999", ".0"),
      ("a == 1e999", 1, 6, "a number below", "1e999", nil), ("a == 1.2.3", 1, 9, "AND, OR", ".3", nil),
      ("a. == 1", 1, 4, "a key after the point", "==", nil),
      ("a.'b' == 1", 1, 3, "a key after the point", "'b'", "#'key'"),
      ("a.@cout == 1", 1, 3, "one of @count", "@cout", "@count"), ("$ == 1", 1, 2, "a variable's name", " ", nil),
      ("a & b", 1, 3, "a word", "&", "&&"), ("a ≠ b", 1, 3, "a word", "≠", "!="), ("a ; b", 1, 3, "a word", ";", nil),
      ("a IN (1, 2)", 1, 8, ")", ",", "braces"), ("a IN [1, 2]", 1, 7, "c, d or cd", "1", "braces"),
      ("a == {1, }", 1, 10, "another value", "}", nil),
      ("a == {1 2}", 1, 9, "a comma or }", "2", nil), ("a ==[x] 1", 1, 6, "c, d or cd", "x", nil),
      ("a ==[#c] b", 1, 6, "c, d or cd", "#c", "ignores case"), ("a ==[#'c'] b", 1, 6, "c, d or cd", "#'c'", nil),
      ("a ==[c 1", 1, 8, "]", "1", nil),
      ("a BETWEEN {1}", 1, 11, "two values", "not a list of two values", nil),
      ("a BETWEEN 5", 1, 11, "two values", "not a list of two values", nil),
      ("a MATCHES '(a'", 1, 11, "a ) for the (", "the end of the pattern", "character 3"),
      ("a MATCHES 'a{1000000}'", 1, 11, "at most 5000 times", "1000000", "character 3"),
      ("a MATCHES 'a{3,1}'", 1, 11, "3 or more", "1", "character 5"),
      ("a MATCHES 'a{1,x}'", 1, 11, "a repetition count", "x", "character 5"),
      (#"a MATCHES '(a)\\1'"#, 1, 11, "a pattern without back references", #"\1"#, "character 4"),
      ("a MATCHES 'a(?=b)'", 1, 11, "a pattern without look-around", "(?=", "character 2"),
      ("a MATCHES '(?<!b)'", 1, 11, "a pattern without look-around", "(?<!", "character 1"),
      ("a MATCHES '(?<b>a)'", 1, 11, "( or (?:, because groups cannot have names", "(?<", "character 1"),
      (#"a MATCHES '\\q'"#, 1, 11, "an escape such as", #"\q"#, "character 1"),
      ("cuont(a) == 1", 1, 1, "the name of a function", "cuont", "count"),
      ("sqrt() == 1", 1, 1, "one argument", "0", nil),
      ("now(1) == 1", 1, 1, "no argument", "1", nil),
      ("CAST(a, 'NSNumbr') == 1", 1, 9, "'NSString'", "'NSNumbr'", "NSNumber"),
      ("SUBQUERY(a, x, x == 1).@count == 1", 1, 13, "a variable", "x", nil),
      ("TERNARY(a, 1, 2) == 1", 1, 10, "a comparison", ",", nil),
      ("1 + (a == 1) == 2", 1, 5, "a value", "a condition", nil), ("(a == 1) + 1 == 2", 1, 10, "AND, OR", "+", nil),
      ("NOT a", 1, 6, "a comparison", "the end of the text", nil),
      ("a == 1\n AND\r\n\tb = = 2", 3, 6, "a value", "=", nil),
      ("日本 == '😀' x", 1, 11, "AND, OR", "x", nil), ("%@ == 1", 1, 1, "an argument for %@", "no more", "0 are given"),
      ("a == 'it''s'", 1, 10, "AND, OR or the end", "'s'", "\\'"), ("a === 1", 1, 5, "a value", "=", "=="),
      ("a % 2 == 1", 1, 3, "%@, %K, %d or %f", "% ", "remainder"),
      ("a == %x", 1, 6, "%@, %K, %d or %f", "%x", nil),
      ("'%@' == {'a': $b}", 1, 15, "a constant", "an expression", nil),
      ("a == {'k': 1, 'k': 2}", 1, 18, "each key once", "k again", nil),
      ("a == {1: 1}", 1, 8, "a text before the colon", "a colon", nil),
    ] as [(String, Int, Int, String, String, String?)])
  func `has a position, the found text, the expected text and a hint`(
    text: String, line: Int, column: Int, expected: String, found: String, hint: String?
  ) {
    let fault = #expect(throws: ConditionError.self) { try Condition(parsing: text) }
    #expect(fault?.position == TextPosition(line: line, column: column), "\(text): \(fault?.description ?? "")")
    #expect(fault?.expected.hasPrefix(expected) == true, "\(text): \(fault?.description ?? "")")
    #expect(fault?.found.hasPrefix(found) == true, "\(text): \(fault?.description ?? "")")
    if let hint { #expect(fault?.hint?.contains(hint) == true, "\(text): \(fault?.description ?? "")") }
    #expect(fault?.phase == .parsing)
  }

  @Test func `names the placeholder of a wrong argument`() {
    for (text, arguments, expected) in [
      ("a == %d", [ConditionArgument.value("x")], "a whole number for %d"),
      ("a == %f", [.value("x")], "a number for %f"),
      ("%K == 1", [.value(5)], "a text that is a key for %K"), ("%K == 1", [.value("a..b")], "keys with points"),
      ("a == 1", [.value(1)], "0 arguments"), ("a == '%@'", [.value(1)], "0 arguments"),
    ] {
      let fault = #expect(throws: ConditionError.self) { try Condition(parsing: text, arguments: arguments) }
      #expect(fault?.expected.hasPrefix(expected) == true, "\(fault?.description ?? "")")
    }
  }

  @Test func `has the position of a variable without a value`() throws {
    let condition = try Condition(parsing: "a == 1 OR\n $b.value > $c")
    for (variables, line, column, name) in [([:], 2, 2, "$b"), (["b": 1], 2, 13, "$c")]
      as [([String: Value], Int, Int, String)]
    {
      let fault = #expect(throws: ConditionError.self) { try condition.holds(variables: variables) }
      #expect(fault?.phase == .evaluation)
      #expect(fault?.position == TextPosition(line: line, column: column))
      #expect(fault?.expected == "a value of \(name)")
    }
    #expect(try condition.holds(for: ["a": 1]), "a variable that does not affect the result is not read")
    let misspelt = #expect(throws: ConditionError.self) {
      try Condition(parsing: "$contry.value == 'DE'").holds(variables: ["country": nil, "city": nil])
    }
    #expect(misspelt?.hint == "did you mean $country?")
    #expect(throws: ConditionError.self) { try Condition(parsing: "a < now()").holds() }
    let pattern = try Condition(parsing: "'x' MATCHES $p")
    #expect(throws: ConditionError.self) { try pattern.holds(variables: ["p": "("]) }
  }

  @Test func `shows an invalid pattern that was read from a value`() throws {
    for (text, object, column, hint) in [
      ("name MATCHES p", ["p": "(a"], 14, "at character 3 of the pattern '(a', which is the value of p"),
      (
        "name MATCHES x.y.z", ["x": ["y": ["z": "[\n"]]], 14,
        "at character 3 of the pattern '[\\n', which is the value of x.y.z"
      ),
      (
        "a == 1 OR NOT ANY {name} MATCHES[c] p", ["p": "*"], 37,
        "at character 1 of the pattern '*', which is the value of p"
      ),
    ] as [(String, Value, Int, String)] {
      guard case .object(var members) = object else { continue }
      members["name"] = "x"
      let fault = #expect(throws: ConditionError.self) { try Condition(parsing: text).holds(for: .object(members)) }
      #expect(fault?.phase == .evaluation)
      #expect(fault?.position == TextPosition(line: 1, column: column))
      #expect(fault?.hint == hint)
    }
  }

  @Test func `is thrown for 101 levels of nesting, and not for 100`() throws {
    for (opening, inner, closing) in [("(", "a == 1", ")"), ("NOT ", "a == 1", ""), ("-", "a == 1", "")] {
      let hundred = String(repeating: opening, count: 100) + inner + String(repeating: closing, count: 100)
      #expect(throws: Never.self, "\(opening)") { try Condition(parsing: hundred) }
      let fault = #expect(throws: ConditionError.self) { try Condition(parsing: "\(opening)\(hundred)\(closing)") }
      #expect(fault?.expected == "at most 100 levels of nesting")
    }
  }

  @Test func `is thrown for nesting of any depth, without a trap`() throws {
    for count in [90, 110, 100_000] {
      for (opening, inner, closing) in [
        ("(", "a == 1", ")"), ("NOT ", "a == 1", ""), ("-", "a == 1", ""), ("{", "1", "}"), ("sum(", "a", ")"),
        ("a[", "0", "]"),
        ("1 ** ", "1 == 1", ""), ("SUBQUERY(", "a", ", $x, TRUEPREDICATE)"),
      ] {
        let text = String(repeating: opening, count: count) + inner + String(repeating: closing, count: count)
        let whole = inner.contains("=") ? text : text + " == 1"
        let condition = try? Condition(parsing: whole)
        #expect((condition != nil) == (count < 100), "\(count) of \(opening)")
        if let condition {
          #expect(try Condition(parsing: condition.description) == condition)
          _ = try condition.holds()
        }
      }
    }
  }

  @Test func `is not thrown for long conditions`() throws {
    let count = caseCount(40_000, exhaustive: 100_000)
    let text = String(repeating: "a == 1 OR ", count: count / 2) + "b == 2"
    #expect(try Condition(parsing: text).holds(for: ["b": 2]))
    let sum = String(repeating: "1 + ", count: count) + "a * 2" + String(repeating: " * 1", count: count)
    let condition = try Condition(parsing: "\(sum) == \(count + 4)")
    #expect(try condition.holds(for: ["a": 2]))
    #expect(try Condition(parsing: condition.description) == condition)
    let keys = String(repeating: "a.", count: count) + "a == NULL"
    #expect(try Condition(parsing: keys).holds())
  }
}
