import LoopExplorer
import Values

@testable import Conditions

/// Creates random conditions with every kind of node in every position.
struct RandomConditions {
  var chance: SplitMix64

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &chance)]
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

  mutating func clause(_ depth: Int) -> Clause {
    switch depth > 0 ? below(6) : 5 {
    case 0: .constant(below(2) == 0)
    case 1: .joined(.and, (0...below(3) + 1).map { _ in clause(depth - 1) })
    case 2: .joined(.or, (0...below(3) + 1).map { _ in clause(depth - 1) })
    case 3: .not(clause(depth - 1))
    default: .comparison(comparison(depth - 1))
    }
  }

  private mutating func comparison(_ depth: Int) -> Comparison {
    var comparison = Comparison(
      quantifier: pick([nil, nil, nil, .any, .all, .some(.none)]), left: expression(depth),
      relation: pick(Relation.allCases),
      folding: Folding(ignoresCase: below(3) == 0, ignoresAccents: below(3) == 0), right: expression(depth))
    switch comparison.relation {
    case .between: comparison.right = Expression.list([expression(depth), expression(depth)]).simplified
    case .matches where comparison.right.constant != nil: comparison.right = .constant("a[b-d]*")
    default: break
    }
    return comparison
  }

  mutating func expression(_ depth: Int) -> Expression {
    switch depth > 0 ? below(14) : below(4) {
    case 0: return .constant(value(2))
    case 1: return .variable(name(), .none)
    case 2: return .subject
    case 3: return path(depth)
    case 4, 5: return path(depth)
    case 6: return Expression.list((0..<below(4)).map { _ in expression(depth - 1) }).simplified
    case 7: return .negative(expression(depth - 1))
    case 8, 9: return .computed(expression(depth - 1), pick(Computation.allCases), expression(depth - 1))
    case 10: return .combined(expression(depth - 1), pick(Combination.allCases), expression(depth - 1))
    case 11: return call(depth)
    case 12: return .choice(clause(depth - 1), expression(depth - 1), expression(depth - 1))
    default: return .subquery(expression(depth - 1), variable: name(), clause(depth - 1))
    }
  }

  private mutating func call(_ depth: Int) -> Expression {
    if below(4) == 0 { return Expression.cast(expression(depth - 1), pick(ValueType.allCases)).simplified }
    let function = pick(Function.allCases)
    let count = min(function.arity.upperBound, function.arity.lowerBound + below(3))
    return .call(function, (0..<count).map { _ in expression(depth - 1) }, .none)
  }

  private mutating func path(_ depth: Int) -> Expression {
    let base = below(2) == 0 ? .subject : expression(depth - 1)
    var steps: [Conditions.Step] = []
    for _ in 0...below(3) { Conditions.Step.add(step(depth), to: &steps) }
    return Expression.path(base, steps).simplified
  }

  private mutating func step(_ depth: Int) -> Conditions.Step {
    switch below(8) {
    case 0: .index(expression(depth - 1))
    case 1: .first
    case 2: .last
    case 3: .size
    case 4: .gathered(pick(Gathering.allCases), [])
    default: .key(name())
    }
  }

  private mutating func name() -> String {
    pick([
      "a", "b", "größe", "in", "And", "none", "first", "SIZE", "x1", "_y", "count", "sum", "a b", "5", "", "it's", "日本",
      "\n",
      "subquery", "self", "NULL", "e\u{301}",
    ])
  }

  private mutating func value(_ depth: Int) -> Value {
    switch below(depth > 0 ? 9 : 7) {
    case 0: .null
    case 1: .boolean(below(2) == 0)
    case 2: .integer(pick([0, 1, -1, 42, .min, .max, Int64(bitPattern: chance.next())]))
    case 3: .real(pick([0.0, -0.0, 0.1, -2.5, 1e300, -1e-300, .leastNonzeroMagnitude, 1e16, 100000]))
    case 4: .text(pick(["", "a", "it's", "\"", "\\", "\n\t\r", "%@ $x", "日本", "\u{1}\u{202E}", "e\u{301}", "é"]))
    case 5: .instant(Instant(milliseconds: pick([0, 1, -1, 978_307_200_000, .max, .min])))
    case 6: .text(name())
    case 7: .list((0..<below(3)).map { _ in value(depth - 1) })
    default: .object(Dictionary((0..<below(3)).map { _ in (name(), value(depth - 1)) }) { $1 })
    }
  }
}
