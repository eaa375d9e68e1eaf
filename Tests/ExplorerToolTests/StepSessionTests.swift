import LoopText
import LoopHistory
import Explorations
import Loop
import LoopExplorer
import TestInputs
import Testing
import Values

@testable import ExplorerTool

extension StepSession {
  /// Runs a line and returns its output or its error.
  mutating func handleLine(_ line: String) -> String {
    do { return try runLine(line) } catch { return "\(error)\n" }
  }
}

/// Commands typed into a step session.
@Suite struct `Stepping through a feature` {
  private var start: String { get throws { try StepSession(EditorExploration()).stateText() } }

  private func sessionAfter(_ lines: String...) throws -> [String] {
    var play = try StepSession(EditorExploration())
    return lines.map { play.handleLine($0) }
  }

  @Test func `the cost of a command does not grow with the length of the session`() throws {
    var play = try StepSession(EditorExploration())
    var writer = RecordedStepWriter()
    var places: Set<Int> = []
    let count = caseCount(40, exhaustive: 100)
    for number in 0..<count {
      for line in ["rowTapped p1", "typed name \"Lamp \(number)\"", "cancelTapped", "discardTapped"]
        + (number == count / 2 ? ["actions"] : [])
      {
        _ = play.handleLine(line)
        #expect(writer.textSinceLastCall(of: play.path.unfinishedTranscript).matches(of: /\n\n/).count <= 1)
        places.insert(try play.path.transcript.steps.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
      }
    }
    #expect(try play.path.transcript.steps.count == 4 * count)
    // The capacity doubles when it is exhausted, and the buffer moves only then.
    #expect(places.count < 20, "the session was copied \(places.count) times in \(4 * count) steps")
  }

  @Test func `steps that were taken back are written once, and so are the steps after them`() throws {
    var play = try StepSession(EditorExploration())
    var writer = RecordedStepWriter()
    func written() -> String { writer.textSinceLastCall(of: play.path.unfinishedTranscript) }
    for line in ["rowTapped p1", "submitTapped", "end 1 saved"] { _ = play.handleLine(line) }
    #expect(written().contains("\n\n> end 1 saved\nenvironment execute writes saved\n\nended writes => "))
    #expect(written() == "")
    _ = play.handleLine("back")
    #expect(written() == "removed 2\n\n")
    #expect(written() == "")
    _ = play.handleLine("occur deleted p2")
    #expect(written() == "> occur deleted p2\nenvironment occur deleted p2\n\n")
  }

  @Test func `prints its help`() throws {
    #expect(Set(try sessionAfter("help", "Help", " HELP", "?", "help me")).count == 1)
    #expect(
      try sessionAfter("help") == [
        """
        Type an action as "actions" lists it, with its payload in parentheses or after a space.
          end N [OUTCOME]      execute the pending effect N with one of the outcomes listed after it, and deliver its
                               responses; ", lost" or ", again OUTCOME" after the outcome injects a fault
          execute N OUTCOME    execute the pending effect N without delivering its responses
          execute late EFFECT  execute an effect that was cancelled before it was executed; without EFFECT, list them
          fire EFFECT          execute a fire-and-forget effect; without EFFECT, list them
          deliver N            deliver the next response of the executed effect N
          occur [EVENT]        let an event of the environment occur; without EVENT, list them
          actions              list the actions that would change something now
          state                print the whole state
          back                 go back to the state before the last command
          save NAME            write the session as a transcript
          quit                 end the session

        """
      ])
    #expect(try sessionAfter("state") == [start])
  }

