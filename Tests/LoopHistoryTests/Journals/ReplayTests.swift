import Loop
import LoopHistory
import LoopText
import TestInputs
import Testing

private typealias Document = JournalDocument<Bakery>

@Suite struct `Journal replay` {
  @Test(arguments: 0..<10) func `law 1: a replay gives exactly the recorded states, without a handler`(
    seed: UInt64
  ) throws {
    let session = RandomBakeryJournal(stepCount: 300, seed: seed)
    let document = try Document(parsing: try Document(session.journal, by: Bakery()).text)
    #expect(try document.replay(by: Bakery()) == nil)
    let journal = document.journal(by: Bakery())
    for step in journal.stepRange {
      #expect(
        try CanonicalValue(journal.loopState(atStep: step, by: Bakery())) == CanonicalValue(session.loopStates[step]))
    }
  }

  @Test(arguments: 0..<20) func `a replay with a changed feature diverges at the first step that changes`(seed: UInt64)
    throws
  {
    let session = RandomBakeryJournal(stepCount: 200, seed: seed)
    let document = try Document(session.journal, by: Bakery())
    let first = session.journal.entries.firstIndex { entry in
      switch entry.cause {
      case .delivered(.baked, _), .ended(_, .baked): true
      case .sent, .delivered, .ended, .note: false
      }
    }
    let divergence = try document.replay(by: Bakery(greeting: "burnt"))
    #expect(divergence?.step == first.map { $0 + 1 })
    #expect(first != nil, "the journal contains no baked cake, so the test shows nothing")
  }

  @Test func `a divergence shows the recorded and the replayed change of the state`() throws {
    var journal = Journal<Bakery>(startingAt: LoopState(initialState: .init()))
    var loopState = journal.start
    for cause in [.sent(.ordered("pie")), .delivered(.baked("pie"), in: .oven)] as [Journal<Bakery>.Cause] {
      journal.record(cause, applyingTo: &loopState, by: Bakery())
    }
    let divergence = try Document(journal, by: Bakery()).replay(by: Bakery(greeting: "burnt"))
    #expect(
      divergence?.description == """
        step 2 diverges: delivered oven => baked("pie")
          recorded  log: [] -> ["baked pie"]
          replayed  log: [] -> ["burnt pie"]
        """)
  }

  /// Each changed feature differs in one effect request and reduces the state in the same way.
  @Test(arguments: ChangedFeature.BehaviorChange.allCases) func `a replay finds a changed effect request`(
    fault: ChangedFeature.BehaviorChange
  ) throws {
    var journal = Journal<ChangedFeature>(startingAt: LoopState(initialState: []))
    var loopState = journal.start
    let causes: [Journal<ChangedFeature>.Cause] = [
      .sent("a"), .sent("told"), .sent("ask"), .sent("queue"), .delivered("b", in: 1), .ended(in: 1, with: "c"),
      .sent("last"),
    ]
    for cause in causes { journal.record(cause, applyingTo: &loopState, by: ChangedFeature()) }
    #expect(journal.entries.count == causes.count)
    let document = try JournalDocument(journal, by: ChangedFeature())
    let divergence = try #require(try document.replay(by: ChangedFeature(change: fault)))
    #expect([divergence.description] == fault.descriptions)
  }

  @Test func `a transcript reports the step at which a changed feature diverges`() throws {
    var recorder = try FeatureStepper(Bakery(), state: .init())
    try recorder.send(.ordered("pie"))
    let run = try #require(recorder.loopState.pending.running.first)
    try recorder.end(run, with: .baked("pie"))
    let transcript = try recorder.transcript
    #expect(try transcript.firstDivergence(by: Bakery()) == nil)
    #expect(
      try transcript.firstDivergence(by: Bakery(greeting: "burnt"))?.description == """
        step 2 diverges: result oven => baked("pie")
          recorded  log: [] -> ["baked pie"]
          replayed  log: [] -> ["burnt pie"]
        """)
    var idle = transcript
    idle.steps.removeFirst()
    #expect(try idle.firstDivergence(by: Bakery())?.replayed == ["nothing is running in oven"])
    var another = transcript
    another.finalStateLines[0] = "log: []"
    #expect(try another.firstDivergence(by: Bakery())?.step == 3)
  }
}

