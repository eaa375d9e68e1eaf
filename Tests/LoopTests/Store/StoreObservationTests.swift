import Loop
import Testing

@MainActor @Suite(.hangTimeLimit) struct StoreObservationTests {
  @Test func `an observer is called only when its selected value has changed`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<Bool>()
    _ = store.observe({ $0 > 1 }) { notes.append($0) }
    for action in [Counter.Action.touched, .incremented, .incremented, .incremented, .decremented, .decremented] {
      store.send(action)
    }
    #expect(notes.entries == [true, false])
  }

  @Test func `an observer is called once per batch, at its end`() {
    let handler = ImmediateHandler<String, ScriptedFeature.Action> { [.logged($0 + "1"), .logged($0 + "2")] }
    let store = Store(ScriptedFeature(), state: .init(), handler: handler)
    let notes = EventLog<[String]>()
    _ = store.observe(\.log) { notes.append($0) }
    store.send(.logged("started", then: .run("a", in: "1")))
    #expect(notes.entries == [["started", "a1", "a2"]])
  }

  @Test func `a value that changes and changes back within a batch is not reported`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<Int>()
    _ = store.observe({ $0 }) { notes.append($0) }
    store.onStep { [unowned store] in
      if $0.action == .incremented { store.send(.decremented) }
    }
    store.send(.incremented)
    #expect(store.state == 0)
    #expect(notes.entries == [])
  }

  @Test func `observers are called in the order in which they were added`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    for name in ["a", "b", "c"] { _ = store.observe({ $0 }) { notes.append(name + "\($0)") } }
    store.send(.incremented)
    store.send(.incremented)
    #expect(notes.entries == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test func `a cancelled observer is not called, not even in the current notification`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    let later = EventLog<ObservationToken>()
    _ = store.observe({ $0 }) { _ in
      notes.append("a")
      for subscription in later.entries { subscription.cancel() }
    }
    later.append(store.observe({ $0 }) { _ in notes.append("b") })
    _ = store.observe({ $0 }) { _ in notes.append("c") }
    store.send(.incremented)
    store.send(.incremented)
    #expect(notes.entries == ["a", "c", "a", "c"])
  }

  @Test func `an observer that cancels itself is not called again, and the others are`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    let own = EventLog<ObservationToken>()
    own.append(
      store.observe({ $0 }) { _ in
        notes.append("a")
        for subscription in own.entries { subscription.cancel() }
      })
    _ = store.observe({ $0 }) { _ in notes.append("b") }
    store.send(.incremented)
    store.send(.incremented)
    #expect(notes.entries == ["a", "b", "b"])
  }

  @Test func `an observer added during a notification is called for the next change`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    _ = store.observe({ $0 == 1 }) { [unowned store] _ in
      if store.state == 1 { _ = store.observe({ $0 }) { notes.append("\($0)") } }
    }
    store.send(.incremented)
    #expect(notes.entries == [])
    store.send(.incremented)
    #expect(notes.entries == ["2"])
  }

  @Test func `law 3: an observer that sends is not called recursively`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    _ = store.observe({ $0 }) { [unowned store] in
      notes.append("begin \($0)")
      if $0 < 3 { store.send(.incremented) }
      notes.append("end \($0)")
    }
    store.send(.incremented)
    #expect(notes.entries == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  /// The second observer is called for every batch, although the first one sends before the second has been called.
  @Test func `an action sent by an observer is reported after all observers were called for the previous batch`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    _ = store.observe({ $0 }) { [unowned store] in
      notes.append("a\($0)")
      if $0 == 1 { store.send(.incremented) }
    }
    _ = store.observe({ $0 }) { notes.append("b\($0)") }
    store.send(.incremented)
    #expect(notes.entries == ["a1", "b1", "a2", "b2"])
  }

  @Test func `an event observer receives each step with its cause and changes before its effects start`() {
    let stage = StoreFixture()
    let notes = EventLog<String>()
    stage.store.onStep { [unowned stage] step in
      let cause =
        switch step.cause {
        case .sent: "sent"
        case .delivered(_, let slot): "response in " + slot
        case .ended(let slot, _): "ended in " + slot
        case .environment(let text): text
        }
      notes.append("\(cause): + \(step.change.started.map(\.effect)), started \(stage.handler.started)")
    }
    stage.request(.run("a", in: "1"))
    stage.handler.respond(to: "a", with: .logged("a", then: .run("b", in: "2")))
    stage.store.send(.logged("no effects"))
    #expect(
      notes.entries == [
        #"sent: + ["a"], started []"#, #"response in 1: + ["b"], started ["a"]"#, #"sent: + [], started ["a", "b"]"#,
      ])
  }

  @Test func `a cancelled event observer is not called`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<String>()
    let subscription = store.onStep { _ in notes.append("called") }
    store.send(.incremented)
    subscription.cancel()
    store.send(.incremented)
    #expect(notes.entries == ["called"])
  }

  @Test func `cancelling an observation may release an object whose deinit cancels observations`() {
    let store = Store(Counter(), state: 0)
    let notes = EventLog<Int>()
    let other = store.observe({ $0 }) { notes.append($0) }
    let tokens = EventLog<ObservationToken>()
    for isOwn in [false, true] {
      let owner = TokenOwner()
      let token = store.observe({ $0 }) { _ in _ = owner }
      owner.tokens = isOwn ? [token] : [other]
      tokens.append(token)
    }
    for token in tokens.entries { token.cancel() }
    store.send(.incremented)
    #expect(notes.entries == [], "The objects did not cancel their observations.")
  }

  @Test func `a shutdown may release an object whose deinit cancels observations`() async {
    let store = Store(Counter(), state: 0)
    do {
      let owner = TokenOwner()
      owner.tokens = [store.observe({ $0 }) { _ in _ = owner }, store.observe({ $0 }) { _ in }]
    }
    await store.shutdown()
    #expect(store.isShutDown)
  }
}

/// An object that cancels its observations when it is released.
@MainActor private final class TokenOwner {
  var tokens: [ObservationToken] = []

  isolated deinit {
    for token in tokens { token.cancel() }
  }
}
