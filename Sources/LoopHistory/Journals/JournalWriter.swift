import Loop
import LoopText

/// Formats a journal as lines of canonical text, one step at a time.
///
/// ```
/// (journal: 4, feature: "ProductEditor", schema: 1, start: (state: ..., pending: (lastRunID: 0, queues: [])))
/// (sent: form(saveTapped), changed: ["sheet.form.stage: editing -> saving"], started: [(id: 1, effect: ...)])
/// (ended: write(p1), with: saveFailed(p1, offline), changed: ["sheet.form.stage: saving -> failed(offline)"])
/// (removed: 1)
/// ```
///
/// The last line removes the step before it. Equal journals have the same bytes in every process.
public struct JournalWriter<Feature: Reducer>: Sendable
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  /// The first line of the file: the format, the feature, the schema and the start.
  public let header: String
  /// The canonical value of the state after the last step.
  private var lastPrintedState: CanonicalValue

  /// Creates a writer for a journal that begins with the given state and pending runs.
  ///
  /// The schema is the version of the state, actions, effects and slots. A reader checks it before it decodes anything
  /// else. To continue a file that already has steps, pass the state after its last step.
  public init(
    from start: LoopState<Feature>, featureName: String = "\(Feature.self)", schema: Int = 1,
    continuingAt state: Feature.State? = nil
  ) throws {
    header = try JournalHeader(featureName: featureName, schema: schema, startText: CanonicalValue(start)).line
    lastPrintedState = try CanonicalValue(state ?? start.state)
  }

  /// Returns the step for a journal entry, with the changes since the previous step.
  public mutating func makeStep(
    _ entry: Journal<Feature>.Entry, leadingTo state: Feature.State, typedStep: String? = nil
  ) throws -> JournalStep<Feature> {
    let new = try CanonicalValue(state)
    let step = JournalStep(entry, changes: ValueDifference(from: lastPrintedState, to: new).lines, typedStep: typedStep)
    lastPrintedState = new
    return step
  }
}
