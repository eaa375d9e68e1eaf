import BenchmarkFloor
import Conditions
import Forms
import FormsAnalysis
import Values

extension Benchmark {
  /// The floor evaluates each condition with its switch on and off.
  static let formsAnalyzeIndependent = Benchmark(
    "forms.prove.apart", size: 1000, unit: "rows/s", subject: analyzeIndependentRows,
    floor: evaluateIndependentConditions)

  /// The floor visits the same number of states with a set and a list.
  static let formsAnalyzeDependent = Benchmark(
    "forms.prove.tied", size: 1 << 12, unit: "states/s", subject: analyzeDependentRows, floor: searchDependentRows)
}

/// Returns a form with switches and rows that are hidden by these conditions.
private func makeSwitchForm(switchCount: Int, readerCount readers: [Condition]) -> CompiledForm {
  let rows =
    (0..<switchCount).map { RowDefinition(tag: "switch\($0)", kind: .boolean) }
    + readers.map { RowDefinition(hidden: $0) }
  do throws(FormErrors) {
    return try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
  } catch {
    preconditionFailure("the form must compile: \(error)")
  }
}

private func isOff(_ place: Int) -> Condition { Term.variable("switch\(place)") == Term.value(false) }

@MainActor private func analyzeIndependentRows(_ size: Int) -> Duration {
  let form = makeSwitchForm(switchCount: size, readerCount: (0..<size).map(isOff))
  var proof: FormAnalysis?
  let time = ContinuousClock().measure { proof = FormAnalysis(of: hidingFromOptimizer(form)) }
  precondition(
    proof?.stateCount == 2 * size && proof?.hasNoFindings == true, "Each switch is analyzed separately.")
  return time
}

@MainActor private func evaluateIndependentConditions(_ size: Int) -> Duration {
  let evaluators = (0..<size).map { Evaluator(isOff($0)) }
  var count = 0
  let time = ContinuousClock().measure {
    for (place, evaluator) in evaluators.enumerated() {
      for value in [Value.boolean(true), .boolean(false)] {
        let readings = NamedValueSource(evaluator.references, variables: ["switch\(place)": hidingFromOptimizer(value)])
        if (try? evaluator.holds(readings)) == true { count += 1 }
      }
    }
  }
  precondition(count == size, "Each condition is true once.")
  return time
}

@MainActor private func analyzeDependentRows(_ size: Int) -> Duration {
  let count = size.trailingZeroBitCount
  let form = makeSwitchForm(switchCount: count, readerCount: [(1..<count).reduce(isOff(0)) { $0 || isOff($1) }])
  var proof: FormAnalysis?
  let time = ContinuousClock().measure { proof = FormAnalysis(of: hidingFromOptimizer(form)) }
  precondition(proof?.stateCount == size, "All combinations of the switches are visited.")
  return time
}

@MainActor private func searchDependentRows(_ size: Int) -> Duration {
  let count = size.trailingZeroBitCount
  var known: Set<[Int]> = []
  let time = ContinuousClock().measure {
    var list = [Array(repeating: hidingFromOptimizer(0), count: count)]
    known.insert(list[0])
    var place = 0
    while place < list.count {
      for number in 0..<count {
        var next = list[place]
        next[number] = 1 - next[number]
        if known.insert(next).inserted { list.append(next) }
      }
      place += 1
    }
  }
  precondition(known.count == size, "All combinations are visited.")
  return time
}
