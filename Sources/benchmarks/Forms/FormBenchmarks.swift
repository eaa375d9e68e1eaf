import BenchmarkFloor
import Conditions
import Forms
import Values

extension Benchmark {
  /// The floor only prepares each condition.
  ///
  /// Equal rates at both sizes mean that the time is proportional to the number of rows.
  static let formsCompile = [1000, 100_000].map { rows in
    Benchmark(
      "forms.compile.\(rows / 1000)k", size: rows, unit: "rows/s", subject: compileForm, floor: makeEvaluators)
  }

  /// The floor writes the value into a dictionary and evaluates the condition.
  static let formsChangeDependent = Benchmark(
    "forms.change.dependent", size: 100_000, unit: "changes/s", subject: changeRowWithOneReader,
    floor: changeAndEvaluateWithoutForm)

  /// The floor evaluates ten thousand conditions.
  static let formsChangeFanOut = Benchmark(
    "forms.change.fanout", size: 20, unit: "changes/s", subject: changeFanOut, floor: evaluateFanOut)
}

/// Returns a form with a switch and rows whose visibility depends on it or on each other.
private func makeFormDefinition(_ count: Int, _ text: (Int) -> String) -> FormDefinition {
  let readers = (1..<count).map { RowDefinition(tag: "row\($0)", hidden: parseConditionOrFail(text($0))) }
  return FormDefinition(sections: [
    SectionDefinition(rows: [RowDefinition(tag: "start", kind: .boolean), RowDefinition(tag: "other")] + readers)
  ])
}

/// Returns a form in which the condition of each row has three terms and reads the previous row.
private func makeChainForm(_ count: Int) -> FormDefinition {
  makeFormDefinition(count) {
    $0 == 1 ? "$start == TRUE" : "$row\($0 - 1).isHidden == TRUE AND $start == TRUE AND $other != 'x'"
  }
}

private let fanOutForm = makeFormDefinition(10_001) { _ in "$start == TRUE" }

private func parseConditionOrFail(_ text: String) -> Condition {
  do throws(ConditionError) {
    return try Condition(parsing: text)
  } catch {
    preconditionFailure("\(text) must be a valid condition: \(error)")
  }
}

func compileOrFail(_ form: FormDefinition) -> CompiledForm {
  do throws(FormErrors) {
    return try CompiledForm(form)
  } catch {
    preconditionFailure("the form must compile: \(error)")
  }
}

@MainActor private func compileForm(_ rowCount: Int) -> Duration {
  let form = makeChainForm(rowCount)
  var state: FormFeature.State?
  let time = ContinuousClock().measure { state = FormFeature.State(compileOrFail(hidingFromOptimizer(form))) }
  precondition(state?.lastUpdate.evaluationCount == rowCount - 1, "Each condition is evaluated once.")
  return time
}

@MainActor private func makeEvaluators(_ rowCount: Int) -> Duration {
  let form = makeChainForm(rowCount)
  var reads = 0
  let time = ContinuousClock().measure {
    for row in hidingFromOptimizer(form).sections[0].rows { reads += Evaluator(row.hidden).references.count }
  }
  precondition(reads == 3 * (rowCount - 2) + 1, "Each condition has three references, except the first.")
  return time
}

/// Assigns alternating values to a row and returns the duration and the number of evaluated conditions.
@MainActor private func measureChanges(_ form: FormDefinition, _ row: ElementID, _ values: [Value], _ changeCount: Int)
  -> (
    Duration, Int
  )
{
  var state = FormFeature.State(compileOrFail(form))
  var evaluations = 0
  let feature = FormFeature()
  let time = ContinuousClock().measure {
    for number in 0..<changeCount {
      _ = feature.reduce(
        &state, .valuesAssigned([ValueAssignment(row, hidingFromOptimizer(values[number % values.count]))]))
      evaluations += state.lastUpdate.evaluationCount
    }
  }
  return (time, evaluations)
}

@MainActor private func changeRowWithOneReader(_ changeCount: Int) -> Duration {
  var form = fanOutForm
  form.sections[0].rows.append(RowDefinition(tag: "only", hidden: parseConditionOrFail("$other == 'a'")))
  let (time, evaluations) = measureChanges(form, "other", ["a", "b"], changeCount)
  precondition(evaluations == changeCount, "One condition reads the row.")
  return time
}

@MainActor private func changeAndEvaluateWithoutForm(_ changeCount: Int) -> Duration {
  var values: [String: Value] = [:]
  for number in 0..<10_000 { values["row\(number)"] = .null }
  let evaluator = Evaluator(parseConditionOrFail("$other == 'a'"))
  let texts: [Value] = ["a", "b"]
  var count = 0
  let time = ContinuousClock().measure {
    for number in 0..<changeCount {
      values["other"] = hidingFromOptimizer(texts[number % 2])
      if (try? evaluator.holds(NamedValueSource(evaluator.references, variables: values))) == true { count += 1 }
    }
  }
  precondition(count == changeCount / 2, "The condition is true for every other value.")
  return time
}

@MainActor private func changeFanOut(_ changeCount: Int) -> Duration {
  let (time, evaluations) = measureChanges(fanOutForm, "start", [true, false], changeCount)
  precondition(evaluations == 10_000 * changeCount, "Every condition reads the row.")
  return time
}

/// A source that returns the same value for every reference.
private struct SingleValueSource: ValueSource {
  var value: Value
  func value(at index: Int) -> Value? { value }
}

@MainActor private func evaluateFanOut(_ changeCount: Int) -> Duration {
  let evaluators = fanOutForm.sections[0].rows.dropFirst(2).map { Evaluator($0.hidden) }
  let values: [Value] = [true, false]
  var count = 0
  let time = ContinuousClock().measure {
    for number in 0..<changeCount {
      let value = SingleValueSource(value: hidingFromOptimizer(values[number % 2]))
      for evaluator in evaluators where (try? evaluator.holds(value)) == true { count += 1 }
    }
  }
  precondition(count == 5000 * changeCount, "All conditions are true every other time.")
  return time
}
