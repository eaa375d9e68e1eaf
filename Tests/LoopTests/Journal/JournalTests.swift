@testable import Loop
import TestInputs
import Testing
import Values

@Suite struct JournalTests {
  @Test func `law 1: every earlier state can be restored, whatever the limits are`() {
    for bounds in [
      Journal<ScriptedFeature>.Limits(), .init(maxCheckpoints: 2, checkpointInterval: 1),
      .init(maxCheckpoints: 3, checkpointInterval: 5),
    ] {
      let session = RandomJournal(steps: 600, seed: 11, bounds)
      #expect(session.journal.stepRange == 0...600)
      for step in session.journal.stepRange {
        #expect(
          session.journal.loopState(atStep: step, by: ScriptedFeature()) == session.loopStates[step], "step \(step)")
      }
    }
  }

  @Test func `checkpoints never exceed the limit, and the interval stays within its bound`() {
    for most in [2, 3, 7, 32] {
      let bounds = Journal<ScriptedFeature>.Limits(maxCheckpoints: most, checkpointInterval: 4)
      var journal = Journal<ScriptedFeature>(startingAt: LoopState(initialState: .init()), limits: bounds)
      var loopState = journal.start
      for step in 1...3_000 {
        journal.record(.sent(.logged("\(step % 10)")), applyingTo: &loopState, by: ScriptedFeature())
        #expect(journal.checkpoints.count <= most)
        #expect(journal.checkpointInterval <= max(4, 2 * step / most), "step \(step), \(most) checkpoints")
      }
    }
  }

  @Test func `the interval stays within its bound when the oldest entries are folded`() {
    for (most, entries) in [(2, 40), (3, 50), (7, 400), (32, 1_000)] {
      let bounds = Journal<ScriptedFeature>.Limits(maxCheckpoints: most, checkpointInterval: 4, maxEntries: entries)
      var journal = Journal<ScriptedFeature>(startingAt: LoopState(initialState: .init()), limits: bounds)
      var loopState = journal.start
      var kept = 0
      for step in 1...3_000 {
        journal.record(.sent(.logged("\(step % 10)")), applyingTo: &loopState, by: ScriptedFeature())
        kept = max(kept, journal.entries.count)
        #expect(journal.checkpoints.count <= most)
        #expect(journal.checkpointInterval <= max(4, 2 * kept / most), "step \(step), \(most) checkpoints")
      }
    }
  }

  @MainActor @Test func `by default, a recording retains the last 100,000 steps`() {
    let store = Store(Counter(), state: 0)
    let recorder = store.recordJournal()
    for _ in 1...100_010 { store.send(.incremented) }
    #expect(recorder.journal.entries.count <= 100_000)
    #expect(recorder.journal.stepRange.upperBound == 100_010)
    #expect(recorder.journal.loopState(atStep: 100_000, by: Counter()).state == 100_000)
  }

  /// The reducer counts its reductions, which are the cost of restoring a state.
  @Test func `restoring a state takes fewer reductions than the interval`() {
    let feature = CountingReducer()
    var journal = Journal<CountingReducer>(
      startingAt: LoopState(initialState: 0), limits: .init(maxCheckpoints: 8, checkpointInterval: 3))
    var loopState = journal.start
    for _ in 1...1_000 { journal.record(.sent(.incremented), applyingTo: &loopState, by: feature) }
    for step in journal.stepRange {
      feature.reductions.withLock { $0 = 0 }
      #expect(journal.loopState(atStep: step, by: feature).state == step)
      #expect(feature.reductions.withLock { $0 } < journal.checkpointInterval)
    }
  }

  @Test func `the oldest entries are folded into the start, and every later state can be restored`() {
    for (most, checkpoints) in [(1, 2), (2, 2), (10, 2), (100, 8)] {
      let session = RandomJournal(
        steps: 500, seed: 3, .init(maxCheckpoints: checkpoints, checkpointInterval: 8, maxEntries: most))
      let journal = session.journal
      #expect(journal.entries.count <= most)
      #expect(journal.entries.count > most / 2)
      #expect(journal.stepRange.upperBound == 500)
      #expect(journal.start == session.loopStates[journal.stepRange.lowerBound])
      for step in journal.stepRange {
        #expect(journal.loopState(atStep: step, by: ScriptedFeature()) == session.loopStates[step], "step \(step)")
      }
    }
  }

  @Test func `after steps are removed and others recorded, every state can be restored`() {
    for bounds in [
      Journal<ScriptedFeature>.Limits(), .init(maxCheckpoints: 2, checkpointInterval: 1),
      .init(maxCheckpoints: 3, checkpointInterval: 5),
    ] {
      var session = RandomJournal(steps: 300, seed: 12, bounds)
      let causes = session.journal.entries.map(\.cause)
      for step in [299, 200, 160, 7, 0] {
        session.journal.removeSteps(after: step)
        #expect(session.journal.stepRange == 0...step)
        var loopState = session.loopStates[step]
        for cause in causes[step..<min(step + 50, 300)] {
          session.journal.record(cause, applyingTo: &loopState, by: ScriptedFeature())
        }
        for step in session.journal.stepRange {
          #expect(
            session.journal.loopState(atStep: step, by: ScriptedFeature()) == session.loopStates[step], "step \(step)")
        }
      }
    }
  }

  @Test func `a step of a run that is not running is not recorded`() {
    var journal = Journal<ScriptedFeature>(startingAt: LoopState(initialState: .init()))
    var loopState = journal.start
    #expect(journal.record(.delivered(.logged("a"), in: "1"), applyingTo: &loopState, by: ScriptedFeature()) == nil)
    #expect(journal.record(.ended(in: "1", with: .logged("a")), applyingTo: &loopState, by: ScriptedFeature()) == nil)
    #expect(journal.entries.isEmpty)
    #expect(loopState == journal.start)
  }

  @Test func `a note is recorded and changes nothing`() {
    var journal = Journal<ScriptedFeature>(startingAt: LoopState(initialState: .init()))
    var loopState = journal.start
    journal.record(.environment("it rained"), applyingTo: &loopState, by: ScriptedFeature())
    #expect(journal.entries == [.init(.environment("it rained"))])
    #expect(loopState == journal.start)
  }

  @Test func `journals with the same steps are equal, whatever their checkpoints are`() {
    let sparse = RandomJournal(steps: 200, seed: 1, .init(maxCheckpoints: 2, checkpointInterval: 50)).journal
    let dense = RandomJournal(steps: 200, seed: 1, .init(maxCheckpoints: 64, checkpointInterval: 1)).journal
    #expect(sparse == dense)
    #expect(sparse != RandomJournal(steps: 200, seed: 2, .init()).journal)
    #expect(sparse == Journal(startingAt: sparse.start, entries: dense.entries, by: ScriptedFeature()))
  }

  #if os(Linux) || os(macOS)
    @Test func `a step outside the journal stops the program`() async {
      await #expect(processExitsWith: .failure) {
        _ = Journal<Counter>(startingAt: LoopState(initialState: 0)).loopState(atStep: 1, by: Counter())
      }
    }
  #endif
}

