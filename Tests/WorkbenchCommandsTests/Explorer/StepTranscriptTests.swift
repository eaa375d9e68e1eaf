import ConsoleIO
import ProgramFixtures
import Programs
import Testing

@MainActor @Suite struct `The step command with a transcript` {
  private let path = "day.transcript"
  private var save: [String] { ["rowTapped p1", "typed name Desk", "submitTapped"] }

  private func step(_ session: ShellFixture, _ lines: [String]) async -> Programs.ExitStatus {
    await session.run(["step", "editor", "--transcript", path], typing: lines)
  }

  /// The blocks of a text, which empty lines separate.
  private func blocks(of text: String) -> [String] { text.split(separator: "\n\n").map(String.init) }

  @Test func `writes each step to the transcript before it is shown`() async throws {
    let session = ShellFixture(program: .workbench)
    #expect(await step(session, save + ["nonsense", "state", "end 1 saved"]) == .success)
    let blocks = blocks(of: try #require(session.files[path]))
    try #require(blocks.count == 7)
    #expect(blocks[0] == "transcript 3\nfeature ProductListFeature")
    #expect(blocks[1].hasPrefix("given\n  table: (\n    view: (\n      rows: [\n        (id: p1, name: "))
    #expect(
      blocks[4].hasPrefix(
        """
        > submitTapped
        sent editor(form(fields(submitTapped)))
          editor.sheet.form.fields[price].isTouched: false -> true
          editor.sheet.form.fields[stock].isTouched: false -> true
          editor.sheet.form.fields[tags].isTouched: false -> true
          editor.sheet.form.stage: editing -> submitting
          effect + writes editor(update(
        """))
    #expect(blocks[5] == "> end 1 saved\nenvironment execute writes saved")
    #expect(blocks[6].hasPrefix("ended writes => editor(saved(id: p1, "))
    #expect(session.files[path]?.hasSuffix("\n\n") == true)
  }

  @Test func `resumes at the end of the transcript with the environment, the pending runs and the earlier steps`()
    async throws
  {
    for cut in 0...6 {
      let lines = save + ["end 1 saved, lost", "submitTapped", "occur priced p2"]
      let whole = ShellFixture(program: .workbench)
      _ = await step(whole, lines + ["state", "back", "state", "back", "state"])
      let parted = ShellFixture(program: .workbench)
      #expect(await step(parted, Array(lines[..<cut])) == .success)
      #expect(await step(parted, lines[cut...] + ["state", "back", "state", "back", "state"]) == .success)
      #expect(parted.files == whole.files, "\(cut)")
      let steps = [0, 1, 2, 3, 5, 6, 7][cut]
      #expect(parted.printed.hasPrefix("day.transcript: \(steps) step\(steps == 1 ? "" : "s") resumed\n"))
      let ending = whole.printed.split(separator: "\n").suffix(20).joined(separator: "\n")
      #expect(parted.printed.hasSuffix(ending + "\n"), "\(cut)")
    }
  }

  @Test func `lists the pending runs of a resumed session`() async {
    let session = ShellFixture(program: .workbench)
    _ = await step(session, save)
    _ = await step(session, [])
    #expect(session.printed.contains("\npending\n  1  editor(update((id: p1, name: \"Desk\""))
    #expect(session.printed.contains("ends: saved | failed offline\nType help"))
  }

  @Test func `records that steps were undone`() async throws {
    let session = ShellFixture(program: .workbench)
    _ = await step(session, save + ["end 1 saved", "back", "back", "end 1"])
    #expect(session.files[path]?.contains("\n\nremoved 2\n\nremoved 1\n\n") == true)
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 2 steps\n")
    _ = await step(session, ["back", "back", "back", "rowTapped p1"])
    #expect(session.printed.contains("there is no earlier state to go back to"))
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 1 step\n")
    _ = await step(session, [])
    #expect(session.printed.hasPrefix("day.transcript: 1 step resumed\n"))
  }

  @Test func `continues a saved transcript with its steps, and goes back over whole commands`() async throws {
    let session = ShellFixture(program: .workbench)
    await session.run(["step", "editor"], typing: save + ["end 1 saved", "save day"])
    #expect(session.files[path]?.contains("\n\nfinally\n") == true)
    #expect(await step(session, ["back", "back"]) == .success)
    #expect(session.files[path]?.contains("finally") == false)
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 2 steps\n")
  }

