import Loop
import LoopTesting
import Testing

@MainActor @Suite(.hangTimeLimit) struct StoreShutdownTests {
  @Test func `a handler that shuts its store down when it starts is asked to stop, also if it was fired and forgotten`()
    async
  {
    let log = EventLog<String>()
    let violations = EventLog<String>()
    let handler = ShuttingDownHandler(log: log, shutDown: EventLog())
    let store = Store(ScriptedFeature(), state: .init(), handler: handler) { violations.append($0.description) }
    handler.shutDown.append { await store.shutdown() }
    store.send(.requested(.fireAndForget("a")))
    await log.waitUntil { $0 == ["cancelled"] }
    await store.shutdown()
    #expect(violations.entries.isEmpty && store.isIdle)
  }

  @Test func `a store without pending runs is idle`() async {
    let stage = StoreFixture()
    #expect(stage.store.isIdle)
    await stage.store.waitUntilIdle()
  }

  @Test func `waiting until idle returns when running, queued and fire-and-forget effects have ended`() async {
    let stage = StoreFixture()
    stage.request(.run("running", in: "1") + .run("queued", in: "1", .queue) + .fireAndForget("fired"))
    let notes = EventLog<String>()
    let settling = Task.immediate { @MainActor in
      await stage.store.waitUntilIdle()
      notes.append("idle")
    }
    for effect in ["running", "fired", "queued"] {
      await drainMainActor()
      notes.append(effect)
      await stage.handler.end(effect, with: effect == "fired" ? nil : .logged(effect))
    }
    await settling.value
    #expect(notes.entries == ["running", "fired", "queued", "idle"])
    #expect(stage.store.isIdle)
  }

  @Test func `waiting for a state returns when it is reached, or when the store is shut down`() async {
    let stage = StoreFixture()
    stage.request(.run("endless", in: "1") + .run("first", in: "2"))
    let waiting = Task.immediate { @MainActor in await stage.store.wait { $0.log.contains("first") } }
    await stage.handler.end("first", with: .logged("first"))
    await waiting.value
    await stage.store.wait { $0.log.contains("first") }
    let futile = Task.immediate { @MainActor in await stage.store.wait { _ in false } }
    await stage.store.shutdown()
    await futile.value
  }

  @Test func `waiting until idle or for a shutdown ends when the waiting task is cancelled`() async {
    let stage = StoreFixture()
    stage.request(.run("endless", in: "1"))
    let settling = Task.immediate { @MainActor in await stage.store.waitUntilIdle() }
    settling.cancel()
    await settling.value
    #expect(!stage.store.isIdle)
    let shutdown = Task.immediate { @MainActor in await stage.store.shutdown() }
    shutdown.cancel()
    await shutdown.value
    #expect(stage.store.isShutDown)
    await stage.handler.end("endless")
  }

