import Loop
import Testing

@MainActor @Suite struct `A scoped store` {
  private struct Counter: Reducer {
    struct State: Hashable, Identifiable { var id = 0; var count = 0; var title = "" }
    enum Action { case incremented, renamed(String) }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
      switch action {
      case .incremented: state.count += 1
      case .renamed(let title): state.title = title
      }
      return .none
    }
  }

  private struct Page: Reducer {
    struct State {
      var counter = Counter.State()
      var optional: Counter.State? = Counter.State()
      var presented = Presented<Counter>()
      var list = [Counter.State(id: 1), Counter.State(id: 2)]
    }

    enum Action {
      case counter(Counter.Action), optional(Counter.Action), presented(Counter.Action), listed(Int, Counter.Action)
      case optionalRemoved, sheetOpened, sheetClosed, rowRemoved(Int), reversed
    }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
      let counter = Counter()
      switch action {
      case .counter(let action): return counter.reduce(&state.counter, action)
      case .optional(let action): return counter.reduce(&state.optional, action)
      case .presented(let action): state.presented.update { _ = counter.reduce(&$0, action) }
      case .listed(let id, let action): return counter.reduce(&state.list, at: id, action)
      case .optionalRemoved: state.optional = nil
      case .sheetOpened: state.presented.present(Counter.State())
      case .sheetClosed: state.presented.dismiss()
      case .rowRemoved(let id): state.list.removeAll { $0.id == id }
      case .reversed: state.list.reverse()
      }
      return .none
    }
  }

  private let page = Store(Page(), state: .init())

  @Test func `shows the state of its child and sends the child's actions`() {
    let counter = page.scope(\.counter, Page.Action.counter)
    counter.send(.incremented)
    #expect(counter.state.count == 1 && page.state.counter.count == 1 && page.state.optional?.count == 0)
    let title = counter.binding(\.title) { .renamed($0) }
    title.value = "total"
    #expect(page.state.counter.title == "total" && title.value == "total")
  }

  @Test func `is observed only for what is read`() {
    let counter = page.scope(\.counter, Page.Action.counter)
    var counts: [Int] = []
    let token = counter.observe(\.count) { counts.append($0) }
    counter.send(.incremented)
    counter.send(.renamed("total"))
    page.send(.optional(.incremented))
    page.send(.counter(.incremented))
    token.cancel()
    counter.send(.incremented)
    #expect(counts == [1, 2])
  }

  @Test func `scopes of scopes reach the same child`() throws {
    let outer = page.scope({ $0 }, { $0 as Page.Action })
    let inner = try #require(outer.scope(\.optional, Page.Action.optional))
    inner.send(.incremented)
    #expect(inner.state.count == 1 && page.state.optional?.count == 1)
  }

  @Test func `law 3: after an optional child has left, its scope drops actions and shows the last state`() throws {
    let optional = try #require(page.scope(\.optional, Page.Action.optional))
    optional.send(.incremented)
    #expect(optional.state.count == 1 && optional.isPresent)
    var counts: [Int] = []
    _ = optional.observe(\.count) { counts.append($0) }
    page.send(.optionalRemoved)
    optional.send(.incremented)
    #expect(!optional.isPresent && optional.state.count == 1 && counts.isEmpty)
    #expect(page.scope(\.optional, Page.Action.optional) == nil)
  }

  @Test func `law 3: the scope of a replaced child neither shows nor reaches its successor`() throws {
    page.send(.sheetOpened)
    let first = try #require(page.scope(\.presented, Page.Action.presented))
    var counts: [Int] = []
    _ = first.observe(\.count) { counts.append($0) }
    first.send(.incremented)
    page.send(.sheetOpened)
    let second = try #require(page.scope(\.presented, Page.Action.presented))
    first.send(.incremented)
    second.send(.renamed("second"))
    #expect(second.state == .init(count: 0, title: "second") && !first.isPresent && counts == [1])
    page.send(.sheetClosed)
    #expect(page.scope(\.presented, Page.Action.presented) == nil && !second.isPresent)
  }

  @Test func `an observer is notified of a child that is presented again with an equal state`() throws {
    page.send(.sheetOpened)
    var scopes: [ScopedStore<Counter.State, Counter.Action>?] = []
    _ = page.observe(\.presented) { [page] _ in scopes.append(page.scope(\.presented, Page.Action.presented)) }
    page.send(.sheetOpened)
    try #require(scopes.count == 1)
    scopes[0]?.send(.incremented)
    #expect(page.state.presented.child?.count == 1)
    page.send(.counter(.incremented))
    #expect(scopes.count == 2, "nothing else notifies the observer")
  }

  @Test func `follows an element of a collection by its ID`() throws {
    let row = try #require(page.scope(\.list, id: 2) { Page.Action.listed(2, $0) })
    page.send(.reversed)
    row.send(.incremented)
    #expect(page.state.list.map(\.id) == [2, 1] && page.state.list[0].count == 1 && row.state.count == 1)
    page.send(.rowRemoved(2))
    row.send(.incremented)
    #expect(!row.isPresent && page.state.list == [.init(id: 1)])
    #expect(page.scope(\.list, id: 3) { Page.Action.listed(3, $0) } == nil)
  }

  @Test func `a scope of a permanent child keeps no copy of its state`() {
    let large = Store(LargeFeature(), state: .init())
    let scope = large.scope(\.values) { $0 as LargeFeature.Action }
    #expect(scope.state.values.count == 3)
    let before = large.state.values.address
    scope.send(.appended)
    #expect(large.state.values.address == before)
  }

  private struct LargeFeature: Reducer {
    struct State { var values = Values() }
    struct Values {
      var values: [Int] = {
        var values = [1, 2, 3]; values.reserveCapacity(100); return values
      }()
      var address: UnsafeRawPointer? { values.withUnsafeBytes { $0.baseAddress } }
    }
    enum Action { case appended }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
      state.values.values.append(0)
      return .none
    }
  }
}