  @Test func `drops an incomplete last step with a warning and resumes`() async throws {
    let session = ShellFixture(program: .workbench)
    _ = await step(session, save)
    let text = try #require(session.files[path])
    for cut in [1, 2, 20] {
      session.files[path] = String(text.dropLast(cut))
      #expect(await session.run(["replay", path]) == .success)
      #expect(session.printed == "the same: 2 steps\n")
      let warning = "workbench: day.transcript: ignored an incomplete last step: line "
      #expect(session.errors.hasPrefix(warning))
      #expect(await step(session, ["submitTapped"]) == .success)
      #expect(session.errors.hasPrefix(warning))
      #expect(session.printed.hasPrefix("day.transcript: 2 steps resumed\n"))
      #expect(session.files[path] == text)
    }
  }

  /// A kill or a full disk may cut off a step anywhere.
  @Test func `a transcript cut off anywhere after its start is resumed with all complete steps`()
    async throws
  {
    let whole = ShellFixture(program: .workbench)
    _ = await step(whole, save + ["end 1 failed offline", "submitTapped", "end 1 saved", "rowTapped p2"])
    let text = try #require(whole.files[path])
    let blocks = blocks(of: text).map { $0 + "\n\n" }
    var length = blocks[0].utf8.count + blocks[1].utf8.count
    for block in blocks[2...] {
      for cut in [0, 1, block.utf8.count / 2, block.utf8.count - 1, block.utf8.count] {
        let kept = cut == block.utf8.count ? length + cut : length
        try await expectResumed(text, cutTo: length + cut, keeping: kept)
      }
      length += block.utf8.count
    }
  }

  private func expectResumed(_ text: String, cutTo length: Int, keeping keptLength: Int) async throws {
    let session = ShellFixture(program: .workbench)
    session.files[path] = String(decoding: text.utf8.prefix(length), as: UTF8.self)
    #expect(await step(session, []) == .success, "cut to \(length): \(session.errors)")
    let kept = String(decoding: text.utf8.prefix(keptLength), as: UTF8.self)
    #expect(session.files[path] == kept, "cut to \(length) bytes")
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.errors == "")
    #expect(await step(session, ["state"]) == .success)
    #expect(session.files[path] == kept, "cut to \(length) bytes, the second resumption changed the transcript")
  }

  @Test(arguments: [
    ("hello\n", #"line 1: not a transcript: it does not begin with "transcript 3""#),
    ("tran", "line 1: the transcript is incomplete, and has no step"),
    (
      "transcript 3\nfeature ProductListFeature\n\ngiven\n  ta", "line 1: the transcript is incomplete, and has no step"
    ),
    (
      #"(journal: 4, feature: "ProductEditor", schema: 1, start: x)"#,
      "line 1: the journal has format 4, but this version reads format 3; record it again"
    ),
    (
      "transcript 3\nfeature EventListFeature\n\ngiven\n\n",
      "this is a transcript of EventListFeature, not of ProductListFeature"
    ),
    (
      "transcript 3\nfeature ProductListFeature\n\ngiven\n\n",
      "the transcript begins in another state than the feature does now"
    ),
  ])
  func `rejects a file that is not a transcript of the feature, and does not change it`(text: String, fault: String)
    async
  {
    let session = ShellFixture(program: .workbench)
    session.files[path] = text
    await expectWorkbenchError(
      ["step", "editor", "--transcript", path], .data, "day.transcript: \(fault); the file was not changed", in: session
    )
    #expect(session.files[path] == text)
  }

  @Test func `rejects a transcript if the feature behaves differently now`() async throws {
    let session = ShellFixture(program: .workbench)
    _ = await step(session, save)
    session.files[path] = session.files[path]?.replacing("editing -> submitting", with: "editing -> waiting")
    #expect(await step(session, []) == .data)
    #expect(
      session.errors.contains(
        "the feature behaves differently now; step 3 diverges: sent editor(form(fields(submitTapped)))\n"))
    #expect(await session.run(["replay", path]) == .failure)
    #expect(
      session.printed == """
        step 3 diverges: sent editor(form(fields(submitTapped)))
          recorded  editor.sheet.form.stage: editing -> waiting
          replayed  editor.sheet.form.stage: editing -> submitting

        """)
    #expect(session.errors == "workbench: day.transcript: the feature no longer behaves as recorded\n")
    session.files[path] = session.files[path]?.replacing(
      "sheet: closed, savingSheets", with: "sheet: closed, savedSheets")
    #expect(await step(session, []) == .data)
  }

  @Test func `ends with an error if the transcript cannot be written`() async {
    let session = ShellFixture(program: .workbench)
    session.fileError = .inUse
    #expect(await step(session, save) == .output)
    #expect(
      session.errors
        == "workbench: day.transcript is in use by another session; end that one first, or choose another name\n")
    session.fileError = .deletedWhileOpen
    #expect(await step(session, save) == .output)
    #expect(session.errors == "workbench: day.transcript was deleted while it was open; its contents are lost\n")
    session.fileError = .systemError(reason: "No space left on device")
    #expect(await step(session, save) == .output)
    #expect(session.printed == "")
  }

  @Test func `resumes the transcript of any feature`() async {
    let session = ShellFixture(program: .workbench)
    let lines = ["appeared", "end 1 loaded", "end 1 failed offline", "end 1", "occur", "end 1 loaded"]
    _ = await session.run(["step", "filter", "--transcript", "f"], typing: lines)
    let before = session.printed
    _ = await session.run(["step", "filter", "--transcript", "f"], typing: ["state"])
    #expect(session.printed.hasPrefix("f: 7 steps resumed\n"), "\(before)")
    _ = await session.run(["replay", "f"])
    #expect(session.printed == "the same: 7 steps\n")
  }
}

