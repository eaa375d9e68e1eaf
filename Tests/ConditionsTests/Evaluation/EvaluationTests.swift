import Conditions
import LoopText
import Testing
import Values

@Suite struct `Evaluating a condition` {
  private let object: Value = [
    "name": "Ärger", "age": 15, "price": 19.99, "tags": ["a", "b", "c"], "nothing": nil, "flag": true, "empty": [],
    "items": [["name": "x", "price": 3], ["name": "y", "price": 5], ["name": "x", "price": nil]],
    "born": .instant(Instant(milliseconds: 978_307_200_000)), "nested": ["deep": ["key": 7]],
  ]

  private func holds(_ text: String, _ variables: [String: Value] = [:]) -> Bool? {
    do throws(ConditionError) {
      return try Condition(parsing: text).holds(for: object, variables: variables, random: 0.5)
    } catch {
      Issue.record("\(error.description(withExcerptFrom: text))")
      return nil
    }
  }

  @Test(arguments: [
    "age < 18", "age == 15.0", "price > 19", "nothing == NULL", "missing == nil", "nested.deep.key == 7",
    "nested.no.key == NIL",
    "name BEGINSWITH 'Ä'", "name BEGINSWITH[cd] 'ar'", "name ENDSWITH 'ger'", "name CONTAINS 'rg'",
    "name CONTAINS[c] 'äRG'",
    "name LIKE '?r*r'", "name LIKE[cd] 'A*'", "name MATCHES '[A-Zä-üÄ-Ü]+[a-z]*'", "name MATCHES[cd] 'arger'",
    "NOT name MATCHES 'rger'", "name ==[cd] 'arger'", "name !=[c] 'arger'", "'rg' IN name",
    "tags CONTAINS 'a'", "'b' IN tags", "NOT tags CONTAINS 'z'", "ANY tags == 'c'", "ALL tags < 'd'",
    "NONE tags == 'z'",
    "ANY tags ==[c] 'C'", "NONE empty == 1", "ALL empty == 1", "NOT ANY missing == 1", "tags.@count == 3",
    "missing.@count == 0", "tags[0] == 'a'", "tags[LAST] == 'c'", "tags[FIRST] == 'a'", "tags[SIZE] == 3",
    "tags[99] == NULL", "tags[-1] == NULL", "tags[-3] == NULL", "SELF['age'] == 15", "items.@sum.price == 8",
    "items.@avg.price == 4",
    "tags.@max.self == 'c'", "self.age.self == 15", "{1, 2, 2}.@distinctUnionOfObjects.self == {1, 2}",
    "SELF.self.name.length == 5", "missing.self == NULL",
    "items.@min.price == 3", "items.@max.price == 5", "items.@distinctUnionOfObjects.name.@count == 2",
    "items.name == {'x', 'y', 'x'}", "ANY items.price > 4", "age BETWEEN {15, 16}", "NOT age BETWEEN {16, 15}",
    "age IN {1, 15.0}", "(age + 1) * 2 == 32", "5 / 2 == 2", "5 / 2.0 == 2.5", "0.1 + 0.2 != 0.3", "2 ** 3 ** 2 == 512",
    "1 / 0 == NULL", "9223372036854775807 + 1 == 9223372036854775808.0", "-age == -15", "name.length == 5",
    "length(name) == 5", "uppercase('a') == 'A'", "sum(1, 2, 3) == 6", "average({1, 2}) == 1.5",
    "median({3, 1, 2}) == 2",
    "mode({1, 2, 2.0}) == 2", "stddev({2, 4}) == 1", "sqrt(9) == 3", "sqrt(-1) == NULL", "abs(-3) == 3",
    "floor(2.5) == 2", "ceiling(2.5) == 3", "trunc(-2.5) == -2", "log(100) == 2", "ln(1) == 0", "exp(0) == 1",
    "SUBQUERY(items, $x, $x.price > 4).@count == 1", "SUBQUERY(items, $x, $x.name == 'x')[0].price == 3",
    "TERNARY(age < 18, 'child', 'adult') == 'child'", "CAST('12', 'NSNumber') == 12", "CAST(12, 'NSString') == '12'",
    "CAST('3,50', 'NSNumber') == 3.5", "CAST('1 299', 'NSNumber') == 1299", "CAST('.5', 'NSNumber') == 0.5",
    "CAST('1,234', 'NSNumber') == NULL", "CAST('5.', 'NSNumber') == NULL", "CAST('1e3', 'NSNumber') == 1000",
    "CAST('nan', 'NSNumber') == NULL", "CAST('1e999', 'NSNumber') == NULL",
    "CAST(0, 'NSDate') == born", "CAST(born, 'NSNumber') == 0", "({1, 2} UNION {2, 3}) == {1, 2, 3}",
    "({1, 2} INTERSECT {2, 3}) == {2}", "({1, 2} MINUS {2, 3}) == {1}", "flag == TRUE", "flag == 1", "flag == yes",
    "NOT nothing < 1", "NOT nothing >= NULL", "NOT 'a' < 1", "random() == 0.5", "TRUEPREDICATE", "NOT FALSEPREDICATE",
    "$v == 5 OR $unbound == 1", "{$v, 1} == {5, 1}", "$o.k.@count == 2", "'$5' == '$5'",
    "FUNCTION(tags, 'count:') == 3", "FUNCTION(1, 'sum:', 2) == 3", "FUNCTION(name, 'uppercaseString') == 'ÄRGER'",
    "SUBQUERY({1, 2}, $x, SUBQUERY({5, 6}, $x, $x > 4).@count == 2).@count == 2",
    "SUBQUERY(items, $x, SUBQUERY(items, $y, $y.price > $x.price).@count > 0).@count == 1",
  ])
  func `is true`(text: String) {
    #expect(holds(text, ["v": 5, "o": ["k": [1, 2]]]) == true)
  }

