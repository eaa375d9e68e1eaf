import Loop
import PlainClient
import TestInputs
import Testing

@MainActor @Suite(.hangTimeLimit) struct StoreRunsTests {
  @Test func `a run starts during the send that requested it`() {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1") + .fireAndForget("b"))
    #expect(stage.handler.started == ["a", "b"])
    #expect(stage.store.pending.running.map(\.effect) == ["a"])
  }

  @Test func `a handler of a client without compiler settings starts on the main actor, during the send`() async {
    let log = EchoLog()
    let store = Store(Echo(), state: .init(), handler: EchoHandler(log: log))
    store.send(.said("a"))
    #expect(log.entries == ["a"] && store.state.heard == ["a"])
    await store.waitUntilIdle()
  }

  @Test func `law 3: several responses and then the end arrive in order`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .queue) + .run("b", in: "1", .queue))
    stage.handler.respond(to: "a", with: .logged("a1"))
    stage.handler.respond(to: "a", with: .logged("a2"))
    #expect(stage.log == ["a1", "a2"])
    #expect(stage.handler.started == ["a"])
    await stage.handler.end("a", with: .logged("a3"))
    #expect(stage.log == ["a1", "a2", "a3"])
    #expect(stage.handler.started == ["a", "b"])
  }

  /// An observer cannot send anything between the two, which `first` would drop.
  @Test func `law 3: a run ends with its last response, before the observers are notified`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .first))
    _ = stage.store.observe(\.log) { [unowned stage] in
      if $0 == ["a"] { stage.request(.run("b", in: "1", .first)) }
    }
    await stage.handler.end("a", with: .logged("a"))
    #expect(stage.handler.started == ["a", "b"])
  }

  @Test func `a run that is requested by the last response of a run in its slot starts, whatever its policy is`() async
  {
    for policy in [SlotPolicy.latest, .first, .queue, .queueLatest] {
      let stage = StoreFixture()
      stage.request(.run("a", in: "1"))
      await stage.handler.end("a", with: .logged("a", then: .run("b", in: "1", policy)))
      #expect(stage.handler.started == ["a", "b"] && stage.handler.cancelled == [])
    }
  }

  /// All responses are in the queue before the first one is processed.
  @Test func `law 3: a run ends with its last response, and the next one is current when this step is reported`() {
    let notes = EventLog<String>()
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      [.logged(effect + "1"), .logged(effect + "2")]
    }
    let store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store.onStep { [unowned store] step in
      guard let action = step.action else { return }
      notes.append((action.logEntry ?? "-") + ": " + store.pending.running.map(\.effect).joined())
    }
    store.send(.requested(.run("a", in: "1", .queue) + .run("b", in: "1", .queue)))
    #expect(notes.entries == ["-: a", "a1: a", "a2: b", "b1: b", "b2: "])
    #expect(store.pending.isEmpty)
  }

  @Test func `law 3: a response that was queued when its run was replaced is discarded`() {
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      effect == "old"
        ? [.logged("old 1", then: .run("new", in: "1")), .logged("old 2")]
        : [.logged("new 1")]
    }
    let store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store.send(.requested(.run("old", in: "1")))
    #expect(store.state.log == ["old 1", "new 1"])
    #expect(store.isIdle)
  }

  @Test func `law 3: a response that was queued when its slot was cancelled is discarded`() {
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { _ in
      [.logged("1", then: .cancel("slot")), .logged("2")]
    }
    let store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store.send(.requested(.run("a", in: "slot")))
    #expect(store.state.log == ["1"])
    #expect(store.isIdle)
  }

  @Test func `law 3: a replaced run is cancelled before the new one starts, and its responses are discarded`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("old", in: "1"))
    stage.request(.run("new", in: "1"))
    #expect(stage.handler.cancelled == ["old"])
    #expect(stage.handler.started == ["old", "new"])
    stage.handler.respond(to: "old", with: .logged("old"))
    stage.handler.respond(to: "new", with: .logged("new"))
    #expect(stage.log == ["new"])
    await stage.handler.end("old", with: .logged("old"))
    #expect(stage.store.pending.running.map(\.effect) == ["new"])
    await stage.handler.end("new", with: .logged("new"))
    #expect(stage.log == ["new", "new"])
    #expect(stage.violations.entries == [])
  }

  @Test func `law 3: responses of a run whose slot was cancelled are discarded`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1"))
    stage.request(.cancel("1"))
    #expect(stage.handler.cancelled == ["a"])
    #expect(stage.store.isIdle)
    await stage.handler.end("a", with: .logged("a"))
    #expect(stage.log == [])
    #expect(stage.violations.entries == [])
  }

  @Test func `law 3: responses of a run whose slot has become inactive are discarded`() async {
    let stage = StoreFixture(endsWhenCancelled: false)
    stage.request(.run("a", in: "1") + .run("b", in: "1", .queue))
    stage.store.send(.slotDeactivated("1"))
    #expect(stage.handler.cancelled == ["a"])
    await stage.handler.end("a", with: .logged("a"))
    #expect(stage.log == [])
    #expect(stage.handler.started == ["a"])
  }

  /// A `Send` that a handler has passed on must not deliver actions on behalf of the next run of the slot.
  @Test func `law 3: responses of a run that has ended are discarded`() async throws {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1"))
    let late = try #require(stage.handler.send(of: "a"))
    late(.logged("in time"))
    await stage.handler.end("a", with: .logged("last"))
    stage.request(.run("b", in: "1"))
    late(.logged("too late"))
    #expect(stage.log == ["in time", "last"])
    await stage.store.shutdown()
    late(.logged("far too late"))
    #expect(stage.log == ["in time", "last"])
  }

  @Test func `runs in inactive slots are cancelled before new runs start`() {
    let notes = EventLog<String>()
    let store = Store(ScriptedFeature(), state: .init(), handler: CancellationLogger(log: notes))
    store.send(.requested(.run("old", in: "1")))
    store.send(.slotDeactivated("1", then: .run("new", in: "2")))
    #expect(notes.entries == ["old started", "old cancelled", "new started"])
  }

  @Test func `a run requested in an inactive slot is reported and never starts`() {
    let stage = StoreFixture()
    stage.store.send(.slotDeactivated("1", then: .run("a", in: "1") + .run("b", in: "2")))
    #expect(stage.handler.started == ["b"])
    #expect(
      stage.violations.entries == [
        "a was started in 1, but isActive(_:in:) returns false for this slot after the same reduction."
      ])
  }

  @Test func `first drops the new run while another one runs, and starts one afterwards`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .first))
    stage.request(.run("b", in: "1", .first))
    #expect(stage.handler.started == ["a"])
    await stage.handler.end("a", with: .logged("a"))
    stage.request(.run("c", in: "1", .first))
    #expect(stage.handler.started == ["a", "c"])
  }

  @Test func `queue starts the next run at the end of the one before`() async {
    let stage = StoreFixture()
    for effect in ["a", "b", "c"] { stage.request(.run(effect, in: "1", .queue)) }
    #expect(stage.handler.started == ["a"])
    for (index, effect) in ["a", "b", "c"].enumerated() {
      #expect(stage.handler.started.count == index + 1)
      await stage.handler.end(effect, with: .logged(effect))
    }
    #expect(stage.log == ["a", "b", "c"])
    #expect(stage.store.isIdle)
  }

  @Test func `law 7: a run without a response is reported, and its slot is free again`() async {
    let stage = StoreFixture()
    stage.request(.run("a", in: "1", .queue) + .run("b", in: "1", .queue))
    await stage.handler.end("a")
    #expect(stage.violations.entries == ["The handler of a in 1 returned no response."])
    #expect(stage.handler.started == ["a", "b"])
    #expect(stage.log == ["lost a"])
  }

  @Test func `law 7: a run without a response sends the action for a lost response`() async {
    let violations = EventLog<String>()
    let handler = GatedHandler<Download.Effect, Download.Action>(endsWhenCancelled: false)
    let store = Store(Download(), state: .init(), handler: handler) { violations.append("\($0)") }
    store.send(.startTapped)
    #expect(store.state.isBusy)
    await handler.end(.fetch)
    #expect(!store.state.isBusy && store.state.error == "lost")
    #expect(violations.entries.count == 1)
    #expect(store.isIdle)
  }

  @Test func `the action of a run without a response can restart the run`() async {
    let handler = GatedHandler<Download.Effect, Download.Action>(endsWhenCancelled: false)
    let store = Store(Download(), state: .init(retries: 1), handler: handler) { _ in }
    store.send(.startTapped)
    await handler.end(.fetch)
    #expect(store.state.isBusy)
    #expect(handler.started == [.fetch, .fetch])
    #expect(store.pending.running.map(\.effect) == [.fetch])
    await handler.end(.fetch, with: .fetched)
    #expect(!store.state.isBusy && store.state.error == nil)
    #expect(store.isIdle)
  }

  @Test func `a response to a fire-and-forget effect is reported and discarded`() async {
    let stage = StoreFixture()
    stage.request(.fireAndForget("a"))
    stage.handler.respond(to: "a", with: .logged("sent"))
    await stage.handler.end("a", with: .logged("returned"))
    #expect(stage.log == [])
    #expect(stage.violations.entries.count == 2)
    #expect(stage.store.isIdle)
  }

  @Test func `a fire-and-forget effect cannot be cancelled, and outlives its feature`() async {
    let stage = StoreFixture()
    stage.request(.fireAndForget("a"))
    stage.store.send(.slotDeactivated("1", then: .cancel("1")))
    #expect(stage.handler.cancelled == [])
    await stage.handler.end("a")
    #expect(stage.violations.entries == [])
  }

  @Test func `responses from a handler that leaves the main actor arrive in order`() async {
    let store = Store(ScriptedFeature(), state: .init(), handler: BackgroundHandler())
    store.send(.requested(.run("concurrent", in: "1")))
    store.send(.requested(.run("actor", in: "2")))
    await store.waitUntilIdle()
    let log = store.state.log
    #expect(log.filter { $0.hasPrefix("concurrent") } == (1...5).map { "concurrent \($0)" })
    #expect(log.filter { $0.hasPrefix("actor") } == (1...5).map { "actor \($0)" })
  }
}

