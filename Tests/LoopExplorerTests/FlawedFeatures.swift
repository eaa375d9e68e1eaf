import Loop
import LoopExplorer
import TestInputs

/// A sheet that opens when its content has been read.
struct OpeningSheet: Exploration, OneFailureFeature {
  enum Flaw { case reopens, staysOpening }
  enum Sheet: Codable { case closed, opening, open }

  struct State: Hashable, Codable, Sendable {
    var sheet = Sheet.closed
    var isRequested = false
  }

  enum Action: Hashable, Codable, Sendable { case openTapped, closeTapped, found, notFound }
  enum Effect: Hashable, Codable, Sendable { case read }
  enum Slot: Hashable, Codable, Sendable { case sheet }

  static let lostResponse = Action.notFound
  let flaw: Flaw?
  var feature: OpeningSheet { self }
  var start: (state: State, environment: Bool) { (State(), false) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .openTapped where state.sheet == .closed:
      state = State(sheet: .opening, isRequested: true)
      return .run(.read, in: .sheet)
    case .openTapped: break
    case .closeTapped: state = State()
    case .found: state.sheet = .open
    case .notFound: if flaw != .staysOpening { state = State() }
    }
    return .none
  }

  func isActive(_ slot: Slot, in state: State) -> Bool { flaw == .reopens || state.sheet == .opening }
  func actions(in state: State) -> [Action] { [.openTapped, .closeTapped] }
  func isBusy(_ state: State) -> Bool { state.sheet == .opening }

  func outcomes(of effect: Effect, in environment: Bool) -> [Outcome<Action, Bool>] {
    [Outcome("found", .found, in: environment), Outcome("lost", .notFound, in: environment)]
  }

  var sourceExpression: String { "OpeningSheet(flaw: \(flaw.map { ".\($0)" } ?? "nil"))" }

  func addLaws(to explorer: inout Explorer<OpeningSheet>) {
    explorer.always("A sheet is open only if it was requested") { $0.state.sheet != .open || $0.state.isRequested }
    explorer.reachable("open") { $0.state.sheet == .open }
    explorer.canAlwaysReach("closed") { $0.isIdle && $0.state.sheet == .closed }
  }
}

/// A maze of five positions, of which two lead only to each other.
struct Maze: Exploration, Reducer {
  enum Action: Hashable, Codable, Sendable { case left, right }

  var feature: Maze { self }
  var start: (state: Int, environment: Bool) { (0, false) }

  func reduce(_ index: inout Int, _ action: Action) -> Effects<Self> {
    switch (index, action) {
    case (0, .left): index = 1
    case (1, .right): index = 3
    case (1, .left): index = 2
    case (2, .left): index = 4
    case (4, .left): index = 2
    default: break
    }
    return .none
  }

  func actions(in index: Int) -> [Action] { [.left, .right] }
  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<Action, Bool>] {}

  func addLaws(to explorer: inout Explorer<Maze>) {
    explorer.canAlwaysReach("the exit") { $0.state == 3 }
  }
}

/// Counts, and prints a set in its iteration order, which is undefined.
///
/// The set has twenty elements, so two equal sets that were created in different ways rarely have the same order.
struct LeakedOrderFeature: Exploration, Reducer {
  struct State: Hashable, Codable, Sendable {
    var count = 0
    var names: Set<String> = []

    /// Reserves more capacity than needed, so that the iteration order differs from the order in a decoded copy.
    mutating func fill() {
      names = Set(minimumCapacity: 4000)
      for number in 0..<20 { names.insert("name \(number)") }
    }
  }

  enum Action: Hashable, Codable, Sendable { case listed, counted }
  enum Effect: Hashable, Codable, Sendable { case print([String]) }

  /// The count at which the set is filled.
  let fillCount: Int

  init(after last: Int) { self.fillCount = last }

  var feature: LeakedOrderFeature { self }

  var start: (state: State, environment: Bool) {
    var state = State()
    if fillCount == 0 { state.fill() }
    return (state, false)
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .listed:
      return state.names.isEmpty
        ? .none : .fireAndForget(.print(Array(state.names)), runsAgainAfterRestart: true)
    case .counted:
      if state.count < fillCount { state.count += 1 }
      if state.count == fillCount && state.names.isEmpty { state.fill() }
      return .none
    }
  }

  func actions(in state: State) -> [Action] { [.listed, .counted] }

  func outcomes(of effect: Effect, in environment: Bool) -> [Outcome<Action, Bool>] {
    [Outcome("printed", in: environment)]
  }
}
