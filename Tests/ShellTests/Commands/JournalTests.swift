import ExplorerTool
import Shell
import Testing

@MainActor @Suite struct `The step command with a journal` {
  private let path = "day.journal"
  private var save: [String] { ["rowTapped p1", "typed name Desk", "submitTapped"] }

  private func step(_ session: ShellFixture, _ lines: [String]) async -> Shell.ExitStatus {
    await session.run(["step", "editor", "--journal", path], typing: lines)
  }

  @Test func `keeps each step in a line before it is shown`() async throws {
    let session = ShellFixture()
    #expect(await step(session, save + ["nonsense", "state", "end 1 saved"]) == .success)
    let lines = try #require(session.files[path]).split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[0].hasPrefix(#"(journal: 2, feature: "ProductEditor", schema: 1, start: (state: (products: "#))
    #expect(
      lines[3].hasPrefix(
        #"(sent: form(fields(submitTapped)), changed: ["sheet.form.fields[price].isTouched: false -> true", "sheet.form.fields[tags].isTouched: false -> true", "sheet.form.stage: editing -> submitting"],"#
      ))
    #expect(lines[4].hasSuffix(#"played: "execute write(p1) saved")"#))
    #expect(lines[5].contains(", in: write(p1)"))
    #expect(lines[5].hasSuffix(#"played: "deliver write(p1)")"#))
    #expect(lines[6] == "(ended: write(p1))")
  }

  @Test func `goes on where the file ends, with the world, what is pending, and the steps to take back`() async throws {
    for cut in 0...6 {
      let lines = save + ["end 1 saved, lost", "submitTapped", "occur priced p2"]
      let whole = ShellFixture()
      _ = await step(whole, lines + ["state", "back", "state", "back", "state"])
      let parted = ShellFixture()
      #expect(await step(parted, Array(lines[..<cut])) == .success)
      #expect(await step(parted, lines[cut...] + ["state", "back", "state", "back", "state"]) == .success)
      #expect(parted.files == whole.files, "\(cut)")
      let steps = [0, 1, 2, 3, 6, 7, 8][cut]
      #expect(parted.printed.hasPrefix("day.journal: \(steps) step\(steps == 1 ? "" : "s") taken up\n"))
      let ending = whole.printed.split(separator: "\n").suffix(20).joined(separator: "\n")
      #expect(parted.printed.hasSuffix(ending + "\n"), "\(cut)")
    }
  }

  @Test func `lists what was pending`() async {
    let session = ShellFixture()
    _ = await step(session, save)
    _ = await step(session, [])
    #expect(session.printed.contains("\npending\n  1  update((id: p1, name: \"Desk\""))
    #expect(session.printed.contains("ends: saved | failed offline\nType help"))
  }

  @Test func `takes back in the file what is taken back in the play`() async throws {
    let session = ShellFixture()
    _ = await step(session, save + ["end 1 saved", "back", "back", "end 1"])
    #expect(session.files[path]?.contains("(back: 3)\n(back: 1)\n") == true)
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 2 steps\n")
    _ = await step(session, ["back", "back", "back", "submitTapped"])
    #expect(session.printed.contains("nothing has been done yet"))
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 1 step\n")
    _ = await step(session, [])
    #expect(session.printed.hasPrefix("day.journal: 1 step taken up\n"))
  }

  @Test func `drops a last line that broke off, with a word, and goes on`() async throws {
    let session = ShellFixture()
    _ = await step(session, save)
    let text = try #require(session.files[path])
    session.files[path] = String(text.dropLast(20))
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 2 steps\n")
    let word = "backroom: day.journal: left out, for it broke off: line 4: column "
    #expect(session.complaints.hasPrefix(word))
    #expect(await step(session, ["submitTapped"]) == .success)
    #expect(session.complaints.hasPrefix(word))
    #expect(session.printed.hasPrefix("day.journal: 2 steps taken up\n"))
    #expect(session.files[path] == text)
    session.files[path] = String(text.dropLast(1))
    #expect(await step(session, []) == .success)
    #expect(session.files[path] == text, "a line that lacks its line feed alone is whole")
  }

  /// An answer and the end behind it are one step in two lines: a kill or a full disk may part them.
  @Test func `cut off anywhere behind its heading, it is taken up with every step that can be read, and goes on`()
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
    #expect(await step(session, []) == .success, "cut to \(part.utf8.count): \(session.complaints)")
    let text = try #require(session.files[path])
    let readable = part.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { $0 + "\n" }.joined()
    #expect(text.hasPrefix(readable), "cut to \(part.utf8.count), it lost what could be read")
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.complaints == "")
    #expect(await step(session, ["state"]) == .success)
    #expect(session.files[path] == text, "cut to \(part.utf8.count), it is taken up otherwise the second time")
  }

  @Test func `takes a run up that lingered, whose end was a step of its own`() async throws {
    let lines =
      save + ["execute 1 failed offline", "deliver write(p1), lingering", "deliver write(p1)", "submitTapped"]
    let session = ShellFixture()
    _ = await step(session, lines + ["state"])
    let (text, printed) = (try #require(session.files[path]), session.printed)
    #expect(text.contains(#"(ended: write(p1), played: "deliver write(p1)")"#))
    for cut in 4...lines.count {
      let parted = ShellFixture()
      _ = await step(parted, Array(lines[..<cut]))
      #expect(await step(parted, lines[cut...] + ["state"]) == .success, "\(parted.complaints)")
      #expect(parted.complaints == "")
      #expect(parted.files[path] == text)
      #expect(parted.printed.split(separator: "\n").suffix(5) == printed.split(separator: "\n").suffix(5))
    }
  }

  @Test func `completes a last step that is told in part, with a word`() async throws {
    let session = ShellFixture()
    _ = await step(session, save + ["end 1 saved"])
    let text = try #require(session.files[path])
    let end = "(ended: write(p1))\n"
    session.files[path] = String(text.dropLast(end.count))
    #expect(await session.run(["replay", path]) == .success)
    #expect(session.printed == "the same: 5 steps\n")
    #expect(await step(session, []) == .success)
    #expect(session.complaints == "backroom: day.journal: its last step was told in part, and is completed\n")
    #expect(session.printed.hasPrefix("day.journal: 6 steps taken up\n"))
    #expect(session.files[path] == text)
    session.files[path] = text.replacing(end, with: "") + "(sent: rowTapped(p2))\n"
    #expect(await step(session, []) == .data, "no other step than the last may lack its end")
  }

  @Test(arguments: [
    ("hello\n", "line 1: this is no journal: it does not begin with (journal: 2, feature: ..."),
    ("(journal: 2", "line 1: it broke off within its first line, before any step was kept"),
    ("(jou", "line 1: it broke off within its first line, before any step was kept"),
    ("(", "line 1: it broke off within its first line, before any step was kept"),
    ("(journal: 2)", "line 1: this is no journal: it does not begin with (journal: 2, feature: ..."),
    (
      #"{"journal":1,"feature":"ProductEditor","schema":1,"start":"x"}"#,
      "line 1: the journal has format 1, and format 2 is read; begin a new journal"
    ),
    (
      #"(journal: 2, feature: "EventListFeature", schema: 1, start: x)"#,
      "line 1: it is a journal of EventListFeature, not of ProductEditor"
    ),
    (
      #"(journal: 2, feature: "ProductEditor", schema: 2, start: x)"#,
      "line 1: it is written in schema 2, and schema 1 is read"
    ),
  ])
  func `refuses what is no journal of the feature, and leaves it as it is`(text: String, fault: String) async {
    let session = ShellFixture()
    session.files[path] = text
    await expectCommandError(
      ["step", "editor", "--journal", path], .data, "day.journal: \(fault); it was left as it is", in: session)
    #expect(session.files[path] == text)
  }

  @Test func `refuses a journal in which today's feature would do something else`() async throws {
    let session = ShellFixture()
    _ = await step(session, save)
    session.files[path] = session.files[path]?.replacing("editing -> submitting", with: "editing -> waiting")
    #expect(await step(session, []) == .data)
    #expect(
      session.complaints.contains(
        "the feature does something else today; step 3 diverges: sent form(fields(submitTapped))\n"))
    #expect(await session.run(["replay", path]) == .failure)
    #expect(
      session.printed == """
        step 3 diverges: sent form(fields(submitTapped))
          then  sheet.form.stage: editing -> waiting
          now   sheet.form.stage: editing -> submitting

        """)
    #expect(session.complaints == "backroom: day.journal is not what the feature does today\n")
    session.files[path] = session.files[path]?.replacing("sheet: closed, aside", with: "sheet: closed, beside")
    #expect(await step(session, []) == .data)
  }

  @Test func `ends with a word when the file takes no more`() async {
    let session = ShellFixture()
    session.fileFailure = .inUse
    #expect(await step(session, save) == .output)
    #expect(
      session.complaints
        == "backroom: day.journal is in use by another session; end that one first, or choose another name\n")
    session.fileFailure = .deletedMeanwhile
    #expect(await step(session, save) == .output)
    #expect(session.complaints == "backroom: day.journal was deleted meanwhile, with all that it held\n")
    session.fileFailure = .refused(reason: "No space left on device")
    #expect(await step(session, save) == .output)
    #expect(session.printed == "")
  }

  @Test func `plays every feature with a journal`() async {
    let session = ShellFixture()
    let lines = ["appeared", "end 1 loaded", "end 1 failed offline", "end 1", "occur", "end 1 loaded"]
    _ = await session.run(["step", "filter", "--journal", "f"], typing: lines)
    let before = session.printed
    _ = await session.run(["step", "filter", "--journal", "f"], typing: ["state"])
    #expect(session.printed.hasPrefix("f: 10 steps taken up\n"), "\(before)")
    _ = await session.run(["replay", "f"])
    #expect(session.printed == "the same: 10 steps\n")
  }
}

