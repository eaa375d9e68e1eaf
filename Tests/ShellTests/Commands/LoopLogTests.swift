import ConsoleIO
import Shell
import Testing

@MainActor @Suite struct `The log of the loop` {
  private let session = ShellFixture()

  @Test func `is a journal of each turn, which can be replayed`() async throws {
    #expect(await session.run(["products", "edit", "p1", "--price", "21", "--log", "shop.journal"]) == .success)
    let lines = try #require(session.files["shop.journal"]).split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"(journal: 4, feature: "UndoFeature<BackOffice>", "#) == true)
    #expect(lines.dropFirst().contains { $0.hasPrefix("(sent: ") && $0.contains("submitTapped") })
    #expect(lines.last?.contains("ended: ") == true)
    #expect(await session.run(["replay", "shop.journal"]) == .success)
    #expect(session.printed == "the same: \(lines.count - 1) steps\n")
    #expect(await session.run(["replay", "shop.journal", "--json"]) == .success)
    #expect(session.printed == #"{"divergence":null,"steps":\#(lines.count - 1)}"# + "\n")
    #expect(await session.run(["--log=shop.journal", "events", "count"]) == .success)
    let more = try #require(session.files["shop.journal"]).split(separator: "\n")
    #expect(more.count > lines.count + 4 && more.starts(with: lines))
    await session.run(["replay", "shop.journal"])
    #expect(session.printed == "the same: \(more.count - 2) steps\n")
  }

  @Test func `begins a line after one that was not completed`() async {
    session.files["shop.journal"] = "(journal: 4"
    await session.run(["events", "count", "--log", "shop.journal"])
    #expect(session.files["shop.journal"]?.hasPrefix("(journal: 4\n(journal: 4, feature: ") == true)
  }

  @Test func `of a command without the loop is empty`() async {
    await session.run(["condition", "check", "a == 1", "--log", "shop.journal"])
    #expect(session.files["shop.journal"] == nil)
  }

  @Test func `is not appended to another file`() async {
    session.files["notes.txt"] = "Buy milk\n"
    await expectCommandError(
      ["events", "count", "--log", "notes.txt"], .data, "notes.txt is not a journal; choose another name", in: session)
    #expect(session.files["notes.txt"] == "Buy milk\n")
  }

  @Test func `that cannot be written is an error`() async {
    session.fileError = .folderNotFound
    await expectCommandError(
      ["events", "count", "--log", "no/shop.journal"], .output,
      "no/shop.journal: the folder does not exist; create it first", in: session)
  }
}
