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
      do { try apply(step, to: &recorder) } catch let error as SlotNotRunningError {
        throw TranscriptError(line: nil, message: "\(error)")
      }
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
    for (place, step) in steps.enumerated() {
      let now: [String]
      do {
        try apply(step, to: &recorder)
        now = recorder.lastChanges
      } catch let error as SlotNotRunningError {
        now = ["\(error)"]
      }
      if let divergence = Divergence(step: place + 1, cause: "\(step.cause)", recorded: step.changes, replayed: now) {
        return divergence
      }
    }
    return try Divergence(
      step: steps.count + 1, cause: "finally", recorded: finalStateLines, replayed: recorder.transcript.finalStateLines)
  }

  private func makeRecorder<Feature: Reducer>(for feature: Feature) throws -> TranscriptRecorder<Feature> {
    try TranscriptRecorder(feature, state: try decodeInitialState(), name: self.feature)
  }

  private func apply<Feature>(_ step: Step, to recorder: inout TranscriptRecorder<Feature>) throws {
    switch step.cause {
    case .user(let action): try recorder.send(try decodeAction(action))
    case .response(let slot, let action):
      try recorder.respond(to: try run(in: slot, of: recorder), with: try decodeAction(action))
    case .result(let slot, let action):
      try recorder.end(try run(in: slot, of: recorder), with: try decodeAction(action))
    case .end(let slot): try recorder.end(try run(in: slot, of: recorder))
    case .environment(let event): recorder.addNote(event)
    }
  }

  /// Decodes the initial state.
  private func decodeInitialState<State: Decodable>() throws -> State {
    let leaves = try initialStateLines.map { line in
      do { return try Leaf(parsing: line) } catch {
        throw TranscriptError(line: nil, message: "given: \(line): \(error)")
      }
    }
    return try CanonicalValue(leaves: leaves).decode()
  }

  private func decodeAction<Action: Decodable>(_ action: String) throws -> Action {
    do { return try CanonicalValue(parsing: action).decode() } catch {
      throw TranscriptError(line: nil, message: "\(action): \(error.readableDescription)")
    }
  }

  private func run<Feature>(in slot: String, of recorder: TranscriptRecorder<Feature>) throws
    -> TranscriptRecorder<Feature>.Run
  {
    for run in recorder.loopState.pending.running {
      if let place = run.slot, try "\(CanonicalValue(place))" == slot { return run }
    }
    throw SlotNotRunningError(slot: slot)
  }
}

/// An error that occurs when a step needs a run in a slot that has none.
private struct SlotNotRunningError: Error, CustomStringConvertible {
  let slot: String
  var description: String { "nothing is running in \(slot)" }
}
