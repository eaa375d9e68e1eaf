import Loop
import LoopHistory

extension BreadthFirstSearch {
  /// Returns the report of the exploration.
  func makeReport() throws -> ExplorationReport {
    var report = ExplorationReport(
      stateCount: stateCount, stepCount: stepCount, depth: depth, coverage: try Coverage(coverageRecorder))
    report.scope = explorer.scenario.scope
    report.isExact = explorer.options.isExact
    if explorer.options.faults == 0 && !report.scope.excludes.isEmpty {
      report.scope.excludes.append("injected faults")
    }
    report.pendingLimitReached = try firstStateOverPendingLimit.map {
      try PendingLimitReached($0, pendingLimit: explorer.options.pendingLimit)
    }
    report.findings = try violations.map(finding)
    if hasReachedStateLimit {
      report.stateLimitReached = try StateLimitReached(
        stateCount: stateCount, isAfterViolation: stateCount < explorer.options.stateLimit,
        lastStates: currentLevel + nextLevel)
    }
    // A state that was not explored may contain what seems to be missing.
    report.isComplete =
      !isInvalid && !hasOmittedSteps && report.stateLimitReached == nil && report.pendingLimitReached == nil
    if !report.isComplete { return report }
    if report.coverage.rows.isEmpty {
      report.findings.append(
        Finding(law: "At least one action is offered: no state offers an action, so nothing was explored"))
    }
    report.findings += unreachedProperties.map { Finding(law: "Never reached: \($0.name)") }
    report.findings += report.coverage.rows.filter { !$0.cells.contains(.changed) }.map {
      Finding(law: "Every action and response changes something in some state: \($0.name) never does")
    }
    if let reasons = explorer.expectedCoverageGaps {
      report.findings += report.coverage.unexplainedGapsAndUnusedReasons(expecting: reasons)
        .map { Finding(law: "Gaps in the coverage match the expected ones: \($0)") }
    }
    for (index, goal) in explorer.goals.enumerated() {
      guard let stuck = graph.firstStateUnableToReach(goalStates[index], ofGoal: index) else { continue }
      report.findings.append(try finding(for: (Explorer<Scenario>.unreachableLaw(for: goal), stuck, nil)))
    }
    return report
  }

  private func finding(for violation: StateViolation) throws -> Finding {
    let ordinals = graph.shortestPath(to: violation.scenarioState) + (violation.ordinal.map { [$0] } ?? [])
    var path = try RecordedPath(explorer.scenario, faults: explorer.options.faults)
    for ordinal in ordinals {
      guard try path.apply(ordinal: ordinal) != nil else {
        try path.recordImpurity()
        break
      }
    }
    if violation.ordinal == nil,
      !explorer.invariants.allSatisfy({ $0.name != violation.law || !$0.holds(path.scenarioState) })
    {
      try path.recorder.addEnvironmentEvent("the law holds here, so the normal form changes more than names")
    }
    return try explorer.finding(law: violation.law, path: path)
  }
}
