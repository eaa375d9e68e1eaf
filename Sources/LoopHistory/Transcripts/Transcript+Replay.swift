import Loop
import LoopText

extension Transcript {
  /// Replays the steps from the same initial state with the given feature, and returns the new transcript.
  ///
  /// If the result equals this transcript, the feature behaves as recorded. Otherwise the difference of the two texts
  /// shows where it diverges.
  public func replay<Feature: Reducer>(by feature: Feature) throws -> Transcript
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    var recorder = try makeRecorder(for: feature)
    for step in steps {
      if let reason = try apply(step, to: &recorder) { throw TranscriptError(line: nil, message: reason) }
    }
    return try recorder.transcript
  }

  /// Replays the steps with the given feature and compares the changes of each step with the recorded ones.
  ///
  /// Returns the first step that diverges, or `nil` if every step matches. The end of the transcript counts as a last
  /// step.
  public func firstDivergence<Feature: Reducer>(by feature: Feature) throws -> Divergence?
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    var recorder = try makeRecorder(for: feature)
    for (index, step) in steps.enumerated() {
      let now = try apply(step, to: &recorder).map { [$0] } ?? recorder.lastChanges
      if let divergence = Divergence(step: index + 1, cause: "\(step.cause)", recorded: step.changes, replayed: now) {
        return divergence
      }
    }
    return try Divergence(
      step: steps.count + 1, cause: "finally", recorded: finalStateLines, replayed: recorder.transcript.finalStateLines)
  }

  private func makeRecorder<Feature: Reducer>(for feature: Feature) throws -> FeatureStepper<Feature> {
    let leaves = try initialStateLines.map { line in
      do { return try Leaf(parsing: line) } catch {
        throw TranscriptError(line: nil, message: "given: \(line): \(error)")
      }
    }
    return try FeatureStepper(feature, state: try CanonicalValue(leaves: leaves).decode(), name: self.feature)
  }

  /// Applies a step, or returns the reason if the step belongs to a run that is not running.
  private func apply<Feature>(_ step: Step, to recorder: inout FeatureStepper<Feature>) throws -> String? {
    switch step.cause {
    case .user(let action): try recorder.send(try decodeAction(action))
    case .environment(let event): recorder.addNote(event)
    case .response(let slot, let action):
      guard let run = try recorder.run(inSlotNamed: slot) else { return "nothing is running in \(slot)" }
      try recorder.respond(to: run, with: try decodeAction(action))
    case .result(let slot, let action):
      guard let run = try recorder.run(inSlotNamed: slot) else { return "nothing is running in \(slot)" }
      try recorder.end(run, with: try decodeAction(action))
    }
    return nil
  }

  private func decodeAction<Action: Decodable>(_ action: String) throws -> Action {
    do { return try CanonicalValue(parsing: action).decode() } catch {
      throw TranscriptError(line: nil, message: "\(action): \(error.readableDescription)")
    }
  }
}

extension FeatureStepper {
  /// Returns the current run of the slot with a canonical text, or `nil` if nothing is running in it.
  fileprivate func run(inSlotNamed name: String) throws -> Run? {
    try loopState.pending.running.first { run in try run.slot.map { try "\(CanonicalValue($0))" == name } ?? false }
  }
}
