import Loop
import LoopExplorer

// The race that README.md shows: each text has a separate slot, so an older response can arrive last.

struct ObviousSearch: Reducer {
  struct State: Hashable, Codable { var text = ""; var results: [String] = [] }
  enum Action: Hashable, Codable { case textChanged(String), resultsLoaded([String]), searchFailed }
  enum Effect: Hashable, Codable { case search(String) }
  enum Slot: Hashable, Codable { case request(String) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .textChanged(let text):
      state.text = text
      return .run(.search(text), in: .request(text), ifLost: .searchFailed, afterRestart: .runAgain)
    case .resultsLoaded(let results):
      state.results = results
      return .none
    case .searchFailed: return .none
    }
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { true }
}

struct ObviousSearchExploration: Exploration {
  let feature = ObviousSearch()
  var start: (state: ObviousSearch.State, environment: [String]) { (.init(), ["desk", "lamp"]) }

  func actions(in state: ObviousSearch.State) -> [ObviousSearch.Action] {
    ["lamp", "desk"].map { .textChanged($0) }
  }

  func outcomes(of effect: ObviousSearch.Effect, in environment: [String]) -> [Outcome<ObviousSearch.Action, [String]>]
  {
    switch effect {
    case .search(let text):
      [Outcome("found", .resultsLoaded(environment.filter { $0.hasPrefix(text) }), in: environment)]
    }
  }
}

extension ObviousSearchExploration {
  func addLaws(to explorer: inout Explorer<ObviousSearchExploration>) {
    explorer.always("law 6: the results belong to the text") { scenario in
      let expected = scenario.environment.filter { $0.hasPrefix(scenario.state.text) }
      return !scenario.isIdle || scenario.state == .init() || scenario.state.results == expected
    }
  }
}
