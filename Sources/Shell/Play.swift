public import Loop
public import LoopProof

/// A feature that is played by hand, line by line.
public protocol Play {
  /// What is seen before the first line.
  var opening: String { get }

  /// Takes one line in. Returns what is seen then.
  mutating func take(_ line: String) -> String

  /// Everything played so far.
  var transcript: Transcript { get throws }
}

/// Plays the world by hand: a person types what is done in the feature, and how each effect ends.
///
/// A step back is a look at an earlier value: the feature's state, what is pending, and the world.
public struct ExplorationPlay<Played: Exploration>: Play
where
  Played.Feature.State: Codable, Played.Feature.Action: Codable, Played.Feature.Effect: Encodable,
  Played.Feature.Slot: Encodable
{
  private struct Moment {
    var recorder: Recorder<Played.Feature>
    var world: Played.World
  }

  private let exploration: Played
  private var now: Moment
  private var earlier: [Moment] = []

  /// Begins a play.
  public init(_ exploration: Played) throws {
    self.exploration = exploration
    let start = exploration.start
    now = Moment(recorder: try Recorder(exploration.feature, state: start.state), world: start.world)
  }

  /// Everything played so far.
  public var transcript: Transcript { get throws { try now.recorder.transcript } }

  /// The state at the beginning.
  public var opening: String { (try? state()) ?? "" }

  /// Takes one line in.
  ///
  /// What cannot be done changes nothing, and says why.
  public mutating func take(_ line: String) -> String {
    let before = now
    do {
      return try obey(line)
    } catch {
      now = before
      return "\(error.explained)\n"
    }
  }

  private mutating func obey(_ line: String) throws -> String {
    let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    switch words.first {
    case nil: return ""
    case "help" where words.count == 1: return Self.help
    case "state" where words.count == 1: return try state()
    case "actions" where words.count == 1: return try actions()
    case "back" where words.count == 1: return try back()
    case "end": return try end(Array(words.dropFirst()))
    case "happen": return try happen(words.dropFirst().joined(separator: " "))
    default: return try act(line)
    }
  }

  private static var help: String {
    """
    Type what is done, as "actions" lists it; a payload stands in parentheses or behind a space.
      end N [OUTCOME]   end the pending effect N, as one of the outcomes listed behind it
      happen [WHAT]     let something happen in the world
      actions           list what can be done
      state             show the whole state
      back              take the last step back
      save NAME         write what was played as a transcript
      quit              leave

    """
  }
}

extension ExplorationPlay {
  private typealias Action = Played.Feature.Action

  private func state() throws -> String {
    // The end of a transcript is the state as it is.
    try now.recorder.transcript.finally.filter { !$0.hasPrefix("pending: ") }.map { "  \($0)\n" }.joined() + pending()
  }

  private func pending() throws -> String {
    let runs = now.recorder.situation.pending.running
    if runs.isEmpty { return "" }
    let lines = try runs.enumerated().map { place, run in
      let outcomes = exploration.outcomes(of: run.effect, in: now.world).map(\.name).joined(separator: " | ")
      return "  \(place + 1)  \(try Canonical(run.effect))  ends: \(outcomes)\n"
    }
    return "pending\n" + lines.joined()
  }

  private func actions() throws -> String {
    try exploration.actions(in: now.recorder.situation.state).map { "  \(try Canonical($0))\n" }.joined()
  }

  private mutating func back() throws -> String {
    guard let last = earlier.popLast() else { throw PlayFault("nothing has been done yet") }
    now = last
    return try state()
  }

  private mutating func act(_ line: String) throws -> String {
    let action = try read(line)
    return try step { moment in try moment.recorder.send(action) }
  }

  private mutating func end(_ words: [String]) throws -> String {
    let runs = now.recorder.situation.pending.running
    guard let number = words.first.flatMap({ Int($0) }), number >= 1, number <= runs.count else {
      throw PlayFault(runs.isEmpty ? "nothing is pending" : "end which? 1 to \(runs.count), as listed")
    }
    let run = runs[number - 1]
    let outcome = try choose(
      words.dropFirst().joined(separator: " "), of: exploration.outcomes(of: run.effect, in: now.world), by: \.name)
    return try step { moment in
      moment.world = outcome.world
      try moment.recorder.end(run, outcome.answer)
    }
  }

  private mutating func happen(_ name: String) throws -> String {
    let happening = try choose(name, of: exploration.happenings(in: now.world), by: \.name)
    earlier.append(now)
    now.world = happening.world
    return "  \(happening.name)\n" + (try pending())
  }

  private mutating func step(_ body: (inout Moment) throws -> Void) throws -> String {
    var next = now
    try body(&next)
    let changes = try next.recorder.transcript.steps.last?.changes ?? []
    earlier.append(now)
    now = next
    let lines = changes.isEmpty ? ["nothing changes"] : changes
    return lines.map { "  \($0)\n" }.joined() + (try pending())
  }

  /// Finds what a person means: its name, or how it begins if nothing else begins like that.
  private func choose<Choice>(_ name: String, of choices: [Choice], by path: (Choice) -> String) throws -> Choice {
    if let exact = choices.first(where: { path($0) == name }) { return exact }
    let near = choices.filter { path($0).hasPrefix(name) }
    if let only = near.first, near.count == 1 { return only }
    throw PlayFault("choose one of: \(choices.map(path).joined(separator: " | "))")
  }

  /// Reads an action as it is printed, or without what leads to it: `saveTapped` for `form(saveTapped)`, and `addTapped`
  /// for the one that is listed with its payload.
  private func read(_ line: String) throws -> Action {
    let typed = try Canonical(parsingCommand: line)
    var meanings: [Canonical] = [typed]
    for listed in exploration.actions(in: now.recorder.situation.state) {
      if let meaning = typed.completed(like: try Canonical(listed)), !meanings.contains(meaning) {
        meanings.append(meaning)
      }
    }
    var actions: [(meaning: Canonical, action: Action)] = []
    var faults: [String] = []
    for meaning in meanings {
      do { actions.append((meaning, try meaning.decode())) } catch { faults.append(error.explained) }
    }
    if let only = actions.first, actions.count == 1 { return only.action }
    if actions.isEmpty {
      // The first meaning is what was typed; a later one has the name in common with something that can be done.
      throw PlayFault(faults.count > 1 ? faults[1] : "\(typed) is nothing that can be done here; see actions")
    }
    throw PlayFault("which of these? \(actions.map { "\($0.meaning)" }.joined(separator: " | "))")
  }
}

/// What a person typed makes no sense here.
private struct PlayFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Canonical {
  /// Completes what was typed to something like an example: with the cases around it, and the payload of the example
  /// where none was typed.
  fileprivate func completed(like example: Canonical) -> Canonical? {
    switch (self, example) {
    case (.word(let name), .word(let same)) where name == same: self
    case (.variant(let name, _), .variant(let same, _)) where name == same: self
    case (.word(let name), .variant(let same, _)) where name == same: example
    case (_, .variant(let name, let arguments)) where arguments.count == 1 && arguments[0].label == nil:
      completed(like: arguments[0].value).map { .variant(name, [.init(label: nil, value: $0)]) }
    default: nil
    }
  }
}
