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
        transcript 2
        feature Bakery

        given
          log: []
          isOpen: true

        user ordered("pie")
          effect + oven bake("pie")

        user ordered("bun")
          effect queued oven #2 bake("bun")

        user ordered("tart")
          effect queued oven #3 bake("tart")

        response oven => noteAdded("golden")
          log: [] -> ["golden"]

        result oven => baked("pie")
          log: ["golden"] -> ["golden", "baked pie"]
          effect - oven
          effect + oven bake("bun")

        user timerSet(seconds: 3)
          effect + timer("a => b") wait after 3.0 seconds

        user timerSet(seconds: 5)
          effect - timer("a => b") cancelled
          effect + timer("a => b") wait after 5.0 seconds

        result timer("a => b") => timerRang
          log: ["golden", "baked pie"] -> ["golden", "baked pie", "rang"]
          effect - timer("a => b")

        user bellPressed
          effect fired ring

        user windowPassed
          effect + window look

        user windowPassed
          effect dropped window look

        result window => windowChecked
          log: ["golden", "baked pie", "rang"] -> ["golden", "baked pie", "rang", "seen"]
          effect - window

        user doorClosed
          isOpen: true -> false
          effect - oven cancelled
          effect - oven #2 cancelled

        user ordered("late")
          effect inactive oven bake("late")

        user doorOpened
          isOpen: false -> true

        user ordered("cake")
          effect + oven bake("cake")

        user ordered("scone")
          effect queued oven #2 bake("scone")

        finally
          log: ["golden", "baked pie", "rang", "seen"]
          isOpen: true
          pending: oven bake("cake")
          pending: oven #2 bake("scone")

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
    #expect(recorder.loopState == loopState && recorder.journal.entries.count == 2)
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
    let text = #"result timer("a => b") => note("c => d")"#
    let transcript = try Transcript(parsing: "transcript 2\nfeature F\n\ngiven\n\n\(text)\n\nfinally\n")
    #expect(
      transcript.steps.map(\.cause) == [.result(slot: #"timer("a => b")"#, action: #"note("c => d")"#)])
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
      let text = "transcript 2\nfeature Bakery\n\ngiven\n  \(given)\n  isOpen: true\n\n\(step)\n\nfinally\n"
      do {
        _ = try Transcript(parsing: text).replay(by: Bakery())
        return nil
      } catch { return error.readableDescription }
    }
    #expect(replayed("log: []", "user doorOpened") == nil)
    #expect(replayed("log: []", "user sang") == "sang: expected a known name, found sang")
    #expect(
      replayed("log: []", "user ordered(") == "ordered(: column 9: expected a value, the text ends here")
    #expect(replayed("log: ][", "user sang") == "given: log: ][: column 6: expected a value, found ]")
    #expect(replayed("lag: []", "user sang") == "unknown field lag")
    #expect(replayed("log: []\n  log: []", "user sang")?.hasSuffix("duplicate line for log") == true)
    #expect(replayed("log: []", #"result oven => baked("pie")"#) == "nothing is running in oven")
  }

  @Test func `an error has its line`() {
    func fault(_ text: String) -> String? {
      do {
        _ = try Transcript(parsing: text)
        return nil
      } catch { return error.description }
    }
    #expect(fault("") == #"line 1: a transcript begins with "transcript 2""#)
    #expect(fault("transcript 1\nfeature F\n") == #"line 1: a transcript begins with "transcript 2""#)
    #expect(fault("\n\ntranscript 1\n") == #"line 3: a transcript begins with "transcript 2""#)
    #expect(fault("transcript 2\n") == #"line 2: expected "feature" and its name"#)
    #expect(fault("transcript 2\n\n\nfeatures\n") == #"line 4: expected "feature" and its name"#)
    #expect(fault("transcript 2\nfeature F\n  x: 1\n") == #"line 3: expected "given""#)
    let other = "expected given, then user, response, result or environment, and at last finally"
    #expect(fault("transcript 2\nfeature F\n\ngiven\n\nusers x\n") == "line 6: \(other)")
    #expect(fault("transcript 2\nfeature F\n\ngiven\n\nresult x\n") == "line 6: \(other)")
    #expect(fault("transcript 2\nfeature F\n\ngiven\n\nfinally\n") == nil)
    #expect(fault("transcript 2\nfeature F\n\nuser x\n\ngiven\n") == "line 4: \(other)")
    #expect(fault("transcript 2\nfeature F\n\ngiven\n\nfinally\n\nuser x\n") == "line 8: \(other)")
    #expect(fault("transcript 2\nfeature F\n\ngiven\n\ngiven\n") == "line 6: \(other)")
  }

  /// Law 2, for transcripts from any source, such as bug reports.
  @Test func `law 2: a mutated transcript is parsed and replayed or rejected, and never traps`() throws {
    var numbers = SplitMix64(seed: 5)
    let text = try day().description
    var read = 0
    let count = caseCount(1_000, exhaustive: 3_000)
    for round in 0..<count {
      let nonsense =
        round % 5 == 0 ? MalformedText.random(using: &numbers) : MalformedText.mutated(text, using: &numbers)
      let lines = nonsense.split(separator: "\n", omittingEmptySubsequences: false).count
      do throws(TranscriptError) {
        let transcript = try Transcript(parsing: nonsense)
        read += 1
        #expect(try Transcript(parsing: transcript.description) == transcript)
        if read % 10 == 0 { _ = try? transcript.replay(by: Bakery()) }
      } catch {
        #expect(error.line.map { (1...lines + 1).contains($0) } == true, "\(error)")
      }
    }
    #expect(read > count / 6, "too few mutated transcripts were parsed for a meaningful test")
  }
}