  @Test(arguments: [
    "a + b == 0.30", "a + 0.20 == 0.30", "a + b == c", "c - b == a", "a + b + c == 0.6", "c == 0.3", "0.3 == c",
    "c >= 0.30 AND c <= 0.30", "c BETWEEN {0.3, 0.3}", "c IN {0.1, 0.3}", "{0.3} CONTAINS c", "c == a * 3",
    "c / 3 == a",
    "sum(a, b) == 0.30", "sum(list) == 0.60", "average(list) == 0.20", "list.@sum.self == 0.6", "list.@avg.self == b",
    "average(a, b) == 0.15", "average(0, a, a) == 0.06666666666666667", "median(list) == b", "median(a, b) == 0.15",
    "max(list) == 0.3", "mode({0.3, 0.1}) == 0.3 AND mode(list) == 0.1", "ANY list == 0.3", "floor(d) == 19",
    "ceiling(d) == 20", "trunc(-d) == -19", "floor(-d) == -20", "abs(-d) == d", "d * 1.19 == 23.79", "d * 0.5 == 10.0",
    "-d == -19.99", "CAST(d, 'NSString') == '19.99'", "CAST(d, 'NSNumber') == 19.99",
    "CAST('0.10', 'NSDecimalNumber') + CAST(0.2, 'NSDecimalNumber') == 0.30", "CAST('x', 'NSDecimalNumber') == NULL",
    "CAST(0.305, 'NSDecimalNumber') == 0.31", "e == 90071992547409.93", "e != 90071992547409.94",
    "-e == -90071992547409.93", "e > 90071992547409.92", "sum(f, f) > 184467440737095000", "stddev(a, a) == 0",
    "sqrt(CAST(4, 'NSDecimalNumber')) == 2.0", "c != 0.30000000000000004", "list == {0.1, 0.2, 0.3}", "1 - a == 0.9",
  ])
  func `money is exact`(text: String) throws {
    let money = { (text: String) in Money(text).value }
    let object: Value = [
      "a": money("0.10"), "b": money("0.20"), "c": money("0.30"), "d": money("19.99"), "e": money("90071992547409.93"),
      "f": money("92233720368547758.07"), "list": [money("0.10"), money("0.20"), money("0.30")],
    ]
    #expect(try Condition(parsing: text).holds(for: object))
    let reread = try Condition(parsing: Condition(parsing: text).description)
    #expect(try reread == Condition(parsing: text))
  }

  @Test func `an explanation shows money as a number`() throws {
    let evaluator = Evaluator(try Condition(parsing: "price > 10"))
    let values = NamedValueSource(evaluator.references, object: ["price": Money(cents: 1999).value])
    #expect(try evaluator.explanation(for: values).description == "true because `price > 10`: 19.99 > 10")
  }

  @Test func `substrings of every length are found everywhere in a text`() throws {
    let condition = try Condition(parsing: "SELF CONTAINS $part")
    var chance = SplitMix64(seed: 6)
    for count in [1, 31, 32, 33, 34, 100] {
      for _ in 0..<200 {
        let part = String((0..<count).map { _ in "ab".randomElement(using: &chance) ?? "a" })
        let whole = part.dropLast().suffix(7) + part + "b"
        #expect(try condition.holds(for: .text(String(whole)), variables: ["part": .text(part)]))
        let other = part.dropLast() + (part.last == "a" ? "c" : "d")
        #expect(try condition.holds(for: .text(String(whole)), variables: ["part": .text(String(other))]) == false)
      }
    }
    let long = String(repeating: "a", count: 1_000_000)
    #expect(try !condition.holds(for: .text(long), variables: ["part": .text(long.dropLast(500_000) + "b")]))
  }

  @Test func `nested lists are not flattened, and a subquery tests the inner elements`() throws {
    let shop: Value = [
      "orders": [["lines": [["price": 1], ["price": 2]]], ["lines": [["price": 3]]], ["lines": []]]
    ]
    for (text, isTrue) in [
      ("ANY orders.lines.price == 3", false), ("ANY orders.lines.price == {3}", true),
      ("orders.lines.price == {{1, 2}, {3}, {}}", true), ("orders.lines.price.@count == 3", true),
      ("SUBQUERY(orders, $each, ANY $each.lines.price == 3)[SIZE] > 0", true),
      ("SUBQUERY(orders, $each, ANY $each.lines.price == 4)[SIZE] > 0", false),
    ] {
      #expect(try Condition(parsing: text).holds(for: shop) == isTrue, "\(text)")
    }
  }
}
