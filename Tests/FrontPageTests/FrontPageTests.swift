import Foundation
import LoopExplorer
import Testing

/// The README shows what the explorer prints and what the examples do.
@Suite struct FrontPageTests {
  @Test func `the race in the README is the one that the explorer finds`() throws {
    let report = try Explorer(ObviousSearchExploration()).explore()
    let finding = try #require(report.findings.first)
    let transcript = try #require(finding.transcript)
    let race = "\(finding.law)\n\n\(transcript)"
    #expect(
      try Documentation.text("README.md").contains("```\n\(race)```\n"), "README.md does not show this race:\n\(race)")
  }

  @Test func `the exploration in the README prints this report`() throws {
    let report = try Explorer(SearchExploration()).explore()
    #expect(report.isVerified && report.stateCount == 22, "\(report)")
    #expect(
      try Documentation.text("README.md").contains("```\n\(report)\n```\n"), "README.md does not show:\n\(report)")
  }

  @Test func `a finding is printed as a test like the one in the guide`() throws {
    var explorer = Explorer(SearchExploration())
    explorer.always("there are no results") { $0.state.results.isEmpty }
    let finding = try #require(try explorer.explore().findings.first)
    let line = "  let findings = try Explorer(SearchExploration()).replay(\n"
    #expect(finding.testSource?.contains(line) == true, "\(finding.testSource ?? "no test")")
    #expect(try Documentation.blocks().contains { $0.text.contains(line) })
  }

  @Test func `the table of tickets is edited, filtered and sorted`() {
    let tickets = zip(1..., [Priority.high, .low, .low, .high]).map { number, priority in
      Ticket(id: number, title: "", priority: priority, due: Date(timeIntervalSince1970: Double(-number)))
    }
    #expect(urgentTickets(tickets).map(\.id) == [4, 2, 1])
  }

  @Test func `the table of fruits sorts`() throws {
    let fruits = [Fruit(id: "g", name: "Grape", weight: 7), Fruit(id: "o", name: "Orange", weight: 190)]
    #expect(try heaviestFirst(fruits).map(\.name) == ["Orange", "Grape"])
  }
}
