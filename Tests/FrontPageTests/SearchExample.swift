import Loop
import LoopExplorer
import LoopTesting
import Testing

// The search that README.md and the guides show. DocumentationTests compares them line by line.

struct Search: Reducer {
  struct State: Hashable, Codable { var text = ""; var results: [String] = [] }
  enum Action: Hashable, Codable { case textChanged(String), resultsLoaded([String]), searchFailed }
  enum Effect: Hashable, Codable { case search(String) }
  enum Slot: Hashable, Codable { case search }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .textChanged(let text):
      state.text = text
      return .run(
        .search(text), in: .search, .latest, after: .milliseconds(300),
        ifLost: .searchFailed, afterRestart: .runAgain)
    case .resultsLoaded(let results): state.results = results
    case .searchFailed: state.results = []
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

@Test func `law 6: a new text cancels the search for the previous one`() {
  let search = TestStore(Search(), state: .init())
  search.send(.textChanged("lamp"), starts: [.search("lamp")], after: .milliseconds(300)) { $0.text = "lamp" }
  search.send(
    .textChanged("desk"), starts: [.search("desk")], after: .milliseconds(300), cancels: [.search("lamp")]
  ) { $0.text = "desk" }
  search.end(.search("desk"), .resultsLoaded(["desk"])) { $0.results = ["desk"] }
  search.finish()
}

struct SearchExploration: Exploration {
  let feature = Search()
  var start: (state: Search.State, environment: [String]) { (.init(), ["lamp", "lampshade"]) }

  func actions(in state: Search.State) -> [Search.Action] {
    ["", "lamp", "lamps"].map { .textChanged($0) }
  }

  func outcomes(of effect: Search.Effect, in environment: [String]) -> [Outcome<Search.Action, [String]>] {
    switch effect {
    case .search(let text):
      [Outcome("found", .resultsLoaded(environment.filter { $0.hasPrefix(text) }), in: environment)]
    }
  }
}

extension SearchExploration {
  func addLaws(to explorer: inout Explorer<SearchExploration>) {
    explorer.always("law 6: the results belong to the text") { scenario in
      let expected = scenario.environment.filter { $0.hasPrefix(scenario.state.text) }
      return !scenario.isIdle || scenario.state == .init() || scenario.state.results == expected
    }
    explorer.canAlwaysReach("an empty field") { $0.state.text.isEmpty }
  }
}

@Test func `every law of the search holds`() throws {
  let report = try Explorer(SearchExploration()).explore()
  #expect(report.isVerified, "\(report)")
}

@Test func `law 6: the results belong to the text`() throws {
  let findings = try Explorer(SearchExploration()).replay(
    #"""
    textChanged("lamp")
    execute search found
    textChanged("lamps")
    deliver search
    """#)
  #expect(findings.isEmpty, "\(findings)")
}

extension Search: Undoable {
  nonisolated enum ChangeKind: Hashable { case typing }

  func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .textChanged(state.text): .ignored
    case .textChanged: .actions([.textChanged(state.text)], of: .typing, coalesces: true)
    case .resultsLoaded, .searchFailed: .ignored
    }
  }
}

struct Page: Reducer {
  struct State: Hashable, Codable { var search = Search.State(); var tabs: [Int: Search.State] = [:] }
  enum Action: Hashable, Codable { case search(Search.Action), tabOpened(Int), tabClosed(Int), tab(Int, Search.Action) }
  enum Effect: Hashable, Codable { case search(Search.Effect), tab(Int, Search.Effect) }
  enum Slot: Hashable, Codable { case search(Search.Slot), tab(Int, Search.Slot) }

  static let search = ChildCases<Search, Page>(action: Action.search, effect: Effect.search, slot: Slot.search)

  static func tab(_ id: Int) -> ChildCases<Search, Page> {
    ChildCases(action: { .tab(id, $0) }, effect: { .tab(id, $0) }, slot: { .tab(id, $0) })
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .search(let action): return Search().reduce(&state.search, action).lift(Page.search)
    case .tabOpened(let id): if state.tabs[id] == nil { state.tabs[id] = Search.State() }
    case .tabClosed(let id): state.tabs[id] = nil
    case .tab(let id, let action): return Search().reduce(&state.tabs[id], action).lift(Page.tab(id))
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .search(let slot): Search().isActive(slot, in: state.search)
    case .tab(let id, let slot): Search().isActive(slot, in: state.tabs[id])
    }
  }
}

struct PageHandler: EffectHandler {
  let search: SearchHandler

  func run(_ effect: Page.Effect, send: Send<Page.Action>) async -> Page.Action? {
    switch effect {
    case .search(let effect): await search.run(effect, send: send, as: Page.search)
    case .tab(let id, let effect): await search.run(effect, send: send, as: Page.tab(id))
    }
  }
}

struct SearchHandler: EffectHandler {
  let index: any SearchIndex  // protocol SearchIndex: Sendable { func find(_ text: String) async -> [String] }

  func run(_ effect: Search.Effect, send: Send<Search.Action>) async -> Search.Action? {
    switch effect {
    case .search(let text): .resultsLoaded(await index.find(text))
    }
  }
}

protocol SearchIndex: Sendable { func find(_ text: String) async -> [String] }

@MainActor func runSearch(in index: any SearchIndex) async {
  let store = Store(Search(), state: .init(), handler: SearchHandler(index: index))
  _ = store.observe(\.results) { print($0.joined(separator: ", ")) }
  while let text = readLine() {
    store.send(.textChanged(text))
    await store.waitUntilIdle()
  }
}

@MainActor func printResults(of search: some StoreProtocol<Search.State, Search.Action>) {
  _ = search.observe(\.results) { print($0) }
}

@MainActor func printResults(of page: Store<Page>) {
  printResults(of: page.scope(\.search, Page.search))
  guard let tab = page.scope(\.tabs[1], Page.tab(1)) else { return print("the tab is closed") }
  printResults(of: tab)
}

@MainActor func undoTyping(in index: any SearchIndex) -> String {
  let handler = UndoEffectHandler<Search, _>(SearchHandler(index: index))
  let store = Store(UndoFeature(Search(), limit: 50), state: .init(.init()), handler: handler)
  store.send(.feature(.textChanged("lamp")))
  store.send(.undo)
  return store.state.feature.text  // the text before it was changed
}

@MainActor func states(of store: Store<Search>, typing texts: [String]) -> [Search.State] {
  var (loopState, causes) = (store.session.loopState, [LoopStep<Search>.Cause]())
  let observation = store.onEvent { if case .stepTaken(let step) = $0 { causes.append(step.cause) } }
  for text in texts { store.send(.textChanged(text)) }
  observation.cancel()
  return [loopState.state]
    + causes.map { cause in
      loopState.replay(cause, by: store.feature)
      return loopState.state
    }
}
