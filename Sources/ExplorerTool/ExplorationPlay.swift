import LoopHistory
import LoopText
internal import Loop
internal import LoopExplorer

/// Plays the world by hand: a person types what is done in the feature, and how each effect ends.
///
/// A step back is a look at an earlier value: the feature's state, what is pending, and the world.
struct StepSession<Scenario: Exploration> {
  var now: RecordedPath<Scenario>
  /// Where each line that can be taken back was typed: places on one way, because a second way would be a copy of it.
  var earlier: [RecordedPath<Scenario>.Savepoint] = []
  /// What the journal in a file tells so far, if there is one.
  var kept: PathJournalWriter<Scenario>?

  /// Begins a play.
  init(_ exploration: Scenario) throws { now = try RecordedPath(exploration) }

  /// Everything played so far.
  var transcript: Transcript { get throws { try now.transcript } }

  /// The state at the beginning.
  var initialStateText: String { get throws { try stateText() } }

  /// Takes one line in.
  ///
  /// What cannot be done changes nothing, and says why.
  mutating func handleLine(_ line: String) -> String {
    // Where lines are not edited, an arrow key arrives as a text that begins like this.
    if line.hasPrefix("\u{1b}") { return "keys such as arrows do nothing here\n" }
    do {
      return try runCommand(line)
    } catch {
      return "\(error.readableDescription)\n"
    }
  }

  private mutating func runCommand(_ line: String) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first else { return "" }
    let rest = words.dropFirst().joined(separator: " ")
    switch first {
    case "state" where rest.isEmpty: return try stateText()
    case "actions" where rest.isEmpty: return try actionsText()
    case "back" where rest.isEmpty: return try stepBack()
    case "state", "actions", "back": throw StepSessionError("\(first) takes nothing")
    case "end": return try endRun(Array(words.dropFirst()))
    case "execute", "tell", "deliver": return try performTypedStep(line)
    case "occur": return try causeEvent(named: rest)
    case "?": return StepHelp.text
    case _ where first.lowercased() == "help": return StepHelp.text
    default: return try sendAction(line)
    }
  }
}

extension StepSession {
  private var pendingRuns: [ScenarioState<Scenario>.Run] { now.moment.situation.pending.running }

  private func stateText() throws -> String {
    // The end of a transcript is the state as it is, and what is pending or a line that says that nothing is.
    let pending = now.moment.situation.pending
    let state = try now.transcript.finally.dropLast(max(1, pending.running.count + pending.queued.count))
    return indented(state) + (try self.pendingText())
  }

  private func pendingText() throws -> String {
    let moment = now.moment
    func outcomes(_ effect: Scenario.Feature.Effect) -> String {
      now.played.outcomes(of: effect, in: moment.world).map(\.name).joined(separator: " | ")
    }
    var lines: [String] = try pendingRuns.enumerated().map { place, run in
      let coming = run.slot.flatMap { moment.answers[$0] }
      let end = coming == nil ? "ends: \(outcomes(run.effect))" : "is done: deliver \(place + 1)"
      return "\(place + 1)  \(try CanonicalValue(run.effect))  \(end)"
    }
    lines += try moment.told.map { "tell \(try CanonicalValue($0))  ends: \(outcomes($0))" }
    return lines.isEmpty ? "" : "pending\n" + indented(lines)
  }

  private mutating func actionsText() throws -> String {
    let all = now.played.actions(in: now.moment.state)
    let here = now.savepoint
    defer { now.rollBack(to: here) }
    var useful: [String] = []
    for action in all {
      _ = try now.apply(.user(action))
      if !now.lastChanges.isEmpty { useful.append("\(try CanonicalValue(action))") }
      now.rollBack(to: here)
    }
    let left = all.count - useful.count
    return indented(useful) + (left == 0 ? "" : "\(left) more would change nothing now\n")
  }

  private mutating func stepBack() throws -> String {
    guard let last = earlier.popLast() else { throw StepSessionError("nothing has been done yet") }
    now.rollBack(to: last)
    return try stateText()
  }

  private mutating func sendAction(_ line: String) throws -> String {
    let action: Scenario.Feature.Action = try parseAction(
      line, examples: now.played.actions(in: now.moment.state).map { try CanonicalValue($0) })
    return try performStep { trail in _ = try trail.apply(.user(action)) }
  }

  /// Does what a run asks for and lets all of its answers arrive, or those that are still on their way.
  private mutating func endRun(_ words: [String]) throws -> String {
    let run = try pendingRun(numbered: words.first, for: "end")
    guard let slot = run.slot else { throw StepSessionError("nothing of it is awaited") }
    let name = words.dropFirst().joined(separator: " ")
    if now.moment.answers[slot] != nil {
      if !name.isEmpty { throw StepSessionError("it is done already; deliver \(words[0]) lets its answer arrive") }
      return try performStep { try $0.deliverAllResponses(in: slot, of: run) }
    }
    let ends: [ExecutionOutcome] = now.nextTransitions.compactMap { way in
      if case .deed(slot, let outcome, let mishap) = way.step { (outcome, mishap) } else { nil }
    }
    let end = try chooseOutcome(named: name, among: ends)
    return try performStep { trail in
      _ = try trail.apply(.deed(slot, outcome: end.outcome, end.mishap))
      try trail.deliverAllResponses(in: slot, of: run)
    }
  }

  /// How a deed can end, well or not.
  private typealias ExecutionOutcome = (outcome: String, mishap: InjectedFault?)

