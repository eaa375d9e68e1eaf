import Conditions
import Foundation
import Testing
import Values

@Suite struct `A condition built in Swift` {
  private struct Row: VariableConvertible { var tag: String }

  @Test func `consists of terms`() throws {
    let age = Term.variable("age").key("value")
    let condition =
      age < 18 && !Term.key("country").isIn(["DE", "AT"])
      || Term.key("name").begins(with: "é", .init(ignoresCase: true))
    let text = "$age.value < 18 AND NOT country IN {'DE', 'AT'} OR name BEGINSWITH[c] 'é'"
    #expect(condition.description == text)
    #expect(try Condition(parsing: text) == condition)
    #expect((Term.key("a") + 1 * Term.key("b") == nil).description == "a + 1 * b == NULL")
    #expect((Term.reference(.variable("a", "value")).count == 0).description == "$a.value.@count == 0")
    #expect(Term.key("a b").isBetween(1, Term.object.element(at: 0)).description == "#'a b' BETWEEN {1, SELF[0]}")
  }

  @Test func `may contain lists and functions`() throws {
    let (tags, items, x) = (Term.key("tags"), Term.key("items"), Term.variable("x"))
    for (condition, text) in [
      (tags.any { $0 == "new" }, "ANY tags == 'new'"), (items.all { $0.key("price") > 4 }, "ALL items.price > 4"),
      (tags.none { $0.isLike("a*", .init(ignoresCase: true)) }, "NONE tags LIKE[c] 'a*'"),
      (
        items.filter("a") { item in item.key("tags").filter("b") { $0 == item.key("name") }.count > 0 }.count == 1,
        "SUBQUERY(items, $a, SUBQUERY($a.tags, $b, $b == $a.name).@count > 0).@count == 1"
      ),
      (tags.first == tags.last, "tags[FIRST] == tags[LAST]"), (tags.sum > tags.average, "sum(tags) > average(tags)"),
      (tags.minimum < tags.maximum, "min(tags) < max(tags)"), (x.length == 3, "length($x) == 3"),
      (x.lowercased != x.uppercased, "lowercase($x) != uppercase($x)"), (x < .now, "$x < now()"),
      (tags.union(["a"]).intersection(x).subtracting(["b"]) == [], "tags UNION {'a'} INTERSECT $x MINUS {'b'} == {}"),
      (Term.conditional(x == 1, 2, 3) == 2, "TERNARY($x == 1, 2, 3) == 2"), (-x.raised(to: 2) == 4, "-($x ** 2) == 4"),
      ((-x).raised(to: 2) == 4, "-$x ** 2 == 4"),
    ] as [(Condition, String)] {
      #expect(condition.description == text)
      #expect(try Condition(parsing: text) == condition)
    }
  }

  @Test func `has one comparison in a quantifier`() async {
    await #expect(processExitsWith: .failure) { _ = Term.key("a").any { $0 == 1 || $0 == 2 } }
    await #expect(processExitsWith: .failure) { _ = Term.key("a").all { $0.any { $0 == 1 } } }
  }

  @Test func `interpolates rows as variables and other values as arguments`() throws {
    let (age, city) = (Row(tag: "age"), Row(tag: "home city"))
    let typed = "' OR TRUEPREDICATE OR '%@' == '"
    let condition = try Condition("\(age) < \(18) && \(city).isHidden == \(false) && city == \(typed)")
    #expect(
      condition.description
        == #"$age < 18 AND $'home city'.isHidden == FALSE AND city == '\' OR TRUEPREDICATE OR \'%@\' == \''"#)
    #expect(condition.references == [.variable("age"), .variable("home city", "isHidden"), .object("city")])
    #expect(try Condition("\(key: "a.b") == \(Int?.none)").description == "a.b == NULL")
    #expect(try Condition("a == 1").description == "a == 1")
    #expect(throws: ConditionError.self) { try Condition("a == '\(typed)'") }
    #expect(throws: ConditionError.self) { try Condition("a == %@") }
    #expect(throws: ConditionError.self) { try Condition("a == %@ AND b == \(1)") }
  }

  @Test func `is a value that is coded as its text`() throws {
    let condition = try Condition(parsing: "( a=1 )  and $b.c in {1,2}")
    #expect(try condition == Condition(parsing: "a == 1 AND $b.c IN {1, 2}"))
    #expect(try condition != Condition(parsing: "a == 1.0 AND $b.c IN {1, 2}"))
    #expect(Set([condition, condition]).count == 1)
    let data = try JSONEncoder().encode([condition])
    #expect(String(decoding: data, as: UTF8.self) == #"["a == 1 AND $b.c IN {1, 2}"]"#)
    #expect(try JSONDecoder().decode([Condition].self, from: data) == [condition])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Condition].self, from: Data(#"["a =="]"#.utf8)) }
  }

