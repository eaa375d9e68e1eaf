import BenchmarkFloor
import Conditions
import Values

extension Benchmark {
  /// Its floor cuts the text into words and makes a text of each, as the least that reads must.
  static let conditionsParse = Benchmark(
    "conditions.parse", size: 50_000, unit: "texts/s", subject: parseConditions, floor: splitTexts)

  /// Its floor is the same condition written in Swift, over the same values.
  static let conditionsEvaluate = Benchmark(
    "conditions.evaluate", size: 1_000_000, unit: "conditions/s", subject: evaluateConditions, floor: compareValues)
}

/// Three terms, as a row of a form has them.
private let text = "$age.value < 18 AND $country.value == 'DE' AND $total.value > 9.5"

/// What a form knows of three rows.
private struct Rows: Readings {
  var age: Value
  var country: Value
  var total: Value

  func value(at place: Int) -> Value? {
    switch place {
    case 0: age
    case 1: country
    case 2: total
    default: nil
    }
  }
}

/// Rows for which every term is needed, and of which every second one meets all of them.
private let rows = [
  Rows(age: 15, country: "DE", total: 19.99), Rows(age: 17, country: "DE", total: 9.5),
]

@MainActor private func parseConditions(_ size: Int) -> Duration {
  var count = 0
  let time = ContinuousClock().measure {
    for _ in 0..<size where (try? Condition(parsing: unforeseen(text))) != nil { count += 1 }
  }
  precondition(count == size, "Every text is a condition.")
  return time
}

@MainActor private func splitTexts(_ size: Int) -> Duration {
  var count = 0
  let time = ContinuousClock().measure {
    for _ in 0..<size { count += unforeseen(text).split(separator: " ").map(String.init).count }
  }
  precondition(count == 11 * size, "Every text has as many words.")
  return time
}

@MainActor private func evaluateConditions(_ size: Int) -> Duration {
  guard let condition = try? Condition(parsing: text) else { preconditionFailure("The text is a condition.") }
  let evaluator = Evaluator(condition)
  let rows = unforeseen(rows)
  var count = 0
  let time = ContinuousClock().measure {
    for number in 0..<size where (try? evaluator.holds(rows[number % 2])) == true { count += 1 }
  }
  precondition(count == size / 2, "Every second row meets the condition.")
  return time
}

@MainActor private func compareValues(_ size: Int) -> Duration {
  let rows = unforeseen(rows)
  var count = 0
  let time = ContinuousClock().measure {
    for number in 0..<size where isMet(rows[number % 2]) { count += 1 }
  }
  precondition(count == size / 2, "Every second row meets the condition.")
  return time
}

@inline(never) private func isMet(_ row: Rows) -> Bool {
  guard case .integer(let age) = row.age, case .text(let country) = row.country, case .real(let total) = row.total
  else { return false }
  return age < 18 && country == "DE" && total > 9.5
}
