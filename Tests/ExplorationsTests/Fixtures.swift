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
  /// Written by hand.
  ///
  /// `.ci/run` compares it with the output of the optimized program.
  case largeSpaces = "large-spaces.txt"
}

@Test func `each snapshot file has a name and each name a file`() {
  expectSnapshotFilesMatchNames(of: ExplorationsSnapshot.self)
}
