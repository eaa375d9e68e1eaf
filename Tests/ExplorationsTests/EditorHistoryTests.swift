import Explorations
import Forms
import Loop
import LoopExplorer
import LoopHistory
import LoopTesting
import MemoryHandlers
import Shop
import TestInputs
import Testing
import Values

/// The laws of history in random sessions of the editor with its in-memory database.
@Suite struct `The history of the editor` {
  @Test(arguments: 0..<UInt64(caseCount(2, exhaustive: 12)))
  func `law 1: repeated steps give the same states and the same changes of runs`(seed: UInt64) throws {
    let session = RandomEditorSession(stepCount: 300, seed: seed)
    var loopState = session.start
    for (number, (step, expected)) in zip(session.steps, session.loopStates.dropFirst()).enumerated() {
      #expect(loopState.replay(step.cause, by: ProductListFeature()) == step.change, "step \(number)")
      #expect(loopState == expected, "step \(number)")
    }
  }

  @Test(arguments: 0..<UInt64(caseCount(3, exhaustive: 6)))
  func `a session can be written, read and replayed without a difference`(
    seed: UInt64
  ) throws {
    let session = RandomEditorSession(stepCount: 120, seed: seed)
    let transcript = try session.transcript
    let read = try Transcript(parsing: "\(transcript)")
    #expect(read == transcript)
    #expect(read.steps.count == session.steps.count)
    #expect(try read.replay(by: ProductListFeature()) == transcript)
    #expect(try read.firstDivergence(by: ProductListFeature()) == nil)
  }

  @Test(arguments: EditorBehaviorChange.allCases, 0..<UInt64(caseCount(1, exhaustive: 4)))
  func `replaying with a changed reducer diverges at the first different step`(
    fault: EditorBehaviorChange, seed: UInt64
  ) throws {
    let session = RandomEditorSession(stepCount: 200, seed: seed)
    let transcript = try session.transcript
    #expect(try transcript.firstDivergence(by: ChangedEditor()) == nil)
    let first = try #require(session.firstStep(of: fault), "the session never reaches the changed behavior")
    #expect(try transcript.firstDivergence(by: ChangedEditor(change: fault))?.step == first)
  }

  @Test(arguments: 0..<UInt64(caseCount(4, exhaustive: 8)))
  func `law 7: after a kill at any step no pending state stays forever`(seed: UInt64) throws {
    let session = RandomEditorSession(stepCount: 200, seed: seed)
    let exploration = EditorExploration()
    for (step, situation) in session.loopStates.enumerated() {
      let resumed = StoreSession(situation).resumePlan(for: ProductListFeature())
      let pending = resumed.loopState.pending
      #expect(!exploration.isBusy(resumed.loopState.state) || !pending.isEmpty, "step \(step)")
      #expect(resumed.runsToStart.map(\.id) == pending.running.map(\.id), "step \(step)")
      let isWritten = resumed.runsToStart.contains { run in
        situation.pending.running.contains { $0.id == run.id } && run.effect != .loadProducts
      }
      #expect(!isWritten, "step \(step): a save that may have been executed is executed again")
    }
  }
}

/// A change in the behavior of the editor: in its state, or in its effects.
enum EditorBehaviorChange: CaseIterable { case forgetsNames, doesNotLoad }

/// A random session of the editor, with the state before and after each step.
private struct RandomEditorSession {
  let start = LoopState<ProductListFeature>(initialState: EditorExploration().start.state)
  private(set) var steps: [LoopStep<ProductListFeature>] = []
  private(set) var loopStates: [LoopState<ProductListFeature>]

  init(stepCount: Int, seed: UInt64) {
    let exploration = EditorExploration()
    var numbers = SplitMix64(seed: seed)
    var situation = start
    var environment = exploration.start.environment
    loopStates = [situation]
    while steps.count < stepCount {
      for cause in Self.possibleCauses(in: situation, &environment, exploration, &numbers) {
        guard let change = situation.replay(cause, by: ProductListFeature()) else { continue }
        steps.append(LoopStep(cause, change))
        loopStates.append(situation)
      }
    }
  }

  var transcript: Transcript { get throws { try Transcript(of: steps, from: start, by: ProductListFeature()) } }

  /// Returns the causes of the next step: a response, an event of the environment, or an action of the user.
  private static func possibleCauses(
    in situation: LoopState<ProductListFeature>, _ environment: inout ProductDatabase, _ exploration: EditorExploration,
    _ numbers: inout SplitMix64
  ) -> [LoopStep<ProductListFeature>.Cause] {
    let chance = Int.random(in: 0..<10, using: &numbers)
    if chance < 4, let run = situation.pending.running.randomElement(using: &numbers), let slot = run.slot,
      let outcome = exploration.outcomes(of: run.effect, in: environment).randomElement(using: &numbers)
    {
      environment = outcome.environment
      return outcome.responses.dropLast().map { .delivered($0, in: slot) }
        + outcome.responses.suffix(1).map { .ended(in: slot, with: $0) }
    }
    if chance == 4, let happening = exploration.environmentEvents(in: environment).randomElement(using: &numbers) {
      environment = happening.environment
      return [.environment(happening.name)]
    }
    return exploration.actions(in: situation.state).randomElement(using: &numbers).map { [.sent($0)] } ?? []
  }

  /// Returns the first step at which the changed editor has another state or other effects.
  func firstStep(of fault: EditorBehaviorChange) -> Int? {
    for (index, step) in steps.enumerated() {
      switch (fault, step.cause) {
      case (.forgetsNames, .sent(.editor(.form(.fields(.typed)))))
      where loopStates[index].state != loopStates[index + 1].state:
        return index + 1
      case (.doesNotLoad, _) where step.change.started.contains { $0.effect == .loadProducts }: return index + 1
      default: continue
      }
    }
    return nil
  }
}

/// The editor, unchanged or with one change.
private struct ChangedEditor: Reducer {
  typealias Effect = ProductListFeature.Effect

  var change: EditorBehaviorChange?

  func isActive(_ slot: ProductListFeature.Slot, in state: ProductListFeature.State) -> Bool { true }

  func reduce(
    _ state: inout ProductListFeature.State, _ action: ProductListFeature.Action
  ) -> Effects<Self> {
    if change == .forgetsNames, case .editor(.form(.fields(.typed))) = action { return .none }
    let effects = ProductListFeature().reduce(&state, action)
    guard change == .doesNotLoad else { return effects.ofWrapper() }
    return Effects(effects.instructions.filter { $0.effect != .loadProducts }).ofWrapper()
  }
}
