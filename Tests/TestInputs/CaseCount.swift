import Foundation

/// A Boolean value that indicates whether random tests test all of their cases: `.ci/run` sets the variable.
package let runsExhaustively = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"] == "1"

/// Returns the number of cases that a random test tests, so that a usual run takes less than two minutes.
package func caseCount(_ few: Int, exhaustive all: Int) -> Int { runsExhaustively ? all : few }

/// Returns the cases that a test tests: all of them, or some that are far from each other.
package func cases<Case>(_ few: Int, of all: [Case]) -> [Case] {
  if runsExhaustively || all.count <= few { return all }
  return (0..<few).map { all[$0 * all.count / few] }
}
