import Foundation

/// A Boolean value that indicates whether random tests test all of their cases: `.ci/run` sets the variable.
package let runsExhaustively = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"] == "1"

/// Returns the number of cases that a random test tests, so that a usual run takes less than two minutes.
package func caseCount(_ few: Int, exhaustive all: Int) -> Int { runsExhaustively ? all : few }
