/// A feature that is explored under a name, whatever its types are.
public protocol NamedExploration: Sendable {
  /// What is walked to its end.
  associatedtype ExploredScenario: Exploration
  /// What is played by hand and walked by chance.
  associatedtype WalkedScenario: Exploration

  /// What it is called.
  var name: String { get }

  /// Makes what walks the space to its end, when so much may go wrong and be on its way.
  var explorer: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<ExploredScenario> { get }

  /// Makes what walks the whole by chance.
  var walker: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario> { get }

  /// What is played by hand.
  var walkedScenario: WalkedScenario { get }

  /// Explores as it is asked for.
  var explore: @Sendable (ExplorationRequest) throws -> ExplorationReport { get }

  /// Walks as it is asked for.
  var walk: @Sendable (WalkRequest) throws -> WalkReport { get }
}

/// A feature that is explored under a name: a space of it is walked to its end; the whole, in which there is everything to
/// do, is walked by chance and played by hand.
///
/// The steps of what is found in either can be taken in the whole, one after the other: it must begin likewise, and whatever
/// can happen in the space can happen in it.
public struct ExploredFeature<ExploredScenario: Exploration, WalkedScenario: Exploration>: NamedExploration {
  /// What it is called.
  public let name: String
  /// Makes what walks the space to its end.
  public let explorer: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<ExploredScenario>
  /// Makes what walks the whole by chance.
  public let walker: @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario>
  // Stored, so that they are made where the types are known: generic code would take four times as long.
  /// Explores as it is asked for.
  public let explore: @Sendable (ExplorationRequest) throws -> ExplorationReport
  /// Walks as it is asked for.
  public let walk: @Sendable (WalkRequest) throws -> WalkReport

  /// What is played by hand.
  public var walkedScenario: WalkedScenario { walker(0, 0).played }

  /// Gives a feature its name.
  public init(
    _ name: String,
    exploring explorer: @escaping @Sendable (_ faults: Int, _ pending: Int) -> Explorer<ExploredScenario>,
    walking walker: @escaping @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario>
  ) {
    self.name = name
    self.explorer = explorer
    self.walker = walker
    explore = { try explorer($0.faults, $0.pending).explore($0) }
    walk = { try walker($0.faults, $0.pending).walk($0) }
  }
}

extension ExploredFeature where ExploredScenario == WalkedScenario {
  /// Gives a feature its name of which nothing is left out.
  public init(
    _ name: String, _ explorer: @escaping @Sendable (_ faults: Int, _ pending: Int) -> Explorer<WalkedScenario>
  ) {
    self.init(name, exploring: explorer, walking: explorer)
  }
}
