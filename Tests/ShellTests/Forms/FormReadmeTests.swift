import Foundation
import Shell
import Testing

/// What the front page shows of forms is what is printed.
@MainActor @Suite struct `Forms on the front page` {
  @Test func `print what they are said to print`() async throws {
    let readme = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../README.md")
        .standardized,
      encoding: .utf8)
    let parts = readme.components(separatedBy: "$ cat hobbies.json\n").dropFirst()
    let page = try #require(parts.first)
    let session = ShellFixture()
    session.files["hobbies.json"] = page.components(separatedBy: "$ ")[0]
    await session.run(
      ["form", "show", "hobbies.json", "--set", #"hobbies=["Music","Films"]"#, "--set", "age=15", "--explain", "bar"])
    #expect(page.contains(" --explain bar\n\(session.printed)```\n"), "\(session.printed)")
    #expect(session.complaints == "")
    await session.run(["form", "prove", "hobbies.json"])
    #expect(page.contains("form prove hobbies.json\n\(session.printed)```\n"), "\(session.printed)")
  }
}
