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
  func `law 1: scrubbing to any step restores the state at that step`(seed: UInt64) throws {
    let session = RandomEditorJournal(stepCount: 300, seed: seed)
    for (step, state) in session.states.enumerated() {
      #expect(session.journal.loopState(atStep: step, by: ProductListFeature()).state == state, "step \(step)")
    }
  }

  @Test(arguments: 0..<UInt64(caseCount(3, exhaustive: 6)))
  func `a journal can be written, read and replayed without a difference`(
    seed: UInt64
  ) throws {
    let journal = RandomEditorJournal(stepCount: 120, seed: seed).journal
    let transcript = try Transcript(of: journal, by: ProductListFeature())
    let read = try Transcript(parsing: "\(transcript)")
    #expect(read == transcript)
    #expect(read.steps.count == journal.entries.count)
    #expect(try read.replay(by: ProductListFeature()) == transcript)
    #expect(try read.firstDivergence(by: ProductListFeature()) == nil)
  }

  @Test(arguments: EditorBehaviorChange.allCases, 0..<UInt64(caseCount(1, exhaustive: 4)))
  func `replaying with a changed reducer diverges at the first different step`(
    fault: EditorBehaviorChange, seed: UInt64
  ) throws {
    let session = RandomEditorJournal(stepCount: 200, seed: seed)
    let transcript = try Transcript(of: session.journal, by: ProductListFeature())
    #expect(try transcript.firstDivergence(by: ChangedEditor()) == nil)
    let first = try #require(session.firstStep(of: fault), "the session never reaches the changed behavior")
    #expect(try transcript.firstDivergence(by: ChangedEditor(change: fault))?.step == first)
  }

  @Test(arguments: 0..<UInt64(caseCount(4, exhaustive: 8)))
  func `law 7: after a kill at any step no pending state stays forever`(seed: UInt64) throws {
    let session = RandomEditorJournal(stepCount: 200, seed: seed)
    let exploration = EditorExploration()
    for step in session.journal.stepRange {
      let situation = session.journal.loopState(atStep: step, by: ProductListFeature())
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

/// A random session of the editor, with the state after each step.
private struct RandomEditorJournal {
  var journal = Journal<ProductListFeature>(
    startingAt: LoopState(initialState: EditorExploration().start.state),
    limits: .init(maxCheckpoints: 4, checkpointInterval: 8))
  var states: [ProductListFeature.State]

  init(stepCount: Int, seed: UInt64) {
    let exploration = EditorExploration()
    var numbers = SplitMix64(seed: seed)
    var situation = journal.start
    var environment = exploration.start.environment
    states = [situation.state]
    while states.count <= stepCount {
      for cause in Self.possibleCauses(in: situation, &environment, exploration, &numbers)
      where journal.record(cause, applyingTo: &situation, by: ProductListFeature()) != nil {
        states.append(situation.state)
      }
    }
  }

  /// Returns the causes of the next step: a response, an event of the environment, or an action of the user.
  private static func possibleCauses(
    in situation: LoopState<ProductListFeature>, _ environment: inout ProductDatabase, _ exploration: EditorExploration,
    _ numbers: inout SplitMix64
  ) -> [Journal<ProductListFeature>.Cause] {
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
    for (index, entry) in journal.entries.enumerated() {
      switch (fault, entry.cause) {
      case (.forgetsNames, .sent(.editor(.form(.fields(.typed))))) where states[index] != states[index + 1]:
        return index + 1
      case (.doesNotLoad, _) where entry.change.started.contains { $0.effect == .loadProducts }: return index + 1
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
