internal import Loop

/// One way through an exploration, written down as it is taken.
///
/// Nothing is renamed on it: what is written down is what would be seen.
public struct Trail<Played: Exploration>: Sendable {
  /// What is played.
  public let played: Played
  /// Where it has led.
  public private(set) var moment: Moment<Played>
  /// The steps that were taken.
  public private(set) var steps: [Step<Played>] = []
  /// How many entries the journal had after each of them.
  private(set) var marks: [Int] = []
  var recorder: Recorder<Played.Feature>

  /// Begins where the play begins, with so much that may go wrong.
  public init(_ played: Played, faults: Int = .max) throws {
    self.played = played
    moment = Moment(startOf: played, faults: faults)
    recorder = try Recorder(played.feature, state: moment.state)
  }

  /// What has been written.
  public var transcript: Transcript { get throws { try recorder.transcript } }

  /// What the last step changed in the feature.
  public var lastChanges: [String] { recorder.lastChanges }

  /// A step, the moment after it, and what it came to.
  public typealias Way = (step: Step<Played>, moment: Moment<Played>, course: Course)

  /// Everything that can happen next, and where each leads.
  public var next: [Way] {
    var next: [Way] = []
    moment.visitNext(played, played.actions(in: moment.state), twin: moment.reread) { step, moment, course in
      next.append((step, copy moment, course))
    }
    return next
  }

  /// Takes a step, if it can be taken here, and tells what it came to.
  public mutating func take(_ step: Step<Played>) throws -> Course? {
    // Anybody may do anything, at any time: an action need not be one of those that are explored.
    if case .user(let action) = step {
      let (moment, course) = moment.taking(action, played, twin: moment.reread)
      return try take((step, moment, course))
    }
    return try next.first { $0.step == step }.map { try take($0) }
  }

  /// Takes a step as it is written.
  mutating func take(line: String) throws -> Course {
    let next = next
    let lines = try next.map { try $0.step.line }
    if let place = lines.firstIndex(of: line) { return try take(next[place]) }
    guard let action = try? Canonical(parsing: line).decode(Played.Feature.Action.self),
      let course = try take(.user(action))
    else { throw StepFault(line: line, possible: lines) }
    return course
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
