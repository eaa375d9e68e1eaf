import Loop
import LoopHistory
import LoopText
import TestInputs
import Testing
import Values

/// A transcript of the bakery with every kind of line that a transcript can have.
private func day() throws -> Transcript {
  var recorder = try FeatureStepper(Bakery(), state: .init())
  func run(_ effect: Bakery.Effect) throws -> FeatureStepper<Bakery>.Run {
    try #require(recorder.loopState.pending.running.first { $0.effect == effect })
  }
  for cake in ["pie", "bun", "tart"] { try recorder.send(.ordered(cake)) }
  try recorder.respond(to: try run(.bake("pie")), with: .noteAdded("golden"))
  try recorder.end(try run(.bake("pie")), with: .baked("pie"))
  try recorder.send(.timerSet(seconds: 3))
  try recorder.send(.timerSet(seconds: 5))
  try recorder.end(try run(.wait), with: .timerRang)
  try recorder.send(.bellPressed)
  try recorder.send(.windowPassed)
  try recorder.send(.windowPassed)
  try recorder.end(try run(.look), with: .windowChecked)
  try recorder.send(.doorClosed)
  try recorder.send(.ordered("late"))
  try recorder.send(.doorOpened)
  try recorder.send(.ordered("cake"))
  try recorder.send(.ordered("scone"))
  return try recorder.transcript
}

