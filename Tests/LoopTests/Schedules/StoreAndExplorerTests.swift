import Loop
import LoopExplorer
import LoopTesting
import TestInputs
import Testing
import Values

/// The store and the explorer have the same schedules.
///
/// Random steps of an exploration are repeated on a store, whose handler and clock the test controls. After each step,
/// both have the same state with the same delivered actions, the same pending runs, the same executed effects and the
/// same effects that can be executed next. Both advance a `PendingRuns`, whose tests check what each policy does.
@MainActor @Suite(.hangTimeLimit) struct StoreAndExplorerTests {
  @Test func `law 3: a store does what the explorer does`() async throws {
    for seed in 0..<UInt64(caseCount(40, exhaustive: 200)) {
      let comparison = try Comparison(seed: seed)
      try await comparison.takeSteps(50)
    }
  }
}

/// A path of an exploration, and a store that follows it.
@MainActor private final class Comparison {
  private let seed: UInt64
  private var numbers: SplitMix64
  private var path: RecordedPath<ScheduleExploration>
  private let handler = GatedHandler<ScheduleFeature.Effect, ScheduleFeature.Action>(endsWhenCancelled: false)
  private let clock = TestClock()
  private let store: Store<ScheduleFeature>
  /// The effects that the handler has executed, in order.
  private var executed: [ScheduleFeature.Effect] = []
  /// The remaining responses of the runs whose effects were executed.
  private var responses: [ScheduleFeature.Effect: [ScheduleFeature.Action]] = [:]
  /// The fire-and-forget effects that were started and not executed.
  private var notes: [ScheduleFeature.Effect] = []
  /// The effects whose responses are lost.
  private var lost: Set<ScheduleFeature.Effect> = []
  private let violations = EventLog<String>()
  private var childToken = 1000

  init(seed: UInt64) throws {
    self.seed = seed
    numbers = SplitMix64(seed: seed)
    path = try RecordedPath(ScheduleExploration(), faults: seed.isMultiple(of: 2) ? 0 : 3)
    store = Store(ScheduleFeature(), state: .init(), handler: handler, clock: clock) { [violations] in
      violations.append("\($0)")
    }
    _ = store.observe(\.needsFollowUp) { [unowned store] in if $0 { store.send(.followedUp) } }
  }

  private var scenario: ScenarioState<ScheduleExploration> { path.scenarioState }

  func takeSteps(_ count: Int) async throws {
    for _ in 0..<count {
      let possible = path.nextTransitions.map(\.step)
      childToken += 1
      let isUserStep = possible.isEmpty || numbers.next() % 2 == 0
      let step =
        isUserStep
        ? .user(numbers.action(token: childToken)) : possible[Int(numbers.next() % UInt64(possible.count))]
      try await take(step)
      if scenario.state.needsFollowUp { _ = try path.apply(.user(.followedUp)) }
      guard compare(after: step) else { return }
    }
    let shuttingDown = Task.immediate { [store] in await store.shutdown() }
    for effect in handler.started { await handler.end(effect) }
    await shuttingDown.value
  }

  /// Takes a step of the exploration, and the same step of the store.
  private func take(_ step: ExplorationStep<ScheduleExploration>) async throws {
    let startedCount = handler.started.count
    switch step {
    case .user(let action): store.send(action)
    case .execute(let slot, _, let fault):
      let run = try #require(store.pending.running(in: slot))
      let effect = run.effect
      try await waitUntilStarted(effect)
      #expect(responses[effect] == nil, "seed \(seed): \(effect) is executed again without a fault")
      executed.append(effect)
      if case .executedTwice = fault { executed.append(effect) }
      let lostAction = fault == .responseLost ? run.lostResponse : nil
      if lostAction != nil { lost.insert(effect) }
      responses[effect] = lostAction.map { [$0] } ?? effect.responses
    case .deliver(let slot):
      let effect = try #require(store.pending.running(in: slot)?.effect)
      let next = try #require(responses[effect]?.first)
      responses[effect]?.removeFirst()
      if case .watch = effect {
        if responses[effect] == [] { responses[effect] = nil }
        handler.respond(to: effect, with: next)
      } else if lost.contains(effect) {
        await handler.end(effect)
      } else if responses[effect] == [] {
        await handler.end(effect, with: next)
      } else {
        handler.respond(to: effect, with: next)
      }
    case .executeFireAndForget(let effect, _):
      executed.append(effect)
      notes.remove(at: try #require(notes.firstIndex(of: effect)))
      await handler.end(effect)
    case .executeLate(let effect, _):
      #expect(handler.cancelled.contains(effect) && responses[effect] == nil)
      executed.append(effect)
      responses[effect] = []
      await handler.end(effect, with: effect.responses.last)
    case .occur:
      executed.append(.change)
      for effect in store.pending.running.map(\.effect) {
        guard case .watch = effect else { continue }
        try await waitUntilStarted(effect)
        // A response that waits already is not sent twice.
        responses[effect] = effect.responses
      }
    }
    for case .note(let number) in handler.started[startedCount...] { notes.append(.note(number)) }
    _ = try #require(try path.apply(step), "seed \(seed): \(step) is not possible")
    // An effect can be executed late only if it was started, so no run that may be cancelled stays delayed.
    if scenario.remainingFaults > 0 { for run in store.pending.running { try await waitUntilStarted(run.effect) } }
  }

  private func waitUntilStarted(_ effect: ScheduleFeature.Effect) async throws {
    if handler.started.contains(effect) { return }
    clock.advance(by: .seconds(1))
    await handler.waitUntil { $0.started.contains(effect) }
  }

  /// Compares both after a step, and returns a Boolean value that indicates whether they are equal.
  private func compare(after step: ExplorationStep<ScheduleExploration>) -> Bool {
    let place: Comment = "seed \(seed), after \(step)"
    let pending = scenario.loopState.pending
    let isEqual = scenario.state == store.state && pending == store.pending && scenario.environment == executed
    #expect(scenario.state == store.state, place)
    #expect(pending == store.pending, place)
    #expect(scenario.environment == executed, place)
    let executable = pending.running.map { $0.slot.flatMap { scenario.pendingResponses[$0] } }
    let remaining = store.pending.running.map { responses[$0.effect] }
    #expect(executable == remaining, place)
    #expect(scenario.pendingFireAndForget == Multiset(notes), place)
    let late =
      scenario.remainingFaults == 0
      ? []
      : handler.cancelled.filter { effect in
        if case .watch = effect { false } else { responses[effect] == nil }
      }
    #expect(scenario.lateEffects == Multiset(late), place)
    #expect(scenario.isIdle == (store.isIdle && remaining.allSatisfy { $0 == nil }), place)
    #expect(violations.entries.count == lost.count { !handler.cancelled.contains($0) && responses[$0] == [] }, place)
    return isEqual && executable == remaining
  }
}
