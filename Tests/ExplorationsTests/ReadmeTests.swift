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

  @Test func `the search that it shows is the one that is explored here`() throws {
    let readme = try text("README.md")
    let parts = try text("Tests/ExplorationsTests/SearchExample.swift").split(separator: "\n\nstruct ").dropFirst()
    #expect(parts.count == 2)
    for part in parts { #expect(readme.contains("struct \(part)"), "README.md does not show struct \(part)") }
    let explored = try SearchExploration().explorer(faults: 1).explore()
    #expect(explored.isVerified && explored.moments == 355, "\(explored)")
  }

  @Test func `what breaks a law is told as the test that it shows`() throws {
    var explorer = SearchExploration().explorer(faults: 1)
    explorer.always("nothing is found") { $0.state.found.isEmpty }
    let finding = try #require(try explorer.explore().findings.first)
    #expect(finding.test?.contains("  let findings = try SearchExploration().explorer(faults: 1).follow(\n") == true)
    #expect(try text("README.md").contains("  let findings = try SearchExploration().explorer(faults: 1).follow(\n"))
  }

  @Test func `the way that it follows is closed`() throws {
    let findings = try SearchExploration().explorer(faults: 1).follow(
      #"""
      textChanged("lamp")
      do search found
      textChanged("lamps")
      hear search
      """#)
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A file of this package.
  private func text(_ path: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}