  @Test func `lists the actions that would change something, and counts the others`() throws {
    let new = "editor(addTapped(id: p3, name: \"\", price: 0.00, tags: [], stock: nil, position: 0, version: 0))"
    #expect(
      try sessionAfter("actions", "state") == [
        """
          reloadTapped
          \(new)
          rowTapped(p1)
          rowTapped(p2)
        10 more would change nothing now

        """, start,
      ])
    #expect(
      try sessionAfter("rowTapped p1", "typed name Tea", "actions").last?.contains(
        "  editor(form(fields(resetTapped)))\n")
        == true)
    var counter = try StepSession(CountingExploration())
    #expect(counter.handleLine("actions") == "  counted(1)\n")
  }

  @Test func `proposes the next free identifier`() throws {
    var play = try StepSession(EditorExploration())
    for id in ["p3", "p4"] {
      #expect(play.handleLine("addTapped").contains("editor.sheet.product: + (id: \(id), "))
      for line in ["typed name Tea", "submitTapped", "end 1 saved"] { _ = play.handleLine(line) }
    }
    #expect(play.handleLine("state").contains("(id: p4, "))
    #expect(play.handleLine("rowTapped p3").contains("editor.sheet.product: + (id: p3, "))
  }

  @Test func `does not propose the identifier of an open or saving sheet`() throws {
    let aside = ["addTapped", "typed name Tea", "submitTapped", "cancelTapped"]
    for (lines, id) in [(["addTapped"], "p4"), (aside, "p4"), (aside + ["addTapped"], "p5")] {
      var play = try StepSession(EditorExploration())
      for line in lines { _ = play.handleLine(line) }
      #expect(play.handleLine("actions").contains("  editor(addTapped(id: \(id), "))
    }
  }

  @Test func `accepts the short name of an action, with or without parentheses`() throws {
    let whole = try sessionAfter(
      "rowTapped(p1)", #"editor(form(fields(typed(name, "Tea"))))"#, "editor(form(fields(submitTapped)))")
    let short = try sessionAfter("rowTapped p1", #"typed name "Tea""#, "submitTapped")
    #expect(short == whole)
    #expect(
      short == [
        """
          editor.sheet: closed -> open(product: ..., isNew: false, form: ...)
          editor.sheet.product: + (id: p1, name: "Lamp", price: 19.99, tags: [], stock: nil, position: 1, version: 1)
          editor.sheet.form.fields[name]: + (entry: value(text("Lamp")), initialValue: text("Lamp"), isTouched: false, \
        reportedErrors: [], remoteValidation: notRequested)
          editor.sheet.form.fields[price]: + (entry: value(money(19.99)), initialValue: money(19.99), isTouched: false, reportedErrors: [], \
        remoteValidation: notRequested)
          editor.sheet.form.fields[stock]: + (entry: value(null), initialValue: null, isTouched: false, reportedErrors: [], \
        remoteValidation: notRequested)
          editor.sheet.form.fields[tags]: + (entry: value(list([])), initialValue: list([]), isTouched: false, reportedErrors: [], \
        remoteValidation: notRequested)
          editor.sheet.form.focus: + nil
          editor.sheet.form.stage: + editing
          editor.sheet.form.notice: + nil

        """,
        """
          editor.sheet.form.fields[name].entry: value(text("Lamp")) -> value(text("Tea"))
          editor.sheet.form.fields[name].isTouched: false -> true

        """,
        """
          editor.sheet.form.fields[price].isTouched: false -> true
          editor.sheet.form.fields[stock].isTouched: false -> true
          editor.sheet.form.fields[tags].isTouched: false -> true
          editor.sheet.form.stage: editing -> submitting
          effect + writes editor(update((id: p1, name: "Tea", price: 19.99, tags: [], stock: nil, position: 1, version: 1), expecting: 1))
        pending
          1  editor(update((id: p1, name: "Tea", price: 19.99, tags: [], stock: nil, position: 1, version: 1), expecting: 1))  \
        ends: saved | failed offline

        """,
      ])
  }

  @Test func `completes a payload struct from the list and accepts a typed identifier`() throws {
    #expect(
      try sessionAfter("addTapped").first?.hasPrefix(
        "  editor.sheet: closed -> open(product: ..., isNew: true, form: ...)\n")
        == true)
    for line in ["addTapped p7", "addTapped \"p7\"", "addTapped(p7)"] {
      #expect(
        try sessionAfter(line).first?.contains("editor.sheet.product: + (id: p7, name: \"\", price: 0.00, tags: [], ")
          == true)
    }
    #expect(try sessionAfter("addTapped 7").first?.contains("(id: 7, ") == true)
  }

  @Test func `never guesses any other payload`() throws {
    for (line, example) in [
      ("typed", "typed(name, \"Tea\")"), ("chosen", "chosen(tags, list([text(\"new\")]))"),
      ("rowTapped", "rowTapped(p1)"),
      ("form", "form(fields(typed(name, \"Tea\")))"),
    ] {
      #expect(
        try sessionAfter("rowTapped p2", line, "back").dropFirst() == [
          "\(line) needs a value, such as \(example)\n", start,
        ])
    }
  }

  @Test func `suggests the closest command or action`() throws {
    for (line, hint) in [
      ("rowTaped p1", "rowTapped"), ("submittapped", "submitTapped"), ("ocur", "occur"), ("sttate", "state"),
    ] {
      let name = line.prefix { $0 != " " }
      #expect(try sessionAfter(line) == ["no action or command named \"\(name)\"; did you mean \"\(hint)\"?\n"])
    }
  }

  @Test func `executes an effect and delivers its response in two steps, as written in a counterexample`() throws {
    let saved = try sessionAfter(
      "rowTapped(p1)", "editor(form(fields(submitTapped)))", "execute writes saved", "deliver writes")
    #expect(saved[2].hasPrefix("in the environment\n  products[p1].version: 1 -> 2\npending\n  1  editor(update("))
    #expect(saved[2].hasSuffix("executed: deliver 1\n"))
    #expect(saved[3].hasPrefix("  table.view.rows[0].version: 1 -> 2\n  editor.sheet: open("))
    #expect(
      try sessionAfter("rowTapped(p1)", "editor(form(fields(submitTapped)))", "execute 1 saved", "deliver 1") == saved)
    let lost = try sessionAfter("rowTapped p1", "submitTapped", "execute 1 saved, lost", "end 1")
    #expect(lost.last == offline)
  }

  @Test func `lists the possible steps if another one was typed`() throws {
    #expect(
      try sessionAfter("execute x", "deliver 1", "execute late x").map { $0.prefix(13) } == [
        "no pending ef", "no effect is ", "no effect was",
      ])
    #expect(
      try sessionAfter("rowTapped p1", "submitTapped", "execute 1 eaten").last == """
        "execute writes eaten" is not possible here; choose one of:
          execute writes saved
          execute writes saved, lost
          execute writes failed offline
          execute writes failed offline, again saved

        """)
    #expect(
      try sessionAfter("rowTapped p1", "submitTapped", "execute 1 saved", "end 1 saved").last
        == "effect 1 is already executed; type deliver 1 to deliver its response\n")
  }

  @Test func `reports an arrow key`() throws {
    #expect(try sessionAfter("\u{1b}[A", "state") == ["keys such as arrows do nothing here\n", start])
  }

  @Test func `an action that changes nothing is not a step`() throws {
    var play = try StepSession(EditorExploration())
    _ = play.handleLine("rowTapped p1")
    #expect(play.handleLine("discardTapped") == "  nothing changes\n")
    #expect(play.path.steps.count == 1)
    #expect(try play.path.transcript.steps.count == 1)
    let start = try start
    #expect(play.handleLine("back") == start)
  }

  @Test func `lists the choices for an ambiguous action`() throws {
    var play = try StepSession(EventListExploration())
    #expect(
      play.handleLine("isOnChanged true")
        == "ambiguous action; choose one of: filter(flag(isOnChanged(true))) | filter(action(isOnChanged(true))) | "
        + "filter(user(isOnChanged(true))) | filter(interval(isOnChanged(true)))\n")
    #expect(play.handleLine("flag(isOnChanged(true))").hasPrefix("  filter.flag.isOn: false -> true\n"))
    #expect(
      play.handleLine("valuePicked stop") == "  nothing changes\n")
  }

  @Test func `a whole action is not ambiguous, although another one contains it`() throws {
    var play = try StepSession(EventListExploration())
    #expect(play.handleLine("reloadTapped").contains("effect + eventCount"))
    #expect(try play.path.transcript.steps.count == 1)
  }

  @Test func `lists the accepted payloads if a case is missing`() throws {
    var play = try StepSession(EventListExploration())
    let fitting = "isOnChanged(true) | isOnChanged(false) | valuePicked(true) | valuePicked(false)"
    for line in ["flag true", "flag(true)", "filter(flag(true))"] {
      #expect(play.handleLine(line) == "flag does not accept true; choose one of: \(fitting)\n")
    }
    #expect(play.handleLine("flag on").hasPrefix("flag does not accept on; "))
  }

  @Test func `rejects an invalid line without changing anything`() throws {
    for (line, answer) in [
      ("nonsense(", "column 10: expected a value, the text ends here"),
      ("\"text\" 5", "column 8: expected the end, found 5"),
      ("name", "no action or command named \"name\"; type actions for a list"),
      ("(a: 1)", "(a: 1) is not an action; type actions for a list"),
      ("addTapped(id: a, name: b, price: much, tags: [])", "\"much\" is not an amount such as 19.99"),
      ("back", "there is no earlier state to go back to"),
      ("end", "no effect is pending"), ("end 1", "no effect is pending"),
      ("back 2", "back takes no argument"), ("state all", "state takes no argument"),
      ("actions all", "actions takes no argument"),
      ("submitTapped now", "submitTapped takes no value"),
      ("occur", "choose one of: priced p1 | deleted p1 | priced p2 | deleted p2"),
      (
        "occur x",
        "nothing here matches \"x\"; choose one of: priced p1 | deleted p1 | priced p2 | deleted p2"
      ), ("occur priced", "\"priced\" is ambiguous; choose one of: priced p1 | priced p2"),
      ("deliver", "no executed effect has a response to deliver"),
      ("fire", "no fire-and-forget effect is pending"),
      ("fire x", "no fire-and-forget effect is pending"),
    ] {
      #expect(try sessionAfter(line, "state") == ["\(answer)\n", start], "\(line)")
    }
    #expect(try sessionAfter("", "   ") == ["", ""])
  }

  private let offline = """
      editor.sheet.form.stage: submitting -> failed("The store cannot be reached. Try again.")
      editor.sheet.form.notice: nil -> saveFailed(offline)
      effect - writes

    """

  @Test func `ends an effect by the name of an outcome or its beginning`() throws {
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 failed offline").last == offline)
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 f").last == offline)
    let stored = "in the environment\n  products[p1].version: 1 -> 2\n"
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 saved, lost").last == stored + offline)
    #expect(
      try sessionAfter("rowTapped p1", "typed name Tea", "submitTapped", "end 1 saved").last?.hasSuffix(
        "  effect - writes\n") == true)
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 lost").last == stored + offline)
    #expect(
      try sessionAfter("occur priced p1", "rowTapped p1", "submitTapped", "end 1 conflict").last?.hasPrefix(
        "  table.view.rows[0].price: 19.99 -> 99.00\n") == true)
    var filter = try StepSession(EventListExploration())
    _ = filter.handleLine("appeared")
    let all = "choose one of: loaded | failed offline | failed status 503\n"
    #expect(filter.handleLine("end 1 a") == "\"a\" is ambiguous; \(all)")
    #expect(filter.handleLine("end 1 sved") == "nothing here matches \"sved\"; \(all)")
    #expect(filter.handleLine("end 5") == "there is no pending effect 5, only 4\n")
    #expect(filter.handleLine("deliver 99") == "there is no pending effect 99, only 4\n")
    #expect(filter.handleLine("execute 0") == "execute: \"0\" is not the number of a pending effect (1 to 4)\n")
    #expect(
      filter.handleLine("end 1 failed")
        == "\"failed\" is ambiguous; choose one of: failed offline | failed status 503\n")
    #expect(filter.handleLine("end 2") == "choose one of: loaded | failed offline | failed status 503\n")
  }

  @Test func `ends an effect with a single outcome without naming it`() throws {
    var play = try StepSession(EditorExploration(database: .twoProducts))
    _ = play.handleLine("reloadTapped")
    #expect(play.handleLine("end 1") == "choose one of: loaded | failed offline\n")
    var counter = try StepSession(CountingExploration())
    _ = counter.handleLine("counted 1")
    #expect(counter.handleLine("end 1") == "  pending: 1 -> 2\n  effect - write\n")
  }

  @Test(arguments: ["0", "2", "x", "", "-1", "\(Int.min)", "\(Int.max)", "99999999999999999999"])
  func `law 2: rejects the number of an effect that does not exist`(number: String) throws {
    let answer =
      switch Int(number) {
      case let number? where number > 1: "there is no pending effect \(number), only 1"
      case _ where number.isEmpty: "end needs the number of a pending effect (1 to 1)"
      default: "end: \"\(number)\" is not the number of a pending effect (1 to 1)"
      }
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end \(number)").last == "\(answer)\n")
  }

  @Test func `changes the environment by an event, which the feature notices later`() throws {
    #expect(
      try sessionAfter("occur deleted p2").last
        == """
        in the environment
          products[p2]: - (id: p2, name: "Chair", price: 49.00, tags: [], stock: nil, position: 2, version: 1)
          deletedVersions[p2]: + 1

        """
    )
    #expect(
      try sessionAfter("occur priced p1").last
        == "in the environment\n  products[p1].price: 19.99 -> 99.00\n  products[p1].version: 1 -> 2\n")
    #expect(
      try sessionAfter("occur priced p1", "rowTapped p1", "submitTapped", "end 1 failed c").last?.hasPrefix(
        "  table.view.rows[0].price: 19.99 -> 99.00\n") == true)
  }

  @Test func `lists the possible events, even if there is one or none`() throws {
    var filter = try StepSession(EventListExploration())
    #expect(filter.handleLine("occur") == "choose one of: one more event\n")
    #expect(filter.handleLine("occur one").hasPrefix("in the environment\n  events[3]: + "))
    var counter = try StepSession(CountingExploration())
    for line in ["occur", "occur x"] { #expect(counter.handleLine(line) == "no event can occur here\n") }
  }

  @Test func `shows a field of the state that is named like a heading`() throws {
    var counter = try StepSession(CountingExploration())
    #expect(try counter.stateText() == "  pending: 0\n")
    _ = counter.handleLine("counted 1")
    _ = counter.handleLine("counted 1")
    #expect(counter.handleLine("state") == "  pending: 2\npending\n  1  write(1)  ends: written\n")
  }

  @Test func `goes back over actions, responses and events`() throws {
    #expect(
      try sessionAfter("occur d", "occur deleted p1", "back", "back").suffix(2) == [
        start, "there is no earlier state to go back to\n",
      ])
    let opened = try sessionAfter("rowTapped p1", "state").last
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 saved", "back", "back").last == opened)
    #expect(try sessionAfter("rowTapped p1", "nonsense", "back").last == start)
  }

  @Test(arguments: 0..<UInt64(caseCount(2, exhaustive: 6))) func `law 2: no line traps`(seed: UInt64) throws {
    if seed.isMultiple(of: 2) {
      try expectNoTrap(in: EditorExploration(), seed)
    } else {
      try expectNoTrap(in: EventListExploration(), seed)
    }
  }

  private func expectNoTrap(in exploration: some Exploration, _ seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let actions = try exploration.actions(in: exploration.start.state).map { "\(try CanonicalValue($0))" }
    var play = try StepSession(exploration)
    var answers: Set<String> = []
    for _ in 0..<caseCount(200, exhaustive: 500) { answers.insert(play.handleLine(numbers.randomLine(of: actions))) }
    #expect(answers.count > 50, "the random lines have too few different results")
    let transcript = try play.path.transcript
    #expect(try Transcript(parsing: transcript.description) == transcript)
  }
}

