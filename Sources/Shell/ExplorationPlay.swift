public import Loop
public import LoopProof

/// Plays the world by hand: a person types what is done in the feature, and how each effect ends.
///
/// A step back is a look at an earlier value: the feature's state, what is pending, and the world.
public struct ExplorationPlay<Played: Exploration>: Play
where
  Played.Feature.State: Codable, Played.Feature.Action: Codable, Played.Feature.Effect: Codable,
  Played.Feature.Slot: Codable, Played.World: Codable
{
  struct Moment {
    var recorder: Recorder<Played.Feature>
    var world: Played.World
  }

  let exploration: Played
  var now: Moment
  var earlier: [Moment] = []
  /// What the journal in a file tells so far, if there is one.
  var kept: KeptJournal<Played>?

  /// Begins a play.
  public init(_ exploration: Played) throws {
    self.exploration = exploration
    let start = exploration.start
    now = Moment(recorder: try Recorder(exploration.feature, state: start.state), world: start.world)
  }

  /// Everything played so far.
  public var transcript: Transcript { get throws { try now.recorder.transcript } }

  /// The state at the beginning.
  public var opening: String { get throws { try state() } }

  /// Takes one line in.
  ///
  /// What cannot be done changes nothing, and says why.
  public mutating func take(_ line: String) -> String {
    // Where lines are not edited, an arrow key arrives as a text that begins like this.
    if line.hasPrefix("\u{1b}") { return "keys such as arrows do nothing here\n" }
    let before = now
    do {
      return try obey(line)
    } catch {
      now = before
      return "\(error.explained)\n"
    }
  }

  private mutating func obey(_ line: String) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first else { return "" }
    let rest = words.dropFirst().joined(separator: " ")
    switch first {
    case "state" where rest.isEmpty: return try state()
    case "actions" where rest.isEmpty: return try actions()
    case "back" where rest.isEmpty: return try back()
    case "state", "actions", "back": throw PlayFault("\(first) takes nothing")
    case "end": return try end(Array(words.dropFirst()))
    case "happen": return try happen(rest)
    case "?": return Help.play
    case _ where first.lowercased() == "help": return Help.play
    default: return try act(line)
    }
  }
}

extension ExplorationPlay {
  private func state() throws -> String {
    // The end of a transcript is the state as it is, and what is pending or a line that says that nothing is.
    let pending = now.recorder.situation.pending
    let state = try now.recorder.transcript.finally.dropLast(max(1, pending.running.count + pending.waiting.count))
    return indented(state) + (try self.pending())
  }

  private func pending() throws -> String {
    let runs = now.recorder.situation.pending.running
    if runs.isEmpty { return "" }
    let lines = try runs.enumerated().map { place, run in
      let outcomes = exploration.outcomes(of: run.effect, in: now.world).map(\.name).joined(separator: " | ")
      return "\(place + 1)  \(try Canonical(run.effect))  ends: \(outcomes)"
    }
    return "pending\n" + indented(lines)
  }

  private func actions() throws -> String {
    let all = exploration.actions(in: now.recorder.situation.state)
    var useful: [String] = []
    for action in all {
      var next = now.recorder
      try next.send(action)
      if !next.lastChanges.isEmpty { useful.append("\(try Canonical(action))") }
    }
    let left = all.count - useful.count
    return indented(useful) + (left == 0 ? "" : "\(left) more would change nothing now\n")
  }

  private mutating func back() throws -> String {
    guard let last = earlier.popLast() else { throw PlayFault("nothing has been done yet") }
    now = last
    return try state()
  }

  private mutating func act(_ line: String) throws -> String {
    let action: Played.Feature.Action = try readAction(
      line, like: exploration.actions(in: now.recorder.situation.state).map { try Canonical($0) })
    return try step { moment in try moment.recorder.send(action) }
  }

  private mutating func end(_ words: [String]) throws -> String {
    let runs = now.recorder.situation.pending.running
    if runs.isEmpty { throw PlayFault("nothing is pending") }
    guard let number = words.first.flatMap({ Int($0) }), number >= 1 else {
      throw PlayFault("end which? 1 to \(runs.count), as listed")
    }
    guard number <= runs.count else { throw PlayFault("there \(runs.count == 1 ? "is" : "are") only \(runs.count)") }
    let run = runs[number - 1]
    let outcomes = exploration.outcomes(of: run.effect, in: now.world)
    let name = words.dropFirst().joined(separator: " ")
    let outcome =
      if name.isEmpty, outcomes.count == 1 { outcomes[0] } else { try choose(name, of: outcomes, by: \.name) }
    return try step { moment in
      moment.world = outcome.world
      for answer in outcome.answers.dropLast() { try moment.recorder.answer(run, answer) }
      if let last = outcome.answers.last { try moment.recorder.end(run, last) } else { try moment.recorder.end(run) }
    }
  }

  private mutating func happen(_ name: String) throws -> String {
    let happenings = exploration.happenings(in: now.world)
    if happenings.isEmpty { throw PlayFault("nothing can happen here") }
    let happening = try choose(name, of: happenings, by: \.name)
    let changes = try Difference(from: now.world, to: happening.world).lines
    earlier.append(now)
    now.world = happening.world
    now.recorder.note(happening.name)
    return "in the world\n" + indented(changes.isEmpty ? ["nothing changes"] : changes) + (try pending())
  }

  private mutating func step(_ body: (inout Moment) throws -> Void) throws -> String {
    var next = now
    try body(&next)
    let changes = next.recorder.lastChanges
    earlier.append(now)
    now = next
    return indented(changes.isEmpty ? ["nothing changes"] : changes) + (try pending())
  }

  private func indented(_ lines: some Sequence<String>) -> String { lines.map { "  \($0)\n" }.joined() }

  /// Finds what a person means: its name, or how it begins, or a part of it, if no other name is like that.
  private func choose<Choice>(_ name: String, of choices: [Choice], by path: (Choice) -> String) throws -> Choice {
    for fits: (String) -> Bool in [{ $0 == name }, { $0.hasPrefix(name) }, { $0.contains(name) }] {
      let near = choices.filter { fits(path($0)) }
      if let only = near.first, near.count == 1, !name.isEmpty { return only }
    }
    throw PlayFault("choose one of: \(choices.map(path).joined(separator: " | "))")
  }
}
