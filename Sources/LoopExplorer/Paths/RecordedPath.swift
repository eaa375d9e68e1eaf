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
  /// The number of journal entries after each step.
  private(set) var entryCounts: [Int] = []
  var recorder: TranscriptRecorder<Scenario.Feature>

  /// Creates a path that begins in the initial state, on which a number of faults can occur.
  package init(_ scenario: Scenario, faults: Int = .max) throws {
    self.scenario = scenario
    scenarioState = ScenarioState(startOf: scenario, remainingFaults: faults)
    recorder = try TranscriptRecorder(scenario.feature, state: scenarioState.state)
  }

  /// The transcript of the path.
  package var transcript: Transcript { get throws { try recorder.transcript } }

  /// The state of the feature at the end of the path, with the run numbers of the transcript.
  package var loopState: LoopState<Scenario.Feature> { recorder.loopState }

  /// The changes of the feature that the last step caused.
  package var lastChanges: [String] { recorder.lastChanges }

  /// A step, the scenario state after it, and its result.
  package typealias Transition = (
    step: ExplorationStep<Scenario>, scenarioState: ScenarioState<Scenario>, stepResult: StepResult
  )

  /// All steps that can happen next.
  package var nextTransitions: [Transition] {
    var next: [Transition] = []
    scenarioState.visitNextSteps(
      in: scenario, actions: scenario.actions(in: scenarioState.state), equalCopy: scenarioState.decodedCopy
    ) {
      step, scenarioState, stepResult in
      next.append((step, copy scenarioState, stepResult))
    }
    return next
  }

  /// Applies a step and returns its result, or returns `nil` if the step is not possible.
  package mutating func apply(_ step: ExplorationStep<Scenario>) throws -> StepResult? {
    // The user can send any action at any time, including those that the exploration does not offer.
    if case .user(let action) = step {
      let (scenarioState, stepResult) = scenarioState.applyingAction(
        action, in: scenario, equalCopy: scenarioState.decodedCopy)
      return try apply((step, scenarioState, stepResult))
    }
    return try scenarioState.applyingStep(step, in: scenario, equalCopy: scenarioState.decodedCopy).map {
      try apply((step, $0.scenarioState, $0.stepResult))
    }
  }

  /// Applies the step that a line describes, or returns `nil` if the step is not possible.
  ///
  /// Throws an `ImpossibleStepError` if the line is not a step of this feature.
  mutating func apply(line: String) throws -> StepResult? {
    if let written = ParsedStep<Scenario>(parsing: line) {
      return try transition(for: written, equalCopy: scenarioState.decodedCopy).map { try apply($0) }
    }
    // A step that cannot be decoded is recognized by its text.
    guard let way = try nextTransitions.first(where: { try $0.step.line == line }) else {
      throw try stepError(for: line)
    }
    return try apply(way)
  }

  /// Applies a step that was recorded earlier.
  ///
  /// The purity of the reduction was checked at that time, and is not checked again.
  mutating func replay(line: String) throws {
    if let way = ParsedStep<Scenario>(parsing: line).flatMap({ transition(for: $0, equalCopy: scenarioState.state) }) {
      _ = try apply(way)
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
  private func transition(for written: ParsedStep<Scenario>, equalCopy: Scenario.Feature.State) -> Transition? {
    let step: ExplorationStep<Scenario>
    switch written {
    case .execute(let slot, let end): return execution(in: slot, outcomeText: end)
    case .user(let action): step = .user(action)
    case .deliver(let slot, let completesLate): step = .deliver(slot, completesLate: completesLate)
    case .executeFireAndForget(let effect, let outcome): step = .executeFireAndForget(effect, outcome: outcome)
    case .executeLate(let effect, let outcome): step = .executeLate(effect, outcome: outcome)
    case .occur(let name): step = .occur(name)
    }
    return scenarioState.applyingStep(step, in: scenario, equalCopy: equalCopy).map {
      (step, $0.scenarioState, $0.stepResult)
    }
  }

  /// Returns the execution in a slot whose outcome and fault have a text, or `nil` if there is none.
  ///
  /// The possible executions are compared, because the text alone does not show where the name of the outcome ends.
  private func execution(in slot: Scenario.Feature.Slot, outcomeText: String) -> Transition? {
    guard let run = scenarioState.loopState.pending.running(in: slot), scenarioState.pendingResponses[slot] == nil
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

  /// Adds a note that steps that were taken before now lead to another state.
  mutating func noteImpurity() {
    recorder.addNote(
      "cannot be repeated from here: the same steps now lead to another state, so the feature is not pure")
  }

  private mutating func apply(_ way: Transition) throws -> StepResult {
    try recorder.record(way.step, from: scenarioState)
    steps.append(way.step)
    entryCounts.append(recorder.journal.entries.count)
    if way.stepResult == .changed { scenarioState = way.scenarioState }
    return way.stepResult
  }
}

extension RecordedPath {
  /// A position on a path to roll back to.
  ///
  /// It contains the number of recorded entries, not the entries.
  package struct Savepoint: Sendable {
    fileprivate let scenarioState: ScenarioState<Scenario>
    fileprivate let stepCount: Int
    fileprivate let recorder: TranscriptRecorder<Scenario.Feature>.Savepoint

    /// The environment at this position.
    package var environment: Scenario.Environment { scenarioState.environment }
  }

  /// The savepoint at the end of the path.
  package var savepoint: Savepoint {
    Savepoint(scenarioState: scenarioState, stepCount: steps.count, recorder: recorder.savepoint)
  }

  /// Rolls the path back to a savepoint, and removes the steps after it.
  package mutating func rollBack(to savepoint: Savepoint) {
    recorder.rollBack(to: savepoint.recorder)
    scenarioState = savepoint.scenarioState
    entryCounts.removeLast(steps.count - savepoint.stepCount)
    steps.removeLast(steps.count - savepoint.stepCount)
  }
}

extension TranscriptRecorder {
  /// Records a step from a scenario state.
  fileprivate mutating func record<Played: Exploration>(
    _ step: ExplorationStep<Played>, from scenarioState: ScenarioState<Played>
  ) throws
  where Played.Feature == Feature {
    switch step {
    case .user(let action): try send(action)
    case .deliver(let slot, let completesLate):
      guard let run = loopState.pending.running(in: slot) else { return }
      let responses = scenarioState.pendingResponses[slot] ?? []
      switch responses.first {
      case nil: try end(run)
      case let action? where responses.count == 1 && !completesLate: try end(run, with: action)
      case let action?: try respond(to: run, with: action)
      }
    case .execute(let slot, let outcome, let fault):
      guard let run = loopState.pending.running(in: slot) else { return }
      let suffix =
        switch fault {
        case nil: ""
        case .responseLost: ", and its response is lost"
        case .executedTwice(let outcome): ", and again: \(outcome)"
        }
      addNote("\(try CanonicalValue(run.effect)) is executed: \(outcome)\(suffix)")
    case .executeFireAndForget(let effect, let outcome):
      addNote("\(try CanonicalValue(effect)) is executed: \(outcome)")
    case .executeLate(let effect, let outcome): addNote("\(try CanonicalValue(effect)) is executed late: \(outcome)")
    case .occur(let name): addNote(name)
    }
  }
}
