/// A feature that can be explored by name.
public protocol NamedExploration: Sendable {
  /// The type of the scenario that is explored completely.
  associatedtype ExploredScenario: Exploration
  /// The type of the scenario that is walked at random and stepped through by hand.
  associatedtype WalkedScenario: Exploration

  /// The name of the feature.
  var name: String { get }

  /// Creates the explorer of the complete exploration, for a number of faults and a limit of pending effects.
  var makeExplorer: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<ExploredScenario> { get }

  /// Creates the explorer of the random walks, for a number of faults and a limit of pending effects.
  var makeWalkExplorer: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario> { get }

  /// The scenario that is stepped through by hand.
  var walkedScenario: WalkedScenario { get }

  /// Explores the state space as requested.
  var explore: @Sendable (ExplorationRequest) throws -> ExplorationReport { get }

  /// Makes random walks as requested.
  var walk: @Sendable (WalkRequest) throws -> WalkReport { get }
}

/// A feature that can be explored by name, with a small and a large scenario.
///
/// The small scenario is explored completely. The large one offers everything that the feature can do; it is walked at
/// random and stepped through by hand.
///
/// The steps of every finding must be possible in the large scenario. Both scenarios must therefore begin in the same
/// state, and everything that can happen in the small one must be possible in the large one.
public struct ExploredFeature<ExploredScenario: Exploration, WalkedScenario: Exploration>: NamedExploration {
  /// The name of the feature.
  public let name: String
  /// Creates the explorer of the complete exploration.
  public let makeExplorer: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<ExploredScenario>
  /// Creates the explorer of the random walks.
  public let makeWalkExplorer: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario>
  // These closures are stored so that they are specialized where the types are known: generic code takes four times as
  // long.
  /// Explores the state space as requested.
  public let explore: @Sendable (ExplorationRequest) throws -> ExplorationReport
  /// Makes random walks as requested.
  public let walk: @Sendable (WalkRequest) throws -> WalkReport

  /// The scenario that is stepped through by hand.
  public var walkedScenario: WalkedScenario { makeWalkExplorer(0, 0).scenario }

  /// Creates a named feature with a scenario to explore completely and a scenario to walk.
  public init(
    _ name: String,
    exploring explorer: @escaping @Sendable (_ faults: Int, _ pending: Int) -> Explorer<ExploredScenario>,
    walking walker: @escaping @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario>
  ) {
    self.name = name
    self.makeExplorer = explorer
    self.makeWalkExplorer = walker
    explore = { try explorer($0.faults, $0.pendingLimit).explore($0) }
    walk = { try walker($0.faults, $0.pendingLimit).walk($0) }
  }
}

extension ExploredFeature where ExploredScenario == WalkedScenario {
  /// Creates a named feature with one scenario that is both explored completely and walked.
  public init(
    _ name: String, _ explorer: @escaping @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario>
  ) {
    self.init(name, exploring: explorer, walking: explorer)
  }
}
