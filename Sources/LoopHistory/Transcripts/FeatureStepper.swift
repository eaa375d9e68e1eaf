import Loop
import LoopText

/// Runs a feature step by step, and records its transcript.
///
/// It has no clock and no handler: the caller decides which pending run responds, and with which action.
public struct FeatureStepper<Feature: Reducer>: Sendable {
  /// One execution of an effect of the feature.
  public typealias Run = PendingRuns<Feature>.Run
  /// The changes to the runs that one step caused.
  public typealias Change = PendingRuns<Feature>.Change

  /// The feature.
  public let feature: Feature
  /// The current state and pending runs.
  public private(set) var loopState: LoopState<Feature>
  /// The recorded steps.
  public var steps: [Transcript.Step] { unfinishedTranscript.steps }
  /// The input of a front end that leads to the next step, which is recorded with it.
  package var input: String? {
    get { writer.input }
    set { writer.input = newValue }
  }
  /// The recording without its end.
  package private(set) var unfinishedTranscript: Transcript
  private var writer: TranscriptWriter<Feature>

  /// Creates a stepper that starts with a state and without pending runs.
  ///
  /// The transcript uses the given name for the feature.
  public init(_ feature: Feature, state: Feature.State, name: String = "\(Feature.self)") throws {
    try self.init(feature, startingAt: LoopState(initialState: state), name: name)
  }

  /// Creates a stepper that starts with a state and pending runs.
  public init(_ feature: Feature, startingAt start: LoopState<Feature>, name: String = "\(Feature.self)") throws {
    self.feature = feature
    loopState = start
    writer = try TranscriptWriter(from: start, featureName: name)
    unfinishedTranscript = writer.emptyTranscript
  }

  /// The transcript of the steps so far, with the current state and pending runs as its end.
  public var transcript: Transcript {
    get throws {
      var transcript = unfinishedTranscript
      transcript.finalStateLines = try writer.finalStateLines(loopState.pending)
      return transcript
    }
  }

  /// The changes of the last step, or an empty array before the first step.
  public var lastChanges: [String] { steps.last?.changes ?? [] }

  /// Sends an action.
  @discardableResult
  public mutating func send(_ action: Feature.Action) throws -> Change { try record(.sent(action)) ?? Change() }

  /// Sends a response of a run that continues.
  ///
  /// A response of a run that is not running is discarded, as a store discards it: nothing is recorded.
  @discardableResult
  public mutating func respond(to run: Run, with action: Feature.Action) throws -> Change {
    guard let slot = run.slot, loopState.pending.isRunning(run) else { return Change() }
    return try record(.delivered(action, in: slot)) ?? Change()
  }

  /// Ends a run with its last response.
  ///
  /// The next queued run of the slot is among the started runs of the change. A response of a run that is not running
  /// is discarded.
  @discardableResult
  public mutating func end(_ run: Run, with action: Feature.Action) throws -> Change {
    guard let slot = run.slot, loopState.pending.isRunning(run) else { return Change() }
    return try record(.ended(in: slot, with: action)) ?? Change()
  }

  /// Records an event outside the feature.
  public mutating func addEnvironmentEvent(_ event: String) throws { _ = try record(.environment(event)) }

  /// Applies and records a step, or returns `nil` if its slot has no run.
  package mutating func record(_ cause: LoopStep<Feature>.Cause) throws -> Change? {
    var next = loopState
    guard let change = next.replay(cause, by: feature) else { return nil }
    unfinishedTranscript.steps.append(try writer.transcriptStep(of: LoopStep(cause, change), leadingTo: next.state))
    loopState = next
    return change
  }
}

extension FeatureStepper {
  /// A point in the recording to roll back to.
  ///
  /// It stores the number of steps, not the steps themselves.
  package struct Savepoint: Sendable {
    fileprivate let loopState: LoopState<Feature>
    fileprivate let writer: TranscriptWriter<Feature>
    fileprivate let stepCount: Int
  }

  /// The current point of the recording.
  package var savepoint: Savepoint { Savepoint(loopState: loopState, writer: writer, stepCount: steps.count) }

  /// Rolls back to an earlier point and discards the steps after it.
  package mutating func rollBack(to savepoint: Savepoint) {
    precondition(savepoint.stepCount <= steps.count, "The savepoint is later than the last step.")
    loopState = savepoint.loopState
    writer = savepoint.writer
    unfinishedTranscript.steps.removeLast(steps.count - savepoint.stepCount)
  }
}
