import Testing
import Values

@testable import Conditions

@Suite struct `A comparison of known types` {
  private static let types: [Reference: ReferenceType] = [
    .variable("age"): ReferenceType(.number), .variable("flag"): ReferenceType(.boolean),
    .variable("name"): ReferenceType(.text), .variable("born"): ReferenceType(.instant),
    .variable("died"): ReferenceType(.instant), .variable("opens"): ReferenceType(.timeOfDay),
    .variable("tags"): ReferenceType(.list(of: .text)), .variable("list"): ReferenceType(.list(of: nil)),
    .variable("days"): ReferenceType(.list(of: .instant)), .variable("ages"): ReferenceType(.list(of: .number)),
    .variable("price"): ReferenceType(.text, note: "price is text because of \"n/a\" in row 2"),
    .variable("object"): ReferenceType(.object),
  ]

  private func checked(_ text: String) throws(ConditionError) -> Condition {
    try Condition(parsing: text).checkingTypes { reference in
      Self.types[reference]
        ?? Self.types[Reference(reference.root)]?.type.member(at: reference.keys).map {
          ReferenceType($0)
        }
    }
  }

  @Test(
    arguments: [
      ("$age == '15'", 9, "a number to compare with $age", "the text '15'", "write 15 without quotation marks"),
      ("'15' == $age", 1, "a number to compare with $age", "the text '15'", "write 15 without quotation marks"),
      ("$age != 'x'", 9, "a number to compare with $age", "the text 'x'", nil),
      ("$name > 3", 9, "a text to compare with $name", "the number 3", nil),
      ("3 < $name", 1, "a text to compare with $name", "the number 3", nil),
      ("$flag == 'true'", 10, "a Boolean value to compare", "the text 'true'", "write true without quotation marks"),
      ("$age == $name", 9, "a number to compare with $age", "$name, which is a text", nil),
      ("$born < 2024-02-01", 9, "a date such as '2024-02-01'", "2024 - 2 - 1, which is a number", "in quotation marks"),
      ("2024-02-01 > $born", 1, "a date such as '2024-02-01'", "2024 - 2 - 1, which is a number", "in quotation marks"),
      ("$born < 'soon'", 9, "a date such as '2024-02-01'", "'soon'", nil),
      ("'soon' > $born", 1, "a date such as '2024-02-01'", "'soon'", nil),
      ("$born IN {'2024-02-01', 'soon'}", 10, "a date such as '2024-02-01'", "'soon'", nil),
      ("$opens < '2024-02-01'", 10, "a time such as '14:05'", "'2024-02-01'", nil),
      ("$opens < 14", 10, "a time such as '14:05'", "the number 14", "in quotation marks, as in '14:05'"),
      ("$price > 10", 10, "a text to compare with $price", "the number 10", "price is text because of"),
      ("TRUEPREDICATE AND ($name == 1 OR NOT $age == 1)", 29, "a text", "the number 1", nil),
      ("NOT $name == 1", 14, "a text", "the number 1", nil),
      ("$age IN {1, 'x', NULL}", 9, "a number", "the text 'x'", nil),
      ("{1, $name} CONTAINS $age", 21, "a text to compare with $name", "$age, which is a number", nil),
      ("$age BETWEEN {1, 'x'}", 14, "a number", "the text 'x'", nil),
      ("$tags == 'x'", 10, "a list to compare with $tags", "the text 'x'", "CONTAINS"),
      ("ANY $tags == 1", 14, "a text to compare with $tags", "the number 1", nil),
      ("$tags CONTAINS 1", 16, "a text to compare with $tags", "the number 1", nil),
      ("1 IN $tags", 1, "a text to compare with $tags", "the number 1", nil),
      ("1 IN $name", 1, "a text to compare with $name", "the number 1", nil),
      ("'1' IN $age", 8, "a list or a text", "$age, which is a number", nil),
      ("$list < {1}", 1, "values that have an order", "$list, which is a list", "ANY"),
      ("$age BEGINSWITH '1'", 1, "texts for BEGINSWITH", "$age, which is a number", nil),
      ("$born LIKE '2024*'", 1, "texts for LIKE", "$born, which is a date", "dates and times are compared by"),
      ("$name MATCHES 1", 15, "texts for MATCHES", "the number 1", nil),
      ("$age + 1 == '2'", 13, "a number to compare with $age + 1", "the text '2'", nil),
      ("sum($ages) == '2'", 15, "a number to compare with sum($ages)", "the text '2'", nil),
      ("max($days) == 2", 15, "a date such as", "the number 2", nil),
      ("$tags.@count == 'x'", 17, "a number to compare with $tags.@count", "the text 'x'", nil),
      ("$ages.@max.self == 'x'", 20, "a number to compare", "the text 'x'", nil),
      ("$tags[0] == 1", 13, "a text to compare with $tags[0]", "the number 1", nil),
      ("$name.length == 'x'", 17, "a number to compare with $name.length", "the text 'x'", nil),
      ("length($name) == 'x'", 18, "a number", "the text 'x'", nil),
      ("uppercase($name) == 1", 21, "a text", "the number 1", nil),
      ("$name + 1 > 2", 1, "numbers for +", "$name, which is a text", nil),
      ("-$born == 1", 1, "numbers for the minus sign", "$born, which is a date", nil),
      ("now() == 1", 10, "a date", "the number 1", "quotation marks"),
      ("CAST($name, 'NSNumber') == '1'", 28, "a number", "the text '1'", nil),
      ("TERNARY($name == 1, 2, 3) == 2", 18, "a text", "the number 1", nil),
      ("TERNARY($age == 1, 2, 3) == 'x'", 29, "a number", "the text 'x'", nil),
      ("SUBQUERY($ages, $each, $each == 'x')[SIZE] > 0", 33, "a number to compare with $each", "the text 'x'", nil),
      ("{1, 2} UNION $ages == 1", 23, "a list", "the number 1", "ANY"),
      ("1 == 'x'", 6, "a number to compare with 1", "the text 'x'", nil),
      ("$object == 1", 12, "an object", "the number 1", nil),
    ] as [(String, Int, String, String, String?)])
  func `that are never equal is an error`(text: String, column: Int, expected: String, found: String, hint: String?) {
    let error = #expect(throws: ConditionError.self, "\(text)") { try checked(text) }
    #expect(error?.position == TextPosition(line: 1, column: column), "\(text): \(error?.description ?? "")")
    #expect(error?.expected.hasPrefix(expected) == true, "\(text): \(error?.description ?? "")")
    #expect(error?.found == found, "\(text): \(error?.description ?? "")")
    if let hint { #expect(error?.hint?.contains(hint) == true, "\(text): \(error?.description ?? "")") }
  }

  @Test(arguments: [
    "$age == 15.5", "$age == TRUE", "$flag == 1", "$age == NULL", "NULL != $name", "$born < NULL", "$name == 'x'",
    "$name < $name", "$born < $died", "$age IN {}", "$age IN {1, NULL}", "$unknown == 'x' AND $unknown == 1",
    "$tags CONTAINS 'x'", "ANY $tags BEGINSWITH 'x'", "$list CONTAINS 1", "ANY $list == 'x'", "'x' IN $name",
    "$tags == {'x'}", "$tags[$age] == 'x'", "$list[0] == 1", "sum($list) > 1", "$unknown + 1 == 2",
    "$age BETWEEN {$age, 3}", "$age BETWEEN $list", "SUBQUERY($list, $age, $age == 'x').@count == 0",
    "CAST($price, 'NSNumber') > 10", "TERNARY($flag == TRUE, $age, 'x') == 'x'", "min($age, 'x') == 1",
    "$age IN {'a': 1}", "$object.key == 1", "$object == {'a': 1}", "NONE $ages == 3", "$ages INTERSECT {1} == {}",
  ])
  func `that may be equal is unchanged`(text: String) throws {
    #expect(try checked(text) == Condition(parsing: text))
  }

  @Test(arguments: [
    ("$born < '2024-02-01'", "$born < CAST('2024-02-01T00:00:00Z', 'NSDate')"),
    ("'2024-02-01T14:05:09Z' <= $born", "CAST('2024-02-01T14:05:09Z', 'NSDate') <= $born"),
    ("NOT $born == '2024-02-01'", "NOT $born == CAST('2024-02-01T00:00:00Z', 'NSDate')"),
    (
      "$born BETWEEN {'2024-02-01', $died}", "$born BETWEEN {CAST('2024-02-01T00:00:00Z', 'NSDate'), $died}"
    ),
    ("$born IN {NULL, '2024-02-01'}", "$born IN {NULL, CAST('2024-02-01T00:00:00Z', 'NSDate')}"),
    ("$days CONTAINS '2024-02-01'", "$days CONTAINS CAST('2024-02-01T00:00:00Z', 'NSDate')"),
    ("ANY $days == '2024-02-01'", "ANY $days == CAST('2024-02-01T00:00:00Z', 'NSDate')"),
    ("max($days) > '2024-02-01'", "max($days) > CAST('2024-02-01T00:00:00Z', 'NSDate')"),
    ("$opens >= '14:05'", "$opens >= CAST('2001-01-01T14:05:00Z', 'NSDate')"),
    (
      "$born < TERNARY($flag == TRUE, '2024-02-01', $died)",
      "$born < TERNARY($flag == TRUE, CAST('2024-02-01T00:00:00Z', 'NSDate'), $died)"
    ),
  ])
  func `of a date and a text reads the text as a date`(text: String, converted: String) throws {
    #expect(try checked(text).description == converted)
  }

  @Test func `built in Swift has an error without a position`() {
    let error = #expect(throws: ConditionError.self) {
      try (Term.variable("age") == "x").checkingTypes { Self.types[$0] }
    }
    #expect(error?.position == nil && error?.message == "expected a number to compare with $age, found the text 'x'")
  }
}
