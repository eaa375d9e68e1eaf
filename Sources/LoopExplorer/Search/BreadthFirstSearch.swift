import Loop

/// A breadth-first exploration in progress.
struct BreadthFirstSearch<Scenario: Exploration> {
  /// A violated law, the index of the state, and the ordinal of the step from it if the step violated the law.
  typealias StateViolation = (law: String, scenarioState: Int, ordinal: Int?)

  let explorer: Explorer<Scenario>
  /// The goal to which the followed steps must lead, or `nil` to follow all steps.
  let followedGoal: Explorer<Scenario>.Goal?
  var graph: SearchGraph
  var visited: VisitedStates<Scenario>
  var coverageRecorder = CoverageRecorder<Scenario>()
  var recentReductions = RecentReductions<Scenario>()
  /// The number of visited states that were not in normal form.
  var renamedStateCount = 0
  var unreachedProperties: [Explorer<Scenario>.Law]
  /// The laws of states and of steps that have not been broken.
  var openInvariants: [Explorer<Scenario>.Law]
  var openStepLaws: [Explorer<Scenario>.StepLaw]
  /// For each goal, the indices of the states that satisfy it.
  var goalStates: [[UInt32]]
  /// The states that were found last and are expanded next, in the order of their indices.
  var nextLevel: [ScenarioState<Scenario>] = []
  /// The states that are being expanded, and the index of the first of them.
  var currentLevel: [ScenarioState<Scenario>] = []
  var currentLevelStart = 0
  /// The index of the state that is being expanded.
  var expandedIndex = 0
  var stateCount = 0
  var stepCount = 0
  var depth = 0
  /// The first state that was not explored because it exceeds the limit of pending effects.
  var firstStateOverPendingLimit: ScenarioState<Scenario>?
  /// The first violation of each broken law, in the order in which they were found.
  var violations: [StateViolation] = []
  /// A Boolean value that indicates whether a step was not followed because it violates a built-in law.
  var hasOmittedSteps = false
  /// A Boolean value that indicates whether a violation makes all further results meaningless.
  var isInvalid = false

  init(_ explorer: Explorer<Scenario>, following goal: Explorer<Scenario>.Goal? = nil) {
    self.explorer = explorer
    followedGoal = goal
    stateLimit = explorer.options.stateLimit
    precondition(explorer.goals.count <= 32, "An exploration has at most 32 goals.")
    graph = SearchGraph(goalCount: explorer.goals.count)
    visited = VisitedStates(isExact: explorer.options.isExact)
    unreachedProperties = explorer.reachableProperties
    openInvariants = explorer.invariants
    openStepLaws = explorer.stepLaws
    goalStates = explorer.goals.map { _ in [] }
  }

  var canContinue: Bool { !nextLevel.isEmpty && !isInvalid && !hasReachedStateLimit }

  /// A Boolean value that indicates whether there are more states than the limit allows.
  ///
  /// The state that exceeds the limit is not added.
  var hasReachedStateLimit = false
  /// The maximum number of states, which is smaller after a law was found broken.
  var stateLimit: Int

  /// Visits a state in its normal form, for the first time or again.
  ///
  /// `edgeGoals` are the goals to which the step may lead, one bit each.
  mutating func visit(
    _ scenarioState: borrowing ScenarioState<Scenario>, by ordinal: Int? = nil, edgeGoals: UInt32 = 0
  ) {
    if let renamed = explorer.scenario.normalized(scenarioState) {
      renamedStateCount += 1
      if Self.isSampled(renamedStateCount - 1), !explorer.haveEqualNextSteps(copy scenarioState, renamed) {
        recordViolation(of: .wrongNormalForm, at: expandedIndex, by: ordinal)
      }
      insert(renamed, by: ordinal, edgeGoals: edgeGoals)
    } else {
      insert(scenarioState, by: ordinal, edgeGoals: edgeGoals)
    }
  }

