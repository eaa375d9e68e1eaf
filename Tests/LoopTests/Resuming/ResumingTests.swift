import Loop
import LoopTesting
import TestInputs
import Testing

@MainActor @Suite(.hangTimeLimit) struct ResumingTests {
  /// A store that resumes the session of another store with a separate handler and clock.
  @MainActor private struct ResumedStoreFixture {
    let handler = GatedHandler<String, ScriptedFeature.Action>()
    let clock = TestClock()
    let violations = EventLog<String>()
    let store: Store<ScriptedFeature>

    init(_ session: StoreSession<ScriptedFeature>) {
      store = Store(ScriptedFeature(), resuming: session, handler: handler, clock: clock) { [violations] in
        violations.append($0.description)
      }
    }
  }

  @Test func `running effects are restarted, including fire-and-forget effects`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .fireAndForget("b") + .run("c", in: "2"))
    let resumedStore = ResumedStoreFixture(stage.store.session)
    await resumedStore.handler.waitUntil { $0.started.count == 3 }
    #expect(resumedStore.handler.started == ["a", "b", "c"])
    #expect(resumedStore.store.pending == stage.store.pending)
    resumedStore.handler.respond(to: "a", with: .logged("at last"))
    #expect(resumedStore.store.state.log == ["at last"])
  }

  @Test func `effects that had ended are not restarted`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    await stage.handler.end("a", with: .logged("a"))
    await stage.handler.end("b")
    await drainMainActor()
    #expect(stage.store.session.startedRuns.isEmpty)
    #expect(ResumedStoreFixture(stage.store.session).handler.started == [])
  }

  @Test func `law 7: a failed run sends its action, and the next queued run starts`() async {
    let stage = StoreFixture()
    stage.request(.run("pay", in: "1") + .run("pay 2", in: "1", .queue) + .run("c", in: "1", .queue))
    let resumedStore = ResumedStoreFixture(stage.store.session)
    await resumedStore.handler.waitUntil { $0.started == ["pay 2"] }
    #expect(resumedStore.store.state.log == ["failed pay"])
    #expect(resumedStore.store.pending.queued.map(\.effect) == ["c"])
  }

  @Test func `a fire-and-forget effect that fails does not run and sends no action`() {
    let stage = StoreFixture()
    stage.request(.fireAndForget("pay"))
    let resumedStore = ResumedStoreFixture(stage.store.session)
    #expect(resumedStore.handler.started == [])
    #expect(resumedStore.store.state.log == [])
    #expect(resumedStore.store.isIdle)
  }

  @Test func `queued runs keep their order`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .queue) + .run("b", in: "1", .queue) + .run("c", in: "1", .queue))
    let resumedStore = ResumedStoreFixture(stage.store.session)
    for effect in ["a", "b", "c"] {
      await resumedStore.handler.waitUntil { $0.started.last == effect }
      await resumedStore.handler.end(effect, with: .logged(effect))
    }
    #expect(resumedStore.store.state.log == ["a", "b", "c"])
  }

  @Test func `a delayed run is delayed again and never fails, because it had not started`() async {
    let stage = StoreFixture()
    stage.request(.run("pay", in: "1", after: .seconds(3)))
    let resumedStore = ResumedStoreFixture(stage.store.session)
    await resumedStore.clock.waitUntil(sleeperCount: 1)
    #expect(resumedStore.handler.started == [])
    resumedStore.clock.advance(by: .seconds(3))
    await resumedStore.handler.waitUntil { $0.started == ["pay"] }
    #expect(resumedStore.store.state.log == [])
  }

  @Test func `a run that had started after its delay is not delayed again`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(3)))
    await stage.clock.waitUntil(sleeperCount: 1)
    stage.clock.advance(by: .seconds(3))
    await stage.handler.waitUntil { $0.started == ["a"] }
    let resumedStore = ResumedStoreFixture(stage.store.session)
    await resumedStore.handler.waitUntil { $0.started == ["a"] }
    #expect(resumedStore.clock.sleepCount == 0)
  }

  @Test func `all current runs of a loop state without a store count as started`() {
    let session = StoreSession<ScriptedFeature>(LoopState(initialState: .init()))
    #expect(session.startedRuns.isEmpty)
    var loopState = session.loopState
    loopState.replay(.sent(.requested(.run("pay", in: "1", after: .seconds(3)))), by: ScriptedFeature())
    #expect(StoreSession(loopState).startedRuns.map(\.effect) == ["pay"])
    #expect(StoreSession(loopState).resumePlan(for: ScriptedFeature()).loopState.state.log == ["failed pay"])
  }

  @Test func `the action of a failed run may cancel another run`() {
    struct Domino: Reducer {
      typealias State = [String]
      typealias Effect = String
      enum Action { case began, fell }
      func isActive(_ slot: Int, in state: State) -> Bool { true }

      func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
        switch action {
        case .began:
          return .run("first", in: 1, ifLost: .fell, afterRestart: .reportLost)
            + .run("second", in: 2, ifLost: .fell, afterRestart: .reportLost)
        case .fell:
          state.append("fell")
          return .cancel(2) + .fireAndForget("third", runsAgainAfterRestart: false)
        }
      }
    }
    var loopState = LoopState<Domino>(initialState: [])
    _ = loopState.reduce(.began, by: Domino())
    let resumed = StoreSession(loopState).resumePlan(for: Domino())
    #expect(resumed.loopState.state == ["fell"])
    #expect(resumed.loopState.pending.isEmpty)
    #expect(resumed.runsToStart.map(\.effect) == ["third"])
    #expect(resumed.steps.count == 1)
  }

  @Test func `a run in an inactive slot is reported and never starts`() {
    var loopState = LoopState<ScriptedFeature>(initialState: .init())
    let wanted: Effects<ScriptedFeature> = .run("a", in: "1") + .run("pay", in: "1", .queue) + .run("pay", in: "2")
    _ = loopState.reduce(.requested(wanted + .run("b", in: "3")), by: ScriptedFeature())
    loopState.state.inactiveSlots = ["1", "2"]
    let resumedStore = ResumedStoreFixture(StoreSession(loopState))
    #expect(resumedStore.handler.started == ["b"])
    #expect(resumedStore.store.state.log == [], "a run in an inactive slot sends no action")
    #expect(resumedStore.store.pending.running.map(\.effect) == ["b"])
    let faults = [("a", "1"), ("pay", "1"), ("pay", "2")].map {
      ContractViolation<ScriptedFeature>.resumedInInactiveSlot($0, $1).description
    }
    #expect(resumedStore.violations.entries == faults)
  }

  @Test func `a run in an inactive slot does not stop the program, because it comes from a file`() {
    var loopState = LoopState<ScriptedFeature>(initialState: .init())
    _ = loopState.reduce(.requested(.run("a", in: "1")), by: ScriptedFeature())
    loopState.state.inactiveSlots = ["1"]
    let store = Store(ScriptedFeature(), resuming: StoreSession(loopState), handler: ImmediateHandler { _ in [] })
    #expect(store.isIdle)
  }

  @Test func `resuming returns its steps, and a recording can continue with them`() {
    let stage = StoreFixture()
    let recording = StepRecording(of: stage.store)
    stage.request(.run("pay", in: "1") + .run("b", in: "1", .queue))
    let resumed = stage.store.session.resumePlan(for: ScriptedFeature())
    let causes: [LoopStep<ScriptedFeature>.Cause] = [.ended(in: "1", with: .logged("failed pay"))]
    #expect(resumed.steps.map(\.cause) == causes)
    var loopState = recording.start
    for step in recording.steps + resumed.steps { loopState.replay(step.cause, by: ScriptedFeature()) }
    #expect(loopState == resumed.loopState)
  }

  @Test func `law 3: an immediate response waits until all runs have started`() {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .run("b", in: "2"))
    let notes = EventLog<String>()
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      MainActor.assumeIsolated { notes.append(effect) }
      return [.logged(effect)]
    }
    let resumedStore = Store(ScriptedFeature(), resuming: stage.store.session, handler: handler)
    #expect(notes.entries == ["a", "b"])
    #expect(resumedStore.state.log == ["a", "b"])
    #expect(resumedStore.isIdle)
  }

  @Test func `IDs of runs are not reused after resuming`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .run("b", in: "2"))
    let resumedStore = ResumedStoreFixture(stage.store.session)
    resumedStore.store.send(.requested(.run("c", in: "3")))
    #expect(resumedStore.store.pending.running.map(\.id) == [1, 2, 3])
  }

  @Test func `an observer is notified at the end of a batch, when its effects have started`() {
    let stage = StoreFixture()
    let notes = EventLog<Int>()
    let subscription = stage.store.onEvent { [unowned stage] in
      if case .batchEnded = $0 { notes.append(stage.store.session.startedRuns.count) }
    }
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    stage.request(.none)
    #expect(notes.entries == [2, 2])
    subscription.cancel()
    stage.request(.run("c", in: "3"))
    #expect(notes.entries == [2, 2])
  }
}
