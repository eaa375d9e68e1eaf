import Values

@testable import Conditions

/// Creates random conditions with every kind of node in every position.
struct RandomConditionGenerator {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func randomElement<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  private mutating func randomInt(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func randomClause(depth: Int) -> Clause {
    switch depth > 0 ? randomInt(below: 6) : 5 {
    case 0: .constant(randomInt(below: 2) == 0)
    case 1: .joined(by: .and, (0...randomInt(below: 3) + 1).map { _ in randomClause(depth: depth - 1) })
    case 2: .joined(by: .or, (0...randomInt(below: 3) + 1).map { _ in randomClause(depth: depth - 1) })
    case 3: .not(randomClause(depth: depth - 1))
    default: .comparison(randomComparison(depth: depth - 1))
    }
  }

  private mutating func randomComparison(depth: Int) -> Comparison {
    var comparison = Comparison(
      quantifier: randomElement([nil, nil, nil, .any, .all, .some(.none)]), left: randomExpression(depth: depth),
      comparisonOperator: randomElement(ComparisonOperator.allCases),
      compareOptions: StringCompareOptions(
        ignoresCase: randomInt(below: 3) == 0, ignoresAccents: randomInt(below: 3) == 0),
      right: randomExpression(depth: depth))
    switch comparison.comparisonOperator {
    case .between:
      comparison.right =
        ConditionExpression.list([randomExpression(depth: depth), randomExpression(depth: depth)]).normalized
    case .matches where comparison.right.constant != nil: comparison.right = .constant("a[b-d]*")
    default: break
    }
    return comparison
  }

  mutating func randomExpression(depth: Int) -> ConditionExpression {
    switch depth > 0 ? randomInt(below: 14) : randomInt(below: 4) {
    case 0: return .constant(randomValue(depth: 2))
    case 1: return .variable(randomName(), .none)
    case 2: return .subject
    case 3: return randomPath(depth: depth)
    case 4, 5: return randomPath(depth: depth)
    case 6:
      return ConditionExpression.list((0..<randomInt(below: 4)).map { _ in randomExpression(depth: depth - 1) })
        .normalized
    case 7: return .negation(randomExpression(depth: depth - 1))
    case 8, 9:
      return .arithmetic(
        randomExpression(depth: depth - 1), randomElement(ArithmeticOperator.allCases),
        randomExpression(depth: depth - 1))
    case 10:
      return .setOperation(
        randomExpression(depth: depth - 1), randomElement(SetOperator.allCases), randomExpression(depth: depth - 1))
    case 11: return randomCall(depth: depth)
    case 12:
      return .conditional(
        randomClause(depth: depth - 1), randomExpression(depth: depth - 1), randomExpression(depth: depth - 1))
    default:
      return .subquery(randomExpression(depth: depth - 1), variable: randomName(), randomClause(depth: depth - 1))
    }
  }

  private mutating func randomCall(depth: Int) -> ConditionExpression {
    if randomInt(below: 4) == 0 {
      return ConditionExpression.cast(randomExpression(depth: depth - 1), randomElement(CastType.allCases)).normalized
    }
    let function = randomElement(BuiltInFunction.allCases)
    let count = min(function.arity.upperBound, function.arity.lowerBound + randomInt(below: 3))
    return .call(function, (0..<count).map { _ in randomExpression(depth: depth - 1) }, .none)
  }

  private mutating func randomPath(depth: Int) -> ConditionExpression {
    let base = randomInt(below: 2) == 0 ? .subject : randomExpression(depth: depth - 1)
    var steps: [Conditions.PathStep] = []
    for _ in 0...randomInt(below: 3) { Conditions.PathStep.append(randomStep(depth: depth), to: &steps) }
    return ConditionExpression.path(base, steps).normalized
  }

  private mutating func randomStep(depth: Int) -> Conditions.PathStep {
    switch randomInt(below: 8) {
    case 0: .index(randomExpression(depth: depth - 1))
    case 1: .first
    case 2: .last
    case 3: .size
    case 4: .collectionOperator(randomElement(CollectionOperator.allCases), [])
    default: .key(randomName())
    }
  }

  private mutating func randomName() -> String {
    randomElement([
      "a", "b", "größe", "in", "And", "none", "first", "SIZE", "x1", "_y", "count", "sum", "a b", "5", "", "it's", "日本",
      "\n",
      "subquery", "self", "NULL", "e\u{301}",
    ])
  }

  private mutating func randomValue(depth: Int) -> Value {
    switch randomInt(below: depth > 0 ? 10 : 8) {
    case 0: .null
    case 1: .boolean(randomInt(below: 2) == 0)
    case 2: .integer(randomElement([0, 1, -1, 42, .min, .max, Int64(bitPattern: random.next())]))
    case 3: .real(randomElement([0.0, -0.0, 0.1, -2.5, 1e300, -1e-300, .leastNonzeroMagnitude, 1e16, 100000]))
    case 4:
      .text(randomElement(["", "a", "it's", "\"", "\\", "\n\t\r", "%@ $x", "日本", "\u{1}\u{202E}", "e\u{301}", "é"]))
    case 5: .instant(Instant(milliseconds: randomElement([0, 1, -1, 978_307_200_000, .max, .min])))
    case 6: .text(randomName())
    case 7: .money(Money(cents: randomElement([0, 30, -1999, 9_007_199_254_740_993, .max, .min])))
    case 8: .list((0..<randomInt(below: 3)).map { _ in randomValue(depth: depth - 1) })
    default:
      .object(Dictionary((0..<randomInt(below: 3)).map { _ in (randomName(), randomValue(depth: depth - 1)) }) { $1 })
    }
  }
}
