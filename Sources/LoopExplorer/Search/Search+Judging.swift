internal import Loop
internal import LoopHistory

extension BreadthFirstSearch {
  /// What the exploration came to.
  func makeReport() throws -> ExplorationReport {
    var explored = ExplorationReport(stateCount: moments, stepCount: steps, depth: depth, coverage: try Coverage(tally))
    explored.scope = explorer.faults == 0 ? explorer.played.scope.withoutFaults : explorer.played.scope
    explored.cut = try firstCut.map { try PendingLimitReached($0, pendingLimit: explorer.pending) }
    if let firstBreak { explored.findings = [try finding(for: firstBreak)] }
    if isBounded && firstBreak == nil {
      explored.bound = try StateLimitReached(stateCount: explorer.limit, variety: FieldVariety(of: level + coming))
    }
    // What was not followed may hold what is missing.
    guard explored.findings.isEmpty && explored.bound == nil && explored.cut == nil else { return explored }
    if explored.coverage.rows.isEmpty {
      explored.findings.append(
        Finding(law: "Something is done: no state offers an action, so that nothing was explored"))
    }
    explored.findings += unseen.map { Finding(law: "Never seen: \($0.name)") }
    explored.findings += explored.coverage.ineffectiveRows.map {
      Finding(law: "No action and no answer is in vain: \($0) is, always")
    }
    if let reasons = explorer.impossible {
      explored.findings += explored.coverage.unexplainedGaps(expecting: reasons)
        .map { Finding(law: "What is never taken in somewhere is impossible there, for a reason: \($0)") }
    }
    for (goal, moments) in zip(explorer.goals, reached) {
      guard let stuck = walk.firstStateUnableToReach(moments) else { continue }
      explored.findings.append(try finding(for: (Explorer<Scenario>.unreachableLaw(for: goal), stuck, nil)))
    }
    return explored
  }

  private func finding(for broken: StateViolation) throws -> Finding {
    let way = walk.shortestPath(to: broken.moment) + (broken.ordinal.map { [$0] } ?? [])
    var trail = try RecordedPath(explorer.played, faults: explorer.faults)
    for ordinal in way {
      guard try trail.apply(ordinal: ordinal) != nil else {
        trail.noteImpurity()
        break
      }
    }
    if broken.ordinal == nil, !explorer.invariants.allSatisfy({ $0.name != broken.law || !$0.holds(trail.moment) }) {
      trail.recorder.addNote("the law holds here: renaming changed more than names")
    }
    return try explorer.finding(law: broken.law, path: trail)
  }
}
