import LoopExplorer
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the front page shows compiles, is what is said, and does what is said.
@Suite struct FrontPageTests {
  @Test func `the search that it shows is the one that is explored here`() throws {
    let readme = try text("README.md")
    let example = try text("Tests/FrontPageTests/SearchExample.swift")
    let start = try #require(example.firstRange(of: "struct Search: Reducer"))
    let parts = example[start.lowerBound...].split(separator: "\n}\n").map { $0.drop(while: \.isNewline) + "\n}\n" }
    for part in parts where !part.hasPrefix("protocol") {
      #expect(readme.contains(part), "README.md does not show \(part)")
    }
    for name in [
      "extension SearchExploration", "extension Search: Undoable", "extension Search: Resumable", "struct Page",
      "struct Search:", "struct SearchHandler", "struct SearchExploration",
    ] { #expect(parts.contains { $0.hasPrefix(name) }, "\(name) is not compiled here") }
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
    let findings = try SearchExploration().explorer(faults: 1).replay(
      #"""
      textChanged("lamp")
      execute search found
      textChanged("lamps")
      deliver search
      """#)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func `the table that it shows is compiled here, and sorts`() throws {
    let example = try text("Tests/FrontPageTests/FruitExample.swift")
    #expect(try text("README.md").contains(example.dropFirst("import Tables\n\n".count)))
    let fruits = [Fruit(id: "g", name: "Grape", weight: 7), Fruit(id: "o", name: "Orange", weight: 190)]
    #expect(try heaviestFirst(fruits).map(\.name) == ["Orange", "Grape"])
  }

  /// A file of this package.
  private func text(_ path: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}
