/// What an exploration is asked for, as on a command line.
public struct ExplorationRequest: Sendable {
  /// How much may go wrong.
  public let faults: Int
  /// How much may be on its way at once.
  public let pending: Int
  /// How many moments are walked at most.
  public let limit: Int
  /// Whether whole moments are kept to compare with.
  public let isExact: Bool

  /// Asks for an exploration.
  public init(faults: Int = 0, pendingLimit pending: Int = 3, stateLimit limit: Int = 10_000_000, isExact: Bool = false)
  {
    self.faults = faults
    self.pending = pending
    self.limit = limit
    self.isExact = isExact
  }
}

extension Explorer {
  /// Explores as it was asked for; how much may go wrong and be on its way was said when the explorer was made.
  func explore(_ request: ExplorationRequest) throws -> ExplorationReport {
    var explorer = self
    explorer.limit = request.limit
    explorer.isExact = request.isExact
    return try explorer.explore()
  }
}
