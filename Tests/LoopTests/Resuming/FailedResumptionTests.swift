@testable import Loop
import Testing

/// A feature whose effects all fail when it is resumed.
///
/// The test defines how it reacts to the failures.
private struct FailingResumeFeature: Reducer {
  typealias Effect = String
  typealias Slot = Int

  struct State: Equatable, Sendable {
    var failedEffects: [String] = []
    var inactiveSlots: Set<Int> = []
  }

  enum Action: Sendable { case began, failed(String) }

  var reduceFailure: @Sendable (inout State, String) -> Effects<FailingResumeFeature>

  func isActive(_ slot: Int, in state: State) -> Bool { !state.inactiveSlots.contains(slot) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<FailingResumeFeature> {
    switch action {
    case .began: return .run("first", in: 1) + .run("second", in: 2)
    case .failed(let effect):
      state.failedEffects.append(effect)
      return reduceFailure(&state, effect)
    }
  }
}

extension Effects<FailingResumeFeature> {
  fileprivate static func run(_ effect: String, in slot: Int) -> Self {
    .run(effect, in: slot, ifLost: .failed(effect), afterRestart: .reportLost)
  }
}

@MainActor @Suite struct `The action of a run that fails when resumed` {
  private func resumed(
    _ reply: @escaping @Sendable (inout FailingResumeFeature.State, String) -> Effects<FailingResumeFeature>
  ) -> StoreSession<FailingResumeFeature>.ResumePlan {
    let quitter = FailingResumeFeature(reduceFailure: reply)
    var loopState = LoopState<FailingResumeFeature>(initialState: .init())
    _ = loopState.reduce(.began, by: quitter)
    return StoreSession(loopState).resumePlan(for: quitter)
  }

  @Test func `may replace another run, which then does not fail, and the new run starts`() {
    let resumed = resumed { _, effect in effect == "first" ? .run("new", in: 2) : .none }
    #expect(resumed.loopState.state.failedEffects == ["first"])
    #expect(resumed.runsToStart.map(\.effect) == ["new"])
    #expect(resumed.steps.count == 1)
  }

  @Test func `may start another run in the same slot, which is not ended in its index`() {
    let resumed = resumed { _, effect in .run("\(effect) again", in: effect == "first" ? 1 : 2) }
    #expect(resumed.loopState.state.failedEffects == ["first", "second"])
    #expect(resumed.runsToStart.map(\.effect) == ["first again", "second again"])
    #expect(resumed.restartedRunIDs.isEmpty)
  }

  @Test func `may start a run in an inactive slot, which is reported and never starts`() {
    let quitter = FailingResumeFeature { state, effect in
      state.inactiveSlots = [3]
      return effect == "first" ? .run("third", in: 3) : .none
    }
    var loopState = LoopState<FailingResumeFeature>(initialState: .init())
    _ = loopState.reduce(.began, by: quitter)
    let faults = EventLog<String>()
    let handler = ImmediateHandler<String, FailingResumeFeature.Action> { _ in [] }
    let store = Store(quitter, resuming: StoreSession(loopState), handler: handler) { faults.append("\($0)") }
    #expect(faults.entries == [ContractViolation<FailingResumeFeature>.startedInInactiveSlot("third", 3).description])
    #expect(store.isIdle)
  }
}
