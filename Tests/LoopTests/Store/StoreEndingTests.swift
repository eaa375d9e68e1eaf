import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct StoreEndingTests {
  @Test func `a store without pending runs is idle`() async {
    let stage = Stage()
    #expect(stage.store.isSettled)
    await stage.store.settle()
  }

  @Test func `waiting until idle returns when running, queued and fire-and-forget effects have ended`() async {
    let stage = Stage()
    stage.want(.ask("running", in: "1") + .ask("queued", in: "1", .queue) + .tell("fired"))
    let notes = Notes<String>()
    let settling = Task.immediate { @MainActor in
      await stage.store.settle()
      notes.add("idle")
    }
    for effect in ["running", "fired", "queued"] {
      await everybodyHasHadTheirTurn()
      notes.add(effect)
      if effect != "fired" { stage.handler.answer(effect, .heard(effect)) }
      await stage.handler.end(effect)
    }
    await settling.value
    #expect(notes.all == ["running", "fired", "queued", "idle"])
    #expect(stage.store.isSettled)
  }

  @Test func `waiting until idle includes delayed runs`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)))
    await stage.clock.until(asleep: 1)
    let notes = Notes<String>()
    let settling = Task.immediate { @MainActor in
      await stage.store.settle()
      notes.add("idle")
    }
    #expect(!stage.store.isSettled)
    stage.clock.advance(by: .seconds(1))
    await stage.handler.until { $0.started == ["a"] }
    await everybodyHasHadTheirTurn()
    #expect(notes.all == [])
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    await settling.value
  }

  @Test func `waiting until idle returns when a run that never ends is cancelled`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("watch", in: "1"))
    let settling = Task.immediate { @MainActor in await stage.store.settle() }
    stage.want(.cancel("1"))
    await settling.value
    await stage.handler.end("watch")
  }

  @Test func `a store is not idle while it processes an action`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<Bool>()
    store.observe({ $0 }) { [unowned store] _ in notes.add(store.isSettled) }
    store.send(.incremented)
    #expect(notes.all == [false])
    #expect(store.isSettled)
  }

  @Test func `waiting until idle while an action is processed returns afterwards`() async {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    store.observe({ $0 }) { [unowned store] _ in
      Task.immediate { @MainActor in
        await store.settle()
        notes.add("idle")
      }
    }
    store.send(.incremented)
    await notes.until { $0 == ["idle"] }
  }

  @Test func `a shutdown cancels all runs and returns when the last handler has returned`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("replaced", in: "1"))
    stage.want(.ask("running", in: "1") + .ask("queued", in: "1", .queue) + .tell("fired"))
    let notes = Notes<String>()
    let shuttingDown = Task.immediate { @MainActor in
      await stage.store.shutdown()
      notes.add("shut down")
    }
    #expect(Set(stage.handler.cancelled) == ["replaced", "running", "fired"])
    #expect(stage.store.pending.isEmpty)
    for effect in ["running", "fired", "replaced"] {
      await everybodyHasHadTheirTurn()
      notes.add(effect)
      await stage.handler.end(effect)
    }
    await shuttingDown.value
    #expect(notes.all == ["running", "fired", "replaced", "shut down"])
    #expect(stage.handler.started == ["replaced", "running", "fired"])
    #expect(stage.faults.all == [])
  }

  @Test func `law 3: no response is delivered after a shutdown`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1") + .tell("b"))
    let shuttingDown = Task.immediate { @MainActor in await stage.store.shutdown() }
    stage.handler.answer("a", .heard("a"))
    stage.handler.answer("b", .heard("b"))
    await stage.handler.end("a")
    await stage.handler.end("b")
    await shuttingDown.value
    #expect(stage.heard == [])
    #expect(stage.faults.all == [])
  }

  @Test func `a delayed run never starts after a shutdown`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)))
    await stage.clock.until(asleep: 1)
    await stage.store.shutdown()
    await stage.clock.until(asleep: 0)
    stage.clock.advance(by: .seconds(1))
    await everybodyHasHadTheirTurn()
    #expect(stage.handler.started == [])
  }

  @Test func `law 7: waiting until idle returns when the store is shut down`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .tell("b"))
    let settling = Task.immediate { @MainActor in await stage.store.settle() }
    await stage.store.shutdown()
    await settling.value
  }

  @Test func `law 7: waiting until idle returns when a store with only a delayed run is shut down`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)))
    let settling = Task.immediate { @MainActor in await stage.store.settle() }
    await stage.store.shutdown()
    await settling.value
  }

  @Test func `several calls of shutdown all return`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1"))
    let first = Task.immediate { @MainActor in await stage.store.shutdown() }
    let second = Task.immediate { @MainActor in await stage.store.shutdown() }
    await stage.handler.end("a")
    await first.value
    await second.value
    await stage.store.shutdown()
  }

  @Test func `an action sent after the shutdown is reported and not reduced`() async {
    let stage = Stage()
    let notes = Notes<[String]>()
    stage.store.observe(\.heard) { notes.add($0) }
    await stage.store.shutdown()
    stage.store.send(.heard("a"))
    #expect(stage.heard == [])
    #expect(notes.all == [])
    #expect(stage.faults.all.count == 1)
  }

  @Test func `law 3: the effects of an action do not start if an observer of the action shuts the store down`() async {
    let stage = Stage()
    stage.store.onEvent { [unowned stage] _ in
      Task.immediate { @MainActor in await stage.store.shutdown() }
    }
    stage.want(.ask("a", in: "1") + .ask("b", in: "2", after: .seconds(1)) + .tell("c"))
    #expect(stage.handler.started == [])
    #expect(stage.store.isSettled)
    await stage.store.shutdown()
  }

  @Test func `a shutdown removes the observers, even during a notification`() async {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    store.observe({ $0 }) { [unowned store] _ in
      Task.immediate { @MainActor in await store.shutdown() }
    }
    store.observe({ $0 }) { _ in notes.add("notified") }
    store.send(.incremented)
    #expect(notes.all == [])
    await store.shutdown()
  }

  @Test func `releasing a store cancels a run that never ends, and releases the observers`() async {
    let handler = HeldHandler<String, Script.Action>()
    weak var kept: Store<Script>?
    weak var keptNotes: Notes<[String]>?
    do {
      let store = Store(Script(), state: .init(), handler: handler)
      let notes = Notes<[String]>()
      store.observe(\.heard) { notes.add($0) }
      store.onEvent { _ in notes.add([]) }
      store.send(.wanted(.ask("watch", in: "1") + .tell("report")))
      handler.answer("watch", .heard("a"))
      #expect(notes.all.contains(["a"]))
      kept = store
      keptNotes = notes
    }
    #expect(kept == nil)
    #expect(keptNotes == nil)
    await handler.until { Set($0.returned) == ["watch", "report"] }
    #expect(Set(handler.cancelled) == ["watch", "report"])
  }

  @Test func `law 3: a response to a released store is discarded`() async {
    let handler = HeldHandler<String, Script.Action>(endsWhenCancelled: false)
    var store: Store<Script>? = Store(Script(), state: .init(), handler: handler)
    store?.send(.wanted(.ask("a", in: "1")))
    store = nil
    handler.answer("a", .heard("a"))
    await handler.end("a")
    #expect(handler.returned == ["a"])
  }

  @Test func `an observer added after the shutdown does not retain the store`() async {
    weak var released: Store<Script>?
    do {
      let store = Stage().store
      released = store
      await store.shutdown()
      store.observe(\.heard) { _ in _ = store.state }
      store.onEvent { _ in _ = store.state }
    }
    #expect(released == nil)
  }
}