@MainActor @Suite struct `The replay command` {
  @Test func `runs a transcript again`() async throws {
    let session = ShellFixture()
    _ = await session.run(["step", "editor"], typing: ["rowTapped p1", "typed name Desk", "submitTapped", "save day"])
    #expect(await session.run(["replay", "day.transcript"]) == .success)
    #expect(session.printed == "the same: 3 steps\n")
    session.files["day.transcript"] = session.files["day.transcript"]?.replacing(
      "\"Lamp\")) -> ", with: "\"Lump\")) -> ")
    #expect(await session.run(["replay", "day.transcript"]) == .failure)
    #expect(
      session.printed == """
        step 2 diverges: user form(fields(typed(name, "Desk")))
          then  sheet.form.fields[name].entry: value(text("Lump")) -> value(text("Desk"))
          now   sheet.form.fields[name].entry: value(text("Lamp")) -> value(text("Desk"))

        """)
  }

  @Test func `refuses what it cannot run, and says why`() async throws {
    let session = ShellFixture()
    session.files = [
      "empty": "", "text": "hello", "half": "transcript 1\nfeature ProductEditor\n",
      "foreign": "transcript 1\nfeature Smithy\n\ngiven\n\nfinally\n", "broken": "(journal:",
      "old": "{\"journal\":1,\"feature\":\"ProductEditor\"}",
      "sung": "transcript 1\nfeature EventListFeature\n\ngiven\n\nuser sang\n\nfinally\n",
    ]
    for (name, fault) in [
      ("empty", "it is neither a journal nor a transcript"), ("text", "it is neither a journal nor a transcript"),
      ("half", #"line 2: it breaks off: a transcript ends with "finally" and what stands then"#),
      (
        "foreign",
        #""Smithy" is no feature that can be run again; "#
          + "those are ProductEditor, ProductListFeature, UndoFeature<ProductListFeature>, EventListFeature, FormFeature"
      ),
      ("broken", "line 1: it broke off within its first line, before any step was kept"),
      ("old", "line 1: the journal has format 1, and format 2 is read; begin a new journal"),
      ("sung", "filter is missing"),
    ] {
      await expectCommandError(["replay", name], .data, "\(name): \(fault)", in: session)
    }
    await expectCommandError(["replay", "nothing"], .data, "nothing is not there", in: session)
    await expectCommandError(["replay", ""], .data, "\"\" is not there", in: session)
    let usage = "Usage: backroom replay FILE"
    await expectCommandError(["replay"], .usage, "the file is missing\n\(usage)")
    await expectCommandError(["replay", "a", "b"], .usage, "\"b\" is one word too many\n\(usage)")
  }
}
