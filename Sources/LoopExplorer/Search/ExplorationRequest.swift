/// The options of an exploration, as given on a command line.
public struct ExplorationRequest: Sendable {
  /// The number of faults that can occur on a path.
  public let faults: Int
  /// The maximum number of pending effects.
  public let pendingLimit: Int
  /// The maximum number of states.
  public let stateLimit: Int
  /// A Boolean value that indicates whether whole states are compared instead of 64 bits of each.
  public let isExact: Bool

  /// Creates a request.
  public init(faults: Int = 0, pendingLimit: Int = 3, stateLimit: Int = 10_000_000, isExact: Bool = false) {
    self.faults = faults
    self.pendingLimit = pendingLimit
    self.stateLimit = stateLimit
    self.isExact = isExact
  }
}

extension Explorer {
  /// Explores the state space with the limit of states and the comparison of a request.
  ///
  /// The faults and the pending effects are limited by the explorer.
  func explore(_ request: ExplorationRequest) throws -> ExplorationReport {
    var explorer = self
    explorer.stateLimit = request.stateLimit
    explorer.isExact = request.isExact
    return try explorer.explore()
  }
}