@Suite struct `A transcript` {
  @Test func `has one line for each change`() throws {
    #expect(
      try day().description == """
        transcript 3
        feature Bakery

        given
          log: []
          isOpen: true

        sent ordered("pie")
          effect + oven bake("pie")

        sent ordered("bun")
          effect queued oven bake("bun")

        sent ordered("tart")
          effect queued oven bake("tart")

        delivered oven => noteAdded("golden")
          log: [] -> ["golden"]

        ended oven => baked("pie")
          log: ["golden"] -> ["golden", "baked pie"]
          effect - oven
          effect + oven bake("bun")

        sent timerSet(seconds: 3)
          effect + timer("a => b") wait after 3.0 seconds

        sent timerSet(seconds: 5)
          effect cancelled timer("a => b") wait after 3.0 seconds
          effect + timer("a => b") wait after 5.0 seconds

        ended timer("a => b") => timerRang
          log: ["golden", "baked pie"] -> ["golden", "baked pie", "rang"]
          effect - timer("a => b")

        sent bellPressed
          effect fired ring

        sent windowPassed
          effect + window look

        sent windowPassed
          effect dropped window look

        ended window => windowChecked
          log: ["golden", "baked pie", "rang"] -> ["golden", "baked pie", "rang", "seen"]
          effect - window

        sent doorClosed
          isOpen: true -> false
          effect cancelled oven bake("bun")
          effect cancelled oven bake("tart")

        sent ordered("late")
          effect inactive oven bake("late")

        sent doorOpened
          isOpen: false -> true

        sent ordered("cake")
          effect + oven bake("cake")

        sent ordered("scone")
          effect queued oven bake("scone")

        finally
          log: ["golden", "baked pie", "rang", "seen"]
          isOpen: true
          pending: oven bake("cake"),
          pending: oven bake("scone")

        """)
  }

  @Test func `a response of a cancelled run is discarded, as a store discards it`() throws {
    var recorder = try FeatureStepper(Bakery(), state: .init())
    try recorder.send(.ordered("pie"))
    let run = try #require(recorder.loopState.pending.running.first)
    try recorder.send(.orderWithdrawn)
    let (loopState, transcript) = (recorder.loopState, try recorder.transcript)
    #expect(try recorder.respond(to: run, with: .noteAdded("golden")).isEmpty)
    #expect(try recorder.end(run, with: .baked("pie")).isEmpty)
    #expect(recorder.loopState == loopState && recorder.steps.count == 2)
    #expect(try recorder.transcript == transcript)
  }

  @Test func `says that nothing is pending at the end`() throws {
    let transcript = try FeatureStepper(Bakery(), state: .init(), name: "Quiet").transcript
    #expect(transcript.feature == "Quiet")
    #expect(transcript.finalStateLines == ["log: []", "isOpen: true", "pending: none"])
  }

  @Test func `a parsed transcript equals the printed one`() throws {
    let transcript = try day()
    let read = try Transcript(parsing: transcript.description)
    #expect(read == transcript)
    #expect(read.description == transcript.description)
  }

  @Test func `law 1: a replay gives the same transcript`() throws {
    let transcript = try Transcript(parsing: day().description)
    #expect(try transcript.replay(by: Bakery()) == transcript)
  }

  @Test func `a slot with an arrow in its name is parsed`() throws {
    let text = #"ended timer("a => b") => note("c => d")"#
    let transcript = try Transcript(parsing: "transcript 3\nfeature F\n\ngiven\n\n\(text)\n\nfinally\n")
    #expect(
      transcript.steps.map(\.cause) == [.ended(slot: #"timer("a => b")"#, action: #"note("c => d")"#)])
  }

  @Test func `replaying with a changed feature changes the lines that differ`() throws {
    let transcript = try day()
    let today = try transcript.replay(by: Bakery(greeting: "burnt"))
    let old = transcript.description.split(separator: "\n")
    let new = today.description.split(separator: "\n")
    #expect(old.count == new.count)
    let firstChange = zip(old, new).first { $0 != $1 }
    #expect(firstChange?.0 == #"  log: ["golden"] -> ["golden", "baked pie"]"#)
    #expect(firstChange?.1 == #"  log: ["golden"] -> ["golden", "burnt pie"]"#)
  }

  @Test func `replaying a response without its run is an error with the slot`() throws {
    var transcript = try day()
    transcript.steps.removeFirst(3)
    let fault = #expect(throws: TranscriptError.self) { try transcript.replay(by: Bakery()) }
    #expect(fault?.description == "nothing is running in oven")
  }

  @Test func `replaying a line that cannot be decoded is an error with the line`() throws {
    func replayed(_ given: String, _ step: String) -> String? {
      let text = "transcript 3\nfeature Bakery\n\ngiven\n  \(given)\n  isOpen: true\n\n\(step)\n\nfinally\n"
      do {
        _ = try Transcript(parsing: text).replay(by: Bakery())
        return nil
      } catch { return error.readableDescription }
    }
    #expect(replayed("log: []", "sent doorOpened") == nil)
    #expect(replayed("log: []", "sent sang") == "sang: expected a known name, found sang")
    #expect(
      replayed("log: []", "sent ordered(") == "ordered(: column 9: expected a value, the text ends here")
    #expect(replayed("log: ][", "sent sang") == "given: column 7: expected a value, found ]")
    #expect(replayed("lag: []", "sent sang") == "given: unknown field lag")
    #expect(replayed("log: []\n  log: []", "sent sang") == "given: duplicate field log")
    #expect(replayed("log: []", #"ended oven => baked("pie")"#) == "nothing is running in oven")
  }

  @Test func `an error has its line`() {
    func fault(_ text: String) -> String? {
      do {
        _ = try Transcript(parsing: text)
        return nil
      } catch { return error.description }
    }
    let head = "transcript 3\nfeature F\n\ngiven\n\n"
    let other = #"not a transcript: it does not begin with "transcript 3""#
    let incomplete = "the transcript is incomplete, and has no step"
    #expect(fault("") == "line 1: \(other)")
    #expect(fault("\n\ntranscript 3\n") == "line 1: \(other)")
    #expect(
      fault("transcript 30\n")
        == "line 1: the transcript has format 30, but this version reads format 3; record it again")
    for (text, kind, format) in [
      ("transcript 2\nfeature F\n", "transcript", 2), ("(journal: 4, feature: \"F\"", "journal", 4),
      ("{\"journal\":1,", "journal", 1),
    ] {
      #expect(
        fault(text) == "line 1: the \(kind) has format \(format), but this version reads format 3; record it again")
    }
    for text in ["tran", "transcript 3\nfeature F", "transcript 3\nfeature F\n\ngiven\n  a: 1\n"] {
      #expect(fault(text) == "line 1: \(incomplete)", "\(text)")
    }
    #expect(fault("transcript 3\n") == "line 1: \(incomplete)")
    #expect(fault("transcript 3\n\n\nfeature F\n") == #"line 2: expected "feature" and its name"#)
    #expect(fault("transcript 3\nfeature F\n\nsent x\n\n") == #"line 4: expected "given""#)
    let step = #"expected a step that begins with sent, delivered, ended, environment or removed, or "finally""#
    for line in ["users x", "ended x", "sent", "given", "pending"] {
      #expect(fault(head + "sent x\n\n\(line)\n\n") == "line 8: \(step)", "\(line)")
    }
    #expect(fault(head + "finally\n") == nil)
    #expect(fault(head + "sent x\n\n") == nil)
    #expect(fault(head + "sent x\n  a: 1\n") == "line 6: the last step is incomplete")
    #expect(fault(head + "> do x\n") == "line 7: the last step is incomplete")
    #expect(fault(head + "sent x\nsent y\n\n") == "line 7: expected an indented line, or an empty line after the step")
    #expect(fault(head + "finally\n\nsent x\n\n") == #"line 8: expected the end after "finally""#)
    #expect(fault(head + "sent x\r\n\n") == "line 6: the line contains a carriage return; use a line feed alone")
    for (text, line, count) in [("removed 1", 6, 0), ("sent x\n\nremoved 2", 8, 1), ("sent x\n\nremoved 0", 8, 1)] {
      #expect(
        fault(head + text + "\n\n")?.hasPrefix("line \(line): removed ") == true
          && fault(head + text + "\n\n")?.hasSuffix("is out of range; the number of steps is \(count)") == true)
    }
  }

  /// Law 2, for transcripts from any source, such as bug reports.
  @Test func `law 2: a mutated transcript is parsed and replayed or rejected, and never traps`() throws {
    var numbers = SplitMix64(seed: 5)
    let text = try day().description
    var (read, diverged) = (0, 0)
    let count = caseCount(500, exhaustive: 3_000)
    for round in 0..<count {
      let nonsense =
        round % 5 == 0 ? MalformedText.random(using: &numbers) : MalformedText.mutated(text, using: &numbers)
      let lines = nonsense.split(separator: "\n", omittingEmptySubsequences: false).count
      do throws(TranscriptError) {
        let recording = try TranscriptFile(reading: Array(nonsense.utf8))
        read += 1
        let transcript = recording.transcript
        #expect(try Transcript(parsing: transcript.description) == transcript)
        if (try? transcript.firstDivergence(by: Bakery())) ?? nil != nil { diverged += 1 }
      } catch {
        #expect(error.line.map { (1...lines + 1).contains($0) } == true, "\(error)")
      }
    }
    #expect(
      read > count / 6 && diverged > count / 200,
      "\(diverged) of \(read) parsed transcripts diverged: too few for a meaningful test")
  }
}
