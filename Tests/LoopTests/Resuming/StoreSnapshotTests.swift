import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct `The session of a store` {
  @Test func `does not contain a cancelled run whose handler has not returned`() {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1") + .ask("b", in: "2"))
    stage.want(.cancel("1"))
    #expect(stage.handler.returned.isEmpty)
    #expect(stage.store.snapshot.begun.map(\.effect) == ["b"])
  }

  @Test func `does not contain runs that a shutdown cancelled, even if their handlers have not returned`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1") + .tell("b"))
    async let shutdown: Void = stage.store.shutdown()
    await stage.handler.until { $0.cancelled.count == 2 }
    #expect(stage.store.snapshot.begun.isEmpty)
    await stage.handler.end("a")
    await stage.handler.end("b")
    await shutdown
  }

  @Test func `contains the complete queue entry during which it is taken`() throws {
    let stage = Stage(endsWhenCancelled: false)
    var taken: [StoreSnapshot<Script>] = []
    stage.want(.ask("old", in: "1"))
    stage.store.onStep { [unowned stage] _ in taken.append(stage.store.snapshot) }
    stage.want(.cancel("1") + .ask("a", in: "2") + .tell("b") + .ask("delayed", in: "3", after: .seconds(1)))
    let during = try #require(taken.last)
    #expect(during.begun.map(\.effect) == ["a", "b"])
    #expect(during == stage.store.snapshot)
  }

  @Test func `contains a queued run that is about to start at the end of another`() async throws {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .ask("b", in: "1", .queue))
    var taken: [StoreSnapshot<Script>] = []
    stage.store.onStep { [unowned stage] _ in taken.append(stage.store.snapshot) }
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    await stage.handler.until { $0.started.last == "b" }
    #expect(try #require(taken.last).begun.map(\.effect) == ["b"])
  }

  @Test func `contains the fire-and-forget effects of a queue entry, also while a handler is being called`() {
    let taken = Notes<[String]>()
    var store: Store<Script>?
    let handler = PromptHandler<String, Script.Action> { effect in
      MainActor.assumeIsolated { taken.add(store?.snapshot.begun.map(\.effect) ?? []) }
      return effect == "a" ? [.heard("a")] : []
    }
    store = Store(Script(), state: .init(), handler: handler)
    store?.send(.wanted(.tell("x") + .ask("a", in: "1") + .tell("y")))
    #expect(taken.all == [["x", "a", "y"], ["x", "a", "y"], ["x", "a", "y"]])
    #expect(store?.snapshot.begun.isEmpty == true)
  }

  @Test func `can be taken before a shutdown, while all runs are still pending`() async {
    let stage = Stage()
    let taken = Notes<[String]>()
    let subscription = stage.store.onEvent { [unowned stage] in
      if case .shuttingDown = $0 { taken.add(stage.store.snapshot.begun.map(\.effect)) }
    }
    stage.want(.ask("a", in: "1") + .tell("b"))
    await stage.store.shutdown()
    await stage.store.shutdown()
    #expect(taken.all == [["a", "b"]])
    subscription.cancel()
    stage.store.onEvent { _ in taken.add([]) }
    await stage.store.shutdown()
    #expect(taken.all.count == 1, "the shutdown is reported once")
  }
}
