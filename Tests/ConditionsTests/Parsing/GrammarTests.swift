import Conditions
import Testing
import Values

@Suite struct `The syntax of conditions` {
  /// Expects a condition to have a canonical text that parses as an equal condition.
  private func expect(_ text: String, prints canonical: String, at location: SourceLocation = #_sourceLocation) {
    do throws(ConditionError) {
      let condition = try Condition(parsing: text)
      #expect(condition.description == canonical, sourceLocation: location)
      #expect(try Condition(parsing: canonical) == condition, sourceLocation: location)
    } catch {
      Issue.record("\(error.description(withExcerptFrom: text))", sourceLocation: location)
    }
  }

  @Test func `operators have aliases and a canonical spelling`() {
    for (spellings, canonical) in [
      (["=", "=="], "=="), (["!=", "<>"], "!="), (["<"], "<"), (["<=", "=<"], "<="), ([">"], ">"),
      ([">=", "=>"], ">="),
      (["in", "IN", "In"], "IN"), (["contains", "CONTAINS"], "CONTAINS"), (["beginswith"], "BEGINSWITH"),
      (["EndsWith"], "ENDSWITH"), (["like"], "LIKE"), (["matches"], "MATCHES"),
    ] {
      for spelling in spellings { expect("a \(spelling) 'b'", prints: "a \(canonical) 'b'") }
    }
    expect("a between {1,2}", prints: "a BETWEEN {1, 2}")
    expect("a=1", prints: "a == 1")
    expect("a=-5", prints: "a == -5")
    expect("a<-5", prints: "a < -5")
  }

  @Test func `options ignore case and accents`() {
    expect("a ==[c] 'b'", prints: "a ==[c] 'b'")
    expect("a contains [D] 'b'", prints: "a CONTAINS[d] 'b'")
    expect("a LIKE[dc] 'b'", prints: "a LIKE[cd] 'b'")
  }

  @Test func `AND has higher precedence than OR, and NOT than both`() {
    expect("a = 1 or b = 2 and c = 3", prints: "a == 1 OR b == 2 AND c == 3")
    expect("(a = 1 || b = 2) && c = 3", prints: "(a == 1 OR b == 2) AND c == 3")
    expect("a = 1 OR (b = 2 AND c = 3)", prints: "a == 1 OR b == 2 AND c == 3")
    expect("((a = 1) AND (b = 2)) AND c = 3", prints: "a == 1 AND b == 2 AND c == 3")
    expect("not a = 1 and b = 2", prints: "NOT a == 1 AND b == 2")
    expect("!(a = 1 and b = 2)", prints: "NOT (a == 1 AND b == 2)")
    expect("!a = 1", prints: "NOT a == 1")
    expect("NOT NOT a == 1", prints: "NOT NOT a == 1")
    expect("truepredicate AND FalsePredicate", prints: "TRUEPREDICATE AND FALSEPREDICATE")
  }

  @Test func `quantifiers precede a comparison`() {
    expect("any a.b == 1", prints: "ANY a.b == 1")
    expect("SOME a > 1 and ALL b > 2", prints: "ANY a > 1 AND ALL b > 2")
    expect("not none {1, 2} == $a", prints: "NOT NONE {1, 2} == $a")
  }