  mutating func insert(_ scenarioState: borrowing ScenarioState<Scenario>, by ordinal: Int?, edgeGoals: UInt32) {
    let (index, isNew) = visited.insert(scenarioState)
    graph.addEdge(to: index, goals: edgeGoals)
    if isNew {
      addState(copy scenarioState, by: ordinal)
    } else if stateCount <= 16_384 {
      checkHash(of: copy scenarioState, againstState: index, by: ordinal)
    }
  }

  /// Compares a state with the known state that has the same hash, if that state is still in memory.
  ///
  /// If a hash omits a property that `==` compares, different states are taken for one. This shows early, so only the
  /// first states are compared.
  mutating func checkHash(of scenarioState: ScenarioState<Scenario>, againstState index: Int, by ordinal: Int?) {
    let known = index - currentLevelStart
    // The state that exceeded the limit was not added.
    guard known >= 0, known < currentLevel.count + nextLevel.count else { return }
    let other = known < currentLevel.count ? currentLevel[known] : nextLevel[known - currentLevel.count]
    if other != scenarioState { recordViolation(of: .incompleteHash, at: expandedIndex, by: ordinal) }
  }

  mutating func addState(_ scenarioState: ScenarioState<Scenario>, by ordinal: Int?) {
    if stateCount == stateLimit { return hasReachedStateLimit = true }
    let index = stateCount
    stateCount += 1
    graph.addState(reachedBy: ordinal ?? 0, from: expandedIndex)
    if explorer.isStuck(scenarioState) { recordViolation(of: .busyWithNothingPending, at: index) }
    var law = 0
    while law < openInvariants.count {
      if openInvariants[law].holds(scenarioState) {
        law += 1
      } else {
        addViolation(of: openInvariants.remove(at: law).name, at: index)
      }
    }
    if !unreachedProperties.isEmpty { unreachedProperties.removeAll { $0.holds(scenarioState) } }
    for goal in goalStates.indices where explorer.goals[goal].isReached(scenarioState) {
      goalStates[goal].append(UInt32(index))
    }
    nextLevel.append(scenarioState)
  }

  /// Adds the first violation of a law.
  mutating func addViolation(of law: String, at scenarioState: Int, by ordinal: Int? = nil) {
    if violations.isEmpty { stateLimit = min(stateLimit, stateCount + explorer.options.stateLimitAfterViolation) }
    violations.append((law, scenarioState, ordinal))
  }

  /// Records a violation of a built-in law, of which only the first is kept.
  mutating func recordViolation(of law: BuiltInLaw, at scenarioState: Int, by ordinal: Int? = nil) {
    isInvalid = isInvalid || law.isFundamental
    if !violations.contains(where: { $0.law == law.rawValue }) {
      addViolation(of: law.rawValue, at: scenarioState, by: ordinal)
    }
  }

  /// Expands the states that were found last.
  mutating func exploreNextLevel() {
    currentLevelStart = expandedIndex
    // Reuses the storage of the previous level, because allocating new storage costs more than filling it.
    swap(&currentLevel, &nextLevel)
    nextLevel.removeAll(keepingCapacity: true)
    for scenarioState in currentLevel {
      expand(scenarioState)
      expandedIndex += 1
      if let report = explorer.options.onProgress,
        expandedIndex.isMultiple(of: explorer.options.progressInterval ?? 65_536)
      {
        report(.states(stateCount, expanded: expandedIndex, depth: depth))
      }
      if isInvalid || hasReachedStateLimit { break }
    }
    if !nextLevel.isEmpty { depth += 1 }
  }

