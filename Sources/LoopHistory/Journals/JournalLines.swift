public import Loop
internal import LoopText

/// Writes a journal as lines of canonical text, one after the other, as it happens.
///
/// ```
/// (journal: 2, feature: "ProductEditor", schema: 1, start: (state: ..., pending: (asked: 0, lines: [])))
/// (sent: form(saveTapped), changed: ["sheet.form.stage: editing -> saving"], started: [(id: 1, effect: ...)])
/// (answered: saveFailed(p1, offline), in: write(p1), changed: ["sheet.form.stage: saving -> failed(offline)"])
/// (ended: write(p1))
/// (back: 2)
/// ```
///
/// The same journal has the same bytes in every process. The last line above takes two steps back.
public struct JournalWriter<Feature: Reducer>: Sendable
where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Codable, Feature.Slot: Codable {
  /// The first line: what the file is, and where its feature begins.
  public let heading: String
  /// The state after the last step, as printed.
  private var printed: CanonicalValue

  /// Begins in a situation.
  ///
  /// The schema is that of the feature's state, actions, effects and slots: another number is told apart before
  /// anything else is read. Where some steps have been written already, what is next comes after the state they led to.
  public init(
    from start: LoopState<Feature>, featureName name: String = "\(Feature.self)", schema: Int = 1,
    continuingAt state: Feature.State? = nil
  ) throws {
    heading = try JournalHeader(feature: name, schema: schema, start: CanonicalValue(start)).line
    printed = try CanonicalValue(state ?? start.state)
  }

  /// Takes a step in, and the state that it led to.
  public mutating func makeStep(
    _ entry: Journal<Feature>.Entry, leadingTo state: Feature.State, typedStep played: String? = nil
  ) throws -> JournalStep<Feature> {
    let new = try CanonicalValue(state)
    let step = JournalStep(entry, changes: ValueDifference(from: printed, to: new).lines, typedStep: played)
    printed = new
    return step
  }

  /// Takes back what was told since the state was this.
  ///
  /// Returns the line that says so.
  package mutating func removalLine(stepCount count: Int, state: Feature.State) throws -> String {
    printed = try CanonicalValue(state)
    return "(back: \(count))"
  }
}
