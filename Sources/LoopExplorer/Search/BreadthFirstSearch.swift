import Loop

/// A breadth-first exploration in progress.
struct BreadthFirstSearch<Scenario: Exploration> {
  /// A violated law, the index of the state, and the ordinal of the step from it if the step violated the law.
  typealias StateViolation = (law: String, scenarioState: Int, ordinal: Int?)

  let explorer: Explorer<Scenario>
  var graph: SearchGraph
  var visited: VisitedStates<Scenario>
  var coverageRecorder = CoverageRecorder<Scenario>()
  var presentationCheck = DismissedChildCheck<Scenario>()
  /// The number of visited states that were not in normal form.
  var renamedStateCount = 0
  var unreachedProperties: [Explorer<Scenario>.Law]
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
  var firstViolation: StateViolation?

  init(_ explorer: Explorer<Scenario>) {
    self.explorer = explorer
    graph = SearchGraph(keepsEdges: !explorer.goals.isEmpty)
    visited = VisitedStates(isExact: explorer.isExact)
    unreachedProperties = explorer.reachableProperties
    goalStates = explorer.goals.map { _ in [] }
  }

  var canContinue: Bool { !nextLevel.isEmpty && firstViolation == nil && !hasReachedStateLimit }

  /// A Boolean value that indicates whether there are more states than the limit allows.
  ///
  /// The state that exceeds the limit is not added.
  var hasReachedStateLimit = false

  /// Visits a state in its normal form, for the first time or again.
  mutating func visit(_ scenarioState: borrowing ScenarioState<Scenario>, by ordinal: Int = 0) {
    if let renamed = explorer.scenario.normalized(scenarioState) {
      renamedStateCount += 1
      if Self.isSampled(renamedStateCount - 1), !explorer.haveEqualNextSteps(copy scenarioState, renamed) {
        recordViolation(of: BuiltInLaw.wrongNormalForm.rawValue, at: expandedIndex, by: ordinal)
      }
      insert(renamed, by: ordinal)
    } else {
      insert(scenarioState, by: ordinal)
    }
  }

  mutating func insert(_ scenarioState: borrowing ScenarioState<Scenario>, by ordinal: Int) {
    let (index, isNew) = visited.insert(scenarioState)
    if stateCount > 0 { graph.addEdge(to: index) }
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
  mutating func checkHash(of scenarioState: ScenarioState<Scenario>, againstState index: Int, by ordinal: Int) {
    let known = index - currentLevelStart
    // The state that exceeded the limit was not added.
    guard known >= 0, known < currentLevel.count + nextLevel.count else { return }
    let other = known < currentLevel.count ? currentLevel[known] : nextLevel[known - currentLevel.count]
    if other != scenarioState {
      recordViolation(of: BuiltInLaw.incompleteHash.rawValue, at: expandedIndex, by: ordinal)
    }
  }

  mutating func addState(_ scenarioState: ScenarioState<Scenario>, by ordinal: Int) {
    if stateCount == explorer.stateLimit { return hasReachedStateLimit = true }
    let index = stateCount
    stateCount += 1
    graph.addState(reachedBy: ordinal, from: expandedIndex)
    if let law = explorer.violatedLaw(in: scenarioState) { recordViolation(of: law, at: index) }
    if !unreachedProperties.isEmpty { unreachedProperties.removeAll { $0.holds(scenarioState) } }
    for goal in goalStates.indices where explorer.goals[goal].holds(scenarioState) {
      goalStates[goal].append(UInt32(index))
    }
    nextLevel.append(scenarioState)
  }

  /// Records the first violation only, because later ones may be its consequences.
  mutating func recordViolation(of law: String, at scenarioState: Int, by ordinal: Int? = nil) {
    if firstViolation == nil { firstViolation = (law, scenarioState, ordinal) }
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
      if let (interval, report) = explorer.onProgress, expandedIndex.isMultiple(of: interval) {
        report(.states(stateCount, expanded: expandedIndex, depth: depth))
      }
      if firstViolation != nil || hasReachedStateLimit { break }
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
    let actions = explorer.scenario.actions(in: scenarioState.loopState.state)
    coverageRecorder.updateOfferedActions(actions)
    scenarioState.visitNextSteps(
      in: explorer.scenario, actions: actions, equalCopy: stateForSecondReduction(of: scenarioState)
    ) {
      step, next, stepResult in
      if presentationCheck.isViolated(in: next) {
        recordViolation(of: BuiltInLaw.servesFormerChild.rawValue, at: expandedIndex, by: ordinal)
      }
      switch stepResult {
      case .unchanged:
        if case .user = step {
          coverageRecorder.recordUnchanged(in: kind, cause: coverageRecorder.offeredCauseIndices[ordinal])
        }
        if !explorer.stepLaws.isEmpty { checkStepLaws(step, ordinal, from: scenarioState, to: scenarioState) }
      case .violation(let law): recordViolation(of: law.rawValue, at: expandedIndex, by: ordinal)
      case .changed:
        if case .user = step {
          coverageRecorder.recordTransition(
            from: kind, cause: coverageRecorder.offeredCauseIndices[ordinal],
            to: explorer.scenario.kind(of: next.loopState.state))
        } else if case .deliver(let slot, _) = step {
          countResponse(in: slot, from: scenarioState, kind: kind, to: copy next)
        }
        if !explorer.stepLaws.isEmpty { checkStepLaws(step, ordinal, from: scenarioState, to: next) }
        if next.pendingCount <= explorer.pendingLimit {
          visit(next, by: ordinal)
        } else if firstStateOverPendingLimit == nil {
          firstStateOverPendingLimit = copy next
        }
      }
      ordinal += 1
    }
    stepCount += ordinal
  }

  mutating func checkStepLaws(
    _ step: ExplorationStep<Scenario>, _ ordinal: Int, from scenarioState: ScenarioState<Scenario>,
    to next: borrowing ScenarioState<Scenario>
  ) {
    if let law = explorer.violatedStepLaw(from: scenarioState, by: step, to: copy next) {
      recordViolation(of: law, at: expandedIndex, by: ordinal)
    }
  }

  /// Returns a Boolean value that indicates whether an expensive check is made for the state with an index.
  static func isSampled(_ index: Int) -> Bool { index % (index < 256 ? 1 : index < 16_384 ? 64 : 4096) == 0 }

  /// Returns the state for the second reduction: for a sample of the states a decoded copy, otherwise the state itself.
  func stateForSecondReduction(of scenarioState: ScenarioState<Scenario>) -> Scenario.Feature.State {
    Self.isSampled(expandedIndex) ? scenarioState.decodedCopy : scenarioState.loopState.state
  }

  mutating func countResponse(
    in slot: Scenario.Feature.Slot, from scenarioState: ScenarioState<Scenario>, kind: Int,
    to next: ScenarioState<Scenario>
  ) {
    guard let responses = scenarioState.pendingResponses[slot], let action = responses.first,
      let run = scenarioState.loopState.pending.running(in: slot)
    else { return }
    let cause = coverageRecorder.registerCause(.init(action: action, effect: run.effect))
    var quiet = scenarioState
    if responses.count == 1 && next.pendingResponses[slot] == nil { quiet.endRun(run, in: slot) }
    if next.state == scenarioState.state && next.loopState.pending == quiet.loopState.pending
      && next.pendingFireAndForget == scenarioState.pendingFireAndForget
    {
      coverageRecorder.recordUnchanged(in: kind, cause: cause)
    } else {
      coverageRecorder.recordTransition(from: kind, cause: cause, to: explorer.scenario.kind(of: next.loopState.state))
    }
  }
}
