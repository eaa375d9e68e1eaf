public import Loop
internal import LoopText

extension Transcript {
  /// Tells what a journal tells, as a document to read.
  ///
  /// The feature runs again for it. A journal that begins with something pending has no transcript: a transcript begins
  /// with a state alone.
  public init<Feature: Reducer>(
    of journal: Journal<Feature>, by feature: Feature, featureName name: String = "\(Feature.self)"
  ) throws
  where Feature.State: Codable, Feature.Action: Codable, Feature.Effect: Encodable, Feature.Slot: Encodable {
    guard journal.start.pending.isEmpty else {
      throw TranscriptError(line: nil, message: "a transcript cannot tell of what was pending before it began")
    }
    var recorder = try TranscriptRecorder(feature, state: journal.start.state, name: name)
    try recorder.replay(journal.entries.map(\.cause))
    self = try recorder.transcript
  }
}

extension TranscriptRecorder {
  /// Takes in what a journal told.
  ///
  /// A last answer and the end behind it are one step. What tells of a run that is not under way is refused.
  package mutating func replay(_ causes: [Journal<Feature>.Cause]) throws {
    var place = 0
    while place < causes.count {
      switch causes[place] {
      case .sent(let action): try send(action)
      case .answered(let action, let slot):
        let run = try run(in: slot)
        if place + 1 < causes.count, case .ended(slot) = causes[place + 1] {
          try end(run, with: action)
          place += 1
        } else {
          try respond(to: run, with: action)
        }
      case .ended(let slot): try end(try run(in: slot))
      case .noted(let note): self.addNote(note)
      }
      place += 1
    }
  }

  private func run(in slot: Feature.Slot) throws -> Run {
    if let run = situation.pending.running(in: slot) { return run }
    throw TranscriptError(line: nil, message: "nothing is under way in \(try CanonicalValue(slot))")
  }
}
