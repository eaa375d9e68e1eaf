import ConsoleIO
import Shell
import Testing

@MainActor @Suite struct `The step command with a journal` {
  private let path = "day.journal"
  private var save: [String] { ["rowTapped p1", "typed name Desk", "submitTapped"] }

  private func step(_ session: ShellFixture, _ lines: [String]) async -> Shell.ExitStatus {
    await session.run(["step", "editor", "--journal", path], typing: lines)
  }

  @Test func `writes each step to the journal before it is shown`() async throws {
    let session = ShellFixture()
    #expect(await step(session, save + ["nonsense", "state", "end 1 saved"]) == .success)
    let lines = try #require(session.files[path]).split(separator: "\n")
    try #require(lines.count == 6)
    #expect(lines[0].hasPrefix(#"(journal: 4, feature: "ProductListFeature", schema: 1, start: (state: (table: "#))
    #expect(
      lines[3].hasPrefix(
        #"(sent: editor(form(fields(submitTapped))), changed: ["editor.sheet.form.fields[price].isTouched: false -> true", "editor.sheet.form.fields[tags].isTouched: false -> true", "editor.sheet.form.stage: editing -> submitting"],"#
      ))
    #expect(lines[4].hasSuffix(#"typed: "execute write(p1) saved")"#))
    #expect(lines[5].hasPrefix("(ended: write(p1), with: editor(saved(id: p1, "))
    #expect(lines[5].hasSuffix(#"typed: "deliver write(p1)")"#))
  }

  @Test func `resumes at the end of the journal with the environment, the pending runs and the earlier steps`()
    async throws
  {
    for cut in 0...6 {
      let lines = save + ["end 1 saved, lost", "submitTapped", "occur priced p2"]
      let whole = ShellFixture()
      _ = await step(whole, lines + ["state", "back", "state", "back", "state"])
      let parted = ShellFixture()
      #expect(await step(parted, Array(lines[..<cut])) == .success)
      #expect(await step(parted, lines[cut...] + ["state", "back", "state", "back", "state"]) == .success)
      #expect(parted.files == whole.files, "\(cut)")
      let steps = [0, 1, 2, 3, 5, 6, 7][cut]
      #expect(parted.printed.hasPrefix("day.journal: \(steps) step\(steps == 1 ? "" : "s") resumed\n"))
      let ending = whole.printed.split(separator: "\n").suffix(20).joined(separator: "\n")
      #expect(parted.printed.hasSuffix(ending + "\n"), "\(cut)")
    }
  }

  @Test func `lists the pending runs of a resumed session`() async {
    let session = ShellFixture()
    _ = await step(session, save)
    _ = await step(session, [])
    #expect(session.printed.contains("\npending\n  1  editor(update((id: p1, name: \"Desk\""))
    #expect(session.printed.contains("ends: saved | failed offline\nType help"))
  }

  @Test func `records in the journal that steps were undone`() async throws {
    let session = ShellFixture()
    _ = await step(session, save + ["end 1 saved", "back", "back", "end 1"])
    #expect(session.files[path]?.contains("(removed: 2)\n(removed: 1)\n") == true)
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 2 steps\n")
    _ = await step(session, ["back", "back", "back", "rowTapped p1"])
    #expect(session.printed.contains("there is no earlier state to go back to"))
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 1 step\n")
    _ = await step(session, [])
    #expect(session.printed.hasPrefix("day.journal: 1 step resumed\n"))
  }

  @Test func `drops an incomplete last line with a warning and resumes`() async throws {
    let session = ShellFixture()
    _ = await step(session, save)
    let text = try #require(session.files[path])
    session.files[path] = String(text.dropLast(20))
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 2 steps\n")
    let warning = "backroom: day.journal: ignored an incomplete last line: line 4: column "
    #expect(session.errors.hasPrefix(warning))
    #expect(await step(session, ["submitTapped"]) == .success)
    #expect(session.errors.hasPrefix(warning))
    #expect(session.printed.hasPrefix("day.journal: 2 steps resumed\n"))
    #expect(session.files[path] == text)
    session.files[path] = String(text.dropLast(1))
    #expect(await step(session, []) == .success)
    #expect(session.files[path] == text, "a last line without a line feed is complete")
  }

  /// A kill or a full disk may cut off a line anywhere.
  @Test func `a journal cut off anywhere after its first line is resumed with all complete steps`()
    async throws
  {
    let whole = ShellFixture()
    _ = await step(whole, save + ["end 1 failed offline", "submitTapped", "end 1 saved", "rowTapped p2"])
    let text = try #require(whole.files[path])
    var length = 0
    for line in text.split(separator: "\n").map({ $0 + "\n" }) {
      let cuts = length == 0 ? [line.utf8.count] : [0, 1, line.utf8.count / 2, line.utf8.count - 1, line.utf8.count]
      for cut in cuts { try await expectResumed(String(decoding: text.utf8.prefix(length + cut), as: UTF8.self)) }
      length += line.utf8.count
    }
  }

  private func expectResumed(_ part: String) async throws {
    let session = ShellFixture()
    session.files[path] = part
    #expect(await step(session, []) == .success, "cut to \(part.utf8.count): \(session.errors)")
    let text = try #require(session.files[path])
    let readable = part.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { $0 + "\n" }.joined()
    #expect(text.hasPrefix(readable), "cut to \(part.utf8.count) bytes, the journal lost complete steps")
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.errors == "")
    #expect(await step(session, ["state"]) == .success)
    #expect(session.files[path] == text, "cut to \(part.utf8.count) bytes, the second resumption changed the journal")
  }

  @Test(arguments: [
    ("hello\n", "line 1: not a journal: it does not begin with (journal: 4, feature: ..."),
    ("(journal: 4", "line 1: the first line is incomplete, and no step was recorded"),
    ("(jou", "line 1: the first line is incomplete, and no step was recorded"),
    ("(", "line 1: the first line is incomplete, and no step was recorded"),
    ("(journal: 4)", "line 1: not a journal: it does not begin with (journal: 4, feature: ..."),
    (
      #"{"journal":1,"feature":"ProductEditor","schema":1,"start":"x"}"#,
      "line 1: the journal has format 1, but this version reads format 4; begin a new journal"
    ),
    (
      #"(journal: 4, feature: "EventListFeature", schema: 1, start: x)"#,
      "line 1: this is a journal of EventListFeature, not of ProductListFeature"
    ),
    (
      #"(journal: 4, feature: "ProductListFeature", schema: 2, start: x)"#,
      "line 1: the journal has schema 2, but this version reads schema 1; begin a new journal"
    ),
  ])
  func `rejects a file that is not a journal of the feature, and does not change it`(text: String, fault: String)
    async
  {
    let session = ShellFixture()
    session.files[path] = text
    await expectCommandError(
      ["step", "editor", "--journal", path], .data, "day.journal: \(fault); the file was not changed", in: session)
    #expect(session.files[path] == text)
  }

  @Test func `rejects a journal if the feature behaves differently now`() async throws {
    let session = ShellFixture()
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
    #expect(session.errors == "backroom: day.journal: the feature no longer behaves as recorded\n")
    session.files[path] = session.files[path]?.replacing(
      "sheet: closed, savingSheets", with: "sheet: closed, savedSheets")
    #expect(await step(session, []) == .data)
  }

  @Test func `ends with an error if the journal cannot be written`() async {
    let session = ShellFixture()
    session.fileError = .inUse
    #expect(await step(session, save) == .output)
    #expect(
      session.errors
        == "backroom: day.journal is in use by another session; end that one first, or choose another name\n")
    session.fileError = .deletedWhileOpen
    #expect(await step(session, save) == .output)
    #expect(session.errors == "backroom: day.journal was deleted while it was open; its contents are lost\n")
    session.fileError = .systemError(reason: "No space left on device")
    #expect(await step(session, save) == .output)
    #expect(session.printed == "")
  }

  @Test func `keeps a journal of another feature`() async {
    let session = ShellFixture()
    let lines = ["appeared", "end 1 loaded", "end 1 failed offline", "end 1", "occur", "end 1 loaded"]
    _ = await session.run(["step", "filter", "--journal", "f"], typing: lines)
    let before = session.printed
    _ = await session.run(["step", "filter", "--journal", "f"], typing: ["state"])
    #expect(session.printed.hasPrefix("f: 7 steps resumed\n"), "\(before)")
    _ = await session.run(["replay", "f"])
    #expect(session.printed == "the same: 7 steps\n")
  }
}