/// A feature that is busy until its effect responds.
private struct Download: OneFailureFeature {
  struct State {
    var isBusy = false
    var error: String?
    var retries = 0
  }

  enum Action { case startTapped, fetched, failed(String) }
  enum Effect { case fetch }
  enum Slot { case fetching }

  static let lostResponse = Action.failed("lost")

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .failed where state.retries > 0:
      state.retries -= 1
      return .run(.fetch, in: .fetching)
    case .startTapped:
      state.isBusy = true
      return .run(.fetch, in: .fetching)
    case .fetched: state.isBusy = false
    case .failed(let reason):
      state.isBusy = false
      state.error = reason
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

/// Records when it is called and when it is cancelled, in one list.
private struct CancellationLogger: EffectHandler {
  let log: EventLog<String>

  func run(_ effect: String, send: Send<ScriptedFeature.Action>) async -> ScriptedFeature.Action? {
    log.append(effect + " started")
    let (stream, _) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      MainActor.assumeIsolated { log.append(effect + " cancelled") }
    }
    return nil
  }
}

/// Responds from other threads than the store's.
private struct BackgroundHandler: EffectHandler {
  private actor Worker {
    func work(_ effect: String, send: Send<ScriptedFeature.Action>) async -> ScriptedFeature.Action {
      for number in 1...4 { await send(.logged("\(effect) \(number)")) }
      return .logged("\(effect) 5")
    }
  }

  private let worker = Worker()

  func run(_ effect: String, send: Send<ScriptedFeature.Action>) async -> ScriptedFeature.Action? {
    effect == "actor" ? await worker.work(effect, send: send) : await workConcurrently(effect, send: send)
  }

  @concurrent private func workConcurrently(
    _ effect: String, send: Send<ScriptedFeature.Action>
  ) async -> ScriptedFeature.Action {
    for number in 1...4 {
      await Task.yield()
      await send(.logged("\(effect) \(number)"))
    }
    await Task.yield()
    return .logged("\(effect) 5")
  }
}
