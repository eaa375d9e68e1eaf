import Foundation
import Testing

/// What the front page shows is what the explorer draws and what the program measures.
@Suite struct ReadmeTests {
  @Test func `the front page opens with the editor's chart as it is`() throws {
    let chart = try text("Snapshots/Explorations/editor-statechart.mmd")
    #expect(
      try text("README.md").contains("```mermaid\n\(chart)```\n"),
      "the chart in README.md is not the one that is drawn:\n\(chart)")
  }

  #if os(Linux)
    @Test func `its table of what things cost has a row for each that the program measures`() throws {
      let program = Process()
      // It stands beside the tests, and is built with them.
      program.executableURL = Bundle.main.bundleURL.appending(path: "benchmarks")
      program.arguments = ["--help"]
      let output = Pipe()
      program.standardOutput = output
      try program.run()
      let usage = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      program.waitUntilExit()
      let names = try #require(usage.split(separator: "names: ").last).split { $0.isWhitespace || $0 == "," }
      let rows = try text("README.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
      #expect(names.count > 10)
      let measured = rows.compactMap { row in names.first { row.hasPrefix("| `\($0)` | ") } }
      #expect(measured == names)
    }
  #endif

  /// A file of this package.
  private func text(_ path: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}
