public import Loop
internal import LoopText

/// Turns a feature by hand, and writes down what happens.
///
/// There is no clock and no handler: whoever holds the recorder says which pending run answers, and what.
public struct TranscriptRecorder<Feature: Reducer>: Sendable
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// One carrying-out of an effect of the feature.
  public typealias Run = PendingRuns<Feature.Effect, Feature.Slot>.Run
  /// What taking an action in came to.
  public typealias Change = PendingRuns<Feature.Effect, Feature.Slot>.Change

  /// The feature that is turned.
  public let feature: Feature
  /// Where it stands.
  public private(set) var situation: LoopState<Feature>
  /// How it came there.
  public private(set) var journal: Journal<Feature>
  private var written: Transcript
  /// The state as last printed, so that each state is printed once.
  private var printed: CanonicalValue

  /// Begins in a state, under the name that the transcript gives the feature.
  public init(_ feature: Feature, state: Feature.State, name: String = "\(Feature.self)") throws {
    self.feature = feature
    situation = LoopState(initialState: state)
    journal = Journal(startingAt: situation)
    printed = try CanonicalValue(state)
    written = Transcript(feature: name, given: printed.leaves().map(\.text))
  }

  /// What has been written, with the state and what is pending at its end.
  public var transcript: Transcript {
    get throws {
      var transcript = written
      let pending = try (situation.pending.running + situation.pending.queued).map {
        "pending: \(try runName(of: $0, in: situation.pending)) \(try CanonicalValue($0.effect))"
      }
      transcript.finally = printed.leaves().map(\.text) + (pending.isEmpty ? ["pending: none"] : pending)
      return transcript
    }
  }

  /// What the last step changed; nothing before the first.
  public var lastChanges: [String] { written.steps.last?.changes ?? [] }

  /// Takes an action in.
  @discardableResult
  public mutating func send(_ action: Feature.Action) throws -> Change {
    try recordStep(.user(action: "\(try CanonicalValue(action))")) { $0.send(action) }
  }

  /// Lets a run answer.
  ///
  /// It goes on.
  @discardableResult
  public mutating func respond(to run: Run, with action: Feature.Action) throws -> Change {
    try recordStep(.answer(slot: try slotName(of: run), action: "\(try CanonicalValue(action))")) {
      $0.respond(to: run, with: action)
    }
  }

  /// Lets a run answer and end.
  ///
  /// What waited behind it is in the change as started.
  @discardableResult
  public mutating func end(_ run: Run, with action: Feature.Action) throws -> Change {
    try recordStep(.result(slot: try slotName(of: run), action: "\(try CanonicalValue(action))")) {
      $0.respond(to: run, with: action)
      $0.end(run)
    }
  }

  /// Lets a run end without another answer.
  @discardableResult
  public mutating func end(_ run: Run) throws -> Change {
    try recordStep(.end(slot: try slotName(of: run))) { $0.end(run) }
  }

  /// Writes down something that happened outside of the feature.
  public mutating func addNote(_ happening: String) {
    // A transcript has one line for it.
    let isLine = !happening.isEmpty && happening.unicodeScalars.allSatisfy { $0 != "\n" && $0 != "\r" }
    written.steps.append(.init(cause: .world(happening: isLine ? happening : happening.quoted), changes: []))
    journal.append(.init(.noted(happening)), leadingTo: situation, by: feature)
  }

  private func slotName(of run: Run) throws -> String {
    try run.slot.map { "\(try CanonicalValue($0))" } ?? "nowhere"
  }

  private mutating func recordStep(_ cause: Transcript.Cause, _ body: (inout StepInProgress<Feature>) throws -> Void)
    throws -> Change
  {
    var turn = StepInProgress(feature: feature, situation: situation)
    try body(&turn)
    let new = try CanonicalValue(turn.situation.state)
    let changes = try ValueDifference(from: printed, to: new).lines + effectLines(of: turn)
    situation = turn.situation
    for (entry, situation) in turn.entries { journal.append(entry, leadingTo: situation, by: feature) }
    printed = new
    written.steps.append(.init(cause: cause, changes: changes))
    return turn.change
  }

  private func effectLines(of turn: StepInProgress<Feature>) throws -> [String] {
    func line(_ mark: String, _ run: Run, _ pending: PendingRuns<Feature.Effect, Feature.Slot>) throws -> String {
      let delay = run.delay.map { " after \($0)" } ?? ""
      return "effect \(mark) \(try runName(of: run, in: pending)) \(try CanonicalValue(run.effect))\(delay)"
    }
    var lines: [String] = []
    for run in turn.ended { lines.append("effect - \(try slotName(of: run))") }
    for run in turn.change.cancelled {
      lines.append("effect - \(try runName(of: run, in: situation.pending)) cancelled")
    }
    for run in turn.change.started {
      if run.slot == nil {
        lines.append("effect told \(try CanonicalValue(run.effect))")
      } else {
        lines.append(try line("+", run, turn.situation.pending))
      }
    }
    for run in turn.change.queued { lines.append(try line("queued", run, turn.situation.pending)) }
    for run in turn.change.dropped { lines.append(try line("dropped", run, turn.situation.pending)) }
    for run in turn.change.stillborn { lines.append(try line("stillborn", run, turn.situation.pending)) }
    return lines
  }

  /// A run is named by its slot, and numbered only where it waits behind others.
  private func runName(of run: Run, in pending: PendingRuns<Feature.Effect, Feature.Slot>) throws -> String {
    let waiting = pending.queued.filter { $0.slot == run.slot }
    guard let place = waiting.firstIndex(where: { $0.id == run.id }) else { return try slotName(of: run) }
    return "\(try slotName(of: run)) #\(place + 2)"
  }
}

