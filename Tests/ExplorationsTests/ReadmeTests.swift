import Foundation
import Testing

/// The documentation shows what the explorer draws and what the program `benchmarks` measures.
@Suite struct ReadmeTests {
  @Test func `the chart in the documentation of Shop is the one that the explorer draws`() throws {
    let chart = try text("Snapshots/Explorations/editor-statechart.mmd")
    #expect(
      try text("Sources/Shop/Shop.docc/EditingProducts.md").contains("```mermaid\n\(chart)```\n"),
      "EditingProducts.md does not show this chart:\n\(chart)")
  }

  #if os(Linux)
    @Test func `the table of benchmarks has a row for each benchmark`() throws {
      let program = Process()
      // The program is next to the tests, because it is built with them.
      program.executableURL = Bundle.main.bundleURL.appending(path: "benchmarks")
      program.arguments = ["--help"]
      let output = Pipe()
      program.standardOutput = output
      try program.run()
      let usage = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      program.waitUntilExit()
      let names = try #require(usage.split(separator: "names: ").last).split { $0.isWhitespace || $0 == "," }
      let rows = try tableRows(of: "Sources/benchmarks/benchmarks.docc/benchmarks.md")
      #expect(names.count > 10)
      let measured = rows.compactMap { row in names.first { row.hasPrefix("| `\($0)` | ") } }
      #expect(measured == names)
    }
  #endif

  /// The rows of tables whose first column is code.
  private func tableRows(of path: String) throws -> [Substring] {
    try text(path).split(separator: "\n").filter { $0.hasPrefix("| `") }
  }

  /// The text of a file of this package.
  private func text(_ path: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}
