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
    try recorder.replay(journal.entries.map(\.cause))
    self = try recorder.transcript
  }
}

extension FeatureStepper {
  /// Replays the steps of a journal.
  ///
  /// A response followed by the end of the same run becomes one step. Throws an error for a response or the end of a
  /// run that is not running.
  package mutating func replay(_ causes: [Journal<Feature>.Cause]) throws {
    var index = 0
    while index < causes.count {
      switch causes[index] {
      case .sent(let action): try send(action)
      case .delivered(let action, let slot):
        let run = try requireRunningRun(in: slot)
        if index + 1 < causes.count, case .ended(slot) = causes[index + 1] {
          try end(run, with: action)
          index += 1
        } else {
          try respond(to: run, with: action)
        }
      case .ended(let slot): try end(try requireRunningRun(in: slot))
      case .note(let note): self.addNote(note)
      }
      index += 1
    }
  }

  private func requireRunningRun(in slot: Feature.Slot) throws -> Run {
    if let run = loopState.pending.running(in: slot) { return run }
    throw TranscriptError(line: nil, message: "nothing is running in \(try CanonicalValue(slot))")
  }
}
