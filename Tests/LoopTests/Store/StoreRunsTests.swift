import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct StoreRunsTests {
  @Test func `a run starts during the send that asked for it`() {
    let stage = Stage()
    stage.want(.ask("a", in: "1") + .tell("b"))
    #expect(stage.handler.started == ["a", "b"])
    #expect(stage.store.pending.running.map(\.effect) == ["a"])
  }

  @Test func `law 3: several answers and then the end arrive in order`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .queue) + .ask("b", in: "1", .queue))
    stage.handler.answer("a", .heard("a1"))
    stage.handler.answer("a", .heard("a2"))
    #expect(stage.heard == ["a1", "a2"])
    #expect(stage.handler.started == ["a"])
    await stage.handler.end("a")
    #expect(stage.handler.started == ["a", "b"])
  }

  /// Both answers and the end stand in the queue before the first of them is heard.
  @Test func `law 3: the end of a run waits behind its answers`() {
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

  @Test func `law 3: an answer that was queued when its run was replaced is not heard`() {
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

  @Test func `law 3: an answer that was queued when its slot was cancelled is not heard`() {
    let handler = PromptHandler<String, Script.Action> { _ in [.heard("1", then: .cancel("slot")), .heard("2")] }
    let store = Store(Script(), state: .init(), handler: handler)
    store.send(.wanted(.ask("a", in: "slot")))
    #expect(store.state.heard == ["1"])
    #expect(store.isSettled)
  }

  @Test func `law 3: a replaced run is cancelled before the new one starts, and is heard no more`() async {
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

  @Test func `law 3: nothing is heard of a run whose slot was cancelled`() async {
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

  @Test func `law 3: nothing is heard of a run whose slot has died`() async {
    let stage = Stage(endsWhenCancelled: false)
    stage.want(.ask("a", in: "1") + .ask("b", in: "1", .queue))
    stage.store.send(.died("1"))
    #expect(stage.handler.cancelled == ["a"])
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    #expect(stage.heard == [])
    #expect(stage.handler.started == ["a"])
  }

  /// A handler that hands its way back to somebody else must not speak for the run that has the slot now.
  @Test func `law 3: nothing is heard of a run that has ended`() async throws {
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

  @Test func `the dead are cancelled before what is new starts`() {
    let notes = Notes<String>()
    let store = Store(Script(), state: .init(), handler: CancellationNoter(notes: notes))
    store.send(.wanted(.ask("old", in: "1")))
    store.send(.died("1", then: .ask("new", in: "2")))
    #expect(notes.all == ["old started", "old cancelled", "new started"])
  }

  @Test func `a run born in a dead slot is reported and never started`() {
    let stage = Stage()
    stage.store.send(.died("1", then: .ask("a", in: "1") + .ask("b", in: "2")))
    #expect(stage.handler.started == ["b"])
    #expect(stage.faults.all == ["a was asked for in 1, which is not alive in the state that the same reduction left."])
  }

  @Test func `first is dropped while one runs, and runs again afterwards`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .first))
    stage.want(.ask("b", in: "1", .first))
    #expect(stage.handler.started == ["a"])
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    stage.want(.ask("c", in: "1", .first))
    #expect(stage.handler.started == ["a", "c"])
  }

  @Test func `queue starts the next one at the end of the one before`() async {
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

  @Test func `law 7: an answer that never came is reported, and the slot is free again`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .queue) + .ask("b", in: "1", .queue))
    await stage.handler.end("a")
    #expect(stage.faults.all == ["The handler owed an answer to a in 1, and returned without sending one."])
    #expect(stage.handler.started == ["a", "b"])
  }

  @Test func `an answer nobody asked for is reported and not heard`() async {
    let stage = Stage()
    stage.want(.tell("a"))
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    #expect(stage.heard == [])
    #expect(stage.faults.all.count == 1)
    #expect(stage.store.isSettled)
  }

  @Test func `what was told cannot be cancelled, and outlives its feature`() async {
    let stage = Stage()
    stage.want(.tell("a"))
    stage.store.send(.died("1", then: .cancel("1")))
    #expect(stage.handler.cancelled == [])
    await stage.handler.end("a")
    #expect(stage.faults.all == [])
  }

  @Test func `a handler that leaves the main actor answers in order`() async {
    let store = Store(Script(), state: .init(), handler: AwayHandler())
    store.send(.wanted(.ask("concurrent", in: "1")))
    store.send(.wanted(.ask("actor", in: "2")))
    await store.settle()
    let heard = store.state.heard
    #expect(heard.filter { $0.hasPrefix("concurrent") } == (1...5).map { "concurrent \($0)" })
    #expect(heard.filter { $0.hasPrefix("actor") } == (1...5).map { "actor \($0)" })
  }
}

/// Notes when it is called and when it is cancelled, in one list.
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

/// Answers from other threads than the store's.
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
