internal import Loop
internal import LoopHistory

extension Search {
  /// What the exploration came to.
  func judged() throws -> Explored {
    var explored = Explored(moments: moments, steps: steps, depth: depth, coverage: try Coverage(tally))
    explored.scope = explorer.faults == 0 ? explorer.played.scope.withoutFaults : explorer.played.scope
    explored.cut = try firstCut.map { try Cut($0, pending: explorer.pending) }
    if let firstBreak { explored.findings = [try finding(firstBreak)] }
    if isBounded && firstBreak == nil {
      explored.bound = try Bound(explorer.limit, variety: Variety(of: level + coming))
    }
    // What was not followed may hold what is missing.
    guard explored.findings.isEmpty && explored.bound == nil && explored.cut == nil else { return explored }
    if explored.coverage.rows.isEmpty {
      explored.findings.append(Finding("Something is done: no state offers an action, so that nothing was explored"))
    }
    explored.findings += unseen.map { Finding("Never seen: \($0.name)") }
    explored.findings += explored.coverage.dead.map { Finding("No action and no answer is in vain: \($0) is, always") }
    if let reasons = explorer.impossible {
      explored.findings += explored.coverage.unexplained(by: reasons)
        .map { Finding("What is never taken in somewhere is impossible there, for a reason: \($0)") }
    }
    for (goal, moments) in zip(explorer.goals, reached) {
      guard let stuck = walk.firstThatCannotReach(moments) else { continue }
      explored.findings.append(try finding((Explorer<Played>.unreachable(goal), stuck, nil)))
    }
    return explored
  }

  private func finding(_ broken: Break) throws -> Finding {
    let way = walk.way(to: broken.moment) + (broken.ordinal.map { [$0] } ?? [])
    var trail = try Trail(explorer.played, faults: explorer.faults)
    for ordinal in way {
      guard try trail.take(ordinal: ordinal) != nil else {
        trail.noteImpurity()
        break
      }
    }
    if broken.ordinal == nil, !explorer.invariants.allSatisfy({ $0.name != broken.law || !$0.holds(trail.moment) }) {
      trail.recorder.note("the law holds here: renaming changed more than names")
    }
    return try explorer.finding(broken.law, trail)
  }
}
