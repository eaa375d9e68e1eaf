import BenchmarkFloor
import Conditions
import Values

extension Benchmark {
  /// The floor is the same condition in Swift, with the same values.
  static let conditionsEvaluate = Benchmark(
    "conditions.evaluate", size: 1_000_000, unit: "conditions/s", subject: evaluateConditions,
    floor: evaluateConditionsByHand)
}

/// A condition with three terms, as in a form.
private let text = "$age.value < 18 AND $country.value == 'DE' AND $total.value > 9.5"

/// The values of three form rows.
private struct BenchmarkValueSource: ValueSource {
  var age: Value
  var country: Value
  var total: Value

  func value(at index: Int) -> Value? {
    switch index {
    case 0: age
    case 1: country
    case 2: total
    default: nil
    }
  }
}

/// Values for which all terms are evaluated.
///
/// The condition is true for every other one.
private let rows = [
  BenchmarkValueSource(age: 15, country: "DE", total: 19.99), BenchmarkValueSource(age: 17, country: "DE", total: 9.5),
]

@MainActor private func evaluateConditions(_ evaluationCount: Int) -> Duration {
  guard let condition = try? Condition(parsing: text) else { preconditionFailure("The text is a valid condition.") }
  let evaluator = Evaluator(condition)
  let rows = hidingFromOptimizer(rows)
  var count = 0
  let time = ContinuousClock().measure {
    for number in 0..<evaluationCount where (try? evaluator.holds(rows[number % 2])) == true { count += 1 }
  }
  precondition(count == evaluationCount / 2, "The condition is true for every other row.")
  return time
}

@MainActor private func evaluateConditionsByHand(_ evaluationCount: Int) -> Duration {
  let rows = hidingFromOptimizer(rows)
  var count = 0
  let time = ContinuousClock().measure {
    for number in 0..<evaluationCount where meetsConditionByHand(rows[number % 2]) { count += 1 }
  }
  precondition(count == evaluationCount / 2, "The condition is true for every other row.")
  return time
}

@inline(never) private func meetsConditionByHand(_ row: BenchmarkValueSource) -> Bool {
  guard case .integer(let age) = row.age, case .text(let country) = row.country, case .real(let total) = row.total
  else { return false }
  return age < 18 && country == "DE" && total > 9.5
}
