public import Loop

extension Transcript {
  /// Runs the session again: from the same state, the same steps, by this feature.
  ///
  /// What comes out is what the feature does today. Where it equals the transcript, the feature behaves as it was written
  /// down; where it does not, the difference of the two texts says at which step.
  public func replay<Feature: Reducer>(by feature: Feature) throws -> Transcript
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    var recorder = try Recorder(feature, state: try state(), name: self.feature)
    for step in steps {
      switch step.cause {
      case .user(let action): try recorder.send(try read(action))
      case .answer(let slot, let action): try recorder.answer(try run(in: slot, of: recorder), try read(action))
      case .result(let slot, let action): try recorder.end(try run(in: slot, of: recorder), try read(action))
      case .end(let slot): try recorder.end(try run(in: slot, of: recorder))
      case .world(let happening): recorder.note(happening)
      }
    }
    return try recorder.transcript
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
    throw TranscriptFault(line: nil, message: "nothing is under way in \(slot)")
  }
}

extension Error {
  /// What a person can do something about: of a decoding error its message, without the machinery around it.
  public var explained: String {
    guard let error = self as? DecodingError else { return "\(self)" }
    return switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context.debugDescription
    @unknown default: "\(error)"
    }
  }
}
