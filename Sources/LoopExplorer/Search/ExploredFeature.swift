/// The options of an exploration, as given on a command line.
public struct ExplorationOptions: Sendable {
  /// The number of faults that can occur on a path.
  public let faults: Int
  /// The maximum number of pending effects.
  public let pendingLimit: Int
  /// The maximum number of states.
  public let stateLimit: Int
  /// A Boolean value that indicates whether whole states are compared instead of 64 bits of each.
  public let isExact: Bool
  /// The number of states after which ``onProgress`` is called again.
  public let progressInterval: Int
  /// A closure that is called during a long exploration.
  public var onProgress: (@Sendable (ExplorationProgress) -> Void)?

  /// Creates a request.
  public init(
    faults: Int = 0, pendingLimit: Int = 3, stateLimit: Int = 10_000_000, isExact: Bool = false,
    progressInterval: Int = 65_536
  ) {
    self.faults = faults
    self.pendingLimit = pendingLimit
    self.stateLimit = stateLimit
    self.isExact = isExact
    self.progressInterval = progressInterval
  }
}

/// How far an exploration or a series of random walks has come.
public enum ExplorationProgress: Hashable, Sendable, CustomStringConvertible {
  /// The number of states that were found, the number of those whose steps were taken, and the length of the longest
  /// of the shortest paths to them.
  case states(Int, expanded: Int, depth: Int)
  /// The numbers of walks and of their steps.
  case walks(Int, steps: Int)

  /// The numbers in words.
  public var description: String {
    switch self {
    case .states(let count, let expanded, let depth): "\(count) states, \(expanded) of them expanded, depth \(depth)"
    case .walks(let count, let steps): "\(count) walks, \(steps) steps"
    }
  }
}

/// The options of random walks, as given on a command line.
public struct WalkRequest: Sendable {
  /// The number or the duration of the walks.
  public enum Budget: Sendable {
    /// A number of walks.
    case walks(Int)
    /// A duration.
    case time(Duration)
  }

  /// The number or the duration of the walks.
  public let budget: Budget
  /// The seed of the first walk.
  public let seed: UInt64
  /// The maximum number of steps in a walk.
  public let maxSteps: Int
  /// The number of faults that can occur on a path.
  public let faults: Int
  /// The maximum number of pending effects.
  public let pendingLimit: Int
  /// The number of walks after which ``onProgress`` is called again.
  public let progressInterval: Int
  /// A closure that is called during a long series.
  public var onProgress: (@Sendable (ExplorationProgress) -> Void)?

  /// Creates a request.
  public init(
    _ budget: Budget, seed: UInt64, maxSteps: Int = 100, faults: Int = 0, pendingLimit: Int = 3,
    progressInterval: Int = 1_000
  ) {
    self.progressInterval = progressInterval
    self.budget = budget
    self.seed = seed
    self.maxSteps = maxSteps
    self.faults = faults
    self.pendingLimit = pendingLimit
  }
}

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
  var explore: @Sendable (ExplorationOptions) throws -> ExplorationReport { get }

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
  public let explore: @Sendable (ExplorationOptions) throws -> ExplorationReport
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
    explore = { request in
      var explorer = explorer(request.faults, request.pendingLimit)
      explorer.stateLimit = request.stateLimit
      explorer.isExact = request.isExact
      explorer.onProgress = request.onProgress.map { (request.progressInterval, $0) }
      return try explorer.explore()
    }
    walk = { request in
      let (seed, maxSteps) = (request.seed, request.maxSteps)
      var explorer = walker(request.faults, request.pendingLimit)
      explorer.onProgress = request.onProgress.map { (request.progressInterval, $0) }
      return switch request.budget {
      case .walks(let walks): try explorer.walk(seed: seed, walks: walks, maxSteps: maxSteps)
      case .time(let time): try explorer.walk(seed: seed, for: time, clock: ContinuousClock(), maxSteps: maxSteps)
      }
    }
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
