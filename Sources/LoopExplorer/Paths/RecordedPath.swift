import Loop
import LoopHistory
import LoopText

/// A path through an exploration that is recorded step by step.
///
/// The states on it are not normalized: the transcript shows what a user would see.
package struct RecordedPath<Scenario: Exploration>: Sendable {
  /// The scenario.
  package let scenario: Scenario
  /// The scenario state at the end of the path.
  package private(set) var scenarioState: ScenarioState<Scenario>
  /// The steps of the path.
  package private(set) var steps: [ExplorationStep<Scenario>] = []
  var recorder: FeatureStepper<Scenario.Feature>

  /// Creates a path that begins in the initial state, on which a number of faults can occur.
  package init(_ scenario: Scenario, faults: Int = .max) throws {
    self.scenario = scenario
    scenarioState = ScenarioState(startOf: scenario, remainingFaults: faults)
    recorder = try FeatureStepper(scenario.feature, state: scenarioState.state)
  }

  /// The transcript of the path.
  package var transcript: Transcript { get throws { try recorder.transcript } }

  /// The state of the feature at the end of the path, with the run numbers of the transcript.
  package var loopState: LoopState<Scenario.Feature> { recorder.loopState }

  /// The changes of the feature that the last step caused.
  package var lastChanges: [String] { recorder.lastChanges }

  package typealias Transition = ScenarioState<Scenario>.Transition

  /// The reductions in the current state, the second one of each from a decoded copy.
  private var decodedReductions: StateReductions<Scenario> {
    scenarioState.reductions(equalCopy: scenarioState.decodedCopy)
  }

  /// All steps that can happen next.
  package var nextTransitions: [Transition] {
    var next: [Transition] = []
    scenarioState.visitNextSteps(in: scenario, decodedReductions) { step, scenarioState, stepResult in
      next.append((step, copy scenarioState, stepResult))
    }
    return next
  }

  /// Applies a step and returns its result, or returns `nil` if the step is not possible.
  ///
  /// The user can send any action at any time, including those that the exploration does not offer.
  package mutating func apply(_ step: ExplorationStep<Scenario>) throws -> StepResult? {
    try scenarioState.applyingStep(step, in: scenario, decodedReductions).map { try apply($0) }
  }

  /// Applies the step that a line describes, or returns `nil` if the step is not possible.
  ///
  /// Throws an `ImpossibleStepError` if the line is not a step of this feature.
  mutating func apply(line: String) throws -> StepResult? {
    if let step = ExplorationStep<Scenario>(parsing: line) {
      return try transition(for: step, decodedReductions).map { try apply($0) }
    }
    // A step that cannot be decoded is recognized by its text.
    guard let transition = try nextTransitions.first(where: { try $0.step.line == line }) else {
      throw try stepError(for: line)
    }
    return try apply(transition)
  }

  /// Applies a step that was recorded earlier.
  ///
  /// The purity of the reduction was checked at that time, and is not checked again.
  mutating func replay(line: String) throws {
    if let step = ExplorationStep<Scenario>(parsing: line),
      let transition = transition(for: step, scenarioState.reductions())
    {
      _ = try apply(transition)
    } else if try apply(line: line) == nil {
      throw try stepError(for: line)
    }
  }

  /// Returns the error for a line that is not possible here or, if states were searched, in any nearby state.
  func stepError(for line: String, searchedStateCount: Int? = nil) throws -> ImpossibleStepError {
    ImpossibleStepError(
      line: line, possibleSteps: try nextTransitions.map { try $0.step.line }, searchedStateCount: searchedStateCount)
  }

  /// Returns the transition of a parsed step, or `nil` if the step is not possible.
  ///
  /// An execution is found by the text of its outcome and fault.
  private func transition(
    for step: ExplorationStep<Scenario>, _ reductions: StateReductions<Scenario>
  ) -> Transition? {
    guard case .execute(let slot, let outcomeText, _) = step else {
      return scenarioState.applyingStep(step, in: scenario, reductions)
    }
    guard let run = scenarioState.loopState.pending.running(in: slot), !run.isSubscription,
      scenarioState.pendingResponses[slot] == nil
    else { return nil }
    var found: Transition?
    scenarioState.visitExecutions(of: run, in: slot, scenario: scenario) { step, next, stepResult in
      guard found == nil, case .execute(_, let outcome, let fault) = step else { return }
      if ExplorationStep<Scenario>.outcomeText(outcome, fault: fault) == outcomeText {
        found = (step, copy next, stepResult)
      }
    }
    return found
  }

  /// Applies the step at a position in the order of all next steps, or returns `nil` if there is none.
  mutating func apply(ordinal: Int) throws -> StepResult? {
    let next = nextTransitions
    return next.indices.contains(ordinal) ? try apply(next[ordinal]) : nil
  }

  /// Records that steps that were taken before now lead to another state.
  mutating func recordImpurity() throws {
    try recorder.addEnvironmentEvent(
      "cannot be repeated from here: the same steps now lead to another state, so the feature is not pure")
  }

  private mutating func apply(_ transition: Transition) throws -> StepResult {
    try record(transition.step)
    steps.append(transition.step)
    switch transition.stepResult {
    // An equal state can present another child.
    case .changed, .unchanged: scenarioState = transition.scenarioState
    case .violation: break
    }
    return transition.stepResult
  }

  /// Records a step in the transcript.
  private mutating func record(_ step: ExplorationStep<Scenario>) throws {
    switch step {
    case .user(let action): try recorder.send(action)
    case .deliver(let slot):
      guard let run = loopState.pending.running(in: slot), let responses = scenarioState.pendingResponses[slot],
        let action = responses.first
      else { return }
      if responses.count == 1 && !run.isSubscription {
        try recorder.end(run, with: action)
      } else {
        try recorder.respond(to: run, with: action)
      }
    case .execute, .executeFireAndForget, .executeLate, .occur: try recorder.addEnvironmentEvent(try step.line)
    }
  }
}

