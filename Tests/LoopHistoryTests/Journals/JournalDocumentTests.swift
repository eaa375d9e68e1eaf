import Loop
import LoopHistory
import TestInputs
import Testing
import Values

private typealias Document = JournalDocument<Bakery>

@Suite struct `Journal file` {
  @Test func `has one line for each step`() throws {
    var journal = Journal<Bakery>(startingAt: LoopState(initialState: .init()))
    var loopState = journal.start
    let causes: [Journal<Bakery>.Cause] = [
      .sent(.ordered("pie")), .sent(.timerSet(seconds: 3)), .note("it rained"),
      .delivered(.noteAdded("golden"), in: .oven), .ended(in: .oven, with: .baked("pie")),
    ]
    for cause in causes { journal.record(cause, applyingTo: &loopState, by: Bakery()) }
    #expect(
      try Document(journal, by: Bakery(), schema: 7).text == #"""
        (journal: 4, feature: "Bakery", schema: 7, start: (state: (log: [], isOpen: true), pending: (lastRunID: 0, queues: [])))
        (sent: ordered("pie"), started: [(id: 1, effect: bake("pie"), slot: oven, delay: nil, lostResponse: noteAdded("no pie"), restart: runAgain)])
        (sent: timerSet(seconds: 3), started: [(id: 2, effect: wait, slot: timer("a => b"), delay: [0, 3000000000000000000], lostResponse: timerRang, restart: reportLost)])
        (note: "it rained")
        (delivered: noteAdded("golden"), in: oven, changed: ["log: [] -> [\"golden\"]"])
        (ended: oven, with: baked("pie"), changed: ["log: [\"golden\"] -> [\"golden\", \"baked pie\"]"])

        """#)
  }

  @Test(arguments: 0..<20)
  func `law 1: a parsed journal equals the written one, and writing it again gives the same bytes`(
    seed: UInt64
  ) throws {
    let journal = RandomBakeryJournal(stepCount: 100, seed: seed).journal
    let text = try Document(journal, by: Bakery()).text
    let document = try Document(parsing: text)
    #expect(document.journal(by: Bakery()) == journal)
    #expect(document.tornLineError == nil)
    #expect(document.readByteCount == text.utf8.count)
    #expect(try document.text == text)
    #expect(try Document(reading: Array(text.utf8)) == document)
  }

  @Test func `a journal that starts with pending runs keeps their IDs and order`() throws {
    let session = RandomBakeryJournal(stepCount: 200, seed: 5)
    for step in stride(from: 0, through: 200, by: 10) {
      let start = session.loopStates[step]
      let rest = Journal(startingAt: start, entries: session.journal.entries[step...], by: Bakery())
      let document = try Document(parsing: try Document(rest, by: Bakery()).text)
      #expect(document.start == start)
      #expect(document.journal(by: Bakery()) == rest)
      #expect(try document.replay(by: Bakery()) == nil)
    }
  }

  @Test func `removed steps are omitted`() throws {
    let journal = RandomBakeryJournal(stepCount: 10, seed: 1).journal
    let text = try Document(journal, by: Bakery()).text
    let lines = text.split(separator: "\n").map { $0 + "\n" }
    let more = text + "(removed: 4)\n" + lines[7] + lines[8]
    let document = try Document(parsing: more)
    #expect(document.steps.count == 8)
    #expect(try document.text == lines[...8].joined())
    #expect(try Document(parsing: text + "(removed: 10)\n").steps.isEmpty)
  }

  /// A killed process can leave any prefix of the last line.
  @Test func `a truncated file has all complete steps and reports the incomplete line`() throws {
    let session = RandomBakeryJournal(stepCount: 12, seed: 9)
    let bytes = Array(try Document(session.journal, by: Bakery()).text.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for length in lines[0].count...bytes.count {
      let part = Array(bytes[..<length])
      let document = try Document(reading: part)
      let whole = part.count { $0 == UInt8(ascii: "\n") } - 1
      // A line that lacks only its line feed is complete.
      #expect(document.steps.count == max(0, whole) || document.tornLineError == nil)
      #expect(document.journal(by: Bakery()).entries == Array(session.journal.entries[..<document.steps.count]))
      #expect(document.tornLineError == nil || document.readByteCount < length)
      #expect(document.tornLineError != nil || document.readByteCount == length)
      #expect(document.tornLineError.map { $0.line == whole + 2 } ?? true)
    }
  }

  @Test func `an error has its line`() throws {
    let head = journalHeading()
    func fault(_ lines: String...) -> String? {
      do {
        _ = try Document(parsing: lines.joined(separator: "\n") + "\n")
        return nil
      } catch { return error.description }
    }
    let other = "line 1: not a journal: it does not begin with (journal: 4, feature: ..."
    let causes = "expected one of: sent, delivered and in, ended and with, note, removed"
    #expect(fault(head) == nil)
    #expect(fault("") == other)
    #expect(fault("transcript 2") == other)
    #expect(fault("()") == other)
    #expect(fault("(journal: 4)") == other)
    #expect(fault(head.replacing("(journal: 4", with: "(journal: 4, journal: 4")) == other)
    #expect(fault(head.replacing("Bakery", with: "Smithy")) == "line 1: this is a journal of Smithy, not of Bakery")
    #expect(
      fault(head.replacing("schema: 1", with: "schema: 2"))
        == "line 1: the journal has schema 2, but this version reads schema 1; begin a new journal"
    )
    #expect(
      fault(head.replacing("isOpen", with: "isShut"))
        == "line 1: the start cannot be read: unknown field isShut")
    #expect(fault(head, "", "(note: \"x\")") == "line 2: column 1: expected a value, the text ends here")
    #expect(fault(head, "(sent: ", "(note: \"x\")") == "line 2: column 8: expected a value, the text ends here")
    #expect(fault(head, "(note: \"x\")", "()") == "line 3: \(causes)")
    #expect(fault(head, "(note: \"x\")", "note") == "line 3: expected fields in parentheses, found note")
    #expect(fault(head, "(sent: sang)") == "line 2: expected a known name, found sang")
    #expect(fault(head, "(sent: 1)") == "line 2: expected a struct or an enum's case, found 1")
    #expect(fault(head, "(note: \"x\", changed: \"y\")") == "line 2: expected a list, found \"y\"")
    #expect(fault(head, "(delivered: windowChecked)") == "line 2: \(causes)")
    #expect(fault(head, "(with: windowChecked)") == "line 2: \(causes)")
    #expect(fault(head, "(sent: windowChecked, with: windowChecked)") == "line 2: \(causes)")
    #expect(fault(head, "(note: \"x\", stated: [])") == "line 2: unknown field stated")
    #expect(fault(head, "(note: \"x\", note: \"y\")") == "line 2: duplicate field note")
    #expect(fault(head, "(sent: windowChecked, ended: oven)") == "line 2: \(causes)")
    #expect(fault(head, "(sent: windowChecked, in: oven)") == "line 2: \(causes)")
    #expect(fault(head, "(note: \"x\")", "(removed: 1, note: \"y\")") == "line 3: \(causes)")
    #expect(fault(head, "(removed: 1)") == "line 2: removed: 1 is out of range; the number of steps is 0")
    #expect(
      fault(head, "(note: \"x\")", "(removed: 0)") == "line 3: removed: 0 is out of range; the number of steps is 1")
    #expect(fault(head, "(removed: \"1\")") == "line 2: expected a number, found \"1\"")
  }

  @Test(arguments: [
    (#"{"journal":1,"feature":"Bakery","schema":1,"start":"x"}"#, 1), ("(journal: 2, feature: x)", 2),
  ])
  func `a journal in another format is rejected with both formats in the message`(heading: String, format: Int) {
    let fault = #expect(throws: JournalError.self) { try Document(parsing: heading + "\n") }
    #expect(
      fault?.description
        == "line 1: the journal has format \(format), but this version reads format 4; begin a new journal")
  }

  @Test(arguments: ["(sent: sang)", "(note: \"x\", note: \"y\")", "(note: \"x\", stated: \"y\")", "()", "(removed: 1)"])
  func `a last line that is complete but invalid is not ignored`(line: String) {
    #expect(throws: JournalError.self) { try Document(parsing: journalHeading() + "\n" + line) }
    #expect(throws: Never.self) { try Document(parsing: journalHeading() + "\n" + line.dropLast()) }
  }

  @Test func `a start with impossible pending runs is rejected`() throws {
    func fault(_ pending: String) throws -> String? {
      let start = "(state: (log: [], isOpen: true), pending: \(pending))"
      let text = journalHeading(start: start)
      do {
        _ = try Document(parsing: text)
        return nil
      } catch { return error.message.replacing("the start cannot be read: ", with: "") }
    }
    func run(_ id: Int, in slot: String = "oven", lostResponse: String = "windowChecked") -> String {
      "(id: \(id), effect: look, slot: \(slot), delay: nil, lostResponse: \(lostResponse), restart: runAgain)"
    }
    #expect(try fault("(lastRunID: 2, queues: [[\(run(1)), \(run(2))]])") == nil)
    #expect(try fault("(lastRunID: 1, queues: [[\(run(1)), \(run(2))]])") == "the ID of run 2 is out of order")
    #expect(try fault("(lastRunID: 2, queues: [[\(run(2)), \(run(1))]])") == "the ID of run 1 is out of order")
    #expect(try fault("(lastRunID: 2, queues: [[]])") == "a pending run has no slot")
    #expect(
      try fault("(lastRunID: 2, queues: [[\(run(1, in: "nil", lostResponse: "nil"))]])") == "a pending run has no slot")
    #expect(
      try fault("(lastRunID: 2, queues: [[\(run(1, lostResponse: "nil"))]])")
        == "run 1 needs a slot and a lost response, or neither")
    #expect(
      try fault("(lastRunID: 2, queues: [[\(run(1)), \(run(2, in: "window"))]])")
        == "a queued run belongs to another slot")
    #expect(try fault("(lastRunID: 2, queues: [[\(run(1))], [\(run(2))]])") == "two runs are current in one slot")
    #expect(
      try fault("(lastRunID: 2, queues: [[\(run(1))], [\(run(1, in: "window"))]])") == "two runs have the same ID")
  }

  @Test func `bytes that are not UTF-8 are an error with the line`() throws {
    let text = try Document(RandomBakeryJournal(stepCount: 2, seed: 1).journal, by: Bakery()).text
    let bad: [UInt8] = [0xFF, 0x0A]
    let fault = #expect(throws: JournalError.self) { try Document(reading: Array(text.utf8) + bad + Array("{}".utf8)) }
    #expect(fault?.description == "line 4: not UTF-8 text")
    #expect(throws: JournalError.self) { try Document(reading: bad) }
    #expect(throws: JournalError.self) { try Document(reading: []) }
  }

  /// Law 2, for journal files from any source.
  @Test func `law 2: a mutated file is parsed and replayed or rejected, and never traps`() throws {
    var numbers = SplitMix64(seed: 7)
    let text = try Document(RandomBakeryJournal(stepCount: 30, seed: 2).journal, by: Bakery()).text
    var read = 0
    var diverged = 0
    let count = caseCount(1_000, exhaustive: 2_000)
    for round in 0..<count {
      let nonsense =
        round % 5 == 0 ? MalformedText.random(using: &numbers) : MalformedText.mutated(text, using: &numbers)
      let document: Document
      do {
        document = try Document(parsing: nonsense)
      } catch {
        #expect(error.line != nil, "\(error)")
        continue
      }
      read += 1
      if try document.replay(by: Bakery()) != nil { diverged += 1 }
      #expect(try Document(parsing: document.text) == document)
    }
    #expect(
      read > count / 30 && diverged > count / 150,
      "\(diverged) of \(read) parsed journals diverged: too few for a meaningful test")
  }
}

private func journalHeading(start: String = "(state: (log: [], isOpen: true), pending: (lastRunID: 0, queues: []))")
  -> String
{
  "(journal: 4, feature: \"Bakery\", schema: 1, start: \(start))"
}