  mutating func expand(_ scenarioState: ScenarioState<Scenario>) {
    graph.beginEdges()
    let kind = coverageRecorder.registerKind(explorer.scenario.kind(of: scenarioState.loopState.state))
    for (slot, responses) in scenarioState.pendingResponses where !responses.isEmpty {
      if let run = scenarioState.loopState.pending.running(in: slot) {
        coverageRecorder.awaitedEffects[kind].insert(run.effect)
      }
    }
    var ordinal = 0
    // For a sample of the states, the second reductions start from a decoded copy.
    let reductions =
      Self.isSampled(expandedIndex)
      ? scenarioState.reductions(equalCopy: scenarioState.decodedCopy)
      : recentReductions.reductions(of: scenarioState.loopState.state)
    coverageRecorder.updateOfferedActions(reductions.userActions(in: explorer.scenario))
    scenarioState.visitNextSteps(in: explorer.scenario, reductions) { step, next, stepResult in
      defer { ordinal += 1 }
      if let followedGoal, !followedGoal.allows(step) { return }
      switch stepResult {
      case .unchanged:
        if case .user = step {
          coverageRecorder.recordUnchanged(in: kind, cause: coverageRecorder.offeredCauseIndices[ordinal])
        }
        if !openStepLaws.isEmpty { checkStepLaws(step, ordinal, from: scenarioState, to: scenarioState) }
      case .violation(let law):
        hasOmittedSteps = true
        recordViolation(of: law, at: expandedIndex, by: ordinal)
      case .changed:
        if case .user = step {
          coverageRecorder.recordTransition(
            from: kind, cause: coverageRecorder.offeredCauseIndices[ordinal],
            to: explorer.scenario.kind(of: next.loopState.state))
        } else if case .deliver(let slot) = step {
          countResponse(in: slot, from: scenarioState, kind: kind, to: copy next)
        }
        if !openStepLaws.isEmpty { checkStepLaws(step, ordinal, from: scenarioState, to: next) }
        if next.pendingCount <= explorer.options.pendingLimit {
          visit(next, by: ordinal, edgeGoals: Self.edgeGoals(of: step, among: explorer.goals))
        } else if firstStateOverPendingLimit == nil {
          firstStateOverPendingLimit = copy next
        }
      }
    }
    stepCount += ordinal
  }

  /// Returns the goals to which a step may lead, one bit each.
  ///
  /// A method of the search itself would copy the search for each step.
  static func edgeGoals(of step: ExplorationStep<Scenario>, among goals: [Explorer<Scenario>.Goal]) -> UInt32 {
    var bits: UInt32 = 0
    for index in goals.indices where goals[index].allows(step) { bits |= 1 << UInt32(index) }
    return bits
  }

  mutating func checkStepLaws(
    _ step: ExplorationStep<Scenario>, _ ordinal: Int, from scenarioState: ScenarioState<Scenario>,
    to next: borrowing ScenarioState<Scenario>
  ) {
    let next = copy next
    var law = 0
    while law < openStepLaws.count {
      if openStepLaws[law].holds(scenarioState, step, next) {
        law += 1
      } else {
        addViolation(of: openStepLaws.remove(at: law).name, at: expandedIndex, by: ordinal)
      }
    }
  }

  /// Returns a Boolean value that indicates whether an expensive check is made for the state with an index.
  static func isSampled(_ index: Int) -> Bool { index % (index < 64 ? 1 : index < 16_384 ? 256 : 4096) == 0 }

  mutating func countResponse(
    in slot: Scenario.Feature.Slot, from scenarioState: ScenarioState<Scenario>, kind: Int,
    to next: ScenarioState<Scenario>
  ) {
    guard let responses = scenarioState.pendingResponses[slot], let action = responses.first,
      let run = scenarioState.loopState.pending.running(in: slot)
    else { return }
    let cause = coverageRecorder.registerCause(.init(action: action, effect: run.effect))
    var quiet = scenarioState.loopState.pending
    if responses.count == 1 && !run.isSubscription { _ = quiet.apply(.none, ending: run) { _ in true } }
    if next.state == scenarioState.state && next.environment == scenarioState.environment
      && next.loopState.pending == quiet
      && next.pendingFireAndForget == scenarioState.pendingFireAndForget
    {
      coverageRecorder.recordUnchanged(in: kind, cause: cause)
    } else {
      coverageRecorder.recordTransition(from: kind, cause: cause, to: explorer.scenario.kind(of: next.loopState.state))
    }
  }
}
