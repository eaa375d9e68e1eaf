import Loop
import Testing

/// Payments may have been carried out, so they fail instead of being restarted.
extension Script: Resumable {
  func resume(_ effect: String, in state: State) -> Resumption<Action> {
    effect.hasPrefix("pay") ? .givenUp(hearing: .heard("failed \(effect)")) : .again
  }
}

@MainActor @Suite(.namedWhenItHangs) struct ResumingTests {
  /// A store that resumes the session of another store, with a handler and a clock of its own.
  @MainActor private struct Heir {
    let handler = HeldHandler<String, Script.Action>()
    let clock = ManualClock()
    let faults = Notes<String>()
    let store: Store<Script>

    init(_ snapshot: StoreSnapshot<Script>) {
      store = Store(Script(), resuming: snapshot, handler: handler, clock: clock) { [faults] in
        faults.add($0.description)
      }
    }
  }

  @Test func `running effects are restarted, including fire-and-forget effects`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .tell("b") + .ask("c", in: "2"))
    let heir = Heir(stage.store.snapshot)
    await heir.handler.until { $0.started.count == 3 }
    #expect(heir.handler.started == ["a", "b", "c"])
    #expect(heir.store.pending == stage.store.pending)
    heir.handler.answer("a", .heard("at last"))
    #expect(heir.store.state.heard == ["at last"])
  }

  @Test func `effects that had ended are not restarted`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .tell("b"))
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    await stage.handler.end("b")
    await everybodyHasHadTheirTurn()
    #expect(stage.store.snapshot.begun.isEmpty)
    #expect(Heir(stage.store.snapshot).handler.started == [])
  }

  @Test func `law 7: a failed run sends its action, and the next queued run starts`() async {
    let stage = Stage()
    stage.want(.ask("pay", in: "1") + .ask("pay 2", in: "1", .queue) + .ask("c", in: "1", .queue))
    let heir = Heir(stage.store.snapshot)
    await heir.handler.until { $0.started == ["pay 2"] }
    #expect(heir.store.state.heard == ["failed pay"])
    #expect(heir.store.pending.waiting.map(\.effect) == ["c"])
  }

  @Test func `a fire-and-forget effect that fails does not run and sends no action`() {
    let stage = Stage()
    stage.want(.tell("pay"))
    let heir = Heir(stage.store.snapshot)
    #expect(heir.handler.started == [])
    #expect(heir.store.state.heard == [])
    #expect(heir.store.isSettled)
  }

  @Test func `queued runs keep their order`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .queue) + .ask("b", in: "1", .queue) + .ask("c", in: "1", .queue))
    let heir = Heir(stage.store.snapshot)
    for effect in ["a", "b", "c"] {
      await heir.handler.until { $0.started.last == effect }
      heir.handler.answer(effect, .heard(effect))
      await heir.handler.end(effect)
    }
    #expect(heir.store.state.heard == ["a", "b", "c"])
  }

  @Test func `a delayed run is delayed again and never fails, because it had not started`() async {
    let stage = Stage()
    stage.want(.ask("pay", in: "1", after: .seconds(3)))
    let heir = Heir(stage.store.snapshot)
    await heir.clock.until(asleep: 1)
    #expect(heir.handler.started == [])
    heir.clock.advance(by: .seconds(3))
    await heir.handler.until { $0.started == ["pay"] }
    #expect(heir.store.state.heard == [])
  }

  @Test func `a run that had started after its delay is not delayed again`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(3)))
    await stage.clock.until(asleep: 1)
    stage.clock.advance(by: .seconds(3))
    await stage.handler.until { $0.started == ["a"] }
    let heir = Heir(stage.store.snapshot)
    await heir.handler.until { $0.started == ["a"] }
    #expect(heir.clock.begun == 0)
  }

  @Test func `all current runs of a loop state without a store count as started`() {
    let snapshot = StoreSnapshot<Script>(Situation(.init()))
    #expect(snapshot.begun.isEmpty)
    var situation = snapshot.situation
    situation.retake(.sent(.wanted(.ask("pay", in: "1", after: .seconds(3)))), by: Script())
    #expect(StoreSnapshot(situation).begun.map(\.effect) == ["pay"])
    #expect(StoreSnapshot(situation).resumed(by: Script()).situation.state.heard == ["failed pay"])
  }

  @Test func `the action of a failed run may cancel another run`() {
    struct Domino: Resumable {
      typealias State = [String]
      enum Action { case began, fell }
      func isAlive(_ slot: Int, in state: State) -> Bool { true }

      func reduce(_ state: inout State, _ action: Action) -> Effects<String, Int> {
        switch action {
        case .began: return .ask("first", in: 1) + .ask("second", in: 2)
        case .fell:
          state.append("fell")
          return .cancel(2) + .tell("third")
        }
      }

      func resume(_ effect: String, in state: State) -> Resumption<Action> { .givenUp(hearing: .fell) }
    }
    var situation = Situation<Domino>([])
    _ = situation.take(.began, by: Domino())
    let resumed = StoreSnapshot(situation).resumed(by: Domino())
    #expect(resumed.situation.state == ["fell"])
    #expect(resumed.situation.pending.isEmpty)
    #expect(resumed.starting.map(\.effect) == ["third"])
    #expect(resumed.entries.count == 2)
  }

  @Test func `a run in an inactive slot is reported and never starts`() {
    var situation = Situation<Script>(.init())
    let wanted: Effects<String, String> = .ask("a", in: "1") + .ask("pay", in: "1", .queue) + .ask("pay", in: "2")
    _ = situation.take(.wanted(wanted + .ask("b", in: "3")), by: Script())
    situation.state.dead = ["1", "2"]
    let heir = Heir(StoreSnapshot(situation))
    #expect(heir.handler.started == ["b"])
    #expect(heir.store.state.heard == [], "a run in an inactive slot sends no action")
    #expect(heir.store.pending.running.map(\.effect) == ["b"])
    let faults = [("a", "1"), ("pay", "1"), ("pay", "2")].map { StoreFault<Script>.deadWhenResumed($0, $1).description }
    #expect(heir.faults.all == faults)
  }

  @Test func `a run in an inactive slot does not stop the program, because it comes from a file`() {
    var situation = Situation<Script>(.init())
    _ = situation.take(.wanted(.ask("a", in: "1")), by: Script())
    situation.state.dead = ["1"]
    let store = Store(Script(), resuming: StoreSnapshot(situation), handler: PromptHandler { _ in [] })
    #expect(store.isSettled)
  }

  @Test func `resuming returns its steps, and a journal can continue with them`() {
    let stage = Stage()
    let recording = stage.store.record()
    stage.want(.ask("pay", in: "1") + .ask("b", in: "1", .queue))
    let resumed = stage.store.snapshot.resumed(by: Script())
    var journal = recording.journal
    for entry in resumed.entries { journal.append(entry, leadingTo: resumed.situation, by: Script()) }
    let causes: [Journal<Script>.Cause] = [.answered(.heard("failed pay"), in: "1"), .ended(in: "1")]
    #expect(resumed.entries.map(\.cause) == causes)
    #expect(journal.situation(at: 3, by: Script()) == resumed.situation)
  }

  @Test func `law 3: an immediate response waits until all runs have started`() {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .ask("b", in: "2"))
    let notes = Notes<String>()
    let handler = PromptHandler<String, Script.Action> { effect in
      MainActor.assumeIsolated { notes.add(effect) }
      return [.heard(effect)]
    }
    let heir = Store(Script(), resuming: stage.store.snapshot, handler: handler)
    #expect(notes.all == ["a", "b"])
    #expect(heir.state.heard == ["a", "b"])
    #expect(heir.isSettled)
  }

  @Test func `IDs of runs are not reused after resuming`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .ask("b", in: "2"))
    let heir = Heir(stage.store.snapshot)
    heir.store.send(.wanted(.ask("c", in: "3")))
    #expect(heir.store.pending.running.map(\.id) == [1, 2, 3])
  }

  @Test func `a parent converts the resumption of its child`() {
    let again: Resumption<Int> = .again
    #expect(again.lift { "\($0)" } == .again)
    #expect(Resumption.givenUp(hearing: 3).lift { "\($0)" } == .givenUp(hearing: "3"))
  }

  @Test func `an observer is notified at the end of a batch, when its effects have started`() {
    let stage = Stage()
    let notes = Notes<Int>()
    let subscription = stage.store.onEvent { [unowned stage] in
      if case .batchEnded = $0 { notes.add(stage.store.snapshot.begun.count) }
    }
    stage.want(.ask("a", in: "1") + .tell("b"))
    stage.want(.none)
    #expect(notes.all == [2, 2])
    subscription.cancel()
    stage.want(.ask("c", in: "3"))
    #expect(notes.all == [2, 2])
  }
}
