import Loop
import Testing

@MainActor @Suite(.hangTimeLimit) struct `The session of a store` {
  @Test func `does not contain a cancelled run whose handler has not returned`() {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1") + .run("b", in: "2"))
    stage.request(.cancel("1"))
    #expect(stage.handler.returned.isEmpty)
    #expect(stage.store.session.startedRuns.map(\.effect) == ["b"])
  }

  @Test func `does not contain runs that a shutdown cancelled, even if their handlers have not returned`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    async let shutdown: Void = stage.store.shutdown()
    await stage.handler.waitUntil { $0.cancelled.count == 2 }
    #expect(stage.store.session.startedRuns.isEmpty)
    await stage.handler.end("a")
    await stage.handler.end("b")
    await shutdown
  }

  @Test func `contains the complete queue entry during which it is taken`() throws {
    let stage = StoreFixture(endsWhenCancelled: false)
    var recorded: [StoreSession<ScriptedFeature>] = []
    stage.request(.run("old", in: "1"))
    stage.store.onStep { [unowned stage] _ in recorded.append(stage.store.session) }
    stage.request(
      .cancel("1") + .run("a", in: "2") + .fireAndForget("b") + .run("delayed", in: "3", after: .seconds(1)))
    let during = try #require(recorded.last)
    #expect(during.startedRuns.map(\.effect) == ["a", "b"])
    #expect(during == stage.store.session)
  }

  @Test func `contains a queued run that is about to start at the end of another`() async throws {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .run("b", in: "1", .queue))
    var recorded: [StoreSession<ScriptedFeature>] = []
    stage.store.onStep { [unowned stage] _ in recorded.append(stage.store.session) }
    await stage.handler.end("a", with: .logged("a"))
    await stage.handler.waitUntil { $0.started.last == "b" }
    #expect(try #require(recorded.last).startedRuns.map(\.effect) == ["b"])
  }

  @Test func `contains the fire-and-forget effects of a queue entry, also while a handler is being called`() {
    let recorded = EventLog<[String]>()
    var store: Store<ScriptedFeature>?
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      MainActor.assumeIsolated { recorded.append(store?.session.startedRuns.map(\.effect) ?? []) }
      return effect == "a" ? [.logged("a")] : []
    }
    store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store?.send(.requested(.fireAndForget("x") + .run("a", in: "1") + .fireAndForget("y")))
    #expect(recorded.entries == [["x", "a", "y"], ["x", "a", "y"], ["x", "a", "y"]])
    #expect(store?.session.startedRuns.isEmpty == true)
  }

  @Test func `can be taken before a shutdown, while all runs are still pending`() async {
    let stage = StoreFixture()
    let recorded = EventLog<[String]>()
    let subscription = stage.store.onEvent { [unowned stage] in
      if case .willShutDown = $0 { recorded.append(stage.store.session.startedRuns.map(\.effect)) }
    }
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    await stage.store.shutdown()
    await stage.store.shutdown()
    #expect(recorded.entries == [["a", "b"]])
    subscription.cancel()
    _ = stage.store.onEvent { _ in recorded.append([]) }
    await stage.store.shutdown()
    #expect(recorded.entries.count == 1, "the shutdown is reported once")
  }
}
