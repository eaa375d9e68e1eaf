import Loop
import LoopText

/// Formats the steps of a feature as those of a transcript, one step at a time.
///
/// ```swift
/// var writer = try TranscriptWriter(from: store.session.loopState)
/// write(writer.beginning)
/// let observation = store.onEvent { event in
///   if let step = try writer.step(for: event, leadingTo: store.state) { write(step.text) }
/// }
/// ```
public struct TranscriptWriter<Feature: Reducer>: Sendable {
  /// The transcript before the first step.
  let emptyTranscript: Transcript
  /// The input of a front end that leads to the next step, which is recorded with it.
  package var input: String?
  /// The canonical value of the state after the last step, so that each state is encoded once.
  private var lastState: CanonicalValue

  /// Creates a writer for a feature that begins with the given state and pending runs.
  public init(from start: LoopState<Feature>, featureName: String = "\(Feature.self)") throws {
    lastState = try CanonicalValue(reflecting: start.state)
    emptyTranscript = Transcript(
      feature: featureName, initialStateLines: lastState.lines(),
      initialPendingLines: start.pending.isEmpty ? [] : try CanonicalValue(reflecting: start.pending).lines(),
      steps: [],
      finalStateLines: [])
  }

  /// The first lines, with the format and the feature.
  package var header: String { emptyTranscript.header }

  /// The text to write before the first step.
  public var beginning: String { emptyTranscript.beginning }

  /// Returns the step of an event of a store, or `nil` if the event is no step.
  public mutating func step(
    for event: StoreEvent<Feature>, leadingTo state: Feature.State
  ) throws -> Transcript.Step? {
    switch event {
    case .inputReceived(let input): self.input = input
    case .stepTaken(let step): return try transcriptStep(of: step, leadingTo: state)
    case .batchEnded, .willShutDown: break
    }
    return nil
  }

  /// Returns the step in the transcript, with the changes since the previous step.
  mutating func transcriptStep(of step: LoopStep<Feature>, leadingTo state: Feature.State) throws -> Transcript.Step {
    let new = try CanonicalValue(reflecting: state)
    let transcriptStep = Transcript.Step(
      input: input.map(Self.oneLine), cause: try cause(step.cause),
      changes: ValueDifference(from: lastState, to: new).lines + (try lines(for: step)))
    (lastState, input) = (new, nil)
    return transcriptStep
  }

  /// Returns the lines of the state after the last step, and of the given pending runs.
  ///
  /// A comma follows each run but the last one, so that a reader notices missing ones.
  func finalStateLines(_ pending: PendingRuns<Feature>) throws -> [String] {
    var runs = try (pending.running + pending.queued).map { "pending: \(try text(of: $0))" }
    for index in runs.indices.dropLast() { runs[index] += "," }
    return lastState.lines() + (runs.isEmpty ? ["pending: none"] : runs)
  }

  private func cause(_ cause: LoopStep<Feature>.Cause) throws -> Transcript.Cause {
    switch cause {
    case .sent(let action): .sent(action: "\(try CanonicalValue(reflecting: action))")
    case .delivered(let action, let slot):
      .delivered(slot: "\(try CanonicalValue(reflecting: slot))", action: "\(try CanonicalValue(reflecting: action))")
    case .ended(let slot, let action):
      .ended(slot: "\(try CanonicalValue(reflecting: slot))", action: "\(try CanonicalValue(reflecting: action))")
    case .environment(let event): .environment(event: Self.oneLine(event))
    }
  }

  /// Returns the lines for the changes to the runs.
  private func lines(for step: LoopStep<Feature>) throws -> [String] {
    let change = step.change
    var lines: [String] = []
    if case .ended(let slot, _) = step.cause { lines.append("effect - \(try CanonicalValue(reflecting: slot))") }
    lines += try change.cancelled.map { "effect cancelled \(try text(of: $0))" }
    lines += try change.started.map { run in "effect \(run.slot == nil ? "fired" : "+") \(try text(of: run))" }
    lines += try change.queued.map { "effect queued \(try text(of: $0))" }
    lines += try change.dropped.map { "effect dropped \(try text(of: $0))" }
    lines += try change.startedInInactiveSlot.map { "effect inactive \(try text(of: $0))" }
    return lines
  }

  /// Returns the slot, the effect and the delay of a run.
  ///
  /// The text does not contain the ID, so that renumbered runs do not count as a divergence.
  private func text(of run: PendingRuns<Feature>.Run) throws -> String {
    (try run.slot.map { "\(try CanonicalValue(reflecting: $0)) " } ?? "")
      + "\(try CanonicalValue(reflecting: run.effect))"
      + (run.delay.map { " after \($0)" } ?? "")
  }

  /// Returns a text that takes one line.
  private static func oneLine(_ text: String) -> String {
    let isLine = !text.isEmpty && text.unicodeScalars.allSatisfy { $0 != "\n" && $0 != "\r" }
    return isLine ? text : CanonicalValue.text(text).description
  }
}
