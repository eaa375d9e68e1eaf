/// What random walks are asked for, as on a command line.
public struct WalkRequest: Sendable {
  /// How long walks are made.
  public enum Budget: Sendable {
    /// So many.
    case walks(Int)
    /// For some time.
    case time(Duration)
  }

  /// How long walks are made.
  public let extent: Budget
  /// What the first walk is made with.
  public let seed: UInt64
  /// How many steps a walk has at most.
  public let steps: Int
  /// How much may go wrong.
  public let faults: Int
  /// How much may be on its way at once.
  public let pending: Int

  /// Asks for walks.
  public init(_ extent: Budget, seed: UInt64, maxSteps steps: Int = 100, faults: Int = 0, pendingLimit pending: Int = 3)
  {
    self.extent = extent
    self.seed = seed
    self.steps = steps
    self.faults = faults
    self.pending = pending
  }
}

extension Explorer {
  /// Walks as it was asked for; how much may go wrong and be on its way was said when the explorer was made.
  func walk(_ request: WalkRequest) throws -> WalkReport {
    switch request.extent {
    case .walks(let walks): try walk(seed: request.seed, walks: walks, maxSteps: request.steps)
    case .time(let time): try walk(seed: request.seed, for: time, clock: ContinuousClock(), maxSteps: request.steps)
    }
  }
}
