package import Loop
package import LoopHistory
internal import LoopText

/// One way through an exploration, written down as it is taken.
///
/// Nothing is renamed on it: what is written down is what would be seen.
package struct RecordedPath<Scenario: Exploration>: Sendable {
  /// What is played.
  package let played: Scenario
  /// Where it has led.
  package private(set) var moment: ScenarioState<Scenario>
  /// The steps that were taken.
  package private(set) var steps: [ExplorationStep<Scenario>] = []
  /// How many entries the journal had after each of them.
  private(set) var marks: [Int] = []
  var recorder: TranscriptRecorder<Scenario.Feature>

  /// Begins where the play begins, with so much that may go wrong.
  package init(_ played: Scenario, faults: Int = .max) throws {
    self.played = played
    moment = ScenarioState(startOf: played, remainingFaults: faults)
    recorder = try TranscriptRecorder(played.feature, state: moment.state)
  }

  /// What has been written.
  package var transcript: Transcript { get throws { try recorder.transcript } }

  /// Where the feature stands, as it was written down: with the numbers that its runs have there.
  package var loopState: LoopState<Scenario.Feature> { recorder.situation }

  /// What the last step changed in the feature.
  package var lastChanges: [String] { recorder.lastChanges }

  /// A step, the moment after it, and what it came to.
  package typealias Transition = (step: ExplorationStep<Scenario>, moment: ScenarioState<Scenario>, course: StepResult)

  /// Everything that can happen next, and where each leads.
  package var nextTransitions: [Transition] {
    var next: [Transition] = []
    moment.visitNextSteps(in: played, actions: played.actions(in: moment.state), equalCopy: moment.decodedCopy) {
      step, moment, course in
      next.append((step, copy moment, course))
    }
    return next
  }

  /// Takes a step, if it can be taken here, and tells what it came to.
  package mutating func apply(_ step: ExplorationStep<Scenario>) throws -> StepResult? {
    // Anybody may do anything, at any time: an action need not be one of those that are explored.
    if case .user(let action) = step {
      let (moment, course) = moment.applyingAction(action, in: played, equalCopy: moment.decodedCopy)
      return try apply((step, moment, course))
    }
    return try moment.applyingStep(step, in: played, equalCopy: moment.decodedCopy).map {
      try apply((step, $0.moment, $0.course))
    }
  }

  /// Takes a step as it is written, if it can be taken here.
  ///
  /// A line that is not a step of this feature throws an `ImpossibleStepError`.
  mutating func apply(line: String) throws -> StepResult? {
    if let written = ParsedStep<Scenario>(parsing: line) {
      return try transition(for: written, equalCopy: moment.decodedCopy).map { try apply($0) }
    }
    // What cannot be read back is known by its text where it can be done.
    guard let way = try nextTransitions.first(where: { try $0.step.line == line }) else {
      throw try stepError(for: line)
    }
    return try apply(way)
  }

  /// Takes a step that was taken before, and written then.
  ///
  /// That it is pure was seen at that time, and is not looked for again.
  mutating func replay(line: String) throws {
    if let way = ParsedStep<Scenario>(parsing: line).flatMap({ transition(for: $0, equalCopy: moment.state) }) {
      _ = try apply(way)
    } else if try apply(line: line) == nil {
      throw try stepError(for: line)
    }
  }

  /// Why a line cannot be followed here, nor anywhere among so many moments.
  func stepError(for line: String, searchedStateCount moments: Int? = nil) throws -> ImpossibleStepError {
    ImpossibleStepError(
      line: line, possibleSteps: try nextTransitions.map { try $0.step.line }, searchedStateCount: moments)
  }

  /// Where a step leads as it is written, if it can be taken here.
  private func transition(for written: ParsedStep<Scenario>, equalCopy twin: Scenario.Feature.State) -> Transition? {
    let step: ExplorationStep<Scenario>
    switch written {
    case .deed(let slot, let end): return execution(in: slot, outcomeText: end)
    case .user(let action): step = .user(action)
    case .answer(let slot, let lingers): step = .answer(slot, lingers: lingers)
    case .told(let effect, let outcome): step = .told(effect, outcome: outcome)
    case .late(let effect, let outcome): step = .late(effect, outcome: outcome)
    case .happening(let name): step = .happening(name)
    }
    return moment.applyingStep(step, in: played, equalCopy: twin).map { (step, $0.moment, $0.course) }
  }

  /// What is done in a slot with this end: only there is it known where in it the outcome ends.
  private func execution(in slot: Scenario.Feature.Slot, outcomeText end: String) -> Transition? {
    guard let run = moment.situation.pending.running(in: slot), moment.answers[slot] == nil else { return nil }
    var found: Transition?
    moment.visitExecutions(of: run, in: slot, scenario: played) { step, next, course in
      guard found == nil, case .deed(_, let outcome, let mishap) = step else { return }
      if ExplorationStep<Scenario>.outcomeText(outcome, fault: mishap) == end { found = (step, copy next, course) }
    }
    return found
  }

  /// Takes the step that is visited as the one with this number, if there is one.
  mutating func apply(ordinal: Int) throws -> StepResult? {
    let next = nextTransitions
    return next.indices.contains(ordinal) ? try apply(next[ordinal]) : nil
  }

  /// Writes down that a way that was gone before leads elsewhere now.
  mutating func noteImpurity() {
    recorder.addNote("cannot be repeated from here: the same steps led elsewhere, so the feature is not pure")
  }

  private mutating func apply(_ way: Transition) throws -> StepResult {
    try recorder.record(way.step, from: moment)
    steps.append(way.step)
    marks.append(recorder.journal.entries.count)
    if way.course == .onwards { moment = way.moment }
    return way.course
  }
}

