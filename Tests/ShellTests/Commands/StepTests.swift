import LoopHistory
import Explorations
import ExplorerTool
import LoopExplorer
import Shell
import Testing

@MainActor @Suite struct `The step command` {
  private let start = """
      products[p1]: (id: p1, name: "Lamp", price: 19.99, tags: [], place: 1, version: 1)
      products[p2]: (id: p2, name: "Chair", price: 49.00, tags: [], place: 2, version: 1)
      list: read
      sheet: closed
      aside: [:]

    """

  @Test func `begins with the state and goes on until nothing more is typed`() async {
    let session = ShellFixture()
    #expect(await session.run(["step", "editor"], typing: ["", "discardTapped"]) == .success)
    #expect(session.printed == "\(start)Type help for what can be typed.\n  nothing changes\n")
    #expect(session.prompts == ["> ", "> ", "> "])
  }

  @Test(arguments: ["quit", "exit"]) func `ends when somebody leaves`(word: String) async {
    let session = ShellFixture()
    #expect(await session.run(["step", "editor"], typing: [word, "appeared"]) == .success)
    #expect(session.prompts == ["> "])
  }

  @Test func `does not leave where something stands behind the word`() async {
    let session = ShellFixture()
    #expect(await session.run(["step", "editor"], typing: ["quit now", "exit 1", "state", "quit "]) == .success)
    #expect(session.printed.hasSuffix("quit takes nothing\nexit takes nothing\n\(start)"))
    #expect(session.prompts.count == 4)
  }

  @Test func `refuses a feature it does not know`() async {
    let usage = "Usage: backroom step FEATURE [--journal FILE]"
    await expectCommandError(["step"], .usage, "the feature is missing\n\(usage)")
    await expectCommandError(["step", "edtor"], .usage, #"unknown feature "edtor"; did you mean "editor"?"#)
    await expectCommandError(
      ["step", "shop"], .usage,
      "unknown feature \"shop\": "
        + "expected adding, deletion, editor, filter, form, reloading, selection, table-acting, table-arranging, "
        + "table-browsing, table-carrying, table-cells, table-changing, table-correcting, table-disputing, "
        + "table-emptying, table-filling, table-fitting, table-following, table-furnishing, table-hauling, "
        + "table-heeding, table-insisting, table-leafing, table-looking, table-meeting, table-mending, "
        + "table-ordering, table-picking, table-recovering, table-removing, table-seeking, table-settling, "
        + "table-shifting, table-sifting, table-stepping, table-surviving, table-typing, two-phase-commit, broken")
    await expectCommandError(["step", "editor", "y"], .usage, "\"y\" is one word too many\n\(usage)")
    await expectCommandError(["step", "--loud"], .usage, "unknown option \"--loud\"\n\(usage)")
  }

  @Test func `writes what was played as a transcript that can be played again`() async throws {
    let session = ShellFixture()
    let lines = [
      "rowTapped p1", "submitTapped", "end 1 saved", "occur deleted p2", "save", "save \"\"", "save a/", "save a",
      "save a", "save b.x", "save  'c  d.txt' ", "save e.x/f", "save \"g.transcript\"",
    ]
    await session.run(["step", "editor"], typing: lines)
    #expect(
      session.printed.hasSuffix(
        """
        save under which name?
        save under which name?
        save under which name?
        wrote a.transcript
        not written: a.transcript is there already; choose another name
        wrote b.x.transcript
        wrote c  d.txt
        wrote e.x/f.transcript
        wrote g.transcript

        """))
    let text = try #require(session.files["a.transcript"])
    #expect(session.files["c  d.txt"] == text)
    let transcript = try Transcript(parsing: text)
    #expect(transcript.steps.count == 5)
    #expect(try transcript.replay(by: EditorExploration().feature).description == text)
  }

  @Test func `a file that cannot be written is said, and the session goes on`() async {
    let session = ShellFixture()
    for (failure, answer) in [
      (FileError.folderMissing, "a/b.transcript would be in a folder that is not there; make the folder first"),
      (.refused(reason: "Disk full"), "a/b.transcript: Disk full; choose another name or folder"),
    ] {
      session.fileFailure = failure
      #expect(await session.run(["step", "editor"], typing: ["save a/b", "state"]) == .success)
      #expect(session.printed.hasSuffix("not written: \(answer)\n\(start)"))
    }
  }
}
