extension Explorer {
  /// Walks by chance, for what is too large to be explored: so many times, from the start, so many steps at most.
  ///
  /// ```swift
  /// let walked = try EditorExploration().explorer(faults: 1).walk(seed: 1, walks: 10_000)
  /// #expect(walked.finding == nil, "\(walked)")
  /// ```
  ///
  /// The laws are those that the explorer holds. The first that breaks ends the walking, and the way there is shrunk. A
  /// sight that was not seen is no finding, and whether a goal stays in reach is tried from the end of each walk. With the
  /// same numbers, and a feature that is pure, the same is found in every process.
  public func walk(seed: UInt64, walks: Int, maxSteps steps: Int = 100) throws -> WalkReport {
    var walking = RandomWalk(self, seed: seed, maxSteps: steps)
    while walking.firstBreak == nil && walking.walks < walks { walking.walk() }
    return try walking.makeReport(firstSeed: seed)
  }

  /// Walks by chance for some time, and at least once.
  ///
  /// The clock is read between walks. How many there are depends on the machine; what is found does not: the seed of the
  /// one walk that found it is told, and with it the walk can be repeated alone.
  public func walk<Time: Clock>(
    seed: UInt64, for time: Duration, clock: Time, maxSteps steps: Int = 100
  ) throws -> WalkReport where Time.Duration == Duration {
    var walking = RandomWalk(self, seed: seed, maxSteps: steps)
    let end = clock.now.advanced(by: time)
    repeat { walking.walk() } while walking.firstBreak == nil && clock.now < end
    return try walking.makeReport(firstSeed: seed)
  }
}

extension RandomWalk {
  /// What the walks came to.
  func makeReport(firstSeed first: UInt64) throws -> WalkReport {
    var walked = WalkReport(seed: first, walkCount: walks, stepCount: steps)
    walked.notSeen = unseen.map(\.name)
    walked.notJudged = unjudged.sorted().map { explorer.goals[$0].name }
    guard let firstBreak else { return walked }
    var shrinking = Shrinker(firstBreak, explorer: explorer)
    shrinking.shrink()
    let finding = try explorer.finding(for: shrinking.best)
    walked.discovery = WalkReport.Discovery(
      finding: finding, seed: seed, steps: firstBreak.steps.count, tries: shrinking.tries)
    return walked
  }
}

extension Explorer {
  /// Writes a way down.
  fileprivate func finding(for breaking: Violation<Scenario>) throws -> Finding {
    var trail = try RecordedPath(played, faults: faults)
    for step in breaking.steps where try trail.apply(step) == nil {
      trail.noteImpurity()
      break
    }
    return try finding(law: breaking.law, path: trail)
  }
}
