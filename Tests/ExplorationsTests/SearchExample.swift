import Loop
import LoopProof

// What the front page shows of a feature and of its exploration, to the letter.

struct Search: Reducer {
  struct State: Hashable, Codable { var text = ""; var found: [String] = [] }
  enum Action: Hashable, Codable { case textChanged(String), found([String]) }
  enum Effect: Hashable, Codable { case search(String) }
  enum Slot: Hashable, Codable { case search }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .textChanged(let text):
      state.text = text
      return .ask(.search(text), in: .search, .latest, after: .milliseconds(300))
    case .found(let found):
      state.found = found
      return .none
    }
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { true }
}

struct SearchExploration: Exploration {
  let feature = Search()
  var start: (state: Search.State, world: [String]) { (.init(), ["lamp", "lampshade"]) }

  func actions(in state: Search.State) -> [Search.Action] {
    ["", "lamp", "lamps"].map { .textChanged($0) }
  }

  func outcomes(of effect: Search.Effect, in world: [String]) -> [Outcome<Search.Action, [String]>] {
    switch effect {
    case .search(let text): [Outcome("found", .found(world.filter { $0.hasPrefix(text) }), in: world)]
    }
  }
}

extension SearchExploration {
  func explorer(faults: Int) -> Explorer<SearchExploration> {
    var explorer = Explorer(self, faults: faults)
    explorer.always("law 6: what is found answers what was typed") { moment in
      let answer = moment.world.filter { $0.hasPrefix(moment.state.text) }
      return !moment.isQuiet || moment.state == .init() || moment.state.found == answer
    }
    explorer.canAlwaysReach("an empty field") { $0.state.text.isEmpty }
    return explorer
  }
}
