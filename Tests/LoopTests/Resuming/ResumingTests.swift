import Loop
import Testing

/// Payments may have been carried out, so they fail instead of being restarted.
extension ScriptedFeature: Resumable {
  func resumption(of effect: String, in state: State) -> Resumption<Action> {
    effect.hasPrefix("pay") ? .givenUp(hearing: .logged("failed \(effect)")) : .again
  }
}

@MainActor @Suite(.hangTimeLimit) struct ResumingTests {
  /// A store that resumes the session of another store, with a handler and a clock of its own.
  @MainActor private struct ResumedStoreFixture {
    let handler = GatedHandler<String, ScriptedFeature.Action>()
    let clock = ManualClock()
    let faults = EventLog<String>()
    let store: Store<ScriptedFeature>

    init(_ snapshot: StoreSession<ScriptedFeature>) {
      store = Store(ScriptedFeature(), resuming: snapshot, handler: handler, clock: clock) { [faults] in
        faults.append($0.description)
      }
    }
  }

  @Test func `running effects are restarted, including fire-and-forget effects`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .fireAndForget("b") + .run("c", in: "2"))
    let heir = ResumedStoreFixture(stage.store.session)
    await heir.handler.waitUntil { $0.started.count == 3 }
    #expect(heir.handler.started == ["a", "b", "c"])
    #expect(heir.store.pending == stage.store.pending)
    heir.handler.respond(to: "a", with: .logged("at last"))
    #expect(heir.store.state.heard == ["at last"])
  }

  @Test func `effects that had ended are not restarted`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    stage.handler.respond(to: "a", with: .logged("a"))
    await stage.handler.end("a")
    await stage.handler.end("b")
    await drainMainActor()
    #expect(stage.store.session.begun.isEmpty)
    #expect(ResumedStoreFixture(stage.store.session).handler.started == [])
  }

  @Test func `law 7: a failed run sends its action, and the next queued run starts`() async {
    let stage = StoreFixture()
    stage.request(.run("pay", in: "1") + .run("pay 2", in: "1", .queue) + .run("c", in: "1", .queue))
    let heir = ResumedStoreFixture(stage.store.session)
    await heir.handler.waitUntil { $0.started == ["pay 2"] }
    #expect(heir.store.state.heard == ["failed pay"])
    #expect(heir.store.pending.queued.map(\.effect) == ["c"])
  }

  @Test func `a fire-and-forget effect that fails does not run and sends no action`() {
    let stage = StoreFixture()
    stage.request(.fireAndForget("pay"))
    let heir = ResumedStoreFixture(stage.store.session)
    #expect(heir.handler.started == [])
    #expect(heir.store.state.heard == [])
    #expect(heir.store.isIdle)
  }

  @Test func `queued runs keep their order`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .queue) + .run("b", in: "1", .queue) + .run("c", in: "1", .queue))
    let heir = ResumedStoreFixture(stage.store.session)
    for effect in ["a", "b", "c"] {
      await heir.handler.waitUntil { $0.started.last == effect }
      heir.handler.respond(to: effect, with: .logged(effect))
      await heir.handler.end(effect)
    }
    #expect(heir.store.state.heard == ["a", "b", "c"])
  }

  @Test func `a delayed run is delayed again and never fails, because it had not started`() async {
    let stage = StoreFixture()
    stage.request(.run("pay", in: "1", after: .seconds(3)))
    let heir = ResumedStoreFixture(stage.store.session)
    await heir.clock.waitUntil(sleeperCount: 1)
    #expect(heir.handler.started == [])
    heir.clock.advance(by: .seconds(3))
    await heir.handler.waitUntil { $0.started == ["pay"] }
    #expect(heir.store.state.heard == [])
  }

  @Test func `a run that had started after its delay is not delayed again`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(3)))
    await stage.clock.waitUntil(sleeperCount: 1)
    stage.clock.advance(by: .seconds(3))
    await stage.handler.waitUntil { $0.started == ["a"] }
    let heir = ResumedStoreFixture(stage.store.session)
    await heir.handler.waitUntil { $0.started == ["a"] }
    #expect(heir.clock.sleepCount == 0)
  }

  @Test func `all current runs of a loop state without a store count as started`() {
    let snapshot = StoreSession<ScriptedFeature>(LoopState(initialState: .init()))
    #expect(snapshot.begun.isEmpty)
    var situation = snapshot.situation
    situation.replay(.sent(.requested(.run("pay", in: "1", after: .seconds(3)))), by: ScriptedFeature())
    #expect(StoreSession(situation).begun.map(\.effect) == ["pay"])
    #expect(StoreSession(situation).resumePlan(for: ScriptedFeature()).situation.state.heard == ["failed pay"])
  }

  @Test func `the action of a failed run may cancel another run`() {
    struct Domino: Resumable {
      typealias State = [String]
      enum Action { case began, fell }
      func isAlive(_ slot: Int, in state: State) -> Bool { true }

      func reduce(_ state: inout State, _ action: Action) -> Effects<String, Int> {
        switch action {
        case .began: return .run("first", in: 1) + .run("second", in: 2)
        case .fell:
          state.append("fell")
          return .cancel(2) + .fireAndForget("third")
        }
      }

      func resumption(of effect: String, in state: State) -> Resumption<Action> { .givenUp(hearing: .fell) }
    }
    var situation = LoopState<Domino>(initialState: [])
    _ = situation.reduce(.began, by: Domino())
    let resumed = StoreSession(situation).resumePlan(for: Domino())
    #expect(resumed.situation.state == ["fell"])
    #expect(resumed.situation.pending.isEmpty)
    #expect(resumed.starting.map(\.effect) == ["third"])
    #expect(resumed.entries.count == 2)
  }

  @Test func `a run in an inactive slot is reported and never starts`() {
    var situation = LoopState<ScriptedFeature>(initialState: .init())
    let wanted: Effects<String, String> = .run("a", in: "1") + .run("pay", in: "1", .queue) + .run("pay", in: "2")
    _ = situation.reduce(.requested(wanted + .run("b", in: "3")), by: ScriptedFeature())
    situation.state.dead = ["1", "2"]
    let heir = ResumedStoreFixture(StoreSession(situation))
    #expect(heir.handler.started == ["b"])
    #expect(heir.store.state.heard == [], "a run in an inactive slot sends no action")
    #expect(heir.store.pending.running.map(\.effect) == ["b"])
    let faults = [("a", "1"), ("pay", "1"), ("pay", "2")].map {
      ContractViolation<ScriptedFeature>.deadWhenResumed($0, $1).description
    }
    #expect(heir.faults.all == faults)
  }

  @Test func `a run in an inactive slot does not stop the program, because it comes from a file`() {
    var situation = LoopState<ScriptedFeature>(initialState: .init())
    _ = situation.reduce(.requested(.run("a", in: "1")), by: ScriptedFeature())
    situation.state.dead = ["1"]
    let store = Store(ScriptedFeature(), resuming: StoreSession(situation), handler: ImmediateHandler { _ in [] })
    #expect(store.isIdle)
  }

  @Test func `resuming returns its steps, and a journal can continue with them`() {
    let stage = StoreFixture()
    let recording = stage.store.recordJournal()
    stage.request(.run("pay", in: "1") + .run("b", in: "1", .queue))
    let resumed = stage.store.session.resumePlan(for: ScriptedFeature())
    var journal = recording.journal
    for entry in resumed.entries { journal.append(entry, leadingTo: resumed.situation, by: ScriptedFeature()) }
    let causes: [Journal<ScriptedFeature>.Cause] = [.answered(.logged("failed pay"), in: "1"), .ended(in: "1")]
    #expect(resumed.entries.map(\.cause) == causes)
    #expect(journal.loopState(atStep: 3, by: ScriptedFeature()) == resumed.situation)
  }

  @Test func `law 3: an immediate response waits until all runs have started`() {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .run("b", in: "2"))
    let notes = EventLog<String>()
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      MainActor.assumeIsolated { notes.append(effect) }
      return [.logged(effect)]
    }
    let heir = Store(ScriptedFeature(), resuming: stage.store.session, handler: handler)
    #expect(notes.all == ["a", "b"])
    #expect(heir.state.heard == ["a", "b"])
    #expect(heir.isIdle)
  }

  @Test func `IDs of runs are not reused after resuming`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .run("b", in: "2"))
    let heir = ResumedStoreFixture(stage.store.session)
    heir.store.send(.requested(.run("c", in: "3")))
    #expect(heir.store.pending.running.map(\.id) == [1, 2, 3])
  }

  @Test func `a parent converts the resumption of its child`() {
    let again: Resumption<Int> = .again
    #expect(again.lift { "\($0)" } == .again)
    #expect(Resumption.givenUp(hearing: 3).lift { "\($0)" } == .givenUp(hearing: "3"))
  }

  @Test func `an observer is notified at the end of a batch, when its effects have started`() {
    let stage = StoreFixture()
    let notes = EventLog<Int>()
    let subscription = stage.store.onEvent { [unowned stage] in
      if case .batchEnded = $0 { notes.append(stage.store.session.begun.count) }
    }
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    stage.request(.none)
    #expect(notes.all == [2, 2])
    subscription.cancel()
    stage.request(.run("c", in: "3"))
    #expect(notes.all == [2, 2])
  }
}
