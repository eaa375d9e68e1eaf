import Explorations
import LoopExplorer
import LoopTesting
import Testing

/// What was done and heard in which kind of state; where nothing ever is, it is impossible, for a reason.
@Suite struct CoverageTests {
  @Test func `the editor's`() throws {
    let coverage = try EditorExploration.explored().explorer().explore().coverage
    expect(coverage, .editorCoverage, .editorStatechart, impossible: EditorExploration.impossible)
  }

  @Test func `the filter's`() throws {
    let coverage = try FilterExploration.explored().explorer().explore().coverage
    expect(coverage, .filterCoverage, .filterStatechart, impossible: FilterExploration.impossible)
  }

  @Test func `the form's`() throws {
    let coverage = try SignUpExploration.explored().explorer().explore().coverage
    expect(coverage, .formCoverage, .formStatechart, impossible: SignUpExploration.impossible)
  }

  @Test func `the selection's`() throws {
    let coverage = try CatalogueExploration.explored(.selecting, isShared: false).explorer().explore().coverage
    expect(coverage, .selectionCoverage, .selectionStatechart, impossible: CatalogueExploration.impossible)
  }

  @Test func `the deletion's`() throws {
    let coverage = try CatalogueExploration.explored(.deleting).explorer().explore().coverage
    expect(coverage, .deletionCoverage, .deletionStatechart, impossible: CatalogueExploration.impossible)
  }

  @Test func `the table's`() throws {
    let coverage = try TableExploration(.changing).explorer().explore().coverage
    expect(coverage, .tableCoverage, .tableStatechart, impossible: TableExploration.impossible)
  }

  private func expect(
    _ coverage: Coverage, _ matrix: ExplorationsSnapshot, _ statechart: ExplorationsSnapshot, impossible: [Impossible],
    line: UInt = #line
  ) {
    let reasons = impossible.map { "\($0)\n" }.joined()
    expectSnapshot("\(coverage.matrix)\nImpossible\n\n\(reasons)", matrix, line: line)
    expectSnapshot(coverage.statechart, statechart, line: line)
    #expect(coverage.unexplained(by: impossible) == [])
  }
}
