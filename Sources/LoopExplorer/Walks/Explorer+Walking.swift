extension Explorer {
  /// Makes random walks from the initial state, for state spaces that are too large to be explored.
  ///
  /// ```swift
  /// let report = try EditorExploration().explorer(faults: 1).walk(seed: 1, walks: 10_000)
  /// #expect(report.finding == nil, "\(report)")
  /// ```
  ///
  /// The laws are those of the explorer. The first violation ends the walks, and the path to it is shrunk. A property
  /// that was not reached is not a finding. At the end of each walk, the goals must still be reachable. With the same
  /// arguments and a pure feature, every process finds the same violation.
  public func walk(seed: UInt64, walks: Int, maxSteps: Int = 100) throws -> WalkReport {
    var walking = RandomWalk(self, seed: seed, maxSteps: maxSteps)
    while walking.firstViolation == nil && walking.walkCount < walks { walking.walk() }
    return try walking.makeReport(firstSeed: seed)
  }

  /// Makes random walks for a duration, and at least one.
  ///
  /// The clock is read between walks. The number of walks depends on the machine, but the result of a walk does not:
  /// the report contains the seed with which the walk that found a violation can be repeated alone.
  public func walk<Time: Clock>(
    seed: UInt64, for time: Duration, clock: Time, maxSteps: Int = 100
  ) throws -> WalkReport where Time.Duration == Duration {
    var walking = RandomWalk(self, seed: seed, maxSteps: maxSteps)
    let end = clock.now.advanced(by: time)
    repeat { walking.walk() } while walking.firstViolation == nil && clock.now < end
    return try walking.makeReport(firstSeed: seed)
  }
}

extension RandomWalk {
  /// Returns the report of the walks.
  func makeReport(firstSeed: UInt64) throws -> WalkReport {
    var report = WalkReport(seed: firstSeed, walkCount: walkCount, stepCount: stepCount)
    report.unreachedProperties = unreachedProperties.map(\.name)
    report.undecidedGoals = undecidedGoals.sorted().map { explorer.goals[$0].name }
    guard let firstViolation else { return report }
    var shrinking = Shrinker(firstViolation, explorer: explorer)
    shrinking.shrink()
    let finding = try explorer.finding(for: shrinking.shortest)
    report.discovery = WalkReport.Discovery(
      finding: finding, seed: seed, stepCount: firstViolation.steps.count, shrinkAttempts: shrinking.attempts)
    return report
  }
}

extension Explorer {
  /// Returns the finding for a violation, with the transcript of its path.
  fileprivate func finding(for violation: Violation<Scenario>) throws -> Finding {
    var path = try RecordedPath(scenario, faults: faults)
    for step in violation.steps where try path.apply(step) == nil {
      path.noteImpurity()
      break
    }
    return try finding(law: violation.law, path: path)
  }
}
