import LoopText
import LoopHistory
import Explorations
import Loop
import LoopExplorer
import Testing

@testable import ExplorerTool

/// A feature that is stepped through line by line.
@Suite struct `Stepping through a feature` {
  private let start = """
      products[p1]: (id: p1, name: "Lamp", price: 19.99, tags: [], place: 1, version: 1)
      products[p2]: (id: p2, name: "Chair", price: 49.00, tags: [], place: 2, version: 1)
      list: read
      sheet: closed
      aside: [:]

    """

  private func sessionAfter(_ lines: String...) throws -> [String] {
    var play = try StepSession(EditorExploration())
    return lines.map { play.handleLine($0) }
  }

  @Test func `a line costs as much behind many others as behind a few`() throws {
    var play = try StepSession(EditorExploration())
    _ = try play.beginJournal()
    var places: Set<Int> = []
    for number in 0..<100 {
      for line in ["rowTapped p1", "typed name \"Lamp \(number)\"", "cancelTapped", "discardTapped"]
        + (number == 50 ? ["actions"] : [])
      {
        _ = play.handleLine(line)
        #expect(try play.newJournalLines().count <= 1)
        places.insert(try play.transcript.steps.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
      }
    }
    #expect(try play.transcript.steps.count == 400)
    // Room is doubled when it is full, and moves only then.
    #expect(places.count < 20, "\(places.count) copies of the session were made for 400 steps")
  }

  @Test func `printsHelp`() throws {
    #expect(Set(try sessionAfter("help", "Help", " HELP", "?", "help me")).count == 1)
    #expect(
      try sessionAfter("help") == [
        """
        Type what is done, as "actions" lists it; a payload stands in parentheses or behind a space.
          end N [OUTCOME]      execute the pending effect N with one of the outcomes listed behind it, and deliver its
                               response; ", lost" or ", again OUTCOME" behind the outcome injects a fault
          execute N OUTCOME    only execute it
          execute late EFFECT  execute an effect that was cancelled before it was executed, or list those
          tell EFFECT          execute a fire-and-forget effect, or list those
          deliver N            deliver the next response of an executed effect
          occur [EVENT]        let an event of the environment occur, or list those
          actions              list the actions that would change something now
          state                print the whole state
          back                 take the last step back
          save NAME            write the session as a transcript
          quit                 end the session

        """
      ])
    #expect(try sessionAfter("state") == [start])
  }