@Suite struct `Transcript of a journal` {
  @Test(arguments: 0..<10) func `equals the transcript of a recorder`(seed: UInt64) throws {
    let session = RandomBakeryJournal(stepCount: 100, seed: seed)
    let transcript = try Transcript(of: session.journal, by: Bakery())
    #expect(transcript.finalStateLines == (try last(of: session)).finalStateLines)
    #expect(try Transcript(parsing: transcript.description) == transcript)
    #expect(try transcript.replay(by: Bakery()) == transcript)
    #expect(try transcript.firstDivergence(by: Bakery()) == nil)
  }

  private func last(of session: RandomBakeryJournal) throws -> Transcript {
    var recorder = try FeatureStepper(Bakery(), state: .init())
    for entry in session.journal.entries { try recorder.replay(entry.cause) }
    #expect(recorder.loopState == session.loopStates.last)
    #expect(recorder.journal == session.journal)
    return try recorder.transcript
  }

  @Test func `a journal that starts with pending runs has no transcript`() throws {
    let session = RandomBakeryJournal(stepCount: 60, seed: 3)
    let start = try #require(session.loopStates.last { !$0.pending.isEmpty })
    let fault = #expect(throws: TranscriptError.self) { try Transcript(of: Journal(startingAt: start), by: Bakery()) }
    #expect(fault?.message == "a transcript cannot start with pending runs")
  }
}

/// A feature whose effect requests can be changed.
struct ChangedFeature: OneFailureFeature {
  typealias Effect = String

  static let lostResponse = "lost"

  enum BehaviorChange: CaseIterable {
    case otherEffect, otherSlot, otherDelay, otherFireAndForget, noEffect, dropped, cancelled
  }

  var change: BehaviorChange?

  func isActive(_ slot: Int, in state: [String]) -> Bool { true }

  func reduce(_ state: inout [String], _ action: String) -> Effects<Self> {
    state.append(action)
    switch action {
    case "told": return change == .otherFireAndForget ? .fireAndForget("tell") : .fireAndForget("told")
    case "ask":
      switch change {
      case .otherEffect: return .run("other", in: 1)
      case .otherSlot: return .run("ask", in: 2)
      case .otherDelay: return .run("ask", in: 1, after: .seconds(1))
      case .noEffect: return .none
      case .dropped, .cancelled, .otherFireAndForget, nil: return .run("ask", in: 1)
      }
    case "queue": return .run("next", in: 1, change == .dropped ? .first : change == .cancelled ? .latest : .queue)
    default: return .none
    }
  }
}

extension ChangedFeature.BehaviorChange {
  fileprivate var descriptions: [String] {
    func diverges(_ step: Int, _ action: String, _ recorded: String, _ replayed: String...) -> [String] {
      let first = ["step \(step) diverges: sent \"\(action)\"", "  recorded  \(recorded)"]
      let lines = first + replayed.map { "  replayed  \($0)" }
      return [lines.joined(separator: "\n")]
    }
    let ask = #"started "ask" in 1"#
    let queued = #"queued "next" in 1"#
    return switch self {
    case .otherEffect: diverges(3, "ask", ask, #"started "other" in 1"#)
    case .otherSlot: diverges(3, "ask", ask, #"started "ask" in 2"#)
    case .otherDelay: diverges(3, "ask", ask, #"started "ask" in 1 after 1.0 seconds"#)
    case .otherFireAndForget: diverges(2, "told", #"started "told""#, #"started "tell""#)
    case .noEffect: diverges(3, "ask", ask, "nothing")
    case .dropped: diverges(4, "queue", queued, #"dropped "next" in 1"#)
    case .cancelled: diverges(4, "queue", queued, #"started "next" in 1"#, #"cancelled "ask" in 1"#)
    }
  }
}
