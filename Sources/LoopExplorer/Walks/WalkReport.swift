/// The result of random walks.
///
/// A report without a finding verifies nothing, because walks visit only a part of the states.
public struct WalkReport: Sendable, CustomStringConvertible {
  /// A finding, and the walk that led to it.
  public struct WalkFinding: Sendable {
    /// The violated law, and the shrunk path to the violation.
    public let finding: Finding
    /// The seed with which the walk can be repeated alone.
    public let seed: UInt64
    /// The number of steps in the walk.
    public let stepCount: Int
    /// The number of attempts to shrink the path.
    public let shrinkAttempts: Int
  }

  /// The seed of the first walk.
  public let seed: UInt64
  /// The number of walks.
  public let walkCount: Int
  /// The number of steps in all walks.
  public let stepCount: Int
  /// The properties that no walk reached.
  public internal(set) var unreachedProperties: [String] = []
  /// The goals that could not be decided at the end of some walk.
  public internal(set) var undecidedGoals: [String] = []
  /// The finding and the walk that led to it, or `nil` if no law was violated.
  public internal(set) var discovery: WalkFinding?

  /// The violated law and its path, or `nil` if no law was violated.
  public var finding: Finding? { discovery?.finding }

  /// The size of the walks, and the finding.
  public var description: String {
    var lines = ["seed \(seed): \(walkCount.counted("walk")), \(stepCount.counted("step"))"]
    lines += unreachedProperties.map { "not reached: \($0)" }
    lines += undecidedGoals.map { "undecided: \($0)" }
    if let discovery {
      let (steps, tries) = (discovery.stepCount.counted("step"), discovery.shrinkAttempts.counted("try", "tries"))
      lines += ["found by the walk with seed \(discovery.seed), after \(steps), and shrunk in \(tries)", ""]
      lines.append("\(discovery.finding)")
    } else {
      lines.append("no law was seen to break")
    }
    return lines.joined(separator: "\n")
  }
}

extension Int {
  fileprivate func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }
}
