package import Loop
package import LoopHistory
internal import LoopText

/// One way through an exploration, written down as it is taken.
///
/// Nothing is renamed on it: what is written down is what would be seen.
package struct Trail<Played: Exploration>: Sendable {
  /// What is played.
  package let played: Played
  /// Where it has led.
  package private(set) var moment: Moment<Played>
  /// The steps that were taken.
  package private(set) var steps: [Step<Played>] = []
  /// How many entries the journal had after each of them.
  private(set) var marks: [Int] = []
  var recorder: Recorder<Played.Feature>

  /// Begins where the play begins, with so much that may go wrong.
  package init(_ played: Played, faults: Int = .max) throws {
    self.played = played
    moment = Moment(startOf: played, faults: faults)
    recorder = try Recorder(played.feature, state: moment.state)
  }

  /// What has been written.
  package var transcript: Transcript { get throws { try recorder.transcript } }

  /// Where the feature stands, as it was written down: with the numbers that its runs have there.
  package var situation: Situation<Played.Feature> { recorder.situation }

  /// What the last step changed in the feature.
  package var lastChanges: [String] { recorder.lastChanges }

  /// A step, the moment after it, and what it came to.
  package typealias Way = (step: Step<Played>, moment: Moment<Played>, course: Course)

  /// Everything that can happen next, and where each leads.
  package var next: [Way] {
    var next: [Way] = []
    moment.visitNext(played, played.actions(in: moment.state), twin: moment.reread) { step, moment, course in
      next.append((step, copy moment, course))
    }
    return next
  }

  /// Takes a step, if it can be taken here, and tells what it came to.
  package mutating func take(_ step: Step<Played>) throws -> Course? {
    // Anybody may do anything, at any time: an action need not be one of those that are explored.
    if case .user(let action) = step {
      let (moment, course) = moment.taking(action, played, twin: moment.reread)
      return try take((step, moment, course))
    }
    return try moment.taking(step, played, twin: moment.reread).map { try take((step, $0.moment, $0.course)) }
  }

  /// Takes a step as it is written, if it can be taken here.
  ///
  /// What tells no step of this feature is thrown as a ``StepFault``.
  mutating func take(line: String) throws -> Course? {
    if let written = WrittenStep<Played>(line) {
      return try way(of: written, twin: moment.reread).map { try take($0) }
    }
    // What cannot be read back is known by its text where it can be done.
    guard let way = try next.first(where: { try $0.step.line == line }) else { throw try fault(line) }
    return try take(way)
  }

  /// Takes a step that was taken before, and written then.
  ///
  /// That it is pure was seen at that time, and is not looked for again.
  mutating func retake(line: String) throws {
    if let way = WrittenStep<Played>(line).flatMap({ way(of: $0, twin: moment.state) }) {
      _ = try take(way)
    } else if try take(line: line) == nil {
      throw try fault(line)
    }
  }

  /// Why a line cannot be followed here, nor anywhere among so many moments.
  func fault(_ line: String, among moments: Int? = nil) throws -> StepFault {
    StepFault(line: line, possible: try next.map { try $0.step.line }, moments: moments)
  }

  /// Where a step leads as it is written, if it can be taken here.
  private func way(of written: WrittenStep<Played>, twin: Played.Feature.State) -> Way? {
    let step: Step<Played>
    switch written {
    case .deed(let slot, let end): return deed(in: slot, end)
    case .user(let action): step = .user(action)
    case .answer(let slot, let lingers): step = .answer(slot, lingers: lingers)
    case .told(let effect, let outcome): step = .told(effect, outcome: outcome)
    case .late(let effect, let outcome): step = .late(effect, outcome: outcome)
    case .happening(let name): step = .happening(name)
    }
    return moment.taking(step, played, twin: twin).map { (step, $0.moment, $0.course) }
  }

  /// What is done in a slot with this end: only there is it known where in it the outcome ends.
  private func deed(in slot: Played.Feature.Slot, _ end: String) -> Way? {
    guard let run = moment.situation.pending.running(in: slot), moment.answers[slot] == nil else { return nil }
    var found: Way?
    moment.visitDeeds(of: run, in: slot, played) { step, next, course in
      guard found == nil, case .deed(_, let outcome, let mishap) = step else { return }
      if Step<Played>.end(outcome, mishap) == end { found = (step, copy next, course) }
    }
    return found
  }

  /// Takes the step that is visited as the one with this number, if there is one.
  mutating func take(ordinal: Int) throws -> Course? {
    let next = next
    return next.indices.contains(ordinal) ? try take(next[ordinal]) : nil
  }

  /// Writes down that a way that was gone before leads elsewhere now.
  mutating func noteImpurity() {
    recorder.note("cannot be repeated from here: the same steps led elsewhere, so the feature is not pure")
  }

  private mutating func take(_ way: Way) throws -> Course {
    try recorder.record(way.step, from: moment)
    steps.append(way.step)
    marks.append(recorder.journal.entries.count)
    if way.course == .onwards { moment = way.moment }
    return way.course
  }
}

extension Trail {
  /// A place on a way, to be returned to: of what was written until then, only how much it was.
  package struct Mark: Sendable {
    fileprivate let moment: Moment<Played>
    fileprivate let steps: Int
    fileprivate let recorder: Recorder<Played.Feature>.Mark

    /// What was outside of the feature there.
    package var world: Played.World { moment.world }
  }

  /// Where the way stands.
  package var mark: Mark { Mark(moment: moment, steps: steps.count, recorder: recorder.mark) }

  /// Goes back to where this way stood, and forgets what was done since.
  package mutating func goBack(to mark: Mark) {
    recorder.goBack(to: mark.recorder)
    moment = mark.moment
    marks.removeLast(steps.count - mark.steps)
    steps.removeLast(steps.count - mark.steps)
  }
}

extension Recorder {
  /// Writes a step down that is taken from a moment.
  fileprivate mutating func record<Played: Exploration>(_ step: Step<Played>, from moment: Moment<Played>) throws
  where Played.Feature == Feature {
    switch step {
    case .user(let action): try send(action)
    case .answer(let slot, let lingers):
      guard let run = situation.pending.running(in: slot) else { return }
      let coming = moment.answers[slot] ?? []
      switch coming.first {
      case nil: try end(run)
      case let action? where coming.count == 1 && !lingers: try end(run, action)
      case let action?: try answer(run, action)
      }
    case .deed(let slot, let outcome, let mishap):
      guard let run = situation.pending.running(in: slot) else { return }
      let aside =
        switch mishap {
        case nil: ""
        case .lost: ", and its answer is lost"
        case .again(let outcome): ", and once more: \(outcome)"
        }
      note("\(try Canonical(run.effect)) is carried out: \(outcome)\(aside)")
    case .told(let effect, let outcome): note("\(try Canonical(effect)) is carried out: \(outcome)")
    case .late(let effect, let outcome): note("\(try Canonical(effect)) is carried out late: \(outcome)")
    case .happening(let name): note(name)
    }
  }
}
