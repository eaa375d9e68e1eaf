import Loop

extension Explorer {
  /// Follows a path from the initial state, and returns the violations on it.
  ///
  /// From the end of the path, every goal must still be reachable. The path consists of one step a line, in the syntax
  /// of ``Finding/steps``.
  ///
  /// ```swift
  /// #expect(
  ///   try explorer.replay(
  ///     """
  ///     rowTapped(p1)
  ///     form(nameChanged("A"))
  ///     form(saveTapped)
  ///     execute writes saved
  ///     deliver writes
  ///     """
  ///   ).isEmpty)
  /// ```
  ///
  /// - An action need not be one that the exploration offers. It is sent, and the laws are checked.
  /// - A step that is no longer possible *closes* the path. The following steps are not taken, and nothing is returned,
  ///   because the violation that they led to can no longer happen in this way. Most fixes close a path: a fix changes
  ///   when effects run and how they end in this situation, not which effects and outcomes exist.
  /// - The names in a step must still exist in some state near the path: a slot in use, an outcome of its run, an
  ///   effect that has been requested, or an event. At most 10,000 nearby states are searched. A name that does not
  ///   exist is misspelled, or was renamed or removed, and the test would pass forever. In this case the method throws
  ///   an `ImpossibleStepError`, as it does for a line that is not a step of this feature. The lines after a closed
  ///   path are checked in the same way.
  public func replay(_ steps: String) throws -> [Finding] {
    var path = try RecordedPath(scenario, faults: options.faults)
    if let law = violatedLaw(in: path.scenarioState) { return [try finding(law: law, path: path)] }
    var states = [path.scenarioState]
    let lines = steps.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
    for (index, line) in lines.enumerated() {
      let before = path.scenarioState
      guard let stepResult = try path.apply(line: line) else {
        try checkNames(in: lines[index...], at: path, around: states)
        return []
      }
      states.append(path.scenarioState)
      if let step = path.steps.last, let law = violatedLaw(by: (step, path.scenarioState, stepResult), from: before) {
        return [try finding(law: law, path: path)]
      }
    }
    return try goals.compactMap { goal in
      switch canReach(goal, from: path.scenarioState, within: options.stateLimit) {
      case true?: nil
      case false?: try finding(law: Self.unreachableLaw(for: goal), path: path)
      case nil: try finding(law: "Not reached from here within the limits of the search: \(goal.name)", path: path)
      }
    }
  }

  /// Throws an error for the first line that contains a name that does not exist near a closed path.
  private func checkNames(
    in lines: ArraySlice<String>, at path: RecordedPath<Scenario>, around states: [ScenarioState<Scenario>]
  ) throws {
    var nearbyStates = NearbyNames(around: states, explorer: self)
    for line in lines {
      guard let step = ExplorationStep<Scenario>(parsing: line) else { throw try path.stepError(for: line) }
      if try !nearbyStates.searchForNames(of: step) {
        throw try path.stepError(for: line, searchedStateCount: nearbyStates.searchedCount)
      }
    }
  }

  /// Returns the first law that does not hold in a state, or `nil` if all laws hold.
  func violatedLaw(in scenarioState: ScenarioState<Scenario>) -> String? {
    isStuck(scenarioState)
      ? BuiltInLaw.busyWithNothingPending.rawValue : invariants.first { !$0.holds(scenarioState) }?.name
  }

  /// Returns a Boolean value that indicates whether a state looks busy although nothing is pending.
  func isStuck(_ scenarioState: ScenarioState<Scenario>) -> Bool {
    scenarioState.isIdle && scenario.isBusy(scenarioState.loopState.state)
  }

  /// Returns the first law that a step or the state after it violates, or `nil` if all laws hold.
  func violatedLaw(by transition: Transition, from scenarioState: ScenarioState<Scenario>) -> String? {
    if case .violation(let law) = transition.stepResult { return law.rawValue }
    return stepLaws.first { !$0.holds(scenarioState, transition.step, transition.scenarioState) }?.name
      ?? (transition.stepResult == .changed ? violatedLaw(in: transition.scenarioState) : nil)
  }

  /// Returns the law that is violated in a state from which a goal cannot be reached.
  static func unreachableLaw(for goal: Goal) -> String { "Cannot be reached from here: \(goal.name)" }

  /// Returns a Boolean value that indicates whether a goal can be reached, or `nil` if the search was too small to
  /// decide.
  func canReach(_ goal: Goal, from scenarioState: ScenarioState<Scenario>, within limit: Int) -> Bool? {
    var goalExplorer = self
    goalExplorer.options.stateLimit = limit
    (goalExplorer.invariants, goalExplorer.stepLaws, goalExplorer.goals) = ([], [], [])
    goalExplorer.reachableProperties = [(goal.name, goal.isReached)]
    var search = BreadthFirstSearch(goalExplorer, following: goal)
    search.visit(scenarioState)
    while search.canContinue && !search.unreachedProperties.isEmpty { search.exploreNextLevel() }
    if search.unreachedProperties.isEmpty { return true }
    // A state that was not explored may lead to the goal.
    let isWhole =
      search.nextLevel.isEmpty && !search.hasReachedStateLimit && search.violations.isEmpty
      && search.firstStateOverPendingLimit == nil
    return isWhole ? false : nil
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
