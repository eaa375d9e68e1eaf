import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct StoreRunsTests {
  @Test func `a run starts during the send that requested it`() {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .tell("b"))
    #expect(stage.handler.started == ["a", "b"])
    #expect(stage.store.pending.running.map(\.effect) == ["a"])
  }

  @Test func `law 3: several responses and then the end arrive in order`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .queue) + .ask("b", in: "1", .queue))
    stage.handler.answer("a", .heard("a1"))
    stage.handler.answer("a", .heard("a2"))
    #expect(stage.heard == ["a1", "a2"])
    #expect(stage.handler.started == ["a"])
    await stage.handler.end("a")
    #expect(stage.handler.started == ["a", "b"])
  }

  /// Both responses and the end are in the queue before the first response is processed.
  @Test func `law 3: the end of a run is processed after its responses`() {
    let notes = Notes<String>()
    let handler = PromptHandler<String, Script.Action> { effect in
      [.heard(effect + "1"), .heard(effect + "2")]
    }
    let store = Store(Script(), state: .init(), handler: handler)
    store.onStep { [unowned store] step in
      guard let action = step.action else { return }
      notes.add((action.word ?? "-") + ": " + store.pending.running.map(\.effect).joined())
    }
    store.send(.wanted(.ask("a", in: "1", .queue) + .ask("b", in: "1", .queue)))
    #expect(notes.all == ["-: a", "a1: a", "a2: a", "b1: b", "b2: b"])
    #expect(store.pending.isEmpty)
  }

  @Test func `law 3: a response that was queued when its run was replaced is discarded`() {
    let handler = PromptHandler<String, Script.Action> { effect in
      effect == "old"
        ? [.heard("old 1", then: .ask("new", in: "1")), .heard("old 2")]
        : [.heard("new 1")]
    }
    let store = Store(Script(), state: .init(), handler: handler)
    store.send(.wanted(.ask("old", in: "1")))
    #expect(store.state.heard == ["old 1", "new 1"])
    #expect(store.isSettled)
  }

  @Test func `law 3: a response that was queued when its slot was cancelled is discarded`() {
    let handler = PromptHandler<String, Script.Action> { _ in [.heard("1", then: .cancel("slot")), .heard("2")] }
    let store = Store(Script(), state: .init(), handler: handler)
    store.send(.wanted(.ask("a", in: "slot")))
    #expect(store.state.heard == ["1"])
    #expect(store.isSettled)
  }

  @Test func `law 3: a replaced run is cancelled before the new one starts, and its responses are discarded`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("old", in: "1"))
    stage.want(.ask("new", in: "1"))
    #expect(stage.handler.cancelled == ["old"])
    #expect(stage.handler.started == ["old", "new"])
    stage.handler.answer("old", .heard("old"))
    stage.handler.answer("new", .heard("new"))
    #expect(stage.heard == ["new"])
    await stage.handler.end("old")
    #expect(stage.store.pending.running.map(\.effect) == ["new"])
    await stage.handler.end("new")
    #expect(stage.faults.all == [])
  }

  @Test func `law 3: responses of a run whose slot was cancelled are discarded`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1"))
    stage.want(.cancel("1"))
    #expect(stage.handler.cancelled == ["a"])
    #expect(stage.store.isSettled)
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    #expect(stage.heard == [])
    #expect(stage.faults.all == [])
  }

  @Test func `law 3: responses of a run whose slot has become inactive are discarded`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1") + .ask("b", in: "1", .queue))
    stage.store.send(.died("1"))
    #expect(stage.handler.cancelled == ["a"])
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    #expect(stage.heard == [])
    #expect(stage.handler.started == ["a"])
  }

  /// A `Send` that a handler has passed on must not deliver actions on behalf of the next run of the slot.
  @Test func `law 3: responses of a run that has ended are discarded`() async throws {
    let stage = Stage()
    stage.want(.ask("a", in: "1"))
    let late = try #require(stage.handler.wayBack(of: "a"))
    late(.heard("in time"))
    await stage.handler.end("a")
    stage.want(.ask("b", in: "1"))
    late(.heard("too late"))
    #expect(stage.heard == ["in time"])
    await stage.store.shutdown()
    late(.heard("far too late"))
    #expect(stage.heard == ["in time"])
  }

  @Test func `runs in inactive slots are cancelled before new runs start`() {
    let notes = Notes<String>()
    let store = Store(Script(), state: .init(), handler: CancellationNoter(notes: notes))
    store.send(.wanted(.ask("old", in: "1")))
    store.send(.died("1", then: .ask("new", in: "2")))
    #expect(notes.all == ["old started", "old cancelled", "new started"])
  }

  @Test func `a run requested in an inactive slot is reported and never starts`() {
    let stage = Stage()
    stage.store.send(.died("1", then: .ask("a", in: "1") + .ask("b", in: "2")))
    #expect(stage.handler.started == ["b"])
    #expect(
      stage.faults.all == [
        "a was started in 1, but isAlive(_:in:) returns false for this slot after the same reduction."
      ])
  }

  @Test func `first drops the new run while another one runs, and starts one afterwards`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .first))
    stage.want(.ask("b", in: "1", .first))
    #expect(stage.handler.started == ["a"])
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    stage.want(.ask("c", in: "1", .first))
    #expect(stage.handler.started == ["a", "c"])
  }

  @Test func `queue starts the next run at the end of the one before`() async {
    let stage = Stage()
    for effect in ["a", "b", "c"] { stage.want(.ask(effect, in: "1", .queue)) }
    #expect(stage.handler.started == ["a"])
    for (index, effect) in ["a", "b", "c"].enumerated() {
      #expect(stage.handler.started.count == index + 1)
      stage.handler.answer(effect, .heard(effect))
      await stage.handler.end(effect)
    }
    #expect(stage.heard == ["a", "b", "c"])
    #expect(stage.store.isSettled)
  }

  @Test func `law 7: a run without a response is reported, and its slot is free again`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .queue) + .ask("b", in: "1", .queue))
    await stage.handler.end("a")
    #expect(stage.faults.all == ["The handler of a in 1 returned without sending a response."])
    #expect(stage.handler.started == ["a", "b"])
  }

  @Test func `a response to a fire-and-forget effect is reported and discarded`() async {
    let stage = Stage()
    stage.want(.tell("a"))
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    #expect(stage.heard == [])
    #expect(stage.faults.all.count == 1)
    #expect(stage.store.isSettled)
  }

  @Test func `a fire-and-forget effect cannot be cancelled, and outlives its feature`() async {
    let stage = Stage()
    stage.want(.tell("a"))
    stage.store.send(.died("1", then: .cancel("1")))
    #expect(stage.handler.cancelled == [])
    await stage.handler.end("a")
    #expect(stage.faults.all == [])
  }

  @Test func `responses from a handler that leaves the main actor arrive in order`() async {
    let store = Store(Script(), state: .init(), handler: AwayHandler())
    store.send(.wanted(.ask("concurrent", in: "1")))
    store.send(.wanted(.ask("actor", in: "2")))
    await store.settle()
    let heard = store.state.heard
    #expect(heard.filter { $0.hasPrefix("concurrent") } == (1...5).map { "concurrent \($0)" })
    #expect(heard.filter { $0.hasPrefix("actor") } == (1...5).map { "actor \($0)" })
  }
}

/// Records when it is called and when it is cancelled, in one list.
private struct CancellationNoter: EffectHandler {
  let notes: Notes<String>

  func run(_ effect: String, send: Send<Script.Action>) async {
    await notes.add(effect + " started")
    let (stream, _) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      MainActor.assumeIsolated { notes.add(effect + " cancelled") }
    }
  }
}

/// Responds from other threads than the store's.
private struct AwayHandler: EffectHandler {
  private actor Desk {
    func work(_ effect: String, send: Send<Script.Action>) async {
      for number in 1...5 { await send(.heard("\(effect) \(number)")) }
    }
  }

  private let desk = Desk()

  func run(_ effect: String, send: Send<Script.Action>) async {
    if effect == "actor" { await desk.work(effect, send: send) } else { await workAway(effect, send: send) }
  }

  @concurrent private func workAway(_ effect: String, send: Send<Script.Action>) async {
    for number in 1...5 {
      await Task.yield()
      await send(.heard("\(effect) \(number)"))
    }
  }
}
