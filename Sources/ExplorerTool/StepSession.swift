import ConsoleIO
import LoopHistory
import LoopText
import Loop
import LoopExplorer
import Values

/// An interactive session: the user types actions, and chooses the outcome of each effect.
///
/// The state, the pending work and the environment are values, so going back restores an earlier value.
struct StepSession<Scenario: Exploration> {
  var path: RecordedPath<Scenario>
  /// The savepoints before each command that can be undone.
  ///
  /// They are positions in `path`, which is cheaper than a copy of the path for each.
  var savepoints: [RecordedPath<Scenario>.Savepoint] = []

  /// Starts a session at the initial state.
  init(_ exploration: Scenario) throws { path = try RecordedPath(exploration) }

  /// Runs one line and returns its output.
  ///
  /// - Throws: A ``StepSessionError`` that explains why the line is not possible. Nothing has changed then.
  mutating func runLine(_ line: String) throws -> String {
    // Without line editing, an arrow key arrives as an escape sequence.
    if line.hasPrefix("\u{1b}") { throw StepSessionError("keys such as arrows do nothing here") }
    do {
      return try runCommand(line)
    } catch {
      throw StepSessionError(error.readableDescription)
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
    case "state", "actions", "back", "quit", "exit": throw StepSessionError("\(first) takes no argument")
    case "end": return try executeAndDeliverRun(line)
    case "execute", "fire", "deliver": return try performTypedStep(line)
    case "occur": return try causeEvent(named: rest, in: line)
    case "?": return StepHelp.text
    case _ where first.lowercased() == "help": return StepHelp.text
    default: return try sendAction(line)
    }
  }

  /// Continues from the end of a transcript.
  ///
  /// Throws an error, and changes nothing, if the current version of the feature behaves differently.
  mutating func resume(_ transcript: Transcript) throws {
    var resumed = path
    var passed: [RecordedPath<Scenario>.Savepoint] = []
    try resumed.replay(transcript) { path, step in
      // The steps after one with an input were part of the same command.
      if step.input != nil { passed.append(path.savepoint) }
    }
    path = resumed
    for savepoint in passed { addSavepoint(savepoint) }
  }
}

extension StepSession {
  var pendingRuns: [ScenarioState<Scenario>.Run] { path.scenarioState.loopState.pending.running }

  func stateText() throws -> String {
    // A transcript ends with the state and the pending work. Without pending work, it ends with one line that says so.
    let pending = path.scenarioState.loopState.pending
    let state = try path.transcript.finalStateLines.dropLast(max(1, pending.running.count + pending.queued.count))
    return indented(state) + (try pendingText())
  }

  private func pendingText() throws -> String {
    let scenarioState = path.scenarioState
    func outcomes(_ effect: Scenario.Feature.Effect) -> String {
      path.scenario.outcomes(of: effect, in: scenarioState.environment).map(\.name).joined(separator: " | ")
    }
    var lines: [String] = try pendingRuns.enumerated().map { index, run in
      let coming = run.slot.flatMap { scenarioState.pendingResponses[$0] }
      let end =
        if coming != nil {
          run.isSubscription ? "responds: deliver \(index + 1)" : "executed: deliver \(index + 1)"
        } else {
          run.isSubscription ? "open" : "ends: \(outcomes(run.effect))"
        }
      return "\(index + 1)  \(try CanonicalValue(run.effect))  \(end)"
    }
    lines += try scenarioState.pendingFireAndForget.map { "fire \(try CanonicalValue($0))  ends: \(outcomes($0))" }
    return lines.isEmpty ? "" : "pending\n" + indented(lines)
  }

  private mutating func actionsText() throws -> String {
    let all = path.scenario.actions(in: path.scenarioState.state)
    let here = path.savepoint
    defer { path.rollBack(to: here) }
    var useful: [String] = []
    for action in all {
      _ = try path.apply(.user(action))
      if !path.lastChanges.isEmpty { useful.append("\(try CanonicalValue(action))") }
      path.rollBack(to: here)
    }
    let left = all.count - useful.count
    return indented(useful) + (left == 0 ? "" : "\(left) more would change nothing now\n")
  }