  @Test func `lists what would change something, and counts the rest`() throws {
    let new = "addTapped(id: p3, name: \"\", price: 0.00, tags: [], place: 0, version: 0)"
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
      try sessionAfter("rowTapped p1", "typed name Tea", "actions").last?.contains("  form(fields(resetTapped))\n")
        == true)
    var counter = try StepSession(CountingExploration())
    #expect(counter.handleLine("actions") == "  counted(1)\n")
  }

  @Test func `proposes the next identifier that is free`() throws {
    var play = try StepSession(EditorExploration())
    for id in ["p3", "p4"] {
      #expect(play.handleLine("addTapped").contains("sheet.product: + (id: \(id), "))
      for line in ["typed name Tea", "submitTapped", "end 1 saved"] { _ = play.handleLine(line) }
    }
    #expect(play.handleLine("state").contains("products[p4]: (id: p4, "))
    #expect(play.handleLine("rowTapped p3").contains("sheet.product: + (id: p3, "))
  }

  @Test func `does not propose the identifier of a sheet that is open or put aside`() throws {
    let aside = ["addTapped", "typed name Tea", "submitTapped", "cancelTapped"]
    for (lines, id) in [(["addTapped"], "p4"), (aside, "p4"), (aside + ["addTapped"], "p5")] {
      var play = try StepSession(EditorExploration())
      for line in lines { _ = play.handleLine(line) }
      #expect(play.handleLine("actions").contains("  addTapped(id: \(id), "))
    }
  }

  @Test func `takes an action by its short name, with or without parentheses`() throws {
    let whole = try sessionAfter("rowTapped(p1)", #"form(fields(typed(name, "Tea")))"#, "form(fields(submitTapped))")
    let short = try sessionAfter("rowTapped p1", #"typed name "Tea""#, "submitTapped")
    #expect(short == whole)
    #expect(
      short == [
        """
          sheet: closed -> open(product: ..., isNew: false, form: ...)
          sheet.product: + (id: p1, name: "Lamp", price: 19.99, tags: [], place: 1, version: 1)
          sheet.form.fields[name]: + (entry: value(text("Lamp")), initial: text("Lamp"), isTouched: false, \
        reports: [], inquiry: none)
          sheet.form.fields[price]: + (entry: value(real(19.99)), initial: real(19.99), isTouched: false, reports: [], \
        inquiry: none)
          sheet.form.fields[tags]: + (entry: value(list([])), initial: list([]), isTouched: false, reports: [], \
        inquiry: none)
          sheet.form.focus: + nil
          sheet.form.stage: + editing
          sheet.form.notice: + nil

        """,
        """
          sheet.form.fields[name].entry: value(text("Lamp")) -> value(text("Tea"))
          sheet.form.fields[name].isTouched: false -> true

        """,
        """
          sheet.form.fields[price].isTouched: false -> true
          sheet.form.fields[tags].isTouched: false -> true
          sheet.form.stage: editing -> submitting
          effect + write(p1) update((id: p1, name: "Tea", price: 19.99, tags: [], place: 1, version: 1), expecting: 1)
        pending
          1  update((id: p1, name: "Tea", price: 19.99, tags: [], place: 1, version: 1), expecting: 1)  \
        ends: saved | failed offline

        """,
      ])
  }

  @Test func `takes from the list what is a whole struct, and its identity from the person`() throws {
    #expect(
      try sessionAfter("addTapped").first?.hasPrefix("  sheet: closed -> open(product: ..., isNew: true, form: ...)\n")
        == true)
    for line in ["addTapped p7", "addTapped \"p7\"", "addTapped(p7)"] {
      #expect(
        try sessionAfter(line).first?.contains("sheet.product: + (id: p7, name: \"\", price: 0.00, tags: [], ") == true)
    }
    #expect(try sessionAfter("addTapped 7").first?.contains("(id: 7, ") == true)
  }

  @Test func `never guesses what a person wants to say`() throws {
    for (line, example) in [
      ("typed", "typed(name, \"Tea\")"), ("chosen", "chosen(tags, list([text(\"new\")]))"),
      ("rowTapped", "rowTapped(p1)"),
      ("form", "form(fields(typed(name, \"Tea\")))"),
    ] {
      #expect(
        try sessionAfter("rowTapped p2", line, "back").dropFirst() == [
          "\(line) wants a value, such as \(example)\n", start,
        ])
    }
  }

  @Test func `hints at the nearest that can be typed`() throws {
    for (line, hint) in [
      ("rowTaped p1", "rowTapped"), ("submittapped", "submitTapped"), ("ocur", "occur"), ("sttate", "state"),
    ] {
      let name = line.prefix { $0 != " " }
      #expect(try sessionAfter(line) == ["\(name) is nothing that can be done here; did you mean \"\(hint)\"?\n"])
    }
  }

  @Test func `carries an effect out and lets its answer arrive as two steps, as a counterexample tells them`() throws {
    let saved = try sessionAfter(
      "rowTapped(p1)", "form(fields(submitTapped))", "execute write(p1) saved", "deliver write(p1)")
    #expect(saved[2].hasPrefix("in the world\n  products[p1].version: 1 -> 2\npending\n  1  update("))
    #expect(saved[2].hasSuffix("is done: deliver 1\n"))
    #expect(saved[3].hasPrefix("  products[p1].version: 1 -> 2\n  sheet: open("))
    #expect(try sessionAfter("rowTapped(p1)", "form(fields(submitTapped))", "execute 1 saved", "deliver 1") == saved)
    let lost = try sessionAfter("rowTapped p1", "submitTapped", "execute 1 saved, lost", "end 1")
    #expect(lost.last == offline)
  }

  @Test func `says what can be carried out where something else was typed`() throws {
    #expect(
      try sessionAfter("execute x", "deliver 1", "execute late x").map { $0.prefix(13) } == [
        "nothing is pe", "nothing is pe", "nothing was c",
      ])
    #expect(
      try sessionAfter("rowTapped p1", "submitTapped", "execute 1 eaten").last == """
        "execute write(p1) eaten" cannot happen here; choose one of:
          execute write(p1) saved
          execute write(p1) saved, lost
          execute write(p1) failed offline
          execute write(p1) failed offline, again saved

        """)
    #expect(
      try sessionAfter("rowTapped p1", "submitTapped", "execute 1 saved", "end 1 saved").last
        == "it is done already; deliver 1 lets its answer arrive\n")
  }

  @Test func `notes a key that is no letter`() throws {
    #expect(try sessionAfter("\u{1b}[A", "state") == ["keys such as arrows do nothing here\n", start])
  }

  @Test func `asks which of several actions is meant`() throws {
    var play = try StepSession(FilterExploration())
    #expect(
      play.handleLine("switched true")
        == "which of these? filter(flag(switched(true))) | filter(action(switched(true)))\n")
    #expect(play.handleLine("flag(switched(true))").hasPrefix("  filter.flag.isOn: false -> true\n"))
    #expect(play.handleLine("picked stop") == "  nothing changes\n" + threePendingLoads(flag: "false", action: "nil"))
  }

  @Test func `says what fits where a case is missing`() throws {
    var play = try StepSession(FilterExploration())
    let fitting = "switched(true) | switched(false) | picked(true) | picked(false)"
    for line in ["flag true", "flag(true)", "filter(flag(true))"] {
      #expect(play.handleLine(line) == "true does not fit behind flag; what fits: \(fitting)\n")
    }
    #expect(play.handleLine("flag on").hasPrefix("on does not fit behind flag; "))
  }

  private func threePendingLoads(flag: String, action: String) -> String {
    let lines = zip(1..., ["events", "eventCount", "userCount"]).map { number, part in
      "  \(number)  load(\(part), (flag: \(flag), action: \(action)))  "
        + "ends: loaded | failed offline | failed status 503\n"
    }
    return "pending\n" + lines.joined()
  }

  @Test func `refuses nonsense, which changes nothing`() throws {
    for (line, answer) in [
      ("nonsense(", "column 10: expected a value, the text ends here"),
      ("\"text\" 5", "column 8: expected the end, found 5"),
      ("name", "name is nothing that can be done here; see actions"),
      ("(a: 1)", "(a: 1) is nothing that can be done here; see actions"),
      ("addTapped(id: a, name: b, price: much, tags: [])", "\"much\" is not an amount such as 19.99"),
      ("back", "nothing has been done yet"),
      ("end", "nothing is pending"), ("end 1", "nothing is pending"),
      ("back 2", "back takes nothing"), ("state all", "state takes nothing"), ("actions all", "actions takes nothing"),
      ("submitTapped now", "submitTapped takes nothing"),
      ("occur", "choose one of: priced p1 | deleted p1 | priced p2 | deleted p2"),
      (
        "occur x",
        "\"x\" is none of those that are possible; choose one of: priced p1 | deleted p1 | priced p2 | deleted p2"
      ), ("occur priced", "\"priced\" may be several; choose one of: priced p1 | priced p2"),
      ("deliver", "nothing that was executed has a response on its way"),
      ("tell", "no fire-and-forget effect waits to be executed"),
      ("tell x", "no fire-and-forget effect waits to be executed"),
    ] {
      #expect(try sessionAfter(line, "state") == ["\(answer)\n", start], "\(line)")
    }
    #expect(try sessionAfter("", "   ") == ["", ""])
  }

  private let offline = """
      sheet.form.stage: submitting -> failed("The store cannot be reached. Try again.")
      sheet.form.notice: nil -> failed(offline)
      effect - write(p1)

    """

  @Test func `ends an effect by the name of its outcome, or how that begins`() throws {
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 failed offline").last == offline)
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 f").last == offline)
    let stored = "in the world\n  products[p1].version: 1 -> 2\n"
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 saved, lost").last == stored + offline)
    #expect(
      try sessionAfter("rowTapped p1", "typed name Tea", "submitTapped", "end 1 saved").last?.hasSuffix(
        "  effect - write(p1)\n") == true)
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 lost").last == stored + offline)
    #expect(
      try sessionAfter("occur priced p1", "rowTapped p1", "submitTapped", "end 1 conflict").last?.hasPrefix(
        "  products[p1].price: 19.99 -> 99.00\n") == true)
    var filter = try StepSession(FilterExploration())
    _ = filter.handleLine("appeared")
    let all = "choose one of: loaded | failed offline | failed status 503\n"
    #expect(filter.handleLine("end 1 a") == "\"a\" may be several; \(all)")
    #expect(filter.handleLine("end 1 sved") == "\"sved\" is none of those that are possible; \(all)")
    #expect(filter.handleLine("end 4") == "there is no 4, there are only 3\n")
    #expect(filter.handleLine("deliver 99") == "there is no 99, there are only 3\n")
    #expect(filter.handleLine("execute 0") == "execute which? \"0\" is none of 1 to 3, as listed\n")
    #expect(
      filter.handleLine("end 1 failed")
        == "\"failed\" may be several; choose one of: failed offline | failed status 503\n")
    #expect(filter.handleLine("end 2") == "choose one of: loaded | failed offline | failed status 503\n")
  }

  @Test func `ends an effect that can end in one way only without more words`() throws {
    var play = try StepSession(EditorExploration(database: .twoProducts))
    _ = play.handleLine("reloadTapped")
    #expect(play.handleLine("end 1") == "choose one of: loaded | failed offline\n")
    var counter = try StepSession(CountingExploration())
    _ = counter.handleLine("counted 1")
    #expect(counter.handleLine("end 1") == "  pending: 1 -> 2\n  effect - written\n")
  }

  @Test(arguments: ["0", "2", "x", "", "-1", "\(Int.min)", "\(Int.max)", "99999999999999999999"])
  func `law 2: refuses the number of an effect that is not there`(number: String) throws {
    let answer =
      switch Int(number) {
      case let number? where number > 1: "there is no \(number), there is only 1"
      case _ where number.isEmpty: "end which? 1 to 1, as listed"
      default: "end which? \"\(number)\" is none of 1 to 1, as listed"
      }
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end \(number)").last == "\(answer)\n")
  }

  @Test func `lets something happen in the world, which the feature hears of later`() throws {
    #expect(
      try sessionAfter("occur deleted p2").last
        == "in the world\n  products[p2]: - (id: p2, name: \"Chair\", price: 49.00, tags: [], place: 2, version: 1)\n")
    #expect(
      try sessionAfter("occur priced p1").last
        == "in the world\n  products[p1].price: 19.99 -> 99.00\n  products[p1].version: 1 -> 2\n")
    #expect(
      try sessionAfter("occur priced p1", "rowTapped p1", "submitTapped", "end 1 failed c").last?.hasPrefix(
        "  products[p1].price: 19.99 -> 99.00\n") == true)
  }

  @Test func `lists what can happen, even if it is one thing or nothing`() throws {
    var filter = try StepSession(FilterExploration())
    #expect(filter.handleLine("occur") == "choose one of: one more event\n")
    #expect(filter.handleLine("occur one").hasPrefix("in the world\n  events[3]: + "))
    var counter = try StepSession(CountingExploration())
    for line in ["occur", "occur x"] { #expect(counter.handleLine(line) == "nothing can occur here\n") }
  }

  @Test func `shows a field of the state whatever it is called`() throws {
    var counter = try StepSession(CountingExploration())
    #expect(try counter.initialStateText == "  pending: 0\n")
    _ = counter.handleLine("counted 1")
    _ = counter.handleLine("counted 1")
    #expect(counter.handleLine("state") == "  pending: 2\npending\n  1  write(1)  ends: written\n")
  }

  @Test func `steps back over actions, answers and happenings`() throws {
    #expect(
      try sessionAfter("occur d", "occur deleted p1", "back", "back").suffix(2) == [
        start, "nothing has been done yet\n",
      ])
    let opened = try sessionAfter("rowTapped p1", "state").last
    #expect(try sessionAfter("rowTapped p1", "submitTapped", "end 1 saved", "back", "back").last == opened)
    #expect(try sessionAfter("rowTapped p1", "nonsense", "back").last == start)
  }

  @Test(arguments: 0..<10) func `law 2: no line traps`(seed: UInt64) throws {
    if seed.isMultiple(of: 2) {
      try expectNoTrap(in: EditorExploration(), seed)
    } else {
      try expectNoTrap(in: FilterExploration(), seed)
    }
  }

  private func expectNoTrap(in exploration: some Exploration, _ seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let actions = try exploration.actions(in: exploration.start.state).map { "\(try CanonicalValue($0))" }
    var play = try StepSession(exploration)
    var answers: Set<String> = []
    for _ in 0..<500 { answers.insert(play.handleLine(numbers.randomLine(of: actions))) }
    #expect(answers.count > 50, "lines that are all refused show nothing")
    let transcript = try play.transcript
    #expect(try Transcript(parsing: transcript.description) == transcript)
  }
}

