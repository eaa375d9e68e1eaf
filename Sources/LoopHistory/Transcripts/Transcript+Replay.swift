public import Loop
internal import LoopText

extension Transcript {
  /// Runs the session again: from the same state, the same steps, by this feature.
  ///
  /// What comes out is what the feature does today. Where it equals the transcript, the feature behaves as it was written
  /// down; where it does not, the difference of the two texts says at which step.
  public func replay<Feature: Reducer>(by feature: Feature) throws -> Transcript
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    var recorder = try recorder(of: feature)
    for step in steps {
      do { try take(step, by: &recorder) } catch let idle as IdleSlot {
        throw TranscriptFault(line: nil, message: "\(idle)")
      }
    }
    return try recorder.transcript
  }

  /// Runs the session again, and checks each step.
  ///
  /// Returns the first that diverges from what was written down; none, if this feature does the same. The end of the
  /// transcript counts as a last step.
  public func divergence<Feature: Reducer>(by feature: Feature) throws -> Divergence?
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    var recorder = try recorder(of: feature)
    for (place, step) in steps.enumerated() {
      let now: [String]
      do {
        try take(step, by: &recorder)
        now = recorder.lastChanges
      } catch let idle as IdleSlot {
        now = ["\(idle)"]
      }
      if let divergence = Divergence(step: place + 1, cause: "\(step.cause)", then: step.changes, now: now) {
        return divergence
      }
    }
    return try Divergence(step: steps.count + 1, cause: "finally", then: finally, now: recorder.transcript.finally)
  }

  private func recorder<Feature: Reducer>(of feature: Feature) throws -> Recorder<Feature> {
    try Recorder(feature, state: try state(), name: self.feature)
  }

  private func take<Feature>(_ step: Step, by recorder: inout Recorder<Feature>) throws {
    switch step.cause {
    case .user(let action): try recorder.send(try read(action))
    case .answer(let slot, let action): try recorder.answer(try run(in: slot, of: recorder), try read(action))
    case .result(let slot, let action): try recorder.end(try run(in: slot, of: recorder), try read(action))
    case .end(let slot): try recorder.end(try run(in: slot, of: recorder))
    case .world(let happening): recorder.note(happening)
    }
  }

  /// Reads the state at the beginning.
  private func state<State: Decodable>() throws -> State {
    let leaves = try given.map { line in
      do { return try Leaf(parsing: line) } catch {
        throw TranscriptFault(line: nil, message: "given: \(line): \(error)")
      }
    }
    return try Canonical(leaves: leaves).decode()
  }

  private func read<Action: Decodable>(_ action: String) throws -> Action {
    do { return try Canonical(parsing: action).decode() } catch {
      throw TranscriptFault(line: nil, message: "\(action): \(error.explained)")
    }
  }

  private func run<Feature>(in slot: String, of recorder: Recorder<Feature>) throws -> Recorder<Feature>.Run {
    for run in recorder.situation.pending.running {
      if let place = run.slot, try "\(Canonical(place))" == slot { return run }
    }
    throw IdleSlot(slot: slot)
  }
}

/// What a transcript tells of is not under way in today's session.
private struct IdleSlot: Error, CustomStringConvertible {
  let slot: String
  var description: String { "nothing is under way in \(slot)" }
}
