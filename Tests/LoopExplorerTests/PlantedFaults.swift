import Loop
import LoopExplorer

/// A sheet that opens when what it shows has been read.
struct OpeningSheet: Exploration, Reducer {
  enum Flaw { case reopens, spins }
  enum Sheet: Codable { case closed, opening, open }

  struct State: Hashable, Codable, Sendable {
    var sheet = Sheet.closed
    var isWanted = false
  }

  enum Action: Hashable, Codable, Sendable { case openTapped, closeTapped, found, notFound }
  enum Effect: Hashable, Codable, Sendable { case read }
  enum Slot: Hashable, Codable, Sendable { case sheet }

  let flaw: Flaw?
  var feature: OpeningSheet { self }
  var start: (state: State, world: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .openTapped where state.sheet == .closed:
      state = State(sheet: .opening, isWanted: true)
      return .run(.read, in: .sheet)
    case .openTapped: break
    case .closeTapped: state = State()
    case .found: state.sheet = .open
    case .notFound: if flaw != .spins { state = State() }
    }
    return .none
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool { flaw == .reopens || state.sheet == .opening }
  func actions(in state: State) -> [Action] { [.openTapped, .closeTapped] }
  func isBusy(_ state: State) -> Bool { state.sheet == .opening }

  func outcomes(of effect: Effect, in world: Bool) -> [Outcome<Action, Bool>] {
    [Outcome("found", .found, in: world), Outcome("lost", .notFound, in: world)]
  }

  var explorer: Explorer<OpeningSheet> {
    var explorer = Explorer(self)
    explorer.always("A sheet is open only if it is wanted") { $0.state.sheet != .open || $0.state.isWanted }
    explorer.reachable("open") { $0.state.sheet == .open }
    explorer.canAlwaysReach("closed") { $0.isIdle && $0.state.sheet == .closed }
    return explorer
  }
}

/// Four places, of which two lead only to each other.
struct Maze: Exploration, Reducer {
  enum Action: Hashable, Codable, Sendable { case left, right }

  var feature: Maze { self }
  var start: (state: Int, world: Bool) { (0, false) }

  func reduce(_ place: inout Int, _ action: Action) -> Effects<Never, Never> {
    switch (place, action) {
    case (0, .left): place = 1
    case (1, .right): place = 3
    case (1, .left): place = 2
    case (2, .left): place = 4
    case (4, .left): place = 2
    default: break
    }
    return .none
  }

  func actions(in place: Int) -> [Action] { [.left, .right] }
  func outcomes(of effect: Never, in world: Bool) -> [Outcome<Action, Bool>] {}

  var explorer: Explorer<Maze> {
    var explorer = Explorer(self)
    explorer.canAlwaysReach("the exit") { $0.state == 3 }
    return explorer
  }
}

/// Counts, and prints a set in the order in which it happens to be walked through.
///
/// Twenty are in it, so that two sets that were made in different ways agree by chance only once in a long while.
struct LeakedOrderFeature: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0
    var names: Set<String> = []

    /// Made with room to spare, so that it is walked through in another order than its equal that is read back.
    mutating func fill() {
      names = Set(minimumCapacity: 4000)
      for number in 0..<20 { names.insert("name \(number)") }
    }
  }

  enum Action: Hashable, Codable, Sendable { case listed, counted }
  enum Effect: Hashable, Codable, Sendable { case print([String]) }

  /// How far it counts before the set is filled.
  let last: Int

  init(after last: Int) { self.last = last }

  var feature: LeakedOrderFeature { self }

  var start: (state: State, world: Bool) {
    var state = State()
    if last == 0 { state.fill() }
    return (state, false)
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Never> {
    switch action {
    case .listed: return state.names.isEmpty ? .none : .fireAndForget(.print(Array(state.names)))
    case .counted:
      if state.count < last { state.count += 1 }
      if state.count == last && state.names.isEmpty { state.fill() }
      return .none
    }
  }

  func actions(in state: State) -> [Action] { [.listed, .counted] }

  func outcomes(of effect: Effect, in world: Bool) -> [Outcome<Action, Bool>] { [Outcome("printed", in: world)] }
}