  @Test func `waiting until idle includes delayed runs`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(1)))
    await stage.clock.waitUntil(sleeperCount: 1)
    let notes = EventLog<String>()
    let settling = Task.immediate { @MainActor in
      await stage.store.waitUntilIdle()
      notes.append("idle")
    }
    #expect(!stage.store.isIdle)
    stage.clock.advance(by: .seconds(1))
    await stage.handler.waitUntil { $0.started == ["a"] }
    await drainMainActor()
    #expect(notes.entries == [])
    await stage.handler.end("a", with: .logged("a"))
    await settling.value
  }

  @Test func `waiting until idle returns when a run that never ends is cancelled`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("watch", in: "1"))
    let settling = Task.immediate { @MainActor in await stage.store.waitUntilIdle() }
    stage.request(.cancel("1"))
    await settling.value
    await stage.handler.end("watch")
  }

  @Test func `a store is not idle while it processes an action`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<Bool>()
    _ = store.observe({ $0 }) { [unowned store] _ in notes.append(store.isIdle) }
    store.send(.incremented)
    #expect(notes.entries == [false])
    #expect(store.isIdle)
  }

  @Test func `waiting until idle while an action is processed returns afterwards`() async {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    _ = store.observe({ $0 }) { [unowned store] _ in
      Task.immediate { @MainActor in
        await store.waitUntilIdle()
        notes.append("idle")
      }
    }
    store.send(.incremented)
    await notes.waitUntil { $0 == ["idle"] }
  }

  @Test func `a shutdown cancels all runs and returns when the last handler has returned`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("replaced", in: "1"))
    stage.request(.run("running", in: "1") + .run("queued", in: "1", .queue) + .fireAndForget("fired"))
    let notes = EventLog<String>()
    let shuttingDown = Task.immediate { @MainActor in
      await stage.store.shutdown()
      notes.append("shut down")
    }
    #expect(Set(stage.handler.cancelled) == ["replaced", "running", "fired"])
    #expect(stage.store.pending.isEmpty)
    for effect in ["running", "fired", "replaced"] {
      await drainMainActor()
      notes.append(effect)
      await stage.handler.end(effect)
    }
    await shuttingDown.value
    #expect(notes.entries == ["running", "fired", "replaced", "shut down"])
    #expect(stage.handler.started == ["replaced", "running", "fired"])
    #expect(stage.violations.entries == [])
  }

  @Test func `law 3: no response is delivered after a shutdown`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    let shuttingDown = Task.immediate { @MainActor in await stage.store.shutdown() }
    stage.handler.respond(to: "a", with: .logged("a"))
    stage.handler.respond(to: "b", with: .logged("b"))
    await stage.handler.end("a", with: .logged("a"))
    await stage.handler.end("b", with: .logged("b"))
    await shuttingDown.value
    #expect(stage.log == [])
    #expect(stage.violations.entries == [])
  }

  @Test func `a delayed run never starts after a shutdown`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(1)))
    await stage.clock.waitUntil(sleeperCount: 1)
    await stage.store.shutdown()
    await stage.clock.waitUntil(sleeperCount: 0)
    stage.clock.advance(by: .seconds(1))
    await drainMainActor()
    #expect(stage.handler.started == [])
  }

  @Test func `law 7: waiting until idle returns when the store is shut down`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    let settling = Task.immediate { @MainActor in await stage.store.waitUntilIdle() }
    await stage.store.shutdown()
    await settling.value
  }

  @Test func `law 7: waiting until idle returns when a store with only a delayed run is shut down`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", after: .seconds(1)))
    let settling = Task.immediate { @MainActor in await stage.store.waitUntilIdle() }
    await stage.store.shutdown()
    await settling.value
  }

  @Test func `several calls of shutdown all return`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1"))
    let first = Task.immediate { @MainActor in await stage.store.shutdown() }
    let second = Task.immediate { @MainActor in await stage.store.shutdown() }
    await stage.handler.end("a")
    await first.value
    await second.value
    await stage.store.shutdown()
  }

  @Test func `an action sent after the shutdown is reported and not reduced`() async {
    let stage = StoreFixture()
    let notes = EventLog<[String]>()
    _ = stage.store.observe(\.log) { notes.append($0) }
    await stage.store.shutdown()
    stage.store.send(.logged("a"))
    #expect(stage.log == [])
    #expect(notes.entries == [])
    #expect(stage.violations.entries.count == 1)
  }

  @Test func `law 3: the effects of an action do not start if an observer of the action shuts the store down`() async {
    let stage = StoreFixture()
    _ = stage.store.onEvent { [unowned stage] _ in
      Task.immediate { @MainActor in await stage.store.shutdown() }
    }
    stage.request(.run("a", in: "1") + .run("b", in: "2", after: .seconds(1)) + .fireAndForget("c"))
    #expect(stage.handler.started == [])
    #expect(stage.store.isIdle)
    await stage.store.shutdown()
  }

  @Test func `a shutdown removes the observers, even during a notification`() async {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    _ = store.observe({ $0 }) { [unowned store] _ in
      Task.immediate { @MainActor in await store.shutdown() }
    }
    _ = store.observe({ $0 }) { _ in notes.append("notified") }
    store.send(.incremented)
    #expect(notes.entries == [])
    await store.shutdown()
  }

  @Test func `releasing a store cancels a run that never ends, and releases the observers`() async {
    let handler = GatedHandler<String, ScriptedFeature.Action>()
    weak var kept: Store<ScriptedFeature>?
    weak var keptNotes: EventLog<[String]>?
    do {
      let store = Store(ScriptedFeature(), state: .init(), handler: handler)
      let notes = EventLog<[String]>()
      _ = store.observe(\.log) { notes.append($0) }
      _ = store.onEvent { _ in notes.append([]) }
      store.send(.requested(.run("watch", in: "1") + .fireAndForget("report")))
      handler.respond(to: "watch", with: .logged("a"))
      #expect(notes.entries.contains(["a"]))
      kept = store
      keptNotes = notes
    }
    #expect(kept == nil)
    #expect(keptNotes == nil)
    await handler.waitUntil { Set($0.returned) == ["watch", "report"] }
    #expect(Set(handler.cancelled) == ["watch", "report"])
  }

  @Test func `law 3: a response to a released store is discarded`() async {
    let handler = GatedHandler<String, ScriptedFeature.Action>(endsWhenCancelled: false)
    var store: Store<ScriptedFeature>? = Store(ScriptedFeature(), state: .init(), handler: handler)
    store?.send(.requested(.run("a", in: "1")))
    store = nil
    await handler.end("a", with: .logged("a"))
    #expect(handler.returned == ["a"])
  }

  @Test func `an observer added after the shutdown does not retain the store`() async {
    weak var released: Store<ScriptedFeature>?
    do {
      let store = StoreFixture().store
      released = store
      await store.shutdown()
      _ = store.observe(\.log) { _ in _ = store.state }
      _ = store.onEvent { _ in _ = store.state }
    }
    #expect(released == nil)
  }
}

/// Shuts its store down when it starts, and waits until it is asked to stop.
private struct ShuttingDownHandler: EffectHandler {
  let log: EventLog<String>
  let shutDown: EventLog<@MainActor () async -> Void>

  @MainActor func run(_ effect: String, send: Send<ScriptedFeature.Action>) async -> ScriptedFeature.Action? {
    if let shutDown = shutDown.entries.first { Task.immediate { await shutDown() } }
    let (stream, _) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    log.append("cancelled")
    return .logged("late")
  }
}
