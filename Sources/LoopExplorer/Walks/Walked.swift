/// What random walks came to.
///
/// That nothing was found verifies nothing: a walk sees only what it comes upon.
public struct WalkReport: Sendable {
  /// What was found, and by which walk.
  public struct Discovery: Sendable {
    /// The law that breaks, and the way there after shrinking.
    public let finding: Finding
    /// The seed with which the one walk that found it can be repeated.
    public let seed: UInt64
    /// How many steps that walk had.
    public let steps: Int
    /// How many ways were tried to shrink it.
    public let tries: Int
  }

  /// What the first walk was made with.
  public let seed: UInt64
  /// How many walks were made.
  public let walks: Int
  /// How many steps they had, all together.
  public let steps: Int
  /// What was expected to be seen sometimes, and was not.
  public internal(set) var notSeen: [String] = []
  /// What was expected to stay in reach, and was neither reached nor out of reach at the end of some walk.
  public internal(set) var notJudged: [String] = []
  /// What was found against the laws, if anything was.
  public internal(set) var discovery: Discovery?

  init(seed: UInt64, walkCount walks: Int, stepCount steps: Int) {
    self.seed = seed
    self.walks = walks
    self.steps = steps
  }

  /// What was found against the laws.
  public var finding: Finding? { discovery?.finding }
}

extension WalkReport: CustomStringConvertible {
  /// How much was walked, and what was found.
  public var description: String {
    var lines = ["seed \(seed): \(walks.counted("walk")), \(steps.counted("step"))"]
    lines += notSeen.map { "not seen: \($0)" }
    lines += notJudged.map { "not judged: \($0)" }
    if let discovery {
      let (steps, tries) = (discovery.steps.counted("step"), discovery.tries.counted("try", "tries"))
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
