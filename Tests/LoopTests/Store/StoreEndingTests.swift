import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct StoreEndingTests {
  @Test func `a store with nothing pending is settled`() async {
    let stage = Stage()
    #expect(stage.store.isSettled)
    await stage.store.settle()
  }

  @Test func `settle returns when what was asked, queued and told is done`() async {
    let stage = Stage()
    stage.want(.ask("asked", in: "1") + .ask("queued", in: "1", .queue) + .tell("told"))
    let notes = Notes<String>()
    let settling = Task.immediate { @MainActor in
      await stage.store.settle()
      notes.add("settled")
    }
    for effect in ["asked", "told", "queued"] {
      await everybodyHasHadTheirTurn()
      notes.add(effect)
      if effect != "told" { stage.handler.answer(effect, .heard(effect)) }
      await stage.handler.end(effect)
    }
    await settling.value
    #expect(notes.all == ["asked", "told", "queued", "settled"])
    #expect(stage.store.isSettled)
  }

  @Test func `settle waits for what rests`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)))
    await stage.clock.until(asleep: 1)
    let notes = Notes<String>()
    let settling = Task.immediate { @MainActor in
      await stage.store.settle()
      notes.add("settled")
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

  @Test func `settle returns when a subscription that never ends is cancelled`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("watch", in: "1"))
    let settling = Task.immediate { @MainActor in await stage.store.settle() }
    stage.want(.cancel("1"))
    await settling.value
    await stage.handler.end("watch")
  }

  @Test func `a store is not settled within a turn`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<Bool>()
    store.observe({ $0 }) { [unowned store] _ in notes.add(store.isSettled) }
    store.send(.incremented)
    #expect(notes.all == [false])
    #expect(store.isSettled)
  }

  @Test func `settle asked for within a turn returns after it`() async {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    store.observe({ $0 }) { [unowned store] _ in
      Task.immediate { @MainActor in
        await store.settle()
        notes.add("settled")
      }
    }
    store.send(.incremented)
    await notes.until { $0 == ["settled"] }
  }

  @Test func `shutdown cancels everything, and returns when the last handler has returned`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("replaced", in: "1"))
    stage.want(.ask("asked", in: "1") + .ask("queued", in: "1", .queue) + .tell("told"))
    let notes = Notes<String>()
    let shuttingDown = Task.immediate { @MainActor in
      await stage.store.shutdown()
      notes.add("shut down")
    }
    #expect(Set(stage.handler.cancelled) == ["replaced", "asked", "told"])
    #expect(stage.store.pending.isEmpty)
    for effect in ["asked", "told", "replaced"] {
      await everybodyHasHadTheirTurn()
      notes.add(effect)
      await stage.handler.end(effect)
    }
    await shuttingDown.value
    #expect(notes.all == ["asked", "told", "replaced", "shut down"])
    #expect(stage.handler.started == ["replaced", "asked", "told"])
    #expect(stage.faults.all == [])
  }

  @Test func `law 3: nothing is heard after a shutdown`() async {
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

  @Test func `shutdown lets what rests rest for ever`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)))
    await stage.clock.until(asleep: 1)
    await stage.store.shutdown()
    await stage.clock.until(asleep: 0)
    stage.clock.advance(by: .seconds(1))
    await everybodyHasHadTheirTurn()
    #expect(stage.handler.started == [])
  }

  @Test func `law 7: settle returns when the store is shut down`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .tell("b"))
    let settling = Task.immediate { @MainActor in await stage.store.settle() }
    await stage.store.shutdown()
    await settling.value
  }

  @Test func `law 7: settle returns when a store is shut down in which nothing but a run at rest was pending`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)))
    let settling = Task.immediate { @MainActor in await stage.store.settle() }
    await stage.store.shutdown()
    await settling.value
  }

  @Test func `everybody who shuts a store down is told when it is done`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1"))
    let first = Task.immediate { @MainActor in await stage.store.shutdown() }
    let second = Task.immediate { @MainActor in await stage.store.shutdown() }
    await stage.handler.end("a")
    await first.value
    await second.value
    await stage.store.shutdown()
  }

  @Test func `an action sent after the shutdown is reported and not taken in`() async {
    let stage = Stage()
    let notes = Notes<[String]>()
    stage.store.observe(\.heard) { notes.add($0) }
    await stage.store.shutdown()
    stage.store.send(.heard("a"))
    #expect(stage.heard == [])
    #expect(notes.all == [])
    #expect(stage.faults.all.count == 1)
  }

  @Test func `law 3: what a turn asks for is not started if it shuts the store down first`() async {
    let stage = Stage()
    stage.store.onEvent { [unowned stage] _ in
      Task.immediate { @MainActor in await stage.store.shutdown() }
    }
    stage.want(.ask("a", in: "1") + .ask("b", in: "2", after: .seconds(1)) + .tell("c"))
    #expect(stage.handler.started == [])
    #expect(stage.store.isSettled)
    await stage.store.shutdown()
  }

  @Test func `observers are let go at the shutdown, even within the turn under way`() async {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    store.observe({ $0 }) { [unowned store] _ in
      Task.immediate { @MainActor in await store.shutdown() }
    }
    store.observe({ $0 }) { _ in notes.add("told") }
    store.send(.incremented)
    #expect(notes.all == [])
    await store.shutdown()
  }

  @Test func `releasing a store cancels a subscription that never ends, and lets its observers go`() async {
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

  @Test func `law 3: an answer to a store that has gone is dropped`() async {
    let handler = HeldHandler<String, Script.Action>(endsWhenCancelled: false)
    var store: Store<Script>? = Store(Script(), state: .init(), handler: handler)
    store?.send(.wanted(.ask("a", in: "1")))
    store = nil
    handler.answer("a", .heard("a"))
    await handler.end("a")
    #expect(handler.returned == ["a"])
  }

  @Test func `an observer that comes after the end does not keep the store`() async {
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
