import Values

@testable import Conditions

/// Creates random rows, and conditions that compare them with values that are close, distant or of another type.
struct RandomRowGenerator {
  /// The columns of a row, and their declarations in the database.
  static let columns: [(reference: Reference, column: SQLColumn, declared: String)] = [
    (.object("whole"), SQLColumn("whole", .integer), "INTEGER"),
    (.variable("row", "whole"), SQLColumn("other \"whole\"", .integer), "INTEGER"),
    (.object("real"), SQLColumn("real", .real), "REAL"),
    (.variable("real"), SQLColumn("select", .real), "REAL"),
    (.object("price"), SQLColumn("price", .money), "INTEGER"),
    (.variable("row", "price"), SQLColumn("old price", .money), "INTEGER"),
    (.object("text"), SQLColumn("text", .text), "TEXT COLLATE NOCASE"),
    (.object("größe", "text"), SQLColumn("größe", .text), "TEXT"),
    (.object("flag"), SQLColumn("flag", .boolean), "BOOLEAN"),
    (.object("other", "flag"), SQLColumn("flag2", .boolean), "INTEGER"),
    (.object("born"), SQLColumn("born", .instant), "INTEGER"),
    (.variable("row", "died"), SQLColumn("died", .instant), "INTEGER"),
    (.object("seen"), SQLColumn("seen", .milliseconds), "INTEGER"),
  ]

  private var random: SplitMix64
  private var conditionGenerator: RandomConditionGenerator

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    conditionGenerator = RandomConditionGenerator(seed: seed + 1)
  }

  private mutating func randomElement<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  private mutating func randomInt(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Returns a value for each column.
  mutating func randomRow() -> [Value] { Self.columns.map { randomValue(of: $0.column.kind) } }

  mutating func randomValue(of kind: SQLColumn.Kind) -> Value {
    if randomInt(below: 8) == 0 { return .null }
    return switch kind {
    case .boolean: .boolean(randomInt(below: 2) == 0)
    case .integer: .integer(randomElement([0, 1, -1, 2, 3, 5, 1 << 53, 1 << 53 + 1, .max, .min, .max - 1]))
    case .real:
      .real(
        randomElement([
          0, -0.0, 0.1, 0.3, 0.305, 0.5, 1, 2.5, -3.25, 1e300, 0x1p53, 0x1p63, -0x1p63, 9.3e18, .leastNonzeroMagnitude,
        ]))
    case .money:
      .money(
        Money(
          cents: randomElement([
            0, 1, -1, 10, 30, 50, 100, 250, -325, 1999, 900_719_925_474_099_200, 900_719_925_474_099_201, .max, .min,
          ])))
    case .text: .text(randomText())
    case .instant, .milliseconds:
      .instant(Instant(milliseconds: randomElement([0, 1, -1, 978_307_200_000, 1_679_494_509_123, .max, .min])))
    }
  }

  private mutating func randomText() -> String {
    randomElement([
      "", "a", "ab", "abc", "A", "ABC", "é", "e\u{301}", "É", "日本", "a*c", "a?c", "[a]", "a[", "]", "%", "_", "x_y",
      "it's", #"a\b"#, "😀", "1", " ", "\n", "\u{FFFF}", "\u{10000}", "\"",
    ])
  }
}

extension RandomRowGenerator {
  /// Returns a condition on rows, most of which can be translated to SQL.
  mutating func randomCondition() -> Condition { Condition(randomClause(depth: randomInt(below: 4))) }

  /// Returns a condition on rows whose comparisons have compatible types, with texts converted to instants.
  mutating func randomTypedCondition(columns: [Reference: SQLColumn]) -> Condition {
    while true {
      if let condition = try? randomCondition().checkingTypes(against: columns) { return condition }
    }
  }

  /// The keys in conditions without given columns.
  static let keys = ["a", "b", "c", "d"]

  /// Returns a condition on keys.
  ///
  /// The types of its constants may be incompatible.
  mutating func randomConditionOnKeys() -> Condition {
    let kinds = Self.keys.map { _ in randomElement(SQLColumn.Kind.allCases) }
    let parts = (0...randomInt(below: 4)).map { _ in
      let index = randomInt(below: Self.keys.count)
      let read = Conditions.ConditionExpression.reference(.object(Self.keys[index]))
      let kind = randomInt(below: 12) == 0 ? randomElement(SQLColumn.Kind.allCases) : kinds[index]
      let part =
        switch randomInt(below: 8) {
        case 0: comparison(read, .isIn, randomList(of: kind, count: randomInt(below: 4)))
        case 1: comparison(read, randomElement([.equal, .notEqual]), .constant(.null))
        case 2 where kind == .real: comparison(read, randomElement(Self.orderingOperators), .variable("given", .none))
        default: comparison(read, randomElement(Self.orderingOperators), randomConstant(kind))
        }
      return randomInt(below: 5) == 0 ? .not(part) : part
    }
    return Condition(.joined(by: randomInt(below: 2) == 0 ? .and : .or, parts))
  }

