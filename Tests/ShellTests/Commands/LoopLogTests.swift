import ConsoleIO
import ProgramFixtures
import Programs
import Shell
import Testing

@MainActor @Suite struct `The log of the loop` {
  private let session = ShellFixture()
  private let path = "shop.transcript"

  /// Replays the log with the other program.
  private func replay(_ more: String...) async -> Programs.ExitStatus {
    session.name = .workbench
    defer { session.name = .backroom }
    return await session.run(["replay", path] + more)
  }

  private func stepCount(_ text: String?) -> Int {
    text?.matches(of: #/(?m)^(sent|delivered|ended|environment) /#).count ?? 0
  }

  @Test func `is a transcript of each program, which can be replayed`() async throws {
    #expect(await session.run(["products", "edit", "p1", "--price", "21", "--log", path]) == .success)
    let text = try #require(session.files[path])
    #expect(text.hasPrefix("transcript 3\nfeature UndoFeature<BackOffice>\n\ngiven\n  feature: (\n    tab: products\n"))
    #expect(text.contains("\n\n> products edit p1 --price 21\nsent feature("))
    #expect(text.contains("\nsent feature(products(editsMade(["))
    #expect(text.contains("\nended "))
    #expect(await replay() == .success)
    #expect(session.printed == "the same: \(stepCount(text)) steps\n")
    #expect(await replay("--json") == .success)
    #expect(session.printed == #"{"divergence":null,"steps":\#(stepCount(text))}"# + "\n")
    #expect(await session.run(["--log=\(path)", "products", "edit", "p2", "--price", "75"]) == .success)
    let more = try #require(session.files[path])
    #expect(more.hasPrefix(text + "transcript 3\n") && stepCount(more) > stepCount(text))
    _ = await replay()
    #expect(session.printed == "the same: \(stepCount(more)) steps\n")
  }

  @Test func `shows the command line that led to a step`() async throws {
    await session.run(["do", "products.sort", "price", "then", "products.select", "p1", "--log", path])
    let text = try #require(session.files[path])
    for line in [
      "> do products.sort price then products.select p1\nsent ", "> products.sort price\nsent ",
      "> products.select p1\nsent ",
    ] {
      #expect(text.contains(line), "\(text.split(separator: "\n").filter { $0.hasPrefix("> ") }) \(session.errors)")
    }
  }

  @Test func `begins a line after one that was not completed`() async {
    let cut = "transcript 3\nfeature UndoFeature<BackOffice>\n\ngiven\n  fea"
    session.files[path] = cut
    await session.run(["products", "edit", "p2", "--price", "75", "--log", path])
    #expect(session.files[path]?.hasPrefix("\(cut)\ntranscript 3\nfeature ") == true)
    // The recording that a killed program began is ignored.
    #expect(await replay() == .success)
    #expect(session.errors.contains("the transcript is incomplete, and has no step"), "\(session.errors)")
  }

  @Test func `of a command without the loop is empty`() async {
    await session.run(["commands", "--log", path])
    #expect(session.files[path] == nil)
  }

  @Test(arguments: ["Buy milk\n", "t", "transcript 2\nfeature UndoFeature<BackOffice>\n", "transcript 3\nfeature F\n"])
  func `is not appended to another file`(text: String) async {
    session.files["notes.txt"] = text
    await expectCommandError(
      ["events", "count", "--log", "notes.txt"], .data, "notes.txt is not a log of this version; choose another name",
      in: session)
    #expect(session.files["notes.txt"] == text)
  }

  @Test func `that cannot be written is an error`() async {
    session.fileError = .folderNotFound
    await expectCommandError(
      ["events", "count", "--log", "no/shop.transcript"], .output,
      "no/shop.transcript: the folder does not exist; create it first", in: session)
  }
}
