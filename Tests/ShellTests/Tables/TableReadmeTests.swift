import Foundation
import Shell
import Testing

/// What the front page shows of tables is what is printed.
@MainActor @Suite struct `Tables on the front page` {
  @Test func `print what they are said to print`() async throws {
    let readme = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
        .standardized,
      encoding: .utf8)
    let page = try #require(readme.components(separatedBy: "$ cat fruit.csv\n").dropFirst().first)
    let session = ShellFixture()
    session.files["fruit.csv"] = page.components(separatedBy: "$ ")[0]
    await session.run(
      ["table", "view", "fruit.csv", "--where", "weight < 100", "--sort", "-price", "--aggregate", "sum(price)"])
    #expect(page.contains(" --aggregate 'sum(price)'\n\(session.printed)```\n"), "\(session.printed)")
    let lines = ["{\"sort\":\"weight\"}", "{\"click\":\"🍇\"}", "{\"move\":[\"🍇\"],\"before\":null}"]
    await session.run(["table", "drive", "fruit.csv", "--page-size", "2"], typing: lines)
    #expect(page.contains("$ printf '\(lines.map { $0 + "\\n" }.joined())' | swift run backroom table drive"))
    #expect(page.contains("table drive fruit.csv --page-size 2\n\(session.printed)```\n"), "\(session.printed)")
  }
}
