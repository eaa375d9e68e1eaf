import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct StoreObservationTests {
  @Test func `an observer is called only when its selected value has changed`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<Bool>()
    store.observe({ $0 > 1 }) { notes.add($0) }
    for action in [Counter.Action.touched, .incremented, .incremented, .incremented, .decremented, .decremented] {
      store.send(action)
    }
    #expect(notes.all == [true, false])
  }

  @Test func `an observer is called once per batch, at its end`() {
    let handler = PromptHandler<String, Script.Action> { [.heard($0 + "1"), .heard($0 + "2")] }
    let store = Store(Script(), state: .init(), handler: handler)
    let notes = Notes<[String]>()
    store.observe(\.heard) { notes.add($0) }
    store.send(.heard("started", then: .ask("a", in: "1")))
    #expect(notes.all == [["started", "a1", "a2"]])
  }

  @Test func `a value that changes and changes back within a batch is not reported`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<Int>()
    store.observe({ $0 }) { notes.add($0) }
    store.onStep { [unowned store] in
      if $0.action == .incremented { store.send(.decremented) }
    }
    store.send(.incremented)
    #expect(store.state == 0)
    #expect(notes.all == [])
  }

  @Test func `observers are called in the order in which they were added`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    for name in ["a", "b", "c"] { store.observe({ $0 }) { notes.add(name + "\($0)") } }
    store.send(.incremented)
    store.send(.incremented)
    #expect(notes.all == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test func `a cancelled observer is not called, not even in the current notification`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    let later = Notes<Subscription>()
    store.observe({ $0 }) { _ in
      notes.add("a")
      for subscription in later.all { subscription.cancel() }
    }
    later.add(store.observe({ $0 }) { _ in notes.add("b") })
    store.observe({ $0 }) { _ in notes.add("c") }
    store.send(.incremented)
    store.send(.incremented)
    #expect(notes.all == ["a", "c", "a", "c"])
  }

  @Test func `an observer that cancels itself is not called again, and the others are`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    let own = Notes<Subscription>()
    own.add(
      store.observe({ $0 }) { _ in
        notes.add("a")
        for subscription in own.all { subscription.cancel() }
      })
    store.observe({ $0 }) { _ in notes.add("b") }
    store.send(.incremented)
    store.send(.incremented)
    #expect(notes.all == ["a", "b", "b"])
  }

  @Test func `an observer added during a notification is called for the next change`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    store.observe({ $0 == 1 }) { [unowned store] _ in
      if store.state == 1 { store.observe({ $0 }) { notes.add("\($0)") } }
    }
    store.send(.incremented)
    #expect(notes.all == [])
    store.send(.incremented)
    #expect(notes.all == ["2"])
  }

  @Test func `law 3: an observer that sends is not called recursively`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    store.observe({ $0 }) { [unowned store] in
      notes.add("begin \($0)")
      if $0 < 3 { store.send(.incremented) }
      notes.add("end \($0)")
    }
    store.send(.incremented)
    #expect(notes.all == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  /// The second observer is called for every batch, although the first one sends before the second has been called.
  @Test func `an action sent by an observer is reported after all observers were called for the previous batch`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    store.observe({ $0 }) { [unowned store] in
      notes.add("a\($0)")
      if $0 == 1 { store.send(.incremented) }
    }
    store.observe({ $0 }) { notes.add("b\($0)") }
    store.send(.incremented)
    #expect(notes.all == ["a1", "b1", "a2", "b2"])
  }

  @Test func `an event observer receives each step with its cause and changes before its effects start`() {
    let stage = Stage()
    let notes = Notes<String>()
    stage.store.onStep { [unowned stage] step in
      let cause =
        switch step.cause {
        case .sent: "sent"
        case .answered(_, let slot): "response in " + slot
        case .ended(let slot): "ended in " + slot
        case .noted(let text): text
        }
      notes.add("\(cause): + \(step.change.started.map(\.effect)), started \(stage.handler.started)")
    }
    stage.want(.ask("a", in: "1"))
    stage.handler.answer("a", .heard("a", then: .ask("b", in: "2")))
    stage.store.send(.heard("no effects"))
    #expect(
      notes.all == [
        #"sent: + ["a"], started []"#, #"response in 1: + ["b"], started ["a"]"#, #"sent: + [], started ["a", "b"]"#,
      ])
  }

  @Test func `a cancelled event observer is not called`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    let subscription = store.onStep { _ in notes.add("called") }
    store.send(.incremented)
    subscription.cancel()
    store.send(.incremented)
    #expect(notes.all == ["called"])
  }
}