  private mutating func randomClause(depth: Int) -> Clause {
    switch depth > 0 ? randomInt(below: 5) : 4 {
    case 0: .joined(by: .and, (0...randomInt(below: 3) + 1).map { _ in randomClause(depth: depth - 1) })
    case 1: .joined(by: .or, (0...randomInt(below: 3) + 1).map { _ in randomClause(depth: depth - 1) })
    case 2: .not(randomClause(depth: depth - 1))
    default: randomComparison()
    }
  }

  private mutating func randomComparison() -> Clause {
    let column = randomElement(Self.columns)
    let read = ConditionExpression.reference(column.reference)
    switch randomInt(below: 20) {
    case 0: return .constant(randomInt(below: 2) == 0)
    case 1: return conditionGenerator.randomClause(depth: 1)
    case 2:
      return comparison(randomConstant(.integer), randomElement(ComparisonOperator.allCases), randomConstant(.integer))
    case 3, 4:
      let kin = Self.columns.filter { $0.column.kind == column.column.kind }
      return comparison(read, randomElement(Self.orderingOperators), .reference(randomElement(kin).reference))
    case 5:
      return comparison(
        read, randomElement(ComparisonOperator.allCases), .reference(randomElement(Self.columns).reference))
    case 6, 7: return comparison(read, .between, randomList(of: column.column.kind, count: 2))
    case 8, 9: return comparison(read, .isIn, randomList(of: column.column.kind, count: randomInt(below: 5)))
    case 10, 11, 12: return randomTextComparison()
    case 13:
      return comparison(
        read, randomElement(ComparisonOperator.allCases), randomConstant(randomElement(SQLColumn.Kind.allCases)))
    case 14: return comparison(randomConstant(column.column.kind), randomElement(ComparisonOperator.allCases), read)
    default: return comparison(read, randomElement(Self.orderingOperators), randomConstant(column.column.kind))
    }
  }

  private static let orderingOperators: [ComparisonOperator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  /// Tests a text column, or in one of ten cases another column.
  private mutating func randomTextComparison() -> Clause {
    let texts = Self.columns.filter { $0.column.kind == .text || randomInt(below: 40) == 0 }
    let relation = randomElement([.contains, .beginsWith, .endsWith, .like] as [ComparisonOperator])
    let part = relation == .like && randomInt(below: 4) > 0 ? randomWildcardPattern() : randomText()
    return comparison(.reference(randomElement(texts).reference), relation, .constant(.text(part)))
  }

  private mutating func randomWildcardPattern() -> String {
    (0..<randomInt(below: 4)).map { _ in
      randomElement(["*", "?", "a", "b", "c", "A", "é", #"\*"#, #"\?"#, "[", "]", #"\\"#, "日"])
    }
    .joined()
  }

  private mutating func randomList(of kind: SQLColumn.Kind, count: Int) -> ConditionExpression {
    let kinds = (0..<count).map { _ in randomInt(below: 5) == 0 ? randomElement(SQLColumn.Kind.allCases) : kind }
    return .constant(.list(kinds.map { randomValue(of: $0) }))
  }

  /// A number may have another numeric type or be computed.
  private mutating func randomConstant(_ kind: SQLColumn.Kind) -> ConditionExpression {
    let isNumber = [.integer, .real, .money, .boolean].contains(kind)
    let constant = ConditionExpression.constant(
      randomValue(of: isNumber && randomInt(below: 3) == 0 ? randomElement([.integer, .real, .money, .boolean]) : kind))
    return isNumber && randomInt(below: 10) == 0
      ? .arithmetic(constant, randomElement(ArithmeticOperator.allCases), .constant(2)) : constant
  }

  private mutating func comparison(
    _ left: ConditionExpression, _ relation: ComparisonOperator, _ right: ConditionExpression
  ) -> Clause {
    let folding = StringCompareOptions(ignoresCase: randomInt(below: 30) == 0)
    let quantifier: Quantifier? = randomInt(below: 40) == 0 ? randomElement(Quantifier.allCases) : nil
    // Most random texts are invalid patterns, which are errors.
    let right = relation == .matches ? ConditionExpression.constant("[aA].*") : right
    return .comparison(
      Comparison(
        quantifier: quantifier, left: left, comparisonOperator: relation, compareOptions: folding, right: right))
  }
}

extension Conditions.ConditionExpression {
  fileprivate static func reference(_ reference: Reference) -> ConditionExpression {
    ConditionExpression.path(reference.root.expression, reference.keys.map(Conditions.PathStep.key)).normalized
  }
}