/// A counter that writes each number.
///
/// Its state has a field with the name of a heading, `pending`.
private struct CountingExploration: Exploration {
  struct Feature: Reducer {
    struct State: Hashable, Codable { var pending = 0 }
    enum Action: Hashable, Codable { case counted(Int), written }
    enum Effect: Hashable, Codable { case write(Int) }
    enum Slot: Codable { case write }

    func isActive(_ slot: Slot, in state: State) -> Bool { true }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
      switch action {
      case .counted(let number):
        state.pending += number
        return .run(.write(number), in: .write, .queue, ifLost: .written, afterRestart: .runAgain)
      case .written:
        state.pending += 1
        return .none
      }
    }
  }

  let feature = Feature()
  let start = (state: Feature.State(), environment: 0)

  func actions(in state: Feature.State) -> [Feature.Action] { [.counted(1)] }

  func outcomes(of effect: Feature.Effect, in environment: Int) -> [Outcome<Feature.Action, Int>] {
    switch effect {
    case .write: [Outcome("written", .written, in: environment)]
    }
  }
}

extension SplitMix64 {
  private static let lineFragments: [String] = [
    "end", "occur", "back", "state", "1", "2", "0", "-9223372036854775808", "loaded", "saved", "failed", "deleted",
    "p1", "p2", "(", ")", "[", "\"", "\\u{", ",", ":", "...", "nil", "true", "1e9", "rowTapped", "form", "filter",
    "typed name", "é", "\u{301}", "\u{202E}", "\t", "", "92233720368547758.07", "typed price",
  ]

  /// Returns a random line, which is mostly close to a valid command.
  mutating func randomLine(of actions: [String]) -> String {
    switch next() % 6 {
    case 0, 1: actions.randomElement(using: &self) ?? ""
    case 2: "end \(next() % 4) \(["", "l", "saved", "failed o", "failed"].randomElement(using: &self) ?? "")"
    case 3: ["back", "occur one", "occur priced p1", "occur deleted p2"].randomElement(using: &self) ?? ""
    case 4: String((actions.randomElement(using: &self) ?? "").shuffled(using: &self))
    default: (0..<next() % 6).map { _ in Self.lineFragments.randomElement(using: &self) ?? "" }.joined(separator: " ")
    }
  }
}
