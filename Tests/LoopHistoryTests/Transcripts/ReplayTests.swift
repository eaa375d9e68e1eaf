import Loop
import LoopHistory
import LoopText
import TestInputs
import Testing

@Suite struct `Replaying a transcript` {
  @Test(arguments: 0..<UInt64(caseCount(4, exhaustive: 10)))
  func `law 1: a replay gives exactly the recorded states, without a handler`(
    seed: UInt64
  ) throws {
    let session = RandomBakerySession(stepCount: 300, seed: seed)
    let transcript = try Transcript(parsing: "\(session.transcript)")
    #expect(try transcript.replay(by: Bakery()) == transcript)
    #expect(try transcript.firstDivergence(by: Bakery()) == nil)
    var stepper = try FeatureStepper(Bakery(), startingAt: session.start)
    for (step, expected) in zip(session.steps, session.loopStates.dropFirst()) {
      _ = try stepper.record(step.cause)
      #expect(stepper.loopState == expected)
    }
    #expect(try stepper.transcript == transcript)
  }

  @Test func `a transcript that starts with pending runs keeps their order`() throws {
    let session = RandomBakerySession(stepCount: 200, seed: 5)
    var pendingCount = 0
    for step in stride(from: 0, through: 200, by: 10) {
      let start = session.loopStates[step]
      pendingCount += start.pending.isEmpty ? 0 : 1
      let rest = try Transcript(of: session.steps[step...], from: start, by: Bakery())
      let transcript = try Transcript(parsing: "\(rest)")
      #expect(transcript.initialPendingLines.isEmpty == start.pending.isEmpty)
      #expect(try transcript.replay(by: Bakery()) == transcript)
      #expect(try transcript.firstDivergence(by: Bakery()) == nil)
    }
    #expect(pendingCount > 10)
  }

  @Test(arguments: 0..<20) func `a replay with a changed feature diverges at the first step that changes`(seed: UInt64)
    throws
  {
    let session = RandomBakerySession(stepCount: 200, seed: seed)
    let first = session.steps.firstIndex { step in
      switch step.cause {
      case .delivered(.baked, _), .ended(_, .baked): true
      case .sent, .delivered, .ended, .environment: false
      }
    }
    let divergence = try session.transcript.firstDivergence(by: Bakery(greeting: "burnt"))
    #expect(divergence?.step == first.map { $0 + 1 })
    #expect(first != nil, "the session contains no baked cake, so the test shows nothing")
  }

  /// Each changed feature differs in one effect request and reduces the state in the same way.
  @Test(arguments: ChangedFeature.BehaviorChange.allCases) func `a replay finds a changed effect request`(
    fault: ChangedFeature.BehaviorChange
  ) throws {
    var stepper = try FeatureStepper(ChangedFeature(), state: [])
    let causes: [LoopStep<ChangedFeature>.Cause] = [
      .sent("a"), .sent("told"), .sent("ask"), .sent("queue"), .delivered("b", in: 1), .ended(in: 1, with: "c"),
      .sent("last"),
    ]
    for cause in causes { #expect(try stepper.record(cause) != nil) }
    let divergence = try stepper.transcript.firstDivergence(by: ChangedFeature(change: fault))
    #expect(divergence?.description == fault.divergence)
  }

  @Test func `a divergence shows the recorded and the replayed change of the state`() throws {
    var stepper = try FeatureStepper(Bakery(), state: .init())
    try stepper.send(.ordered("pie"))
    let run = try #require(stepper.loopState.pending.running.first)
    try stepper.end(run, with: .baked("pie"))
    let transcript = try stepper.transcript
    #expect(try transcript.firstDivergence(by: Bakery()) == nil)
    #expect(
      try transcript.firstDivergence(by: Bakery(greeting: "burnt"))?.description == """
        step 2 diverges: ended oven => baked("pie")
          recorded  log: [] -> ["baked pie"]
          replayed  log: [] -> ["burnt pie"]
        """)
    var idle = transcript
    idle.steps.removeFirst()
    #expect(try idle.firstDivergence(by: Bakery())?.replayed == ["nothing is running in oven"])
    var another = transcript
    another.finalStateLines[0] = "log: []"
    #expect(try another.firstDivergence(by: Bakery())?.step == 3)
    another.finalStateLines = []
    #expect(try another.firstDivergence(by: Bakery()) == nil)
  }

  @Test func `a start with impossible pending runs is rejected`() throws {
    func fault(_ pending: String) -> String? {
      let text = "transcript 3\nfeature Bakery\n\ngiven\n  log: []\n  isOpen: true\n\npending\n  \(pending)\n\n"
      do {
        _ = try Transcript(parsing: text).replay(by: Bakery())
        return nil
      } catch { return error.readableDescription.replacing("pending: ", with: "") }
    }
    func run(_ id: Int, in slot: String = "oven", lostResponse: String = "windowChecked") -> String {
      "(id: \(id), effect: look, slot: \(slot), delay: nil, lostResponse: \(lostResponse), restart: runAgain)"
    }
    #expect(fault("(lastRunID: 2, queues: [[\(run(1)), \(run(2))]])") == nil)
    #expect(fault("(lastRunID: 1, queues: [[\(run(1)), \(run(2))]])") == "the ID of run 2 is out of order")
    #expect(fault("(lastRunID: 2, queues: [[\(run(2)), \(run(1))]])") == "the ID of run 1 is out of order")
    #expect(fault("(lastRunID: 2, queues: [[]])") == "a pending run has no slot")
    #expect(
      fault("(lastRunID: 2, queues: [[\(run(1, in: "nil", lostResponse: "nil"))]])") == "a pending run has no slot")
    #expect(
      fault("(lastRunID: 2, queues: [[\(run(1, lostResponse: "nil"))]])")
        == "run 1 needs a slot and a lost response, or neither")
    #expect(
      fault("(lastRunID: 2, queues: [[\(run(1)), \(run(2, in: "window"))]])")
        == "a queued run belongs to another slot")
    #expect(fault("(lastRunID: 2, queues: [[\(run(1))], [\(run(2))]])") == "two runs are current in one slot")
    #expect(
      fault("(lastRunID: 2, queues: [[\(run(1))], [\(run(1, in: "window"))]])") == "two runs have the same ID")
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
  fileprivate var divergence: String {
    func diverges(_ step: Int, _ action: String, _ recorded: String, _ replayed: String...) -> String {
      let first = ["step \(step) diverges: sent \"\(action)\"", "  recorded  \(recorded)"]
      let lines = first + replayed.map { "  replayed  \($0)" }
      return lines.joined(separator: "\n")
    }
    let ask = #"effect + 1 "ask""#
    let queued = #"effect queued 1 "next""#
    return switch self {
    case .otherEffect: diverges(3, "ask", ask, #"effect + 1 "other""#)
    case .otherSlot: diverges(3, "ask", ask, #"effect + 2 "ask""#)
    case .otherDelay: diverges(3, "ask", ask, #"effect + 1 "ask" after 1.0 seconds"#)
    case .otherFireAndForget: diverges(2, "told", #"effect fired "told""#, #"effect fired "tell""#)
    case .noEffect: diverges(3, "ask", ask, "nothing")
    case .dropped: diverges(4, "queue", queued, #"effect dropped 1 "next""#)
    case .cancelled: diverges(4, "queue", queued, #"effect cancelled 1 "ask""#, #"effect + 1 "next""#)
    }
  }
}
