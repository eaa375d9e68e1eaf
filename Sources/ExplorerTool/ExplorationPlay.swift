import LoopHistory
import LoopText
internal import Loop
internal import LoopExplorer

/// Plays the world by hand: a person types what is done in the feature, and how each effect ends.
///
/// A step back is a look at an earlier value: the feature's state, what is pending, and the world.
struct ExplorationPlay<Played: Exploration> {
  var now: Trail<Played>
  /// Where each line that can be taken back was typed: places on one way, because a second way would be a copy of it.
  var earlier: [Trail<Played>.Mark] = []
  /// What the journal in a file tells so far, if there is one.
  var kept: TrailJournal<Played>?

  /// Begins a play.
  init(_ exploration: Played) throws { now = try Trail(exploration) }

  /// Everything played so far.
  var transcript: Transcript { get throws { try now.transcript } }

  /// The state at the beginning.
  var opening: String { get throws { try state() } }

  /// Takes one line in.
  ///
  /// What cannot be done changes nothing, and says why.
  mutating func take(_ line: String) -> String {
    // Where lines are not edited, an arrow key arrives as a text that begins like this.
    if line.hasPrefix("\u{1b}") { return "keys such as arrows do nothing here\n" }
    do {
      return try obey(line)
    } catch {
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
    case "execute", "tell", "deliver": return try retell(line)
    case "occur": return try occur(rest)
    case "?": return StepHelp.text
    case _ where first.lowercased() == "help": return StepHelp.text
    default: return try act(line)
    }
  }
}

extension ExplorationPlay {
  private var runs: [Moment<Played>.Run] { now.moment.situation.pending.running }

  private func state() throws -> String {
    // The end of a transcript is the state as it is, and what is pending or a line that says that nothing is.
    let pending = now.moment.situation.pending
    let state = try now.transcript.finally.dropLast(max(1, pending.running.count + pending.waiting.count))
    return indented(state) + (try self.pending())
  }

  private func pending() throws -> String {
    let moment = now.moment
    func outcomes(_ effect: Played.Feature.Effect) -> String {
      now.played.outcomes(of: effect, in: moment.world).map(\.name).joined(separator: " | ")
    }
    var lines: [String] = try runs.enumerated().map { place, run in
      let coming = run.slot.flatMap { moment.answers[$0] }
      let end = coming == nil ? "ends: \(outcomes(run.effect))" : "is done: deliver \(place + 1)"
      return "\(place + 1)  \(try Canonical(run.effect))  \(end)"
    }
    lines += try moment.told.map { "tell \(try Canonical($0))  ends: \(outcomes($0))" }
    return lines.isEmpty ? "" : "pending\n" + indented(lines)
  }

  private mutating func actions() throws -> String {
    let all = now.played.actions(in: now.moment.state)
    let here = now.mark
    defer { now.goBack(to: here) }
    var useful: [String] = []
    for action in all {
      _ = try now.take(.user(action))
      if !now.lastChanges.isEmpty { useful.append("\(try Canonical(action))") }
      now.goBack(to: here)
    }
    let left = all.count - useful.count
    return indented(useful) + (left == 0 ? "" : "\(left) more would change nothing now\n")
  }

  private mutating func back() throws -> String {
    guard let last = earlier.popLast() else { throw PlayFault("nothing has been done yet") }
    now.goBack(to: last)
    return try state()
  }

  private mutating func act(_ line: String) throws -> String {
    let action: Played.Feature.Action = try readAction(
      line, like: now.played.actions(in: now.moment.state).map { try Canonical($0) })
    return try step { trail in _ = try trail.take(.user(action)) }
  }

  /// Does what a run asks for and lets all of its answers arrive, or those that are still on their way.
  private mutating func end(_ words: [String]) throws -> String {
    let run = try run(words.first, to: "end")
    guard let slot = run.slot else { throw PlayFault("nothing of it is awaited") }
    let name = words.dropFirst().joined(separator: " ")
    if now.moment.answers[slot] != nil {
      if !name.isEmpty { throw PlayFault("it is done already; deliver \(words[0]) lets its answer arrive") }
      return try step { try $0.hearOut(slot, run) }
    }
    let ends: [End] = now.next.compactMap { way in
      if case .deed(slot, let outcome, let mishap) = way.step { (outcome, mishap) } else { nil }
    }
    let end = try end(named: name, of: ends)
    return try step { trail in
      _ = try trail.take(.deed(slot, outcome: end.outcome, end.mishap))
      try trail.hearOut(slot, run)
    }
  }

  /// How a deed can end, well or not.
  private typealias End = (outcome: String, mishap: Mishap?)

  /// What goes wrong is meant only where no outcome is.
  private func end(named name: String, of ends: [End]) throws -> End {
    let well = ends.filter { $0.mishap == nil }
    if name.isEmpty, well.count == 1 { return well[0] }
    let told = { (end: End) in Step<Played>.end(end.outcome, end.mishap) }
    return try only(name, of: well, by: told) ?? only(name, of: ends, by: told) ?? choose(name, of: well, by: told)
  }