  @Test func `literals of all types`() {
    expect("a == \"it's\"", prints: #"a == 'it\'s'"#)
    expect(#"a == 'it\'s'"#, prints: #"a == 'it\'s'"#)
    expect(#"a == '\u00e9\u{1F600}\ud83d\ude00\n\\\"\/'"#, prints: #"a == 'é😀😀\n\\"/'"#)
    expect("a == '\u{1}\u{202E}'", prints: #"a == '\u{1}\u{202e}'"#)
    expect("a == 0x1F", prints: "a == 31")
    expect("a == 0o17", prints: "a == 15")
    expect("a == 0b11", prints: "a == 3")
    expect("a == 1.50", prints: "a == 1.5")
    expect("a == .5", prints: "a == 0.5")
    expect("a == 1e3", prints: "a == 1000.0")
    expect("a == 1E-3", prints: "a == 0.001")
    expect("a == 1e300", prints: "a == 1e+300")
    expect("a == -9223372036854775808", prints: "a == -9223372036854775808")
    expect("a == yes or a == FALSE or a == nil", prints: "a == TRUE OR a == FALSE OR a == NULL")
    expect("a in {}", prints: "a IN {}")
    expect("self == {1, 'x', {$a, $b}}", prints: "SELF == {1, 'x', {$a, $b}}")
    expect("a == {'k': {1, 2}, 'j': {:}}", prints: "a == {'j': {:}, 'k': {1, 2}}")
    expect("a == CAST('2001-01-01T00:00:00Z', 'NSDate')", prints: "a == CAST('2001-01-01T00:00:00Z', 'NSDate')")
    expect("a == '$5'", prints: "a == '$5'")
  }

  @Test func `keys, variables and steps`() throws {
    expect("a.b.c == 1", prints: "a.b.c == 1")
    expect("self.a == 1", prints: "a == 1")
    expect("$a.value == $b", prints: "$a.value == $b")
    expect("$5 == 1", prints: "$5 == 1")
    expect("größe == 1", prints: "größe == 1")
    expect("a.in.and.self == 1", prints: "a.in.and.self == 1")
    expect("#in == #plain", prints: "#in == plain")
    expect("size == first", prints: "size == first")
    expect("a[first] == a[ LAST ]", prints: "a[FIRST] == a[LAST]")
    expect("a[SIZE] == a[#size]", prints: "a[SIZE] == a[#size]")
    expect("a[0]['k'][$i] == 1", prints: "a[0]['k'][$i] == 1")
    expect("$'first name' == #'a b'.#'c d'", prints: "$'first name' == #'a b'.#'c d'")
    expect("{1, 2}[0] == 1", prints: "{1, 2}[0] == 1")
    expect("a.@count == 1", prints: "a.@count == 1")
    expect("@count == 1", prints: "SELF.@count == 1")
    expect("a.@sum.b.c > a.@distinctUnionOfObjects.d.@count", prints: "a.@sum.b.c > a.@distinctUnionOfObjects.d.@count")
    expect("(a.@max.b).c > 1", prints: "(a.@max.b).c > 1")
    expect("$a.value.@count = 0", prints: "$a.value.@count == 0")
  }

  @Test func `arithmetic keeps only the necessary parentheses`() {
    expect("a+b*c > 0", prints: "a + b * c > 0")
    expect("(a + 1) * 2 > 3", prints: "(a + 1) * 2 > 3")
    expect("((a)) > (1)", prints: "a > 1")
    expect("a - (b - c) > (a - b) - c", prints: "a - (b - c) > a - b - c")
    expect("2 ** 3 ** 2 > (2 ** 3) ** 2", prints: "2 ** 3 ** 2 > (2 ** 3) ** 2")
    expect("-a ** 2 > -(a ** 2)", prints: "-a ** 2 > -(a ** 2)")
    expect("--5 > -(5) - -5", prints: "--5 > -(5) - -5")
    expect("a -5 > - 5", prints: "a - 5 > -5")
    expect("a union b intersect c minus {1} == d", prints: "a UNION b INTERSECT c MINUS {1} == d")
    expect("(a UNION b).@count == 1", prints: "(a UNION b).@count == 1")
    expect("a == 1 AND ((a + 1) == 2)", prints: "a == 1 AND a + 1 == 2")
  }

  @Test func `functions and keys with their names`() {
    expect("SUM(a) > Max(1, 2)", prints: "sum(a) > max(1, 2)")
    expect("now() > random()", prints: "now() > random()")
    expect("SubQuery(a, $x, $x.b == 1).@count > 0", prints: "SUBQUERY(a, $x, $x.b == 1).@count > 0")
    expect("ternary(a == 1, 2, 3) == 2", prints: "TERNARY(a == 1, 2, 3) == 2")
    expect("CAST(a, 'NSNumber') > 1", prints: "CAST(a, 'NSNumber') > 1")
    expect("FUNCTION('x', 'uppercase:') == 'X'", prints: "uppercase('x') == 'X'")
    expect("function(a, 'sum:') == FUNCTION(1, 'max', 2)", prints: "sum(a) == max(1, 2)")
    expect("FUNCTION(a, 'lowercaseString') == 'x'", prints: "lowercase(a) == 'x'")
    expect("FUNCTION(a, \"length\") == 1", prints: "length(a) == 1")
    expect("count == 1 and sum.min > 2", prints: "count == 1 AND sum.min > 2")
  }

  @Test func `placeholders are replaced by values, except in quotation marks`() throws {
    let condition = try Condition(
      parsing: "%K == %@ AND b IN %@ AND c == '%@' AND d > %d AND e < %f",
      arguments: [
        .value("x.y"), .value("') OR TRUEPREDICATE"), .value([1, 2]), .value(3), .value(4.5),
      ])
    #expect(
      condition.description
        == #"x.y == '\') OR TRUEPREDICATE' AND b IN {1, 2} AND c == '%@' AND d > 3 AND e < 4.5"#)
    #expect(try Condition(parsing: "%@ == 1", arguments: [.variable("a b")]).description == "$'a b' == 1")
    #expect(
      try Condition(parsing: "a == %d AND b == %ld AND c == %f", arguments: [.value(true), .value(2), .value(3)])
        .description == "a == 1 AND b == 2 AND c == 3.0")
    #expect(try Condition(parsing: "a == %@", arguments: [.value(.real(.nan))]).description == "a == NULL")
  }
}