extension TranscriptRecorder {
  /// A place in a session, to be returned to: of what was written until then, only how much it was.
  package struct Savepoint: Sendable {
    fileprivate let situation: LoopState<Feature>
    fileprivate let printed: CanonicalValue
    fileprivate let entries: Int
    fileprivate let steps: Int
  }

  /// Where the session stands.
  package var savepoint: Savepoint {
    Savepoint(situation: situation, printed: printed, entries: journal.stepRange.upperBound, steps: written.steps.count)
  }

  /// Goes back to where this session stood, and forgets what was done since.
  package mutating func rollBack(to mark: Savepoint) {
    precondition(mark.steps <= written.steps.count, "What was forgotten cannot be returned to.")
    situation = mark.situation
    printed = mark.printed
    journal.removeSteps(after: mark.entries)
    written.steps.removeLast(written.steps.count - mark.steps)
  }
}

/// A situation while one step is taken.
///
/// What the journal gets is held back until the step is certain: a second journal would be a copy of all that was before.
private struct StepInProgress<Feature: Reducer> {
  let feature: Feature
  var situation: LoopState<Feature>
  var entries: [(entry: Journal<Feature>.Entry, situation: LoopState<Feature>)] = []
  var change = PendingRuns<Feature.Effect, Feature.Slot>.Change()
  var ended: [PendingRuns<Feature.Effect, Feature.Slot>.Run] = []

  /// Takes a step in, and returns what came of it; none where it tells of a run that is not under way.
  private mutating func apply(_ cause: Journal<Feature>.Cause) -> PendingRuns<Feature.Effect, Feature.Slot>.Change? {
    guard let change = situation.replay(cause, by: feature) else { return nil }
    entries.append((Journal.Entry(cause, change), situation))
    return change
  }

  mutating func send(_ action: Feature.Action) {
    if let change = apply(.sent(action)) { self.change = change }
  }

  /// What is said by a run that nobody listens to is taken in as if it had been sent.
  mutating func respond(to run: PendingRuns<Feature.Effect, Feature.Slot>.Run, with action: Feature.Action) {
    guard let slot = run.slot, situation.pending.isRunning(run) else { return send(action) }
    if let change = apply(.answered(action, in: slot)) { self.change = change }
  }

  mutating func end(_ run: PendingRuns<Feature.Effect, Feature.Slot>.Run) {
    guard let slot = run.slot, situation.pending.isRunning(run) else { return }
    ended.append(run)
    if let change = apply(.ended(in: slot)) { self.change.started += change.started }
  }
}
