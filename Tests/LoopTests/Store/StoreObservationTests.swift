import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct StoreObservationTests {
  @Test func `an observer is told of what it selected, and only when that changed`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<Bool>()
    store.observe({ $0 > 1 }) { notes.add($0) }
    for action in [Counter.Action.touched, .incremented, .incremented, .incremented, .decremented, .decremented] {
      store.send(action)
    }
    #expect(notes.all == [true, false])
  }

  @Test func `a batch is told once, when it has settled`() {
    let handler = PromptHandler<String, Script.Action> { [.heard($0 + "1"), .heard($0 + "2")] }
    let store = Store(Script(), state: .init(), handler: handler)
    let notes = Notes<[String]>()
    store.observe(\.heard) { notes.add($0) }
    store.send(.heard("asked", then: .ask("a", in: "1")))
    #expect(notes.all == [["asked", "a1", "a2"]])
  }

  @Test func `what changed and changed back within a batch is not told`() {
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

  @Test func `observers are told in the order in which they asked`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    for name in ["a", "b", "c"] { store.observe({ $0 }) { notes.add(name + "\($0)") } }
    store.send(.incremented)
    store.send(.incremented)
    #expect(notes.all == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test func `an observer that was cancelled is not told, not even within the turn under way`() {
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

  @Test func `an observer that cancels itself is told no more, and the others still are`() {
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

  @Test func `an observer that joins within a turn is told of the next change`() {
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

  @Test func `law 3: an observer that sends is not called while it is being called`() {
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

  /// The second observer learns of every batch, although the first one sends before the second has been told.
  @Test func `what an observer sends is told after the others have heard of the batch before`() {
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

  @Test func `a listener hears of every step, where it came from and what came of it, before effects start`() {
    let stage = Stage()
    let notes = Notes<String>()
    stage.store.onStep { [unowned stage] step in
      let cause =
        switch step.cause {
        case .sent: "sent"
        case .answered(_, let slot): "answered in " + slot
        case .ended(let slot): "ended in " + slot
        case .noted(let text): text
        }
      notes.add("\(cause): + \(step.change.started.map(\.effect)), started \(stage.handler.started)")
    }
    stage.want(.ask("a", in: "1"))
    stage.handler.answer("a", .heard("a", then: .ask("b", in: "2")))
    stage.store.send(.heard("nothing wanted"))
    #expect(
      notes.all == [
        #"sent: + ["a"], started []"#, #"answered in 1: + ["b"], started ["a"]"#, #"sent: + [], started ["a", "b"]"#,
      ])
  }

  @Test func `a listener that was cancelled hears nothing`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    let subscription = store.onStep { _ in notes.add("told") }
    store.send(.incremented)
    subscription.cancel()
    store.send(.incremented)
    #expect(notes.all == ["told"])
  }
}
