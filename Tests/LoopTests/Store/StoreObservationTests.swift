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
    store.watch { [unowned store] in
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

  @Test func `a watcher hears of every turn, where it came from and what came of it, before effects start`() {
    let stage = Stage()
    let notes = Notes<String>()
    stage.store.watch { [unowned stage] transition in
      let origin =
        switch transition.origin {
        case .sent: "sent"
        case .answered(let run): "answered by " + run.effect
        }
      notes.add("\(origin): + \(transition.change.started.map(\.effect)), started \(stage.handler.started)")
    }
    stage.want(.ask("a", in: "1"))
    stage.handler.answer("a", .heard("a", then: .ask("b", in: "2")))
    stage.store.send(.heard("nothing wanted"))
    #expect(
      notes.all == [
        #"sent: + ["a"], started []"#, #"answered by a: + ["b"], started ["a"]"#, #"sent: + [], started ["a", "b"]"#,
      ])
  }

  @Test func `a watcher that was cancelled hears nothing`() {
    let store = Store(Counter(), state: 0)
    let notes = Notes<String>()
    let subscription = store.watch { _ in notes.add("told") }
    store.send(.incremented)
    subscription.cancel()
    store.send(.incremented)
    #expect(notes.all == ["told"])
  }
}

@MainActor @Suite(.namedWhenItHangs) struct StoreValuesTests {
  @Test func `values are first as they are, then whenever they changed`() async {
    let store = Store(Counter(), state: 7)
    var reader = store.values { $0 }.makeAsyncIterator()
    #expect(await reader.next(isolation: #isolation) == 7)
    store.send(.touched)
    store.send(.incremented)
    #expect(await reader.next(isolation: #isolation) == 8)
  }

  @Test func `a reader that waits is woken by the change`() async {
    let store = Store(Counter(), state: 0)
    let notes = Notes<Int>()
    let reading = Task { @MainActor in
      for await value in store.values({ $0 }) {
        notes.add(value)
        if value == 1 { return }
      }
    }
    await notes.until { $0 == [0] }
    store.send(.incremented)
    await reading.value
    #expect(notes.all == [0, 1])
  }

  /// Each value that waits anywhere is an object that somebody keeps, so counting them shows that there is one.
  @Test func `a slow reader gets the newest, and one value waits, never two`() async {
    let store = Store(Counter(), state: 0)
    let made = Notes<Weak>()
    var reader = store.values { count in
      let value = Kept(count)
      made.add(Weak(value: value))
      return value
    }.makeAsyncIterator()
    for _ in 1...1_000 { store.send(.incremented) }
    #expect(made.all.count == 1_002)
    #expect(Set(made.all.compactMap { $0.value?.count }) == [1_000])
    #expect(await reader.next(isolation: #isolation)?.count == 1_000)
    store.send(.incremented)
    #expect(await reader.next(isolation: #isolation)?.count == 1_001)
  }

  @Test func `law 7: values end when the store is shut down`() async {
    let store = Store(Counter(), state: 0)
    var reader = store.values { $0 }.makeAsyncIterator()
    await store.shutdown()
    #expect(await reader.next(isolation: #isolation) == 0)
    #expect(await reader.next(isolation: #isolation) == nil)
  }

  @Test func `law 7: values of a store that has been shut down are its last one`() async {
    let store = Store(Counter(), state: 3)
    await store.shutdown()
    var reader = store.values { $0 }.makeAsyncIterator()
    #expect(await reader.next(isolation: #isolation) == 3)
    #expect(await reader.next(isolation: #isolation) == nil)
  }

  @Test func `law 7: values end when the store is released, which they do not keep`() async {
    var store: Store<Counter>? = Store(Counter(), state: 0)
    weak let kept = store
    guard let values = store?.values({ $0 }) else { return }
    store = nil
    #expect(kept == nil)
    var reader = values.makeAsyncIterator()
    #expect(await reader.next(isolation: #isolation) == 0)
    #expect(await reader.next(isolation: #isolation) == nil)
  }

  @Test func `a reader that goes away is let go at the next change`() async {
    let store = Store(Counter(), state: 0)
    let selections = Notes<Int>()
    weak var kept: Kept?
    do {
      let token = Kept(0)
      kept = token
      for await _ in store.values({ count in
        selections.add(token.count)
        return count
      }) { break }
    }
    let before = selections.all.count
    store.send(.incremented)
    store.send(.incremented)
    store.send(.incremented)
    #expect(selections.all.count == before + 1)
    #expect(kept == nil)
  }

  @Test func `a reader whose task is cancelled ends, and is let go`() async {
    let store = Store(Counter(), state: 0)
    let selections = Notes<Int>()
    let reading = Task { @MainActor in
      for await _ in store.values({ count in
        selections.add(count)
        return count
      }) {}
    }
    await selections.until { !$0.isEmpty }
    reading.cancel()
    await reading.value
    store.send(.incremented)
    let before = selections.all.count
    store.send(.incremented)
    #expect(selections.all.count == before)
  }
}

/// A value that can be seen to have gone.
private final class Kept: Equatable, Sendable {
  let count: Int

  init(_ count: Int) { self.count = count }

  static func == (left: Kept, right: Kept) -> Bool { left.count == right.count }
}

private struct Weak {
  weak var value: Kept?
}
