/// The faults and limits of an exploration or of random walks.
public struct ExplorationOptions: Sendable {
  /// The number of faults that can occur on a path.
  ///
  /// Faults are responses lost after the execution, effects executed twice, and cancelled effects executed late.
  public var faults: Int
  /// The maximum number of pending effects.
  ///
  /// States with more pending effects are not explored.
  public var pendingLimit: Int
  /// The maximum number of states to explore.
  public var stateLimit: Int
  /// The maximum number of states to explore after a law was found broken.
  ///
  /// A flaw can make a finite space infinite, and the shortest counterexamples of most other laws are not far away.
  public var stateLimitAfterViolation: Int
  /// A Boolean value that indicates whether whole states are stored for comparison, instead of 64 bits of each.
  public var isExact: Bool
  /// A closure that is called during a long exploration or a long series of walks.
  public var onProgress: (@Sendable (ExplorationProgress) -> Void)?
  /// The number of states or walks after which ``onProgress`` is called again.
  ///
  /// The default is 65,536 states or 1,000 walks.
  public var progressInterval: Int?

  /// Creates options.
  public init(
    faults: Int = 0, pendingLimit: Int = 4, stateLimit: Int = 10_000_000, stateLimitAfterViolation: Int = 100_000,
    isExact: Bool = false, progressInterval: Int? = nil, onProgress: (@Sendable (ExplorationProgress) -> Void)? = nil
  ) {
    precondition(min(faults, pendingLimit, stateLimitAfterViolation) >= 0 && stateLimit > 0, "Limits are not negative.")
    self.faults = faults
    self.pendingLimit = pendingLimit
    self.stateLimit = stateLimit
    self.stateLimitAfterViolation = stateLimitAfterViolation
    self.isExact = isExact
    self.progressInterval = progressInterval
    self.onProgress = onProgress
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
