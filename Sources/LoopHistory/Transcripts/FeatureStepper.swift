import Loop
import LoopText

/// Runs a feature step by step, and records its transcript and journal.
///
/// It has no clock and no handler: the caller decides which pending run responds, and with which action.
public struct FeatureStepper<Feature: Reducer>: Sendable
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// One execution of an effect of the feature.
  public typealias Run = PendingRuns<Feature>.Run
  /// The changes to the runs that one step caused.
  public typealias Change = PendingRuns<Feature>.Change

  /// The feature.
  public let feature: Feature
  /// The current state and pending runs.
  public private(set) var loopState: LoopState<Feature>
  /// The steps so far, as a journal.
  public private(set) var journal: Journal<Feature>
  /// The steps so far, as in the file of a journal.
  package var journalSteps: [JournalStep<Feature>] = []
  private var partialTranscript: Transcript
  /// The canonical value of the state after the last step, so that each state is encoded once.
  private var lastPrintedState: CanonicalValue

  /// Creates a recorder that starts with a state and without pending runs.
  ///
  /// The transcript uses the given name for the feature.
  public init(_ feature: Feature, state: Feature.State, name: String = "\(Feature.self)") throws {
    self.feature = feature
    loopState = LoopState(initialState: state)
    journal = Journal(startingAt: loopState)
    lastPrintedState = try CanonicalValue(state)
    partialTranscript = Transcript(feature: name, initialStateLines: lastPrintedState.leaves().map(\.text))
  }

  /// The transcript of the steps so far, with the current state and pending runs as its end.
  public var transcript: Transcript {
    get throws {
      var transcript = partialTranscript
      let pending = try (loopState.pending.running + loopState.pending.queued).map {
        "pending: \(try runName(of: $0, in: loopState.pending)) \(try CanonicalValue($0.effect))"
      }
      transcript.finalStateLines =
        lastPrintedState.leaves().map(\.text) + (pending.isEmpty ? ["pending: none"] : pending)
      return transcript
    }
  }

  /// The changes of the last step, or an empty array before the first step.
  public var lastChanges: [String] { partialTranscript.steps.last?.changes ?? [] }

  /// Sends an action.
  @discardableResult
  public mutating func send(_ action: Feature.Action) throws -> Change {
    try recordStep(.user(action: "\(try CanonicalValue(action))"), .sent(action))
  }

  /// Sends a response of a run that continues.
  ///
  /// A response of a run that is not running is discarded, as a store discards it: nothing is recorded.
  @discardableResult
  public mutating func respond(to run: Run, with action: Feature.Action) throws -> Change {
    guard let slot = run.slot, loopState.pending.isRunning(run) else { return Change() }
    return try recordStep(
      .response(slot: "\(try CanonicalValue(slot))", action: "\(try CanonicalValue(action))"),
      .delivered(action, in: slot))
  }

  /// Ends a run with its last response.
  ///
  /// The next queued run of the slot is among the started runs of the change. A response of a run that is not running
  /// is discarded.
  @discardableResult
  public mutating func end(_ run: Run, with action: Feature.Action) throws -> Change {
    guard let slot = run.slot, loopState.pending.isRunning(run) else { return Change() }
    return try recordStep(
      .result(slot: "\(try CanonicalValue(slot))", action: "\(try CanonicalValue(action))"),
      .ended(in: slot, with: action))
  }

  /// Adds a note about an event outside the feature.
  public mutating func addNote(_ event: String) {
    // A note takes one line of the transcript.
    let isLine = !event.isEmpty && event.unicodeScalars.allSatisfy { $0 != "\n" && $0 != "\r" }
    let line = isLine ? event : CanonicalValue.text(event).description
    partialTranscript.steps.append(.init(cause: .environment(event: line), changes: []))
    append(.init(.note(event)), changes: [])
  }

  private mutating func append(_ entry: Journal<Feature>.Entry, changes: [String]) {
    journal.append(entry, leadingTo: loopState, by: feature)
    journalSteps.append(JournalStep(entry, changes: changes))
  }

  private func slotName(of run: Run) throws -> String {
    try run.slot.map { "\(try CanonicalValue($0))" } ?? "nowhere"
  }

  /// Applies and records a step whose run is running.
  private mutating func recordStep(_ cause: Transcript.Cause, _ journalCause: Journal<Feature>.Cause) throws -> Change {
    var next = loopState
    let change = next.replay(journalCause, by: feature) ?? Change()
    let new = try CanonicalValue(next.state)
    let stateChanges = ValueDifference(from: lastPrintedState, to: new).lines
    let runChanges = try lines(for: change, of: journalCause, pending: next.pending)
    loopState = next
    lastPrintedState = new
    partialTranscript.steps.append(.init(cause: cause, changes: stateChanges + runChanges))
    append(.init(journalCause, change), changes: stateChanges)
    return change
  }

  /// Returns the lines for the changes to the runs.
  private func lines(
    for change: Change, of cause: Journal<Feature>.Cause, pending: PendingRuns<Feature>
  ) throws -> [String] {
    func line(_ sign: String, _ run: Run) throws -> String {
      let delay = run.delay.map { " after \($0)" } ?? ""
      return "effect \(sign) \(try runName(of: run, in: pending)) \(try CanonicalValue(run.effect))\(delay)"
    }
    var lines: [String] = []
    if case .ended(let slot, _) = cause { lines.append("effect - \(try CanonicalValue(slot))") }
    lines += try change.cancelled.map { "effect - \(try runName(of: $0, in: loopState.pending)) cancelled" }
    lines += try change.started.map { run in
      try run.slot == nil ? "effect fired \(try CanonicalValue(run.effect))" : line("+", run)
    }
    lines += try change.queued.map { try line("queued", $0) }
    lines += try change.dropped.map { try line("dropped", $0) }
    lines += try change.startedInInactiveSlot.map { try line("inactive", $0) }
    return lines
  }

  /// Returns the name of a run: its slot, with its position if it is queued behind another run.
  private func runName(of run: Run, in pending: PendingRuns<Feature>) throws -> String {
    let waiting = pending.queued.filter { $0.slot == run.slot }
    guard let index = waiting.firstIndex(where: { $0.id == run.id }) else { return try slotName(of: run) }
    return "\(try slotName(of: run)) #\(index + 2)"
  }
}

extension FeatureStepper {
  /// A point in the recording to roll back to.
  ///
  /// It stores the number of journal entries and transcript steps, not the entries and steps themselves.
  package struct Savepoint: Sendable {
    fileprivate let loopState: LoopState<Feature>
    fileprivate let printedState: CanonicalValue
    fileprivate let entryCount: Int
    fileprivate let stepCount: Int
  }

  /// The current point of the recording.
  package var savepoint: Savepoint {
    Savepoint(
      loopState: loopState, printedState: lastPrintedState, entryCount: journalSteps.count,
      stepCount: partialTranscript.steps.count)
  }

  /// Rolls back to an earlier point and discards the steps after it.
  package mutating func rollBack(to savepoint: Savepoint) {
    precondition(savepoint.stepCount <= partialTranscript.steps.count, "The savepoint is later than the last step.")
    loopState = savepoint.loopState
    lastPrintedState = savepoint.printedState
    journal.removeSteps(after: savepoint.entryCount)
    journalSteps.removeLast(journalSteps.count - savepoint.entryCount)
    partialTranscript.steps.removeLast(partialTranscript.steps.count - savepoint.stepCount)
  }
}
