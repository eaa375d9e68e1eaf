import BenchmarkFloor
import Conditions
import Forms
import FormsAnalysis
import Values

extension Benchmark {
  /// The floor visits the same number of states with a set and a list.
  static let formsAnalyze = Benchmark(
    "forms.analyze", size: 1 << 12, unit: "states/s", subject: analyzeSwitches, floor: searchSwitches)
}

/// Analyzes a form with a row that is hidden if any of its switches is off.
@MainActor private func analyzeSwitches(_ combinationCount: Int) -> Duration {
  let tags = (0..<combinationCount.trailingZeroBitCount).map { "switch\($0)" }
  let isAnyOff = tags.map { Term.variable($0) == Term.value(false) }.reduce(.never) { $0 || $1 }
  let rows = tags.map { RowDefinition(tag: "\($0)", kind: .boolean) } + [RowDefinition(hidden: isAnyOff)]
  let form = compileOrFail(FormDefinition(sections: [SectionDefinition(rows: rows)]))
  var analysis: FormAnalysis?
  let time = ContinuousClock().measure { analysis = FormAnalysis(of: hidingFromOptimizer(form)) }
  precondition(analysis?.stateCount == combinationCount, "All combinations of the switches are visited.")
  return time
}

@MainActor private func searchSwitches(_ combinationCount: Int) -> Duration {
  let count = combinationCount.trailingZeroBitCount
  var known: Set<[Int]> = []
  let time = ContinuousClock().measure {
    var list = [Array(repeating: hidingFromOptimizer(0), count: count)]
    known.insert(list[0])
    var index = 0
    while index < list.count {
      for number in 0..<count {
        var next = list[index]
        next[number] = 1 - next[number]
        if known.insert(next).inserted { list.append(next) }
      }
      index += 1
    }
  }
  precondition(known.count == combinationCount, "All combinations are visited.")
  return time
}
