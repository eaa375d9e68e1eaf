import Loop
import Testing

@MainActor @Suite struct `A scoped store` {
  private struct Counter: Reducer {
    struct State: Hashable, Identifiable { var id = 0; var count = 0; var title = "" }
    enum Action { case incremented, renamed(String) }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
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
      var sheet: Counter.State? = Counter.State()
      var list = [Counter.State(id: 1), Counter.State(id: 2)]
    }

    enum Action {
      case counter(Counter.Action), sheet(Int, Counter.Action), listed(Int, Counter.Action)
      case sheetOpened(Int), sheetClosed, rowRemoved(Int), reversed
    }

    static let counter = ChildCases<Counter, Page>(action: Action.counter)
    static func sheet(_ id: Int) -> ChildCases<Counter, Page> { ChildCases { .sheet(id, $0) } }
    static func listed(_ id: Int) -> ChildCases<Counter, Page> { ChildCases { .listed(id, $0) } }

    func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
      let counter = Counter()
      switch action {
      case .counter(let action): return counter.reduce(&state.counter, action).lift(Page.counter)
      case .sheet(let id, let action): return counter.reduce(&state.sheet, at: id, action).lift(Page.sheet(id))
      case .listed(let id, let action): return counter.reduce(&state.list, at: id, action).lift(Page.listed(id))
      case .sheetOpened(let id): state.sheet = Counter.State(id: id)
      case .sheetClosed: state.sheet = nil
      case .rowRemoved(let id): state.list.removeAll { $0.id == id }
      case .reversed: state.list.reverse()
      }
      return .none
    }
  }

  private let page = Store(Page(), state: .init())

  @Test func `shows the state of its child and sends the child's actions`() {
    let counter = page.scope(\.counter, Page.counter)
    counter.send(.incremented)
    #expect(counter.state.count == 1 && page.state.counter.count == 1 && page.state.sheet?.count == 0)
    let title = counter.binding(\.title) { .renamed($0) }
    title.value = "total"
    #expect(page.state.counter.title == "total" && title.value == "total")
  }

  @Test func `is observed only for what is read`() {
    let counter = page.scope(\.counter, Page.counter)
    var counts: [Int] = []
    let token = counter.observe(\.count) { counts.append($0) }
    counter.send(.incremented)
    counter.send(.renamed("total"))
    page.send(.sheet(0, .incremented))
    page.send(.counter(.incremented))
    token.cancel()
    counter.send(.incremented)
    #expect(counts == [1, 2])
  }

  @Test func `scopes of scopes reach the same child`() throws {
    let outer = page.scope({ $0 }, { $0 as Page.Action })
    let inner = try #require(outer.scope(\.sheet, Page.sheet))
    inner.send(.incremented)
    #expect(inner.state.count == 1 && page.state.sheet?.count == 1)
  }

  @Test func `law 3: after an optional child has left, its scope drops actions and shows the last state`() throws {
    let sheet = try #require(page.scope(\.sheet, Page.sheet))
    sheet.send(.incremented)
    #expect(sheet.state.count == 1 && sheet.isPresent)
    var counts: [Int] = []
    _ = sheet.observe(\.count) { counts.append($0) }
    page.send(.sheetClosed)
    sheet.send(.incremented)
    #expect(!sheet.isPresent && sheet.state.count == 1 && counts.isEmpty)
    #expect(page.scope(\.sheet, Page.sheet) == nil)
  }

  @Test func `law 3: the scope of a replaced child neither shows nor reaches its successor`() throws {
    let first = try #require(page.scope(\.sheet, Page.sheet))
    var counts: [Int] = []
    _ = first.observe(\.count) { counts.append($0) }
    first.send(.incremented)
    page.send(.sheetOpened(1))
    let second = try #require(page.scope(\.sheet, Page.sheet))
    first.send(.incremented)
    second.send(.renamed("second"))
    #expect(second.state == .init(id: 1, count: 0, title: "second") && !first.isPresent && counts == [1])
    page.send(.sheetClosed)
    #expect(page.scope(\.sheet, Page.sheet) == nil && !second.isPresent)
  }

  @Test func `follows an element of a collection by its ID`() throws {
    let row = try #require(page.scope(\.list, id: 2, Page.listed))
    page.send(.reversed)
    row.send(.incremented)
    #expect(page.state.list.map(\.id) == [2, 1] && page.state.list[0].count == 1 && row.state.count == 1)
    page.send(.rowRemoved(2))
    row.send(.incremented)
    #expect(!row.isPresent && page.state.list == [.init(id: 1)])
    #expect(page.scope(\.list, id: 3, Page.listed) == nil)
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

    func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
      state.values.values.append(0)
      return .none
    }
  }
}
