import Loop
import LoopExplorer

// What the front page shows of a feature, to the letter.

struct Search: Reducer {
  struct State: Hashable, Codable { var text = ""; var found: [String] = [] }
  enum Action: Hashable, Codable { case textChanged(String), found([String]) }
  enum Effect: Hashable, Codable { case search(String) }
  enum Slot: Hashable, Codable { case search }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .textChanged(let text):
      state.text = text
      return .run(.search(text), in: .search, .latest, after: .milliseconds(300))
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
      return !moment.isIdle || moment.state == .init() || moment.state.found == answer
    }
    explorer.canAlwaysReach("an empty field") { $0.state.text.isEmpty }
    return explorer
  }
}

extension Search: Undoable {
  nonisolated enum Change: Hashable { case typing }

  func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .textChanged(state.text): .nothing
    case .textChanged: .actions([.textChanged(state.text)], of: .typing, goesOn: true)
    case .found: .nothing
    }
  }
}

extension Search: Resumable {
  func resumption(of effect: Effect, in state: State) -> Resumption<Action> {
    switch effect {
    case .search: .again  // or .givenUp(hearing:), for what must not be done twice
    }
  }
}

struct Page: Reducer {
  struct State: Hashable, Codable { var search: Search.State? }
  enum Action: Hashable, Codable { case searchTapped, closeTapped, search(Search.Action) }
  enum Effect: Hashable, Codable { case search(Search.Effect) }
  enum Slot: Hashable, Codable { case search(Search.Slot) }

  let search = Search()

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .searchTapped: state.search = .init()
    case .closeTapped: state.search = nil
    case .search(let action): return search.reduce(&state.search, action).lift(Effect.search, Slot.search)
    }
    return .none
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .search(let slot): search.isAlive(slot, in: state.search)
    }
  }
}

struct SearchHandler: EffectHandler {
  let index: any SearchIndex  // protocol SearchIndex: Sendable { func find(_ text: String) async -> [String] }

  func run(_ effect: Search.Effect, send: Send<Search.Action>) async {
    switch effect {
    case .search(let text): await send(.found(await index.find(text)))
    }
  }
}

protocol SearchIndex: Sendable { func find(_ text: String) async -> [String] }
