import Explorations
import Forms
import Loop
import LoopExplorer
import LoopHistory
import LoopTesting
import MemoryHandlers
import Shop
import Testing

private typealias EditorJournalDocument = JournalDocument<ProductEditor>

/// The laws of history, in random sessions of the real editor in its shop.
@Suite struct `The history of the editor` {
  @Test(arguments: 0..<12) func `law 1: scrubbing to any step gives the state that was`(seed: UInt64) throws {
    let session = RandomEditorJournal(stepCount: 300, seed: seed)
    for (step, state) in session.states.enumerated() {
      #expect(session.journal.loopState(atStep: step, by: ProductEditor()).state == state, "step \(step)")
    }
  }

  @Test(arguments: 0..<6) func `a journal survives its file, and its replay is the same to the last letter`(
    seed: UInt64
  ) throws {
    let journal = RandomEditorJournal(stepCount: 120, seed: seed).journal
    let text = try EditorJournalDocument(journal, by: ProductEditor()).text
    let document = try EditorJournalDocument(parsing: text)
    #expect(document.journal(by: ProductEditor()) == journal)
    #expect(try document.text == text)
    #expect(try document.replay(by: ProductEditor()) == nil)
    #expect(try Transcript(of: journal, by: ProductEditor()).firstDivergence(by: ProductEditor()) == nil)
  }

  @Test(arguments: EditorBehaviorChange.allCases, 0..<4)
  func `another version of the reducer diverges where it first differs`(
    fault: EditorBehaviorChange, seed: UInt64
  ) throws {
    let session = RandomEditorJournal(stepCount: 200, seed: seed)
    let journal = Journal(
      startingAt: session.journal.start.decodedCopy(), entries: session.journal.entries.map { $0.decodedCopy() },
      by: ChangedEditor())
    let document = try JournalDocument(journal, by: ChangedEditor())
    #expect(try document.replay(by: ChangedEditor()) == nil)
    let first = try #require(session.firstStep(of: fault), "a session in which it never happens shows nothing")
    #expect(try document.replay(by: ChangedEditor(fault: fault))?.step == first)
  }

  @Test(arguments: 0..<8) func `law 7: after a kill at any step nobody waits for ever`(seed: UInt64) throws {
    let session = RandomEditorJournal(stepCount: 200, seed: seed)
    let exploration = EditorExploration()
    for step in session.journal.stepRange {
      let situation = session.journal.loopState(atStep: step, by: ProductEditor())
      let resumed = StoreSession(situation).resumePlan(for: ProductEditor())
      let pending = resumed.situation.pending
      #expect(!exploration.isBusy(resumed.situation.state) || !pending.isEmpty, "step \(step)")
      #expect(resumed.starting.map(\.id) == pending.running.map(\.id), "step \(step)")
      let isWritten = resumed.starting.contains { run in
        situation.pending.running.contains { $0.id == run.id } && run.effect != .loadProducts
      }
      #expect(!isWritten, "step \(step): a save that may have been done is done again")
    }
  }
}

/// What another version of the editor does otherwise: in the state, or in what it asks for.
enum EditorBehaviorChange: CaseIterable { case forgetsNames, readsNothing }

/// A random session of the editor in its shop, and every state on the way.
private struct RandomEditorJournal {
  var journal = Journal<ProductEditor>(
    startingAt: LoopState(initialState: EditorExploration().start.state),
    limits: .init(maxCheckpoints: 4, checkpointInterval: 8))
  var states: [ProductEditor.State]

  init(stepCount steps: Int, seed: UInt64) {
    let exploration = EditorExploration()
    var numbers = SplitMix64(seed: seed)
    var situation = journal.start
    var world = exploration.start.world
    states = [situation.state]
    while states.count <= steps {
      for cause in Self.possibleCauses(in: situation, &world, exploration, &numbers)
      where journal.record(cause, applyingTo: &situation, by: ProductEditor()) != nil {
        states.append(situation.state)
      }
    }
  }

  /// What happens next: an effect ends, the world changes, or a person does something.
  private static func possibleCauses(
    in situation: LoopState<ProductEditor>, _ world: inout ProductDatabase, _ exploration: EditorExploration,
    _ numbers: inout SplitMix64
  ) -> [Journal<ProductEditor>.Cause] {
    let chance = Int.random(in: 0..<10, using: &numbers)
    if chance < 4, let run = situation.pending.running.randomElement(using: &numbers), let slot = run.slot,
      let outcome = exploration.outcomes(of: run.effect, in: world).randomElement(using: &numbers)
    {
      world = outcome.world
      return outcome.answers.map { .answered($0, in: slot) } + [.ended(in: slot)]
    }
    if chance == 4, let happening = exploration.environmentEvents(in: world).randomElement(using: &numbers) {
      world = happening.world
      return [.noted(happening.name)]
    }
    return exploration.actions(in: situation.state).randomElement(using: &numbers).map { [.sent($0)] } ?? []
  }

  /// The first step at which a version with this fault changes something else, or asks for something else.
  func firstStep(of fault: EditorBehaviorChange) -> Int? {
    for (place, entry) in journal.entries.enumerated() {
      switch (fault, entry.cause) {
      case (.forgetsNames, .sent(.form(.fields(.typed)))) where states[place] != states[place + 1]: return place + 1
      case (.readsNothing, _) where entry.change.started.contains { $0.effect == .loadProducts }: return place + 1
      default: continue
      }
    }
    return nil
  }
}

/// The editor as it ships, or with a fault.
private struct ChangedEditor: Reducer {
  var fault: EditorBehaviorChange?

  func isAlive(_ slot: ProductEditor.Slot, in state: ProductEditor.State) -> Bool { true }

  func reduce(
    _ state: inout ProductEditor.State, _ action: ProductEditor.Action
  ) -> Effects<ProductEditor.Effect, ProductEditor.Slot> {
    if fault == .forgetsNames, case .form(.fields(.typed)) = action { return .none }
    let effects = ProductEditor().reduce(&state, action)
    guard fault == .readsNothing else { return effects }
    return Effects(
      effects.instructions.filter { if case .ask(.loadProducts, _, _, _) = $0 { false } else { true } })
  }
}

extension LoopState<ProductEditor> {
  /// The beginning, as that of the same editor under another name.
  fileprivate func decodedCopy() -> LoopState<ChangedEditor> { LoopState<ChangedEditor>(initialState: state) }
}

extension Journal<ProductEditor>.Entry {
  /// The same step of the same editor under another name.
  fileprivate func decodedCopy() -> Journal<ChangedEditor>.Entry {
    let restated: Journal<ChangedEditor>.Cause =
      switch cause {
      case .sent(let action): .sent(action)
      case .answered(let action, let slot): .answered(action, in: slot)
      case .ended(let slot): .ended(in: slot)
      case .noted(let note): .noted(note)
      }
    return .init(restated, change)
  }
}
