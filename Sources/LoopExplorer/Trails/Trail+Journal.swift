package import Loop
package import LoopHistory
internal import LoopText

extension RecordedPath {
  /// How the feature came to where it stands.
  package var journal: Journal<Scenario.Feature> { recorder.journal }

  /// Goes the way again that a journal's file tells, and shows where it stands before each step.
  ///
  /// What cannot happen here, or comes out otherwise, is refused. Only of the last step the end may be missing, as a kill
  /// between two lines leaves it: it is taken whole, and ``missingLines(of:)`` tells what the file lacks.
  package mutating func replay(
    _ document: JournalDocument<Scenario.Feature>, beforeEachStep show: (RecordedPath) -> Void
  ) throws {
    guard try CanonicalValue(document.start) == CanonicalValue(journal.start) else {
      throw JournalError(line: 1, message: "it begins in another state than the feature does today")
    }
    var place = 0
    for steps in document.typedStepGroups {
      show(self)
      try replay(line: Self.typedLine(of: steps[0], at: place))
      let told = place + steps.count
      guard journal.entries[place...].starts(with: steps.map(\.entry)),
        journal.entries.count == told || told == document.steps.count
      else { throw JournalError(line: nil, message: "step \(place + 1) comes out otherwise today") }
      place = told
    }
  }

  /// The lines that a journal's file lacks after its way was gone again: the rest of a step that it tells in part.
  package func missingLines(of document: JournalDocument<Scenario.Feature>) throws -> [String] {
    let (journal, told) = (journal, document.steps.count)
    func state(after count: Int) -> Scenario.Feature.State {
      journal.loopState(atStep: count, by: played.feature).state
    }
    var lines = try JournalWriter(from: document.start, continuingAt: state(after: told))
    return try zip(told..., journal.entries[told...]).map { place, entry in
      try lines.makeStep(entry, leadingTo: state(after: place + 1)).line
    }
  }

  private static func typedLine(of step: JournalStep<Scenario.Feature>, at place: Int) throws -> String {
    if let played = step.played { return played }
    if case .sent(let action) = step.entry.cause { return "\(try CanonicalValue(action))" }
    throw JournalError(line: nil, message: "step \(place + 1) was not played by hand")
  }
}

extension JournalDocument {
  /// The steps, those together that one step by hand came to: an answer, and the end behind it.
  fileprivate var typedStepGroups: [[JournalStep<Feature>]] {
    steps.reduce(into: []) { groups, step in
      if case .ended = step.entry.cause, step.played == nil, !groups.isEmpty {
        groups[groups.count - 1].append(step)
      } else {
        groups.append([step])
      }
    }
  }
}