/// A count that is written down each time: its state has a field that is called as what is pending.
private struct CountingExploration: Exploration {
  struct Feature: Reducer {
    struct State: Hashable, Codable { var pending = 0 }
    enum Action: Hashable, Codable { case counted(Int), written }
    enum Effect: Hashable, Codable { case write(Int) }
    enum Slot: Codable { case written }

    func isAlive(_ slot: Slot, in state: State) -> Bool { true }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
      switch action {
      case .counted(let number):
        state.pending += number
        return .run(.write(number), in: .written, .queue)
      case .written:
        state.pending += 1
        return .none
      }
    }
  }

  let feature = Feature()
  let start = (state: Feature.State(), world: 0)

  func actions(in state: Feature.State) -> [Feature.Action] { [.counted(1)] }

  func outcomes(of effect: Feature.Effect, in world: Int) -> [Outcome<Feature.Action, Int>] {
    switch effect {
    case .write: [Outcome("written", .written, in: world)]
    }
  }
}

extension SplitMix64 {
  private static let pieces: [String] = [
    "end", "occur", "back", "state", "1", "2", "0", "-9223372036854775808", "loaded", "saved", "failed", "deleted",
    "p1", "p2", "(", ")", "[", "\"", "\\u{", ",", ":", "...", "nil", "true", "1e9", "rowTapped", "form", "filter",
    "typed name", "é", "\u{301}", "\u{202E}", "\t", "", "92233720368547758.07", "typed price",
  ]

  /// What somebody types who mostly knows what can be typed.
  mutating func randomLine(of actions: [String]) -> String {
    switch next() % 6 {
    case 0, 1: actions.randomElement(using: &self) ?? ""
    case 2: "end \(next() % 4) \(["", "l", "saved", "failed o", "failed"].randomElement(using: &self) ?? "")"
    case 3: ["back", "occur one", "occur priced p1", "occur deleted p2"].randomElement(using: &self) ?? ""
    case 4: String((actions.randomElement(using: &self) ?? "").shuffled(using: &self))
    default: (0..<next() % 6).map { _ in Self.pieces.randomElement(using: &self) ?? "" }.joined(separator: " ")
    }
  }
}
