import LoopHistory
import Explorations
import ConsoleIO
import ProgramFixtures
import Programs
import Testing

@MainActor @Suite struct `The step command` {
  private let start = """
      table: (
        view: (
          rows: [
            (id: p1, name: "Lamp", price: 19.99, tags: [], stock: nil, position: 1, version: 1)
            (id: p2, name: "Chair", price: 49.00, tags: [], stock: nil, position: 2, version: 1)
          ]
          query: (sort: [], filter: (columns: [:], condition: nil, search: ""))
          contextValues: [:]
          selection: (ids: [], anchor: nil)
          cursor: nil
          hoveredRow: nil
          page: (number: 0, size: nil)
          layout: (
            columnOrder: ["id", "name", "price", "tags", "stock", "position", "version", "value"]
            hiddenColumns: ["position", "value", "version"]
            columnWidths: [:]
          )
          groupingColumn: nil
          remoteWindow: nil
          rejection: nil
        )
        editedCell: nil
        drafts: [:]
        deletions: [:]
        pendingMoves: []
        moveFailure: nil
        drag: nil
      )
      listStatus: loaded
      editor: (sheet: closed, savingSheets: [:])
      writeProgress: nil
      edits: idle

    """

  @Test func `prints the initial state and reads lines until the end of input`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["step", "editor"], typing: ["", "discardTapped"]) == .success)
    #expect(session.printed == "\(start)Type help for a list of commands.\n  nothing changes\n")
    #expect(session.prompts == ["> ", "> ", "> "])
  }

  @Test func `a line that is not possible fails a session that no user types`() async {
    let session = ShellFixture(program: .workbench)
    session.isInteractive = false
    #expect(await session.run(["step", "editor"], typing: ["state", "frobnicate", "end 1", "save"]) == .data)
    #expect(session.printed == "\(start)Type help for a list of commands.\n\(start)")
    #expect(
      session.errors == """
        workbench: line 2: no action or command named "frobnicate"; type actions for a list
        workbench: line 3: no effect is pending
        workbench: line 4: save needs a file name
        workbench: 3 lines were not possible

        """)
    #expect(await session.run(["step", "editor"], typing: ["state", "quit"]) == .success)
    session.isInteractive = true
    #expect(await session.run(["step", "editor"], typing: ["frobnicate"]) == .success)
  }

  @Test(arguments: ["quit", "exit"]) func `ends after the command quit or exit`(word: String) async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["step", "editor"], typing: [word, "appeared"]) == .success)
    #expect(session.prompts == ["> "])
  }

  @Test func `rejects quit and exit with arguments`() async {
    let session = ShellFixture(program: .workbench)
    #expect(await session.run(["step", "editor"], typing: ["quit now", "exit 1", "state", "quit "]) == .success)
    #expect(session.printed.hasSuffix("quit takes no argument\nexit takes no argument\n\(start)"))
    #expect(session.prompts.count == 4)
  }

  @Test func `rejects an unknown feature`() async {
    let usage = "Usage: workbench step FEATURE [--transcript FILE]"
    let features = "adding, back-office, changes, deletion, editor, export, filter, form or one of 44 others"
    await expectWorkbenchError(
      ["step"], .usage, "step: feature is missing: the feature; expected \(features)\n\(usage)")
    await expectWorkbenchError(["step", "edtor"], .usage, #"feature "edtor" is not valid; did you mean editor?"#)
    await expectWorkbenchError(["step", "shop"], .usage, "feature \"shop\" is not valid; expected \(features)")
    await expectWorkbenchError(["step", "editor", "y"], .usage, "unexpected word \"y\"\n\(usage)")
    await expectWorkbenchError(["step", "--loud"], .usage, "step has no option \"--loud\"\n\(usage)")
  }

  @Test func `saves the session as a transcript that can be replayed`() async throws {
    let session = ShellFixture(program: .workbench)
    let lines = [
      "rowTapped p1", "submitTapped", "end 1 saved", "occur deleted p2", "save", "save \"\"", "save a/", "save a",
      "save a", "save b.x", "save  'c  d.txt' ", "save e.x/f", "save \"g.transcript\"",
    ]
    await session.run(["step", "editor"], typing: lines)
    #expect(
      session.printed.hasSuffix(
        """
        save needs a file name
        save needs a file name
        save needs a file name
        wrote a.transcript
        not written: a.transcript already exists; choose another name
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

  @Test func `reports a file that cannot be written and continues the session`() async {
    let session = ShellFixture(program: .workbench)
    for (failure, answer) in [
      (FileError.folderNotFound, "a/b.transcript: the folder does not exist; create it first"),
      (.systemError(reason: "Disk full"), "a/b.transcript: Disk full; choose another name or folder"),
    ] {
      session.fileError = failure
      #expect(await session.run(["step", "editor"], typing: ["save a/b", "state"]) == .success)
      #expect(session.printed.hasSuffix("not written: \(answer)\n\(start)"))
    }
  }
}
