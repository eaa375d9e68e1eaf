import Loop
import LoopHistory
import LoopText
import Testing

private typealias Document = JournalDocument<Bakery>

@Suite struct `A replay` {
  @Test(arguments: 0..<10) func `law 1: gives the same states to the last letter, and runs no handler`(
    seed: UInt64
  ) throws {
    let session = RandomBakeryJournal(stepCount: 300, seed: seed)
    let document = try Document(parsing: try Document(session.journal, by: Bakery()).text)
    #expect(try document.replay(by: Bakery()) == nil)
    let journal = document.journal(by: Bakery())
    for step in journal.stepRange {
      #expect(
        try CanonicalValue(journal.loopState(atStep: step, by: Bakery())) == CanonicalValue(session.situations[step]))
    }
  }

  @Test(arguments: 0..<20) func `of another version diverges at exactly the step that changes`(seed: UInt64) throws {
    let session = RandomBakeryJournal(stepCount: 200, seed: seed)
    let document = try Document(session.journal, by: Bakery())
    let first = session.journal.entries.firstIndex { entry in
      if case .answered(.baked, _) = entry.cause { true } else { false }
    }
    let divergence = try document.replay(by: Bakery(greeting: "burnt"))
    #expect(divergence?.step == first.map { $0 + 1 })
    #expect(first != nil, "a session in which nothing is baked shows nothing")
  }

  @Test func `tells what changed in the state then, and what changes now`() throws {
    var journal = Journal<Bakery>(startingAt: LoopState(initialState: .init()))
    var situation = journal.start
    for cause in [.sent(.ordered("pie")), .answered(.baked("pie"), in: .oven)] as [Journal<Bakery>.Cause] {
      journal.record(cause, applyingTo: &situation, by: Bakery())
    }
    let divergence = try Document(journal, by: Bakery()).replay(by: Bakery(greeting: "burnt"))
    #expect(
      divergence?.description == """
        step 2 diverges: answered oven => baked("pie")
          then  log: [] -> ["baked pie"]
          now   log: [] -> ["burnt pie"]
        """)
  }

  /// Each other version wants something else of the same actions, and nothing else in the state.
  @Test(arguments: ChangedFeature.BehaviorChange.allCases) func `finds an effect that is asked for otherwise`(
    fault: ChangedFeature.BehaviorChange
  ) throws {
    var journal = Journal<ChangedFeature>(startingAt: LoopState(initialState: []))
    var situation = journal.start
    let causes: [Journal<ChangedFeature>.Cause] = [
      .sent("a"), .sent("told"), .sent("ask"), .sent("queue"), .answered("b", in: 1), .ended(in: 1), .sent("last"),
    ]
    for cause in causes { journal.record(cause, applyingTo: &situation, by: ChangedFeature()) }
    #expect(journal.entries.count == causes.count)
    let document = try JournalDocument(journal, by: ChangedFeature())
    let divergence = try #require(try document.replay(by: ChangedFeature(fault: fault)))
    #expect([divergence.description] == fault.descriptions)
  }

  @Test func `of another greeting tells of a transcript at which step it diverges`() throws {
    var recorder = try TranscriptRecorder(Bakery(), state: .init())
    try recorder.send(.ordered("pie"))
    let run = try #require(recorder.situation.pending.running.first)
    try recorder.end(run, with: .baked("pie"))
    let transcript = try recorder.transcript
    #expect(try transcript.firstDivergence(by: Bakery()) == nil)
    #expect(
      try transcript.firstDivergence(by: Bakery(greeting: "burnt"))?.description == """
        step 2 diverges: result oven => baked("pie")
          then  log: [] -> ["baked pie"]
          now   log: [] -> ["burnt pie"]
        """)
    var idle = transcript
    idle.steps.removeFirst()
    #expect(try idle.firstDivergence(by: Bakery())?.now == ["nothing is under way in oven"])
    var another = transcript
    another.finally[0] = "log: []"
    #expect(try another.firstDivergence(by: Bakery())?.step == 3)
  }
}

@Suite struct `A transcript of a journal` {
  @Test(arguments: 0..<10) func `tells the same as the recorder that was turned`(seed: UInt64) throws {
    let session = RandomBakeryJournal(stepCount: 100, seed: seed)
    let transcript = try Transcript(of: session.journal, by: Bakery())
    #expect(transcript.finally == (try last(of: session)).finally)
    #expect(try Transcript(parsing: transcript.description) == transcript)
    #expect(try transcript.replay(by: Bakery()) == transcript)
    #expect(try transcript.firstDivergence(by: Bakery()) == nil)
  }

  private func last(of session: RandomBakeryJournal) throws -> Transcript {
    var recorder = try TranscriptRecorder(Bakery(), state: .init())
    try recorder.replay(session.journal.entries.map(\.cause))
    #expect(recorder.situation == session.situations.last)
    #expect(recorder.journal == session.journal)
    return try recorder.transcript
  }

  @Test func `cannot be of one that begins with something pending`() throws {
    let session = RandomBakeryJournal(stepCount: 60, seed: 3)
    let start = try #require(session.situations.last { !$0.pending.isEmpty })
    let fault = #expect(throws: TranscriptError.self) { try Transcript(of: Journal(startingAt: start), by: Bakery()) }
    #expect(fault?.message == "a transcript cannot tell of what was pending before it began")
  }
}

/// Asks for something else in each of its versions.
struct ChangedFeature: Reducer {
  enum BehaviorChange: CaseIterable { case otherEffect, otherSlot, otherDelay, told, forgotten, dropped, cancelled }

  var fault: BehaviorChange?

  func isAlive(_ slot: Int, in state: [String]) -> Bool { true }

  func reduce(_ state: inout [String], _ action: String) -> Effects<String, Int> {
    state.append(action)
    switch action {
    case "told": return fault == .told ? .fireAndForget("tell") : .fireAndForget("told")
    case "ask":
      switch fault {
      case .otherEffect: return .run("other", in: 1)
      case .otherSlot: return .run("ask", in: 2)
      case .otherDelay: return .run("ask", in: 1, after: .seconds(1))
      case .forgotten: return .none
      case .dropped, .cancelled, .told, nil: return .run("ask", in: 1)
      }
    case "queue": return .run("next", in: 1, fault == .dropped ? .first : fault == .cancelled ? .latest : .queue)
    default: return .none
    }
  }
}

extension ChangedFeature.BehaviorChange {
  fileprivate var descriptions: [String] {
    func diverges(_ step: Int, _ action: String, _ then: String, _ now: String...) -> [String] {
      let lines = ["step \(step) diverges: sent \"\(action)\"", "  then  \(then)"] + now.map { "  now   \($0)" }
      return [lines.joined(separator: "\n")]
    }
    let ask = #"started "ask" in 1"#
    let queued = #"queued "next" in 1"#
    return switch self {
    case .otherEffect: diverges(3, "ask", ask, #"started "other" in 1"#)
    case .otherSlot: diverges(3, "ask", ask, #"started "ask" in 2"#)
    case .otherDelay: diverges(3, "ask", ask, #"started "ask" in 1 after 1.0 seconds"#)
    case .told: diverges(2, "told", #"started "told""#, #"started "tell""#)
    case .forgotten: diverges(3, "ask", ask, "nothing")
    case .dropped: diverges(4, "queue", queued, #"dropped "next" in 1"#)
    case .cancelled: diverges(4, "queue", queued, #"started "next" in 1"#, #"cancelled "ask" in 1"#)
    }
  }
}