  private mutating func stepBack() throws -> String {
    guard let last = savepoints.popLast() else { throw StepSessionError("there is no earlier state to go back to") }
    path.rollBack(to: last)
    return try stateText()
  }

  private mutating func sendAction(_ line: String) throws -> String {
    let action: Scenario.Feature.Action = try parseAction(
      line, examples: path.scenario.actions(in: path.scenarioState.state).map { try CanonicalValue($0) })
    return try performStep(line) { path in _ = try path.apply(.user(action)) }
  }

  /// Executes a pending effect and delivers all of its responses, or delivers the remaining responses of an executed
  /// one.
  private mutating func executeAndDeliverRun(_ line: String) throws -> String {
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let run = try pendingRun(numbered: words.first, for: "end")
    guard let slot = run.slot else { throw StepSessionError("this effect has no response to deliver") }
    let name = words.dropFirst().joined(separator: " ")
    if path.scenarioState.pendingResponses[slot] != nil {
      if !name.isEmpty {
        throw StepSessionError(
          "effect \(words[0]) is already executed; type deliver \(words[0]) to deliver its response")
      }
      return try performStep(line) { try $0.deliverAllResponses(in: slot, of: run) }
    }
    if run.isSubscription {
      throw StepSessionError("effect \(words[0]) is a subscription: only an event of the environment makes it respond")
    }
    let ends: [ExecutionOutcome] = path.nextTransitions.compactMap { way in
      if case .execute(slot, let outcome, let fault) = way.step { (outcome, fault) } else { nil }
    }
    let end = try chooseOutcome(named: name, among: ends)
    return try performStep(line) { path in
      _ = try path.apply(.execute(slot, outcome: end.outcome, end.fault))
      try path.deliverAllResponses(in: slot, of: run)
    }
  }

  /// An outcome of an execution, with the injected fault if there is one.
  private typealias ExecutionOutcome = (outcome: String, fault: InjectedFault?)

  /// Returns the outcome that the name matches.
  ///
  /// Outcomes with a fault are considered only if no other outcome matches.
  private func chooseOutcome(named name: String, among ends: [ExecutionOutcome]) throws -> ExecutionOutcome {
    let well = ends.filter { $0.fault == nil }
    if name.isEmpty, well.count == 1 { return well[0] }
    let text = { (end: ExecutionOutcome) in ExplorationStep<Scenario>.outcomeText(end.outcome, fault: end.fault) }
    return try uniqueMatch(for: name, among: well, by: text) ?? uniqueMatch(for: name, among: ends, by: text)
      ?? choose(name, among: well, by: text)
  }

  /// Performs a step that is written as in a counterexample, or with the number of an effect instead of its slot.
  private mutating func performTypedStep(_ line: String) throws -> String {
    var words = line.split(separator: " ").map(String.init)
    let verb = words.starts(with: ["execute", "late"]) ? "execute late" : words[0]
    if words.count > 1, Int(words[1]) != nil, let slot = try pendingRun(numbered: words[1], for: verb).slot {
      words[1] = "\(try CanonicalValue(slot))"
    }
    let typed = words.joined(separator: " ")
    let steps = try path.nextTransitions.filter { $0.step.verb == verb }.map { (step: $0.step, line: try $0.step.line) }
    if steps.isEmpty {
      switch verb {
      case "execute": throw StepSessionError("no pending effect can be executed")
      case "deliver": throw StepSessionError("no executed effect has a response to deliver")
      case "fire": throw StepSessionError("no fire-and-forget effect is pending")
      default: throw StepSessionError("no effect was cancelled before it was executed")
      }
    }
    guard let step = steps.first(where: { $0.line == typed })?.step else {
      let fault = typed == verb ? "" : "\(typed.quoted) is not possible here; "
      throw StepSessionError("\(fault)choose one of:\n" + steps.map { "  \($0.line)" }.joined(separator: "\n"))
    }
    return try self.performStep(line) { path in _ = try path.apply(step) }
  }

  private mutating func causeEvent(named name: String, in line: String) throws -> String {
    let events = path.scenario.environmentEvents(in: path.scenarioState.environment)
    if events.isEmpty { throw StepSessionError("no event can occur here") }
    let event = try choose(name, among: events, by: \.name)
    return try performStep(line) { path in _ = try path.apply(.occur(event.name)) }
  }

