import Loop
import LoopExplorer
import LoopHistory
import TestInputs
import Testing

private typealias Document = JournalDocument<Bakery>

@Suite struct `A journal's file` {
  @Test func `tells each step in a line`() throws {
    var journal = Journal<Bakery>(startingAt: LoopState(initialState: .init()))
    var situation = journal.start
    let causes: [Journal<Bakery>.Cause] = [
      .sent(.ordered("pie")), .sent(.timerSet(seconds: 3)), .noted("it rained"),
      .answered(.baked("pie"), in: .oven), .ended(in: .oven),
    ]
    for cause in causes { journal.record(cause, applyingTo: &situation, by: Bakery()) }
    #expect(
      try Document(journal, by: Bakery(), schema: 7).text == #"""
        (journal: 2, feature: "Bakery", schema: 7, start: (state: (log: [], isOpen: true), pending: (asked: 0, lines: [])))
        (sent: ordered("pie"), started: [(id: 1, effect: bake("pie"), slot: oven, delay: nil)])
        (sent: timerSet(seconds: 3), started: [(id: 2, effect: wait, slot: timer("a => b"), delay: [0, 3000000000000000000])])
        (noted: "it rained")
        (answered: baked("pie"), in: oven, changed: ["log: [] -> [\"baked pie\"]"])
        (ended: oven)

        """#)
  }

  @Test(arguments: 0..<20) func `law 1: is read back as it was written, and written again it has the same bytes`(
    seed: UInt64
  ) throws {
    let journal = RandomBakeryJournal(stepCount: 100, seed: seed).journal
    let text = try Document(journal, by: Bakery()).text
    let document = try Document(parsing: text)
    #expect(document.journal(by: Bakery()) == journal)
    #expect(document.broken == nil)
    #expect(document.length == text.utf8.count)
    #expect(try document.text == text)
    #expect(try Document(reading: Array(text.utf8)) == document)
  }

  @Test func `a journal that goes on from something pending keeps it, with its numbers and its order`() throws {
    let session = RandomBakeryJournal(stepCount: 200, seed: 5)
    for step in stride(from: 0, through: 200, by: 10) {
      let start = session.situations[step]
      let rest = Journal(startingAt: start, entries: session.journal.entries[step...], by: Bakery())
      let document = try Document(parsing: try Document(rest, by: Bakery()).text)
      #expect(document.start == start)
      #expect(document.journal(by: Bakery()) == rest)
      #expect(try document.replay(by: Bakery()) == nil)
    }
  }

  @Test func `what was taken back is left out`() throws {
    let journal = RandomBakeryJournal(stepCount: 10, seed: 1).journal
    let text = try Document(journal, by: Bakery()).text
    let lines = text.split(separator: "\n").map { $0 + "\n" }
    let more = text + "(back: 4)\n" + lines[7] + lines[8]
    let document = try Document(parsing: more)
    #expect(document.steps.count == 8)
    #expect(try document.text == lines[...8].joined())
    #expect(try Document(parsing: text + "(back: 10)\n").steps.isEmpty)
  }

  /// A kill leaves any part of what was being written.
  @Test func `cut off anywhere, it has all steps up to there and says what broke off`() throws {
    let session = RandomBakeryJournal(stepCount: 12, seed: 9)
    let bytes = Array(try Document(session.journal, by: Bakery()).text.utf8)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for length in lines[0].count...bytes.count {
      let part = Array(bytes[..<length])
      let document = try Document(reading: part)
      let whole = part.count { $0 == UInt8(ascii: "\n") } - 1
      // A line that lacks nothing but its line feed is whole.
      #expect(document.steps.count == max(0, whole) || document.broken == nil)
      #expect(document.journal(by: Bakery()).entries == Array(session.journal.entries[..<document.steps.count]))
      #expect(document.broken == nil || document.length < length)
      #expect(document.broken != nil || document.length == length)
      #expect(document.broken.map { $0.line == whole + 2 } ?? true)
    }
  }

  @Test func `what is wrong names its line`() throws {
    let head = journalHeading()
    func fault(_ lines: String...) -> String? {
      do {
        _ = try Document(parsing: lines.joined(separator: "\n") + "\n")
        return nil
      } catch { return error.description }
    }
    let other = "line 1: this is no journal: it does not begin with (journal: 2, feature: ..."
    let causes = "expected one of: sent, answered and in, ended, noted, back"
    #expect(fault(head) == nil)
    #expect(fault("") == other)
    #expect(fault("transcript 1") == other)
    #expect(fault("()") == other)
    #expect(fault("(journal: 2)") == other)
    #expect(fault(head.replacing("(journal: 2", with: "(journal: 2, journal: 2")) == other)
    #expect(fault(head.replacing("Bakery", with: "Smithy")) == "line 1: it is a journal of Smithy, not of Bakery")
    #expect(
      fault(head.replacing("schema: 1", with: "schema: 2")) == "line 1: it is written in schema 2, and schema 1 is read"
    )
    #expect(
      fault(head.replacing("isOpen", with: "isShut"))
        == "line 1: the start cannot be read: there is nothing called isShut here")
    #expect(fault(head, "", "(noted: \"x\")") == "line 2: column 1: expected a value, the text ends here")
    #expect(fault(head, "(sent: ", "(noted: \"x\")") == "line 2: column 8: expected a value, the text ends here")
    #expect(fault(head, "(noted: \"x\")", "()") == "line 3: \(causes)")
    #expect(fault(head, "(noted: \"x\")", "noted") == "line 3: expected fields in parentheses, found noted")
    #expect(fault(head, "(sent: sang)") == "line 2: expected another name, found sang")
    #expect(fault(head, "(sent: 1)") == "line 2: expected a struct or an enum's case, found 1")
    #expect(fault(head, "(noted: \"x\", changed: \"y\")") == "line 2: expected a list, found \"y\"")
    #expect(fault(head, "(answered: seen)") == "line 2: \(causes)")
    #expect(fault(head, "(noted: \"x\", stated: [])") == "line 2: there is nothing called stated here")
    #expect(fault(head, "(noted: \"x\", noted: \"y\")") == "line 2: noted is given twice")
    #expect(fault(head, "(sent: seen, ended: oven)") == "line 2: \(causes)")
    #expect(fault(head, "(sent: seen, in: oven)") == "line 2: \(causes)")
    #expect(fault(head, "(noted: \"x\")", "(back: 1, noted: \"y\")") == "line 3: \(causes)")
    #expect(fault(head, "(back: 1)") == "line 2: 1 of 0 steps cannot be taken back")
    #expect(fault(head, "(noted: \"x\")", "(back: 0)") == "line 3: 0 of 1 steps cannot be taken back")
    #expect(fault(head, "(back: \"1\")") == "line 2: expected a number, found \"1\"")
  }

  @Test(arguments: [
    (#"{"journal":1,"feature":"Bakery","schema":1,"start":"x"}"#, 1), ("(journal: 3, feature: x)", 3),
  ])
  func `a journal in another format is refused with both formats`(heading: String, format: Int) {
    let fault = #expect(throws: JournalError.self) { try Document(parsing: heading + "\n") }
    #expect(
      fault?.description == "line 1: the journal has format \(format), and format 2 is read; begin a new journal")
  }

  @Test(arguments: ["(sent: sang)", "(noted: \"x\", noted: \"y\")", "(noted: \"x\", stated: \"y\")", "()", "(back: 1)"])
  func `a last line that is complete and wrong has not broken off`(line: String) {
    #expect(throws: JournalError.self) { try Document(parsing: journalHeading() + "\n" + line) }
    #expect(throws: Never.self) { try Document(parsing: journalHeading() + "\n" + line.dropLast()) }
  }

  @Test func `a start that no feature ever stood in is refused`() throws {
    func fault(_ pending: String) throws -> String? {
      let start = "(state: (log: [], isOpen: true), pending: \(pending))"
      let text = journalHeading(start: start)
      do {
        _ = try Document(parsing: text)
        return nil
      } catch { return error.message.replacing("the start cannot be read: ", with: "") }
    }
    func run(_ id: Int, in slot: String = "oven") -> String { "(id: \(id), effect: look, slot: \(slot), delay: nil)" }
    #expect(try fault("(asked: 2, lines: [[\(run(1)), \(run(2))]])") == nil)
    #expect(try fault("(asked: 1, lines: [[\(run(1)), \(run(2))]])") == "the ID of run 2 is out of order")
    #expect(try fault("(asked: 2, lines: [[\(run(2)), \(run(1))]])") == "the ID of run 1 is out of order")
    #expect(try fault("(asked: 2, lines: [[]])") == "a pending run has no slot")
    #expect(try fault("(asked: 2, lines: [[\(run(1, in: "nil"))]])") == "a pending run has no slot")
    #expect(
      try fault("(asked: 2, lines: [[\(run(1)), \(run(2, in: "window"))]])") == "a queued run belongs to another slot")
    #expect(try fault("(asked: 2, lines: [[\(run(1))], [\(run(2))]])") == "two runs are current in one slot")
    #expect(
      try fault("(asked: 2, lines: [[\(run(1))], [\(run(1, in: "window"))]])") == "two runs have the same ID")
  }

  @Test func `a file that is no text names the line`() throws {
    let text = try Document(RandomBakeryJournal(stepCount: 2, seed: 1).journal, by: Bakery()).text
    let bad: [UInt8] = [0xFF, 0x0A]
    let fault = #expect(throws: JournalError.self) { try Document(reading: Array(text.utf8) + bad + Array("{}".utf8)) }
    #expect(fault?.description == "line 4: it is not UTF-8 text")
    #expect(throws: JournalError.self) { try Document(reading: bad) }
    #expect(throws: JournalError.self) { try Document(reading: []) }
  }

  /// Law 2, for whoever is given a file.
  @Test func `law 2: mutated files are read, replayed or refused, and never trap`() throws {
    var numbers = SplitMix64(seed: 7)
    let text = try Document(RandomBakeryJournal(stepCount: 30, seed: 2).journal, by: Bakery()).text
    var read = 0
    var diverged = 0
    for round in 0..<3_000 {
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
    #expect(read > 100 && diverged > 20, "of \(read) that were read, \(diverged) diverged: too few to show anything")
  }
}

private func journalHeading(start: String = "(state: (log: [], isOpen: true), pending: (asked: 0, lines: []))")
  -> String
{
  "(journal: 2, feature: \"Bakery\", schema: 1, start: \(start))"
}
