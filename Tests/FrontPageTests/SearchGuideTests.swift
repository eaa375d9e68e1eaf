import Loop
import LoopTesting
import Testing

/// The code of the guide "Building a feature", run.
@MainActor @Suite struct `The guide's search` {
  private struct Index: SearchIndex {
    func find(_ text: String) async -> [String] { ["lamp", "lampshade"].filter { $0.hasPrefix(text) } }
  }

  @Test func `finds what was typed, alone and as a child of a page`() async {
    let clock = TestClock()
    let handler = SearchHandler(index: Index())
    let search = Store(Search(), state: .init(), handler: handler, clock: clock)
    let page = Store(
      Page(), state: .init(), handler: PageHandler(search: handler), clock: clock)
    page.send(.tabOpened(1))
    search.send(.textChanged("lamps"))
    page.send(.search(.textChanged("lamps")))
    page.send(.tab(1, .textChanged("lamp")))
    page.send(.tabOpened(2))
    page.send(.tab(2, .textChanged("lamp")))
    // A tab that was closed takes its search with it.
    page.send(.tabClosed(2))
    #expect(page.session.loopState.pending.running.count == 2)
    clock.advance(by: .milliseconds(300))
    await search.waitUntilIdle()
    await page.waitUntilIdle()
    #expect(search.state.results == ["lampshade"] && page.state.search.results == ["lampshade"])
    #expect(page.state.tabs == [1: .init(text: "lamp", results: ["lamp", "lampshade"])])
    #expect(page.scope(\.search, Page.search).state.results == ["lampshade"])
    #expect(page.scope(\.tabs[1], Page.tab(1))?.state.results.count == 2)
    #expect(page.scope(\.tabs[2], Page.tab(2)) == nil)
  }

  @Test func `undoes typing, and goes through its states again`() {
    #expect(undoTyping(in: Index()) == "")
    let store = Store(Search(), state: .init(), handler: SearchHandler(index: Index()))
    #expect(states(of: store, typing: ["lamp", "desk"]).map(\.text) == ["", "lamp", "desk"])
  }
}
