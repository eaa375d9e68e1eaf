import Loop
import LoopObservation
import Observation
import Synchronization
import Testing

@MainActor struct ObservedStoreTests {
  private let shop = ObservedStore(Store(ShopFeature(), state: .init()))

  @Test func `law 9: a change of a property that was read is reported once`() {
    let fired = ChangeCounter()
    fired.countChanges { _ = shop.title }
    shop.send(.renamed("Lamps"))
    shop.send(.renamed("Chairs"))
    #expect(fired.count == 1)
  }

  @Test func `law 9: a change of a property that was not read is not reported`() {
    let fired = ChangeCounter()
    fired.countChanges { _ = shop.title }
    shop.send(.counted)
    #expect(fired.count == 0)
  }

  @Test func `setting a property to its current value is not reported`() {
    let fired = ChangeCounter()
    fired.countChanges { _ = shop.title }
    shop.send(.renamed(shop.title))
    #expect(fired.count == 0)
  }

  @Test func `reading again tracks the next change`() {
    let fired = ChangeCounter()
    for title in ["Lamps", "Chairs", "Tables"] {
      fired.countChanges { _ = shop.title }
      shop.send(.renamed(title))
    }
    #expect(fired.count == 3)
  }

  @Test func `reading again inside the change handler tracks the next change`() {
    let fired = ChangeCounter()
    let shop = shop
    withObservationTracking {
      _ = shop.title
    } onChange: {
      fired.increment()
      MainActor.assumeIsolated { fired.countChanges { _ = shop.title } }
    }
    shop.send(.renamed("Lamps"))
    #expect(fired.count == 1)
    shop.send(.renamed("Chairs"))
    #expect(fired.count == 2)
  }

  @Test func `all trackers of a property are notified`() {
    let first = ChangeCounter()
    let second = ChangeCounter()
    first.countChanges { _ = shop.title }
    second.countChanges { _ = (shop.title, shop.count) }
    shop.send(.counted)
    #expect(first.count == 0)
    #expect(second.count == 1)
    shop.send(.renamed("Lamps"))
    #expect(first.count == 1)
    #expect(second.count == 1)
  }

  @Test func `a tracker of two properties is notified once when both change`() {
    let fired = ChangeCounter()
    fired.countChanges { _ = (shop.title, shop.count) }
    shop.send(.reset)
    #expect(fired.count == 0)
    shop.send(.renamed("Lamps"))
    shop.send(.counted)
    #expect(fired.count == 1)
  }

  @Test func `a tracker that starts after a change is not notified of it`() {
    let fired = ChangeCounter()
    _ = shop.title
    shop.send(.renamed("Lamps"))
    fired.countChanges { #expect(shop.title == "Lamps") }
    shop.send(.counted)
    #expect(fired.count == 0)
    shop.send(.renamed("Chairs"))
    #expect(fired.count == 1)
  }

  @Test func `the change handler reads the new value`() {
    let titles = ChangeCounter()
    let shop = shop
    withObservationTracking {
      _ = shop.title
    } onChange: {
      MainActor.assumeIsolated { if shop.title == "Lamps" { titles.increment() } }
    }
    shop.send(.renamed("Lamps"))
    #expect(titles.count == 1)
  }

  @Test func `reading a binding is tracked, and writing it sends an action`() {
    let fired = ChangeCounter()
    let title = shop.binding(\.title) { $0.isEmpty ? nil : .renamed($0) }
    fired.countChanges { _ = title.value }
    title.value = ""
    #expect(fired.count == 0)
    title.value = "Lamps"
    #expect(fired.count == 1)
    #expect(title.value == "Lamps")
    #expect(shop.store.state.title == "Lamps")
  }

  @Test func `law 9: a property that is no longer read costs nothing`() {
    let reads = ChangeCounter()
    let shop = ObservedStore(Store(ShopFeature(), state: .init(readCounter: reads)))
    for _ in 1...3 { _ = shop.countedTitle }
    shop.send(.renamed("Lamps"))
    let before = reads.count
    shop.send(.renamed("Chairs"))
    #expect(reads.count == before)
  }

  @Test func `releasing an observed store removes its observers`() {
    let reads = ChangeCounter()
    let store = Store(ShopFeature(), state: .init(readCounter: reads))
    weak var kept: ObservedStore<ShopFeature.State, ShopFeature.Action>?
    do {
      let shop = ObservedStore(store)
      _ = shop.countedTitle
      kept = shop
    }
    #expect(kept == nil)
    let before = reads.count
    store.send(.renamed("Lamps"))
    #expect(reads.count == before)
  }

  @Test func `the part of a store that belongs to a child is tracked like a store`() {
    let store = Store(ShopFeature(), state: .init())
    let title = ObservedStore(store.scope({ $0 }, { $0 as ShopFeature.Action }))
    let fired = ChangeCounter()
    fired.countChanges { _ = title.title }
    title.send(.counted)
    #expect(fired.count == 0)
    title.send(.renamed("Lamps"))
    #expect(fired.count == 1 && title.title == "Lamps" && store.state.title == "Lamps")
  }

  @Test func `releasing an observed store releases its store`() {
    weak var kept: Store<ShopFeature>?
    do {
      let store = Store(ShopFeature(), state: .init())
      let shop = ObservedStore(store)
      _ = shop.title
      kept = store
    }
    #expect(kept == nil)
  }
}

private struct ShopFeature: Reducer {
  struct State {
    var title = "Shop"
    var count = 0
    var readCounter = ChangeCounter()

    /// The title.
    ///
    /// Reading it increments a counter.
    var countedTitle: String {
      readCounter.increment()
      return title
    }
  }

  enum Action {
    case renamed(String)
    case counted
    case reset
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .renamed(let title): state.title = title
    case .counted: state.count += 1
    case .reset:
      state.title = "Shop"
      state.count = 0
    }
    return .none
  }
}

/// A counter that can be incremented from any thread.
private final class ChangeCounter: Sendable {
  private let storage = Mutex(0)

  var count: Int { storage.withLock { $0 } }

  func increment() { storage.withLock { $0 += 1 } }

  /// Counts the next change of the properties that the closure reads.
  ///
  /// Observation reports one change only.
  func countChanges(of read: () -> Void) {
    withObservationTracking(read) { self.increment() }
  }
}
