/// The number, the seed and the length of random walks.
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

  /// The maximum number of steps in a walk, unless another one is given.
  public static var defaultMaxSteps: Int { 100 }

  /// Creates a request.
  public init(_ budget: Budget, seed: UInt64, maxSteps: Int = Self.defaultMaxSteps) {
    self.budget = budget
    self.seed = seed
    self.maxSteps = maxSteps
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

  /// The scenario that is explored completely.
  var exploredScenario: ExploredScenario { get }

  /// The scenario that is walked at random and stepped through by hand.
  var walkedScenario: WalkedScenario { get }

  /// Explores the state space.
  var explore: @Sendable (ExplorationOptions) throws -> ExplorationReport { get }

  /// Makes random walks.
  var walk: @Sendable (WalkRequest, ExplorationOptions) throws -> WalkReport { get }
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
  private let makeExplorer: @Sendable (ExplorationOptions) -> Explorer<ExploredScenario>
  private let makeWalker: @Sendable (ExplorationOptions) -> Explorer<WalkedScenario>
  // These closures are stored so that they are specialized where the types are known: generic code takes four times as
  // long.
  /// Explores the state space.
  public let explore: @Sendable (ExplorationOptions) throws -> ExplorationReport
  /// Makes random walks.
  public let walk: @Sendable (WalkRequest, ExplorationOptions) throws -> WalkReport

  /// The scenario that is explored completely.
  public var exploredScenario: ExploredScenario { makeExplorer(ExplorationOptions()).scenario }
  /// The scenario that is walked at random and stepped through by hand.
  public var walkedScenario: WalkedScenario { makeWalker(ExplorationOptions()).scenario }

  /// Creates a named feature with a scenario to explore completely and a scenario to walk.
  public init(
    _ name: String, exploring explored: @autoclosure @escaping @Sendable () -> ExploredScenario,
    walking walked: @autoclosure @escaping @Sendable () -> WalkedScenario
  ) {
    self.init(name) {
      Explorer(explored(), $0)
    } walking: {
      Explorer(walked(), $0)
    }
  }

  /// Creates a named feature with closures that create explorers, which may have more laws than their scenarios.
  package init(
    _ name: String, exploring makeExplorer: @escaping @Sendable (ExplorationOptions) -> Explorer<ExploredScenario>,
    walking makeWalker: @escaping @Sendable (ExplorationOptions) -> Explorer<WalkedScenario>
  ) {
    self.name = name
    self.makeExplorer = makeExplorer
    self.makeWalker = makeWalker
    explore = { try makeExplorer($0).explore() }
    walk = { request, options in
      let (explorer, seed, maxSteps) = (makeWalker(options), request.seed, request.maxSteps)
      return switch request.budget {
      case .walks(let walks): try explorer.walk(seed: seed, walks: walks, maxSteps: maxSteps)
      case .time(let time): try explorer.walk(seed: seed, for: time, clock: ContinuousClock(), maxSteps: maxSteps)
      }
    }
  }
}

extension ExploredFeature where ExploredScenario == WalkedScenario {
  /// Creates a named feature with one scenario that is both explored completely and walked.
  public init(_ name: String, _ scenario: @autoclosure @escaping @Sendable () -> WalkedScenario) {
    self.init(name, exploring: scenario(), walking: scenario())
  }
}
