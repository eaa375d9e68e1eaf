import Loop
import Testing

@MainActor @Suite(.hangTimeLimit) struct `The session of a store` {
  @Test func `does not contain a cancelled run whose handler has not returned`() {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1") + .run("b", in: "2"))
    stage.request(.cancel("1"))
    #expect(stage.handler.returned.isEmpty)
    #expect(stage.store.session.begun.map(\.effect) == ["b"])
  }

  @Test func `does not contain runs that a shutdown cancelled, even if their handlers have not returned`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    async let shutdown: Void = stage.store.shutdown()
    await stage.handler.waitUntil { $0.cancelled.count == 2 }
    #expect(stage.store.session.begun.isEmpty)
    await stage.handler.end("a")
    await stage.handler.end("b")
    await shutdown
  }

  @Test func `contains the complete queue entry during which it is taken`() throws {
    let stage = StoreFixture(endsWhenCancelled: false)
    var taken: [StoreSession<ScriptedFeature>] = []
    stage.request(.run("old", in: "1"))
    stage.store.onStep { [unowned stage] _ in taken.append(stage.store.session) }
    stage.request(
      .cancel("1") + .run("a", in: "2") + .fireAndForget("b") + .run("delayed", in: "3", after: .seconds(1)))
    let during = try #require(taken.last)
    #expect(during.begun.map(\.effect) == ["a", "b"])
    #expect(during == stage.store.session)
  }

  @Test func `contains a queued run that is about to start at the end of another`() async throws {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .run("b", in: "1", .queue))
    var taken: [StoreSession<ScriptedFeature>] = []
    stage.store.onStep { [unowned stage] _ in taken.append(stage.store.session) }
    stage.handler.respond(to: "a", with: .logged("a"))
    await stage.handler.end("a")
    await stage.handler.waitUntil { $0.started.last == "b" }
    #expect(try #require(taken.last).begun.map(\.effect) == ["b"])
  }

  @Test func `contains the fire-and-forget effects of a queue entry, also while a handler is being called`() {
    let taken = EventLog<[String]>()
    var store: Store<ScriptedFeature>?
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      MainActor.assumeIsolated { taken.append(store?.session.begun.map(\.effect) ?? []) }
      return effect == "a" ? [.logged("a")] : []
    }
    store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store?.send(.requested(.fireAndForget("x") + .run("a", in: "1") + .fireAndForget("y")))
    #expect(taken.all == [["x", "a", "y"], ["x", "a", "y"], ["x", "a", "y"]])
    #expect(store?.session.begun.isEmpty == true)
  }

  @Test func `can be taken before a shutdown, while all runs are still pending`() async {
    let stage = StoreFixture()
    let taken = EventLog<[String]>()
    let subscription = stage.store.onEvent { [unowned stage] in
      if case .shuttingDown = $0 { taken.append(stage.store.session.begun.map(\.effect)) }
    }
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    await stage.store.shutdown()
    await stage.store.shutdown()
    #expect(taken.all == [["a", "b"]])
    subscription.cancel()
    stage.store.onEvent { _ in taken.append([]) }
    await stage.store.shutdown()
    #expect(taken.all.count == 1, "the shutdown is reported once")
  }
}
