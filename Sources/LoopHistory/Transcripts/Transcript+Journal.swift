import Loop
import LoopText

extension Transcript {
  /// Creates the transcript of a journal by replaying it.
  ///
  /// Throws an error if the journal starts with pending runs: a transcript starts with a state alone.
  public init<Feature: Reducer>(
    of journal: Journal<Feature>, by feature: Feature, featureName: String = "\(Feature.self)"
  ) throws
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    guard journal.start.pending.isEmpty else {
      throw TranscriptError(line: nil, message: "a transcript cannot start with pending runs")
    }
    var recorder = try FeatureStepper(feature, state: journal.start.state, name: featureName)
    for entry in journal.entries { try recorder.replay(entry.cause) }
    self = try recorder.transcript
  }
}

extension FeatureStepper {
  /// Replays a step of a journal.
  ///
  /// Throws an error for a response or the end of a run that is not running.
  package mutating func replay(_ cause: Journal<Feature>.Cause) throws {
    switch cause {
    case .sent(let action): try send(action)
    case .delivered(let action, let slot): try respond(to: try requireRunningRun(in: slot), with: action)
    case .ended(let slot, let action): try end(try requireRunningRun(in: slot), with: action)
    case .note(let note): addNote(note)
    }
  }

  private func requireRunningRun(in slot: Feature.Slot) throws -> Run {
    if let run = loopState.pending.running(in: slot) { return run }
    throw TranscriptError(line: nil, message: "nothing is running in \(try CanonicalValue(slot))")
  }
}