  /// Returns the pending run with the number that the list shows.
  private func pendingRun(numbered number: String?, for verb: String) throws -> ScenarioState<Scenario>.Run {
    let runs = pendingRuns
    if runs.isEmpty { throw StepSessionError("no effect is pending") }
    guard let word = number else {
      throw StepSessionError("\(verb) needs the number of a pending effect (1 to \(runs.count))")
    }
    guard let number = Int(word), number >= 1 else {
      throw StepSessionError("\(verb): \(word.quoted) is not the number of a pending effect (1 to \(runs.count))")
    }
    guard number <= runs.count else {
      throw StepSessionError("there is no pending effect \(number), only \(runs.count)")
    }
    return runs[number - 1]
  }

  /// Performs the step of a typed line and returns a description of its changes.
  ///
  /// The command `back` reverts the step. A step without changes is not recorded.
  private mutating func performStep(
    _ line: String, _ body: (inout RecordedPath<Scenario>) throws -> Void
  ) throws -> String {
    let before = path.savepoint
    path.input = line.trimmed
    do {
      try body(&path)
      if path.isUnchanged(since: before) {
        path.rollBack(to: before)
        return indented(["nothing changes"]) + (try pendingText())
      }
      let environment = try ValueDifference(from: before.environment, to: path.scenarioState.environment).lines
      let seen =
        (environment.isEmpty ? "" : "in the environment\n" + indented(environment)) + indented(path.lastChanges)
      let output = (seen.isEmpty ? indented(["nothing changes"]) : seen) + (try pendingText())
      addSavepoint(before)
      return output
    } catch {
      path.rollBack(to: before)
      throw error
    }
  }

  /// Adds a savepoint.
  ///
  /// Only the last 100 are kept, because each holds a state and an environment.
  mutating func addSavepoint(_ savepoint: RecordedPath<Scenario>.Savepoint) {
    savepoints.append(savepoint)
    if savepoints.count > 100 { savepoints.removeFirst() }
  }

  private func indented(_ lines: some Sequence<String>) -> String { lines.map { "  \($0)\n" }.joined() }

  private func choose<Choice>(_ name: String, among choices: [Choice], by path: (Choice) -> String) throws -> Choice {
    if let choice = uniqueMatch(for: name, among: choices, by: path) { return choice }
    let names = choices.map(path)
    if name.isEmpty { throw StepSessionError("choose one of: \(names.joined(separator: " | "))") }
    let near = names.filter { $0.contains(name) }
    let fault = near.isEmpty ? "nothing here matches \(name.quoted)" : "\(name.quoted) is ambiguous"
    throw StepSessionError("\(fault); choose one of: \((near.isEmpty ? names : near).joined(separator: " | "))")
  }

  /// Returns the only choice whose name equals, starts with or contains the typed name, in this order of preference.
  private func uniqueMatch<Choice>(for name: String, among choices: [Choice], by path: (Choice) -> String) -> Choice? {
    for fits: (String) -> Bool in [{ $0 == name }, { $0.hasPrefix(name) }, { $0.contains(name) }] {
      let near = choices.filter { fits(path($0)) }
      if let only = near.first, near.count == 1, !name.isEmpty { return only }
    }
    return nil
  }
}

extension RecordedPath {
  /// Delivers all responses of a run, which ends with the last one.
  fileprivate mutating func deliverAllResponses(in slot: Scenario.Feature.Slot, of run: ScenarioState<Scenario>.Run)
    throws
  {
    while scenarioState.loopState.pending.isRunning(run), scenarioState.pendingResponses[slot] != nil {
      _ = try apply(.deliver(slot))
    }
  }
}

extension ExplorationStep {
  /// The verb that the line of a step starts with, or `nil` for an action.
  fileprivate var verb: String? {
    switch self {
    case .execute: "execute"
    case .deliver: "deliver"
    case .executeFireAndForget: "fire"
    case .executeLate: "execute late"
    case .occur: "occur"
    case .user: nil
    }
  }
}

/// The reason why a typed line could not be run.
struct StepSessionError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