extension RecordedPath {
  /// A place on a way, to be returned to: of what was written until then, only how much it was.
  package struct Savepoint: Sendable {
    fileprivate let moment: ScenarioState<Scenario>
    fileprivate let steps: Int
    fileprivate let recorder: TranscriptRecorder<Scenario.Feature>.Savepoint

    /// What was outside of the feature there.
    package var environment: Scenario.Environment { moment.world }
  }

  /// Where the way stands.
  package var savepoint: Savepoint { Savepoint(moment: moment, steps: steps.count, recorder: recorder.savepoint) }

  /// Goes back to where this way stood, and forgets what was done since.
  package mutating func rollBack(to mark: Savepoint) {
    recorder.rollBack(to: mark.recorder)
    moment = mark.moment
    marks.removeLast(steps.count - mark.steps)
    steps.removeLast(steps.count - mark.steps)
  }
}

extension TranscriptRecorder {
  /// Writes a step down that is taken from a moment.
  fileprivate mutating func record<Played: Exploration>(
    _ step: ExplorationStep<Played>, from moment: ScenarioState<Played>
  ) throws
  where Played.Feature == Feature {
    switch step {
    case .user(let action): try send(action)
    case .answer(let slot, let lingers):
      guard let run = situation.pending.running(in: slot) else { return }
      let coming = moment.answers[slot] ?? []
      switch coming.first {
      case nil: try end(run)
      case let action? where coming.count == 1 && !lingers: try end(run, with: action)
      case let action?: try respond(to: run, with: action)
      }
    case .deed(let slot, let outcome, let mishap):
      guard let run = situation.pending.running(in: slot) else { return }
      let aside =
        switch mishap {
        case nil: ""
        case .lost: ", and its answer is lost"
        case .again(let outcome): ", and once more: \(outcome)"
        }
      addNote("\(try CanonicalValue(run.effect)) is carried out: \(outcome)\(aside)")
    case .told(let effect, let outcome): addNote("\(try CanonicalValue(effect)) is carried out: \(outcome)")
    case .late(let effect, let outcome): addNote("\(try CanonicalValue(effect)) is carried out late: \(outcome)")
    case .happening(let name): addNote(name)
    }
  }
}