  /// What goes wrong is meant only where no outcome is.
  private func chooseOutcome(named name: String, among ends: [ExecutionOutcome]) throws -> ExecutionOutcome {
    let well = ends.filter { $0.mishap == nil }
    if name.isEmpty, well.count == 1 { return well[0] }
    let told = { (end: ExecutionOutcome) in ExplorationStep<Scenario>.outcomeText(end.outcome, fault: end.mishap) }
    return try uniqueMatch(for: name, among: well, by: told) ?? uniqueMatch(for: name, among: ends, by: told)
      ?? choose(name, among: well, by: told)
  }

  /// Takes a step as a counterexample writes it, or with a number in place of a slot.
  private mutating func performTypedStep(_ line: String) throws -> String {
    var words = line.split(separator: " ").map(String.init)
    let verb = words.starts(with: ["execute", "late"]) ? "execute late" : words[0]
    if words.count > 1, Int(words[1]) != nil, let slot = try pendingRun(numbered: words[1], for: verb).slot {
      words[1] = "\(try CanonicalValue(slot))"
    }
    let told = words.joined(separator: " ")
    let steps = try now.nextTransitions.filter { $0.step.verb == verb }.map { (step: $0.step, line: try $0.step.line) }
    if steps.isEmpty { throw StepSessionError(Self.nothingPossibleMessage(for: verb)) }
    guard let step = steps.first(where: { $0.line == told })?.step else {
      let fault = told == verb ? "" : "\(told.quoted) cannot happen here; "
      throw StepSessionError("\(fault)choose one of:\n" + steps.map { "  \($0.line)" }.joined(separator: "\n"))
    }
    return try self.performStep { trail in _ = try trail.apply(step) }
  }

  /// What is said where nothing of a kind can happen.
  private static func nothingPossibleMessage(for verb: String) -> String {
    switch verb {
    case "execute": "nothing is pending that could be executed"
    case "deliver": "nothing that was executed has a response on its way"
    case "tell": "no fire-and-forget effect waits to be executed"
    default: "nothing was cancelled before it was executed, so nothing can be executed late"
    }
  }

  private mutating func causeEvent(named name: String) throws -> String {
    let happenings = now.played.environmentEvents(in: now.moment.world)
    if happenings.isEmpty { throw StepSessionError("nothing can occur here") }
    let happening = try choose(name, among: happenings, by: \.name)
    return try performStep { trail in _ = try trail.apply(.happening(happening.name)) }
  }

  /// The pending run with the number it is listed by.
  private func pendingRun(numbered number: String?, for verb: String) throws -> ScenarioState<Scenario>.Run {
    let runs = pendingRuns
    if runs.isEmpty { throw StepSessionError("nothing is pending") }
    guard let word = number else { throw StepSessionError("\(verb) which? 1 to \(runs.count), as listed") }
    guard let number = Int(word), number >= 1 else {
      throw StepSessionError("\(verb) which? \(word.quoted) is none of 1 to \(runs.count), as listed")
    }
    guard number <= runs.count else {
      throw StepSessionError("there is no \(number), there \(runs.count == 1 ? "is" : "are") only \(runs.count)")
    }
    return runs[number - 1]
  }

  private mutating func performStep(_ body: (inout RecordedPath<Scenario>) throws -> Void) throws -> String {
    let before = now.savepoint
    do {
      try body(&now)
      let world = try ValueDifference(from: before.environment, to: now.moment.world).lines
      let seen = (world.isEmpty ? "" : "in the world\n" + indented(world)) + indented(now.lastChanges)
      let said = (seen.isEmpty ? indented(["nothing changes"]) : seen) + (try pendingText())
      addSavepoint(before)
      return said
    } catch {
      now.rollBack(to: before)
      throw error
    }
  }

  /// Keeps where the play stood, to be taken back to: the last hundred, because each holds a state and a world.
  mutating func addSavepoint(_ place: RecordedPath<Scenario>.Savepoint) {
    earlier.append(place)
    if earlier.count > 100 { earlier.removeFirst() }
  }

  private func indented(_ lines: some Sequence<String>) -> String { lines.map { "  \($0)\n" }.joined() }

  private func choose<Choice>(_ name: String, among choices: [Choice], by path: (Choice) -> String) throws -> Choice {
    if let choice = uniqueMatch(for: name, among: choices, by: path) { return choice }
    let names = choices.map(path)
    if name.isEmpty { throw StepSessionError("choose one of: \(names.joined(separator: " | "))") }
    let near = names.filter { $0.contains(name) }
    let fault = near.isEmpty ? "\(name.quoted) is none of those that are possible" : "\(name.quoted) may be several"
    throw StepSessionError("\(fault); choose one of: \((near.isEmpty ? names : near).joined(separator: " | "))")
  }

  /// Finds what a person means: its name, or how it begins, or a part of it, if no other name is like that.
  private func uniqueMatch<Choice>(for name: String, among choices: [Choice], by path: (Choice) -> String) -> Choice? {
    for fits: (String) -> Bool in [{ $0 == name }, { $0.hasPrefix(name) }, { $0.contains(name) }] {
      let near = choices.filter { fits(path($0)) }
      if let only = near.first, near.count == 1, !name.isEmpty { return only }
    }
    return nil
  }
}

extension RecordedPath {
  /// Lets everything arrive that a run has answered; it ends with the last.
  fileprivate mutating func deliverAllResponses(in slot: Scenario.Feature.Slot, of run: ScenarioState<Scenario>.Run)
    throws
  {
    while moment.situation.pending.isRunning(run), moment.answers[slot] != nil { _ = try apply(.answer(slot)) }
  }
}

extension ExplorationStep {
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
struct StepSessionError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