@MainActor @Suite struct `The replay command` {
  @Test func `replays a transcript`() async throws {
    let session = ShellFixture(program: .workbench)
    _ = await session.run(["step", "editor"], typing: ["rowTapped p1", "typed name Desk", "submitTapped", "save day"])
    #expect(await session.run(["replay", "day.transcript"]) == .success)
    #expect(session.printed == "the same: 3 steps\n")
    session.files["day.transcript"] = session.files["day.transcript"]?.replacing(
      "\"Lamp\")) -> ", with: "\"Lump\")) -> ")
    #expect(await session.run(["replay", "day.transcript"]) == .failure)
    #expect(
      session.printed == """
        step 2 diverges: sent editor(form(fields(typed(name, "Desk"))))
          recorded  editor.sheet.form.fields[name].entry: value(text("Lump")) -> value(text("Desk"))
          replayed  editor.sheet.form.fields[name].entry: value(text("Lamp")) -> value(text("Desk"))

        """)
  }

  @Test func `rejects files that cannot be replayed`() async throws {
    let session = ShellFixture(program: .workbench)
    session.files = [
      "empty": "", "text": "hello", "half": "transcript 3\nfeature ProductEditor\n",
      "foreign": "transcript 3\nfeature Smithy\n\ngiven\n\nfinally\n",
      "old": "transcript 2\nfeature EventListFeature\n",
      "journal": "{\"journal\":1,\"feature\":\"ProductEditor\"}",
      "sung": "transcript 3\nfeature EventListFeature\n\ngiven\n\nsent sang\n\nfinally\n",
    ]
    let other = #"line 1: not a transcript: it does not begin with "transcript 3""#
    for (name, fault) in [
      ("empty", other), ("text", other), ("half", "line 1: the transcript is incomplete, and has no step"),
      (
        "foreign",
        #"no replayable feature named "Smithy"; choose one of: "#
          + "ProductEditor, ProductListFeature, UndoFeature<ProductListFeature>, UndoFeature<BackOffice>, EventListFeature, FormFeature"
      ),
      ("old", "line 1: the transcript has format 2, but this version reads format 3; record it again"),
      ("journal", "line 1: the journal has format 1, but this version reads format 3; record it again"),
      ("sung", "given: column 1: expected a value, the text ends here"),
    ] {
      await expectWorkbenchError(["replay", name], .data, "\(name): \(fault)", in: session)
    }
    await expectWorkbenchError(["replay", "nothing"], .data, "nothing does not exist", in: session)
    await expectWorkbenchError(["replay", ""], .data, "\"\" does not exist", in: session)
    let usage = "Usage: workbench replay FILE"
    await expectWorkbenchError(
      ["replay"], .usage, "replay: file is missing: a transcript of 'step', or a log of a program\n\(usage)")
    await expectWorkbenchError(["replay", "a", "b"], .usage, "unexpected word \"b\"\n\(usage)")
  }
}
