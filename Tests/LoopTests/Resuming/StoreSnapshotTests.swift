import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct `A snapshot of a store` {
  @Test func `has nothing of a run that was cancelled and has not returned`() {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1") + .ask("b", in: "2"))
    stage.want(.cancel("1"))
    #expect(stage.handler.returned.isEmpty)
    #expect(stage.store.snapshot.begun.map(\.effect) == ["b"])
  }

  @Test func `has nothing of what a shutdown has given up, be it told and not returned`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1") + .tell("b"))
    async let shutdown: Void = stage.store.shutdown()
    await stage.handler.until { $0.cancelled.count == 2 }
    #expect(stage.store.snapshot.begun.isEmpty)
    await stage.handler.end("a")
    await stage.handler.end("b")
    await shutdown
  }

  @Test func `has all of a turn that it is taken in, as if that were over`() throws {
    let stage = Stage(endsWhenCancelled: false)
    var taken: [StoreSnapshot<Script>] = []
    stage.want(.ask("old", in: "1"))
    stage.store.onStep { [unowned stage] _ in taken.append(stage.store.snapshot) }
    stage.want(.cancel("1") + .ask("a", in: "2") + .tell("b") + .ask("resting", in: "3", after: .seconds(1)))
    let during = try #require(taken.last)
    #expect(during.begun.map(\.effect) == ["a", "b"])
    #expect(during == stage.store.snapshot)
  }

  @Test func `has what waited and is about to start where another ended`() async throws {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .ask("b", in: "1", .queue))
    var taken: [StoreSnapshot<Script>] = []
    stage.store.onStep { [unowned stage] _ in taken.append(stage.store.snapshot) }
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    await stage.handler.until { $0.started.last == "b" }
    #expect(try #require(taken.last).begun.map(\.effect) == ["b"])
  }

  @Test func `has what is told in a turn, also for a handler that is called in it`() {
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

  @Test func `is taken for the last time before a shutdown, while everything is under way`() async {
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
    #expect(taken.all.count == 1, "nothing ends twice")
  }
}