@MainActor @Suite struct `The replay command` {
  @Test func `replays a transcript`() async throws {
    let session = ShellFixture()
    _ = await session.run(["step", "editor"], typing: ["rowTapped p1", "typed name Desk", "submitTapped", "save day"])
    #expect(await session.run(["replay", "day.transcript"]) == .success)
    #expect(session.printed == "the same: 3 steps\n")
    session.files["day.transcript"] = session.files["day.transcript"]?.replacing(
      "\"Lamp\")) -> ", with: "\"Lump\")) -> ")
    #expect(await session.run(["replay", "day.transcript"]) == .failure)
    #expect(
      session.printed == """
        step 2 diverges: user editor(form(fields(typed(name, "Desk"))))
          recorded  editor.sheet.form.fields[name].entry: value(text("Lump")) -> value(text("Desk"))
          replayed  editor.sheet.form.fields[name].entry: value(text("Lamp")) -> value(text("Desk"))

        """)
  }

  @Test func `rejects files that cannot be replayed`() async throws {
    let session = ShellFixture()
    session.files = [
      "empty": "", "text": "hello", "half": "transcript 2\nfeature ProductEditor\n",
      "foreign": "transcript 2\nfeature Smithy\n\ngiven\n\nfinally\n", "broken": "(journal:",
      "old": "{\"journal\":1,\"feature\":\"ProductEditor\"}",
      "sung": "transcript 2\nfeature EventListFeature\n\ngiven\n\nuser sang\n\nfinally\n",
    ]
    for (name, fault) in [
      ("empty", "the file is neither a journal nor a transcript"),
      ("text", "the file is neither a journal nor a transcript"),
      ("half", #"line 2: the transcript is incomplete: it must end with "finally" and the final state"#),
      (
        "foreign",
        #"no replayable feature named "Smithy"; choose one of: "#
          + "ProductEditor, ProductListFeature, UndoFeature<ProductListFeature>, UndoFeature<BackOffice>, EventListFeature, FormFeature"
      ),
      ("broken", "line 1: the first line is incomplete, and no step was recorded"),
      ("old", "line 1: the journal has format 1, but this version reads format 4; begin a new journal"),
      ("sung", "filter is missing"),
    ] {
      await expectCommandError(["replay", name], .data, "\(name): \(fault)", in: session)
    }
    await expectCommandError(["replay", "nothing"], .data, "nothing does not exist", in: session)
    await expectCommandError(["replay", ""], .data, "\"\" does not exist", in: session)
    let usage = "Usage: backroom replay FILE"
    await expectCommandError(["replay"], .usage, "missing argument FILE\n\(usage)")
    await expectCommandError(["replay", "a", "b"], .usage, "unexpected argument \"b\"\n\(usage)")
  }
}