  @Test func `that is nested too deep to be parsed is not encoded`() throws {
    let nests: [(Condition) -> Condition] = [
      { !$0 }, { !($0 && .always) }, { ($0 || Term.key("b") == 2) && Term.key("c") == 3 },
      { inner in Term.key("a").filter("x") { _ in inner }.count == 1 },
    ]
    let terms: [(Term) -> Term] = [
      { -$0 }, { [$0] }, { 1 - $0 }, { $0.raised(to: 2) }, { $0.sum }, { .conditional(.always, $0, 2) },
      { $0.union(["a"]).count }, { 2 * ($0 + 1) },
    ]
    let levels = [1, 10, 20, 33, 40, 49, 50, 51, 90, 99, 100, 101, 102, 110, 200, 500]
    for (index, nest) in nests.enumerated() {
      for count in levels {
        try expectRoundTrip(
          (0..<count).reduce(Term.key("a") == 1) { condition, _ in nest(condition) }, "\(index), \(count)")
      }
    }
    for (index, nest) in terms.enumerated() {
      for count in levels {
        try expectRoundTrip((0..<count).reduce(Term.key("a")) { term, _ in nest(term) } == 1, "\(index), \(count)")
      }
    }
    let list = (0..<200).reduce(Value.list([1])) { value, _ in .list([value]) }
    try expectRoundTrip(Term.key("a") == .value(list), "a list")
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode([Term.key("a") == .value(list)]) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.debugDescription.hasPrefix("expected at most 100 levels of nesting"))
  }

  /// Expects that a condition is decoded if and only if it is encoded.
  private func expectRoundTrip(_ condition: Condition, _ comment: Comment) throws {
    let isReadable = (try? Condition(parsing: condition.description)) != nil
    guard let data = try? JSONEncoder().encode([condition]) else {
      #expect(!isReadable, comment)
      return
    }
    #expect(isReadable, comment)
    #expect(try JSONDecoder().decode([Condition].self, from: data) == [condition], comment)
  }

  @Test(arguments: [
    ("a == $b AND $c.value > $c.isHidden", ["a", "$b", "$c.value", "$c.isHidden"]), ("$a == $a", ["$a"]),
    ("$a.value.x[0].y == 1", ["$a.value.x"]), ("$a.@count == b.@sum.c", ["$a", "b"]), ("SELF == 1", ["SELF"]),
    ("a[$i.value] == {$x, -$y + $z}", ["a", "$i.value", "$x", "$y", "$z"]),
    ("now() > random()", ["now()", "random()"]),
    ("SUBQUERY($list, $x, $x.a == $y.b AND c == 1).@count == $x", ["$list", "$y.b", "c", "$x"]),
    ("NOT (TERNARY($a == 1, $b, $c) IN $d.value)", ["$a", "$b", "$c", "$d.value"]), ("'$5' == 1", []),
    ("CAST($a, 'NSNumber') == sum($b, max($c))", ["$a", "$b", "$c"]), ("FALSEPREDICATE AND $a == 1", ["$a"]),
    ("ANY $a.value IN ($b UNION $c.d)", ["$a.value", "$b", "$c.d"]),
  ])
  func `lists its references without duplicates, in the order of the text`(text: String, reads: [String]) throws {
    #expect(try Condition(parsing: text).references.map(\.description) == reads)
  }

  @Test(arguments: [
    ("$age < 18", "true because `$age < 18`: 15 < 18"), ("$age > 18", "false because `$age > 18`: not 15 > 18"),
    ("$age < 18 AND $x == 1", "true because `$age < 18`: 15 < 18, and `$x == 1`: 1 == 1"),
    ("$x == 2 AND $age < 18", "false because `$x == 2`: not 1 == 2"),
    ("$x == 1 OR $age > 18", "true because `$x == 1`: 1 == 1"),
    ("$x == 2 OR $age > 18", "false because `$x == 2`: not 1 == 2, and `$age > 18`: not 15 > 18"),
    ("NOT ($x == 1 AND $age > 18)", "true because `$age > 18`: not 15 > 18"), ("1 == 1", "true because `1 == 1`"),
    ("TRUEPREDICATE", "true"), ("$age + 1 ==[c] 16", "true because `$age + 1 ==[c] 16`: 16 ==[c] 16"),
    ("ANY $list == 2", "true because `ANY $list == 2`: ANY {1, 2} == 2"),
    ("$x == 3 OR TRUEPREDICATE", "true"),
  ])
  func `explains which comparisons determined the result`(text: String, explanation: String) throws {
    let evaluator = Evaluator(try Condition(parsing: text))
    let given = NamedValueSource(evaluator.references, variables: ["age": 15, "x": 1, "list": [1, 2]])
    #expect(try evaluator.explanation(for: given).description == explanation)
    #expect(try evaluator.explanation(for: given).sentence(outcome: "hidden").hasPrefix("hidden"))
  }
}
