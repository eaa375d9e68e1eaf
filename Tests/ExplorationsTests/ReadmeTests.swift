import Explorations
import LoopProof
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the front page shows was drawn by the explorer.
@Suite struct ReadmeTests {
  @Test func `the front page opens with the editor's chart as it is`() throws {
    let chart = try EditorExploration.explored().explorer().explore().coverage.statechart
    #expect(
      try text("README.md").contains("```mermaid\n\(chart)```\n"),
      "the chart in README.md is not the one that is drawn:\n\(chart)")
  }

  /// A file of this package.
  private func text(_ path: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}
