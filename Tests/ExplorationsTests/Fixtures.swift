import Foundation
import LoopTesting
import Testing

/// The snapshots of this target.
enum ExplorationsSnapshot: String, SnapshotName {
  static let folder = "Explorations"

  case editorCoverage = "editor-coverage.txt"
  case editorStatechart = "editor-statechart.mmd"
  case filterCoverage = "filter-coverage.txt"
  case formCoverage = "form-coverage.txt"
  case formStatechart = "form-statechart.mmd"
  case filterStatechart = "filter-statechart.mmd"
  case selectionCoverage = "selection-coverage.txt"
  case selectionStatechart = "selection-statechart.mmd"
  case deletionCoverage = "deletion-coverage.txt"
  case deletionStatechart = "deletion-statechart.mmd"
  case tableCoverage = "table-coverage.txt"
  case tableStatechart = "table-statechart.mmd"
  /// Written by hand, and compared by `.ci/run` with what comes out of the optimised program.
  case largeSpaces = "large-spaces.txt"
}

@Test func `each snapshot has its name and each name its snapshot`() {
  expectSnapshotFilesMatchNames(of: ExplorationsSnapshot.self)
}

/// A Boolean value that indicates whether the tests explore what takes minutes without the optimizer: `.ci/run` sets the
/// variable.
///
/// The optimized program explores larger spaces yet, which `large-spaces.txt` lists.
let isExhaustive = ProcessInfo.processInfo.environment["BACKROOM_EXHAUSTIVE"] == "1"
