import Loop
import LoopText

extension Transcript {
  /// Creates the transcript of steps by replaying them.
  package init<Feature: Reducer>(
    of steps: some Sequence<LoopStep<Feature>>, from start: LoopState<Feature>, by feature: Feature,
    featureName: String = "\(Feature.self)"
  ) throws {
    var stepper = try FeatureStepper(feature, startingAt: start, name: featureName)
    for step in steps { _ = try stepper.record(step.cause) }
    self = try stepper.transcript
  }

  /// Replays the steps from the same start with the given feature, and returns the new transcript.
  ///
  /// If the result equals this transcript, the feature behaves as recorded. Otherwise the difference of the two texts
  /// shows where it diverges. The state and the action of the feature must be `Decodable`; otherwise, an error is thrown.
  public func replay<Feature: Reducer>(by feature: Feature) throws -> Transcript {
    var stepper = try makeStepper(for: feature)
    for step in steps {
      if let reason = try apply(step, to: &stepper) { throw TranscriptError(line: nil, message: reason) }
    }
    return finalStateLines.isEmpty ? stepper.unfinishedTranscript : try stepper.transcript
  }

  /// Replays the steps with the given feature and compares the changes of each step with the recorded ones.
  ///
  /// Returns the first step that diverges, or `nil` if every step matches. The end of the transcript counts as a last
  /// step.
  public func firstDivergence<Feature: Reducer>(by feature: Feature) throws -> Divergence? {
    var stepper = try makeStepper(for: feature)
    for (index, step) in steps.enumerated() {
      let now = try apply(step, to: &stepper).map { [$0] } ?? stepper.lastChanges
      if let divergence = Divergence(step: index + 1, cause: "\(step.cause)", recorded: step.changes, replayed: now) {
        return divergence
      }
    }
    if finalStateLines.isEmpty { return nil }
    return try Divergence(
      step: steps.count + 1, cause: "finally", recorded: finalStateLines, replayed: stepper.transcript.finalStateLines)
  }

  private func makeStepper<Feature: Reducer>(for feature: Feature) throws -> FeatureStepper<Feature> {
    func decode<Value>(_ type: Value.Type, _ lines: [String], _ heading: String) throws -> Value {
      do {
        return try CanonicalValue(parsingLines: lines).decodeIfDecodable(type)
      } catch {
        throw TranscriptError(line: nil, message: "\(heading): \(error.readableDescription)")
      }
    }
    var start = LoopState<Feature>(initialState: try decode(Feature.State.self, initialStateLines, "given"))
    if !initialPendingLines.isEmpty {
      start.pending = try decode(PendingRuns<Feature>.self, initialPendingLines, "pending")
    }
    return try FeatureStepper(feature, startingAt: start, name: self.feature)
  }

  /// Applies a step, or returns the reason if the step belongs to a run that is not running.
  private func apply<Feature>(_ step: Step, to stepper: inout FeatureStepper<Feature>) throws -> String? {
    stepper.input = step.input
    switch step.cause {
    case .sent(let action): try stepper.send(try decode(action))
    case .environment(let event): try stepper.addEnvironmentEvent(event)
    case .delivered(let slot, let action):
      guard let run = try stepper.run(inSlotNamed: slot) else { return "nothing is running in \(slot)" }
      try stepper.respond(to: run, with: try decode(action))
    case .ended(let slot, let action):
      guard let run = try stepper.run(inSlotNamed: slot) else { return "nothing is running in \(slot)" }
      try stepper.end(run, with: try decode(action))
    }
    return nil
  }

  private func decode<Value>(_ text: String) throws -> Value {
    do { return try CanonicalValue(parsing: text).decodeIfDecodable(Value.self) } catch {
      throw TranscriptError(line: nil, message: "\(text): \(error.readableDescription)")
    }
  }
}

extension FeatureStepper {
  /// Returns the current run of the slot with a canonical text, or `nil` if nothing is running in it.
  fileprivate func run(inSlotNamed name: String) throws -> Run? {
    try loopState.pending.running.first { run in
      try run.slot.map { try "\(CanonicalValue(reflecting: $0))" == name } ?? false
    }
  }
}

extension CanonicalValue {
  /// Decodes a value of a type that may not be decodable.
  fileprivate func decodeIfDecodable<Value>(_ type: Value.Type) throws -> Value {
    guard let decodable = type as? any Decodable.Type, let value = try decode(decodable) as? Value else {
      throw TranscriptError(line: nil, message: "\(type) is not Decodable")
    }
    return value
  }
}