/// A journal of random steps, with the state after each step.
private struct RandomJournal {
  var journal: Journal<ScriptedFeature>
  var loopStates: [LoopState<ScriptedFeature>]

  init(steps: Int, seed: UInt64, _ bounds: Journal<ScriptedFeature>.Limits) {
    var numbers = SplitMix64(seed: seed)
    var loopState = LoopState<ScriptedFeature>(initialState: .init())
    journal = Journal(startingAt: loopState, limits: bounds)
    loopStates = [loopState]
    while loopStates.count <= steps {
      let cause = Self.cause(in: loopState, &numbers)
      if journal.record(cause, applyingTo: &loopState, by: ScriptedFeature()) != nil { loopStates.append(loopState) }
    }
  }

  private static func cause(
    in loopState: LoopState<ScriptedFeature>, _ numbers: inout SplitMix64
  ) -> Journal<ScriptedFeature>.Cause {
    let slot = "\(Int.random(in: 1...3, using: &numbers))"
    let word = "\(Int.random(in: 0...9, using: &numbers))"
    switch Int.random(in: 0...9, using: &numbers) {
    case 0: return .sent(.logged(word))
    case 1: return .sent(.requested(.run(word, in: slot, .latest)))
    case 2: return .sent(.requested(.run(word, in: slot, .queue) + .run(word, in: slot, .queue, after: .seconds(1))))
    case 3: return .sent(.requested(.run(word, in: slot, .first) + .fireAndForget(word)))
    case 4: return .sent(.requested(.cancel(slot)))
    case 5: return .sent(.slotDeactivated("4", then: .run(word, in: "4")))
    case 6: return .environment(word)
    case 7: return .delivered(.logged(word, then: .run(word, in: slot, .queue)), in: slot)
    case 8: return .ended(in: slot, with: .logged(word, then: .run(word, in: slot, .first)))
    default: return .ended(in: slot, with: .requested(.none))
    }
  }
}

/// Counts its reductions outside of the state, which a real feature must not do.
private struct CountingReducer: Reducer {
  enum Action { case incremented }

  let reductions = Locked(0)

  func reduce(_ count: inout Int, _ action: Action) -> Effects<Self> {
    reductions.withLock { $0 += 1 }
    count += 1
    return .none
  }
}