  /// Takes a step as a counterexample writes it, or with a number in place of a slot.
  private mutating func retell(_ line: String) throws -> String {
    var words = line.split(separator: " ").map(String.init)
    let verb = words.starts(with: ["execute", "late"]) ? "execute late" : words[0]
    if words.count > 1, Int(words[1]) != nil, let slot = try run(words[1], to: verb).slot {
      words[1] = "\(try Canonical(slot))"
    }
    let told = words.joined(separator: " ")
    let steps = try now.next.filter { $0.step.verb == verb }.map { (step: $0.step, line: try $0.step.line) }
    if steps.isEmpty { throw PlayFault(Self.nothing(to: verb)) }
    guard let step = steps.first(where: { $0.line == told })?.step else {
      let fault = told == verb ? "" : "\(told.quoted) cannot happen here; "
      throw PlayFault("\(fault)choose one of:\n" + steps.map { "  \($0.line)" }.joined(separator: "\n"))
    }
    return try self.step { trail in _ = try trail.take(step) }
  }

  /// What is said where nothing of a kind can happen.
  private static func nothing(to verb: String) -> String {
    switch verb {
    case "execute": "nothing is pending that could be executed"
    case "deliver": "nothing that was executed has a response on its way"
    case "tell": "no fire-and-forget effect waits to be executed"
    default: "nothing was cancelled before it was executed, so nothing can be executed late"
    }
  }

  private mutating func occur(_ name: String) throws -> String {
    let happenings = now.played.happenings(in: now.moment.world)
    if happenings.isEmpty { throw PlayFault("nothing can occur here") }
    let happening = try choose(name, of: happenings, by: \.name)
    return try step { trail in _ = try trail.take(.happening(happening.name)) }
  }

  /// The pending run with the number it is listed by.
  private func run(_ number: String?, to verb: String) throws -> Moment<Played>.Run {
    let runs = runs
    if runs.isEmpty { throw PlayFault("nothing is pending") }
    guard let word = number else { throw PlayFault("\(verb) which? 1 to \(runs.count), as listed") }
    guard let number = Int(word), number >= 1 else {
      throw PlayFault("\(verb) which? \(word.quoted) is none of 1 to \(runs.count), as listed")
    }
    guard number <= runs.count else {
      throw PlayFault("there is no \(number), there \(runs.count == 1 ? "is" : "are") only \(runs.count)")
    }
    return runs[number - 1]
  }

  private mutating func step(_ body: (inout Trail<Played>) throws -> Void) throws -> String {
    let before = now.mark
    do {
      try body(&now)
      let world = try Difference(from: before.world, to: now.moment.world).lines
      let seen = (world.isEmpty ? "" : "in the world\n" + indented(world)) + indented(now.lastChanges)
      let said = (seen.isEmpty ? indented(["nothing changes"]) : seen) + (try pending())
      remember(before)
      return said
    } catch {
      now.goBack(to: before)
      throw error
    }
  }

  /// Keeps where the play stood, to be taken back to: the last hundred, because each holds a state and a world.
  mutating func remember(_ place: Trail<Played>.Mark) {
    earlier.append(place)
    if earlier.count > 100 { earlier.removeFirst() }
  }

  private func indented(_ lines: some Sequence<String>) -> String { lines.map { "  \($0)\n" }.joined() }

  private func choose<Choice>(_ name: String, of choices: [Choice], by path: (Choice) -> String) throws -> Choice {
    if let choice = only(name, of: choices, by: path) { return choice }
    let names = choices.map(path)
    if name.isEmpty { throw PlayFault("choose one of: \(names.joined(separator: " | "))") }
    let near = names.filter { $0.contains(name) }
    let fault = near.isEmpty ? "\(name.quoted) is none of those that are possible" : "\(name.quoted) may be several"
    throw PlayFault("\(fault); choose one of: \((near.isEmpty ? names : near).joined(separator: " | "))")
  }

  /// Finds what a person means: its name, or how it begins, or a part of it, if no other name is like that.
  private func only<Choice>(_ name: String, of choices: [Choice], by path: (Choice) -> String) -> Choice? {
    for fits: (String) -> Bool in [{ $0 == name }, { $0.hasPrefix(name) }, { $0.contains(name) }] {
      let near = choices.filter { fits(path($0)) }
      if let only = near.first, near.count == 1, !name.isEmpty { return only }
    }
    return nil
  }
}

extension Trail {
  /// Lets everything arrive that a run has answered; it ends with the last.
  fileprivate mutating func hearOut(_ slot: Played.Feature.Slot, _ run: Moment<Played>.Run) throws {
    while moment.situation.pending.isUnderWay(run), moment.answers[slot] != nil { _ = try take(.answer(slot)) }
  }
}

extension Step {
  /// The words that the line of a step begins with, if they name no action.
  fileprivate var verb: String? {
    switch self {
    case .deed: "execute"
    case .answer: "deliver"
    case .told: "tell"
    case .late: "execute late"
    case .happening: "occur"
    case .user: nil
    }
  }
}

/// What a person typed makes no sense here.
struct PlayFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
