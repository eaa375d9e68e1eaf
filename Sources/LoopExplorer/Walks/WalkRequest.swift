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

  /// Creates a request.
  public init(_ extent: Budget, seed: UInt64, maxSteps: Int = 100, faults: Int = 0, pendingLimit: Int = 3) {
    self.budget = extent
    self.seed = seed
    self.maxSteps = maxSteps
    self.faults = faults
    self.pendingLimit = pendingLimit
  }
}

extension Explorer {
  /// Makes the walks of a request.
  ///
  /// The faults and the pending effects are limited by the explorer.
  func walk(_ request: WalkRequest) throws -> WalkReport {
    switch request.budget {
    case .walks(let walks): try walk(seed: request.seed, walks: walks, maxSteps: request.maxSteps)
    case .time(let time): try walk(seed: request.seed, for: time, clock: ContinuousClock(), maxSteps: request.maxSteps)
    }
  }
}
