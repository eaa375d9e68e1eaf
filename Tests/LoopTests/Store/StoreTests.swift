import Loop
import TestInputs
import Testing

@MainActor @Suite(.hangTimeLimit) struct StoreTests {
  @Test func `the state has changed when send returns`() {
    let stage = StoreFixture()
    stage.store.send(.logged("a"))
    #expect(stage.log == ["a"])
  }

  @Test func `a feature without effects needs no handler`() {
    let store = Store(Counter(), state: 41)
    store.send(.incremented)
    #expect(store.state == 42)
    #expect(store.isIdle)
  }

  @Test func `law 3: an action sent by an observer is enqueued`() {
    let stage = StoreFixture()
    let notes = EventLog<String>()
    _ = stage.store.observe(\.log) { [store = stage.store] in
      notes.append("notified " + $0.joined())
      if $0 == ["a"] {
        store.send(.logged("b"))
        notes.append("sent, state is still " + store.state.log.joined())
      }
    }
    stage.store.send(.logged("a"))
    #expect(notes.entries == ["notified a", "sent, state is still a", "notified ab"])
  }

  @Test func `law 3: an action sent by an event observer is enqueued`() {
    let stage = StoreFixture()
    let notes = EventLog<String>()
    stage.store.onStep { [store = stage.store] in
      if $0.action?.logEntry == "a" {
        store.send(.logged("b"))
        notes.append("sent, state is still " + store.state.log.joined())
      }
    }
    stage.store.send(.logged("a"))
    #expect(notes.entries == ["sent, state is still a"])
    #expect(stage.log == ["a", "b"])
  }

  @Test func `law 3: an immediate response is enqueued, and has been reduced when send returns`() {
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { effect in
      [.logged(effect + "1"), .logged(effect + "2")]
    }
    let store = Store(ScriptedFeature(), state: .init(), handler: handler)
    store.send(.logged("both", then: .run("a", in: "1") + .run("b", in: "2")))
    #expect(store.state.log == ["both", "a1", "a2", "b1", "b2"])
    #expect(store.isIdle)
  }

  @Test func `law 3: actions are reduced in the order in which they were sent`() {
    let stage = StoreFixture()
    stage.store.onStep { [store = stage.store] in
      if $0.action?.logEntry == "a" { for word in ["b", "c", "d"] { store.send(.logged(word)) } }
      if $0.action?.logEntry == "b" { store.send(.logged("e")) }
    }
    stage.store.send(.logged("a"))
    #expect(stage.log == ["a", "b", "c", "d", "e"])
  }

  /// Sends 50,000 actions, or exhaustively 300,000.
  ///
  /// If each action were reduced on the stack of the one before it, they would overflow the stack.
  @Test func `law 7: a long chain of actions neither grows the stack nor stalls`() {
    let handler = ImmediateHandler<Countdown.Effect, Countdown.Action> { _ in [.counted] }
    let store = Store(Countdown(), state: caseCount(50_000, exhaustive: 300_000), handler: handler)
    store.send(.counted)
    #expect(store.state == 0)
    #expect(store.isIdle)
  }

  @Test func `law 7: a chain of a hundred thousand sends by an observer does not grow the stack`() {
    let store = Store(Counter(), state: 0)
    _ = store.observe({ $0 }) { [unowned store] in
      if $0 < 100_000 { store.send(.incremented) }
    }
    store.send(.incremented)
    #expect(store.state == 100_000)
  }
}

/// Starts an effect again until the count is zero.
private struct Countdown: OneFailureFeature {
  enum Action { case counted }
  enum Effect { case count }
  enum Slot { case counting }

  static let lostResponse = Action.counted

  func isActive(_ slot: Slot, in state: Int) -> Bool { true }

  func reduce(_ rest: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .counted: rest -= 1
    }
    return rest == 0 ? .none : .run(.count, in: .counting)
  }
}
