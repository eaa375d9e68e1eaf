import Foundation

/// How many times all of their cases random tests test, or 0 if they test some: the value of `BACKROOM_EXHAUSTIVE`.
///
/// `.ci/run` sets the variable to 1.
private let repetitions = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"].flatMap { Int($0) } ?? 0

/// A Boolean value that indicates whether random tests test all of their cases.
package let runsExhaustively = repetitions > 0

/// Returns the number of cases that a random test tests, so that a usual run takes less than two minutes.
///
/// A number that is smaller for all cases is a step from one case to the next. It is not multiplied.
package func caseCount(_ few: Int, exhaustive all: Int) -> Int {
  runsExhaustively ? all * (all > few ? repetitions : 1) : few
}

/// Returns the cases that a test tests: all of them, or some that are far from each other.
package func cases<Case>(_ few: Int, of all: [Case]) -> [Case] {
  if runsExhaustively || all.count <= few { return all }
  return (0..<few).map { all[$0 * all.count / few] }
}
