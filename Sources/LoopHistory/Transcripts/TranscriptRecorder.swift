import Loop
import LoopText

/// Runs a feature step by step, and records its transcript and journal.
///
/// It has no clock and no handler: the caller decides which pending run responds, and with which action.
public struct TranscriptRecorder<Feature: Reducer>: Sendable
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// One execution of an effect of the feature.
  public typealias Run = PendingRuns<Feature.Effect, Feature.Slot>.Run
  /// The changes to the runs that one step caused.
  public typealias Change = PendingRuns<Feature.Effect, Feature.Slot>.Change

  /// The feature.
  public let feature: Feature
  /// The current state and pending runs.
  public private(set) var loopState: LoopState<Feature>
  /// The steps so far, as a journal.
  public private(set) var journal: Journal<Feature>
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
    try recordStep(.user(action: "\(try CanonicalValue(action))")) { $0.send(action) }
  }

  /// Sends a response of a run that continues.
  @discardableResult
  public mutating func respond(to run: Run, with action: Feature.Action) throws -> Change {
    try recordStep(.response(slot: try slotName(of: run), action: "\(try CanonicalValue(action))")) {
      $0.respond(to: run, with: action)
    }
  }

  /// Sends the last response of a run and ends the run.
  ///
  /// The next queued run of the slot is among the started runs of the change.
  @discardableResult
  public mutating func end(_ run: Run, with action: Feature.Action) throws -> Change {
    try recordStep(.result(slot: try slotName(of: run), action: "\(try CanonicalValue(action))")) {
      $0.respond(to: run, with: action)
      $0.end(run)
    }
  }

  /// Ends a run without another response.
  @discardableResult
  public mutating func end(_ run: Run) throws -> Change {
    try recordStep(.end(slot: try slotName(of: run))) { $0.end(run) }
  }

  /// Adds a note about an event outside the feature.
  public mutating func addNote(_ event: String) {
    // A note takes one line of the transcript.
    let isLine = !event.isEmpty && event.unicodeScalars.allSatisfy { $0 != "\n" && $0 != "\r" }
    partialTranscript.steps.append(
      .init(cause: .environment(event: isLine ? event : event.quoted), changes: []))
    journal.append(.init(.note(event)), leadingTo: loopState, by: feature)
  }

  private func slotName(of run: Run) throws -> String {
    try run.slot.map { "\(try CanonicalValue($0))" } ?? "nowhere"
  }

  private mutating func recordStep(_ cause: Transcript.Cause, _ body: (inout StepInProgress<Feature>) throws -> Void)
    throws -> Change
  {
    var step = StepInProgress(feature: feature, loopState: loopState)
    try body(&step)
    let new = try CanonicalValue(step.loopState.state)
    let changes = try ValueDifference(from: lastPrintedState, to: new).lines + effectLines(of: step)
    loopState = step.loopState
    for (entry, stateAfter) in step.entries { journal.append(entry, leadingTo: stateAfter, by: feature) }
    lastPrintedState = new
    partialTranscript.steps.append(.init(cause: cause, changes: changes))
    return step.change
  }

  private func effectLines(of step: StepInProgress<Feature>) throws -> [String] {
    func line(_ sign: String, _ run: Run, _ pending: PendingRuns<Feature.Effect, Feature.Slot>) throws -> String {
      let delay = run.delay.map { " after \($0)" } ?? ""
      return "effect \(sign) \(try runName(of: run, in: pending)) \(try CanonicalValue(run.effect))\(delay)"
    }
    var lines: [String] = []
    for run in step.ended { lines.append("effect - \(try slotName(of: run))") }
    for run in step.change.cancelled {
      lines.append("effect - \(try runName(of: run, in: loopState.pending)) cancelled")
    }
    for run in step.change.started {
      if run.slot == nil {
        lines.append("effect fired \(try CanonicalValue(run.effect))")
      } else {
        lines.append(try line("+", run, step.loopState.pending))
      }
    }
    for run in step.change.queued { lines.append(try line("queued", run, step.loopState.pending)) }
    for run in step.change.dropped { lines.append(try line("dropped", run, step.loopState.pending)) }
    for run in step.change.startedInInactiveSlot { lines.append(try line("inactive", run, step.loopState.pending)) }
    return lines
  }

  /// Returns the name of a run: its slot, with its position if it is queued behind another run.
  private func runName(of run: Run, in pending: PendingRuns<Feature.Effect, Feature.Slot>) throws -> String {
    let waiting = pending.queued.filter { $0.slot == run.slot }
    guard let place = waiting.firstIndex(where: { $0.id == run.id }) else { return try slotName(of: run) }
    return "\(try slotName(of: run)) #\(place + 2)"
  }
}

extension TranscriptRecorder {
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
      loopState: loopState, printedState: lastPrintedState, entryCount: journal.stepRange.upperBound,
      stepCount: partialTranscript.steps.count)
  }

  /// Rolls back to an earlier point and discards the steps after it.
  package mutating func rollBack(to savepoint: Savepoint) {
    precondition(savepoint.stepCount <= partialTranscript.steps.count, "The savepoint is later than the last step.")
    loopState = savepoint.loopState
    lastPrintedState = savepoint.printedState
    journal.removeSteps(after: savepoint.entryCount)
    partialTranscript.steps.removeLast(partialTranscript.steps.count - savepoint.stepCount)
  }
}

/// The state of a feature during one step.
///
/// Journal entries are collected here and appended when the step has succeeded. Changing a second journal instead would
/// copy all earlier entries.
private struct StepInProgress<Feature: Reducer> {
  let feature: Feature
  var loopState: LoopState<Feature>
  var entries: [(entry: Journal<Feature>.Entry, stateAfter: LoopState<Feature>)] = []
  var change = PendingRuns<Feature.Effect, Feature.Slot>.Change()
  var ended: [PendingRuns<Feature.Effect, Feature.Slot>.Run] = []

  /// Applies a cause and returns its changes, or `nil` if the cause belongs to a run that is not running.
  private mutating func apply(_ cause: Journal<Feature>.Cause) -> PendingRuns<Feature.Effect, Feature.Slot>.Change? {
    guard let change = loopState.replay(cause, by: feature) else { return nil }
    entries.append((Journal.Entry(cause, change), loopState))
    return change
  }

  mutating func send(_ action: Feature.Action) {
    if let change = apply(.sent(action)) { self.change = change }
  }

  /// A response of a run that is not running is applied as an action that was sent.
  mutating func respond(to run: PendingRuns<Feature.Effect, Feature.Slot>.Run, with action: Feature.Action) {
    guard let slot = run.slot, loopState.pending.isRunning(run) else { return send(action) }
    if let change = apply(.delivered(action, in: slot)) { self.change = change }
  }

  mutating func end(_ run: PendingRuns<Feature.Effect, Feature.Slot>.Run) {
    guard let slot = run.slot, loopState.pending.isRunning(run) else { return }
    ended.append(run)
    if let change = apply(.ended(in: slot)) { self.change.started += change.started }
  }
}
