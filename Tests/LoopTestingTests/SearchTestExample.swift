import Loop
import LoopTesting
import Testing

// The test that README.md shows. The search is a copy of the one in Tests/FrontPageTests/SearchExample.swift.

private struct Search: Reducer {
  struct State: Hashable, Codable { var text = ""; var results: [String] = [] }
  enum Action: Hashable, Codable { case textChanged(String), resultsLoaded([String]) }
  enum Effect: Hashable, Codable { case search(String) }
  enum Slot: Hashable, Codable { case search }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .textChanged(let text):
      state.text = text
      return .run(.search(text), in: .search, .latest, after: .milliseconds(300))
    case .resultsLoaded(let results):
      state.results = results
      return .none
    }
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { true }
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