extension RecordedPath {
  /// The input of a front end that leads to the next step.
  package var input: String? {
    get { recorder.input }
    set { recorder.input = newValue }
  }

  /// The recording without its end.
  package var unfinishedTranscript: Transcript { recorder.unfinishedTranscript }

  /// Applies the steps of a transcript of this scenario, and calls a closure before each of them.
  ///
  /// - Throws: An error if a step is not possible or has a different result.
  package mutating func replay(_ transcript: Transcript, beforeEachStep show: (RecordedPath, Transcript.Step) -> Void)
    throws
  {
    let start = unfinishedTranscript
    guard transcript.feature == start.feature else {
      throw TranscriptError(
        line: nil, message: "this is a transcript of \(transcript.feature), not of \(start.feature)")
    }
    guard
      (transcript.initialStateLines, transcript.initialPendingLines)
        == (start.initialStateLines, start.initialPendingLines)
    else {
      throw TranscriptError(line: nil, message: "the transcript begins in another state than the feature does now")
    }
    for (index, step) in transcript.steps.enumerated() {
      show(self, step)
      input = step.input
      try replay(line: step.cause.explorationLine)
      guard let now = recorder.steps.last, recorder.steps.count == index + 1 else {
        throw TranscriptError(line: nil, message: "step \(index + 1) does nothing now: \(step.cause)")
      }
      if let divergence = Divergence(step: index + 1, from: step, to: now) {
        throw TranscriptError(line: nil, message: "the feature behaves differently now; \(divergence)")
      }
    }
    if transcript.finalStateLines.isEmpty { return }
    let end = try self.transcript.finalStateLines
    if let divergence = Divergence(
      step: transcript.steps.count + 1, cause: "finally", recorded: transcript.finalStateLines, replayed: end)
    {
      throw TranscriptError(line: nil, message: "the feature behaves differently now; \(divergence)")
    }
  }
}

extension Transcript.Cause {
  /// The line of the exploration's step.
  fileprivate var explorationLine: String {
    switch self {
    case .sent(let action): action
    case .delivered(let slot, _), .ended(let slot, _): "deliver \(slot)"
    case .environment(let event): event
    }
  }
}

extension RecordedPath {
  /// A position on a path to roll back to.
  ///
  /// It contains the number of recorded entries, not the entries.
  package struct Savepoint: Sendable {
    fileprivate let scenarioState: ScenarioState<Scenario>
    fileprivate let stepCount: Int
    fileprivate let recorder: FeatureStepper<Scenario.Feature>.Savepoint

    /// The environment at this position.
    package var environment: Scenario.Environment { scenarioState.environment }
  }

  /// The savepoint at the end of the path.
  package var savepoint: Savepoint {
    Savepoint(scenarioState: scenarioState, stepCount: steps.count, recorder: recorder.savepoint)
  }

  /// Returns a Boolean value that indicates whether nothing has changed since a savepoint.
  package func isUnchanged(since savepoint: Savepoint) -> Bool { scenarioState == savepoint.scenarioState }

  /// Rolls the path back to a savepoint, and removes the steps after it.
  package mutating func rollBack(to savepoint: Savepoint) {
    recorder.rollBack(to: savepoint.recorder)
    scenarioState = savepoint.scenarioState
    steps.removeLast(steps.count - savepoint.stepCount)
  }
}
