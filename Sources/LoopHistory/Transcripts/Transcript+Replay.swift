public import Loop
internal import LoopText

extension Transcript {
  /// Runs the session again: from the same state, the same steps, by this feature.
  ///
  /// What comes out is what the feature does today. Where it equals the transcript, the feature behaves as it was written
  /// down; where it does not, the difference of the two texts says at which step.
  public func replay<Feature: Reducer>(by feature: Feature) throws -> Transcript
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    var recorder = try makeRecorder(for: feature)
    for step in steps {
      do { try apply(step, to: &recorder) } catch let idle as SlotNotRunningError {
        throw TranscriptError(line: nil, message: "\(idle)")
      }
    }
    return try recorder.transcript
  }

  /// Runs the session again, and checks each step.
  ///
  /// Returns the first that diverges from what was written down; none, if this feature does the same. The end of the
  /// transcript counts as a last step.
  public func firstDivergence<Feature: Reducer>(by feature: Feature) throws -> Divergence?
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    var recorder = try makeRecorder(for: feature)
    for (place, step) in steps.enumerated() {
      let now: [String]
      do {
        try apply(step, to: &recorder)
        now = recorder.lastChanges
      } catch let idle as SlotNotRunningError {
        now = ["\(idle)"]
      }
      if let divergence = Divergence(step: place + 1, cause: "\(step.cause)", recorded: step.changes, replayed: now) {
        return divergence
      }
    }
    return try Divergence(
      step: steps.count + 1, cause: "finally", recorded: finally, replayed: recorder.transcript.finally)
  }

  private func makeRecorder<Feature: Reducer>(for feature: Feature) throws -> TranscriptRecorder<Feature> {
    try TranscriptRecorder(feature, state: try decodeInitialState(), name: self.feature)
  }

  private func apply<Feature>(_ step: Step, to recorder: inout TranscriptRecorder<Feature>) throws {
    switch step.cause {
    case .user(let action): try recorder.send(try decodeAction(action))
    case .answer(let slot, let action):
      try recorder.respond(to: try run(in: slot, of: recorder), with: try decodeAction(action))
    case .result(let slot, let action):
      try recorder.end(try run(in: slot, of: recorder), with: try decodeAction(action))
    case .end(let slot): try recorder.end(try run(in: slot, of: recorder))
    case .world(let happening): recorder.addNote(happening)
    }
  }

  /// Reads the state at the beginning.
  private func decodeInitialState<State: Decodable>() throws -> State {
    let leaves = try given.map { line in
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
    for run in recorder.situation.pending.running {
      if let place = run.slot, try "\(CanonicalValue(place))" == slot { return run }
    }
    throw SlotNotRunningError(slot: slot)
  }
}

/// What a transcript tells of is not under way in today's session.
private struct SlotNotRunningError: Error, CustomStringConvertible {
  let slot: String
  var description: String { "nothing is under way in \(slot)" }
}
