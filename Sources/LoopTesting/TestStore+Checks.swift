import Loop
import LoopHistory
import LoopText
import SnapshotFiles

extension TestStore {
  struct ExpectedEffects {
    let starts: [Feature.Effect]
    let delay: Duration?
    let fires, queues, drops, cancels: [Feature.Effect]
    /// What the reducer returns, in parts, or an empty list if it is not compared.
    let returned: [Effects<Feature>]
  }

  /// Performs a step, and reports each difference from the expected state and effects.
  func checkStep(
    _ expected: ExpectedEffects, _ applyExpectedChange: ExpectedChange, reducing action: Feature.Action,
    at location: SourcePosition,
    _ step: (inout FeatureStepper<Feature>) throws -> FeatureStepper<Feature>.Change
  ) {
    let returned = effectsIfPure(of: action, at: location)
    let expectedReturn = expected.returned.reduce(.none, +)
    if !expected.returned.isEmpty && returned != expectedReturn {
      reportReturned(returned, expectedReturn, at: location)
    }
    if isFinished { return reporter.report("The test has finished: this step comes after finish().", location) }
    guard var recorder else { return }
    var expectedState = recorder.loopState.state
    do {
      let change = try step(&recorder)
      self.recorder = recorder
      if !isExhaustive { expectedState = recorder.loopState.state }
      try applyExpectedChange(&expectedState)
      compareStates(expectedState, with: recorder.loopState.state, at: location)
      compareEffects("start", expected.starts, with: change.started.filter { $0.slot != nil }, at: location)
      compareEffects(
        "are fire-and-forget", expected.fires, with: change.started.filter { $0.slot == nil }, at: location)
      compareEffects("are queued", expected.queues, with: change.queued, at: location)
      compareEffects("are dropped", expected.drops, with: change.dropped, at: location)
      compareEffects("are cancelled", expected.cancels, with: change.cancelled, at: location)
      // The returned effects contain the delays.
      if expected.returned.isEmpty { compareDelay(expected, with: change.started + change.queued, at: location) }
      for run in change.startedInInactiveSlot {
        reporter.report("Started in a slot that is inactive after the same step: \(text(of: run.effect))", location)
      }
    } catch {
      reporter.report("The step failed: \(error)", location)
    }
  }

  private func compareStates(_ expected: Feature.State, with actual: Feature.State, at location: SourcePosition) {
    var expected = expected
    for part in ignoredStateParts where part.copy(actual, &expected) { ignoredDifferences.append("state \(part.name)") }
    if expected == actual { return }
    do {
      let difference = try ValueDifference(reflecting: expected, actual)
      let lines =
        difference.isEmpty
        ? "  both have the same text: a property that == compares is not encoded"
        : difference.lines.map { "  \($0)" }.joined(separator: "\n")
      reporter.report("The state is not as expected (expected -> actual):\n\(lines)", location)
    } catch {
      reporter.report("The state is not as expected, and cannot be printed: \(error)", location)
    }
  }

  private func compareEffects(
    _ verb: String, _ expected: [Feature.Effect], with runs: [Run], at location: SourcePosition
  ) {
    let actual = runs.map(\.effect).filter { effect in
      guard let loose = ignoredEffects.first(where: { $0.matches(effect) }) else { return true }
      ignoredDifferences.append("effect \(loose.name): \(text(of: effect))")
      return false
    }
    if expected == actual { return }
    var surplus = actual
    let missing = expected.filter { effect in
      guard let location = surplus.firstIndex(of: effect) else { return true }
      surplus.remove(at: location)
      return false
    }
    if !isExhaustive && missing.isEmpty { return }
    var lines = missing.map { "  missing: \(text(of: $0))" }
    if isExhaustive { lines += surplus.map { "  unexpected: \(text(of: $0))" } }
    if lines.isEmpty { lines = ["  the order is: \(actual.map(text).joined(separator: ", "))"] }
    reporter.report("The effects that \(verb) are not as expected:\n\(lines.joined(separator: "\n"))", location)
  }

  private func compareDelay(_ expected: ExpectedEffects, with runs: [Run], at location: SourcePosition) {
    func delayText(_ delay: Duration?) -> String { delay.map { "after \($0)" } ?? "immediately" }
    let startedRuns = runs.filter { run in
      run.slot != nil && !isIgnored(run.effect)
        && (isExhaustive || expected.delay != nil && expected.starts.contains(run.effect))
    }
    for run in startedRuns where run.delay != expected.delay {
      reporter.report(
        "Starts \(delayText(run.delay)), expected \(delayText(expected.delay)): \(text(of: run.effect))", location)
    }
    if startedRuns.isEmpty, let delay = expected.delay { reporter.report("No effect starts after \(delay).", location) }
  }

  /// Reports a failure if replaying the transcript gives another transcript.
  ///
  /// A transcript is useful as a test or a bug report only if it can be replayed.
  func checkReplay(of transcript: Transcript, at location: SourcePosition) {
    do {
      let again = try Transcript(parsing: transcript.description).replay(by: feature)
      let difference = UnifiedDiff(of: transcript.feature, from: transcript.description, to: again.description)
      if !difference.isEmpty {
        reporter.report("Replaying the test gives another transcript:\n\(difference)", location)
      }
    } catch {
      reporter.report("The test cannot be replayed: \(error.readableDescription)", location)
    }
  }

  func isIgnored(_ effect: Feature.Effect) -> Bool { ignoredEffects.contains { $0.matches(effect) } }

  func text(of effect: Feature.Effect) -> String {
    do { return "\(try CanonicalValue(reflecting: effect))" } catch { return "\(effect)" }
  }

  /// Returns the current run of an effect.
  ///
  /// If there is not exactly one, reports a failure and returns `nil`.
  /// The slot is needed only if two slots run equal effects.
  func pendingRun(of effect: Feature.Effect, in slot: Feature.Slot?, at location: SourcePosition) -> Run? {
    let runs = pending.running.filter { $0.effect == effect && (slot == nil || $0.slot == slot) }
    if let run = runs.first, runs.count == 1 { return run }
    if runs.isEmpty {
      let others = pending.running.map { "\n  \(text(of: $0.effect))" }.joined()
      let waits = pending.queued.contains { $0.effect == effect } ? " (it is queued in its slot)" : ""
      reporter.report(
        "Not running: \(text(of: effect))\(waits)." + (others.isEmpty ? " Nothing is running." : " Running:\(others)"),
        location)
    } else {
      reporter.report("Running in \(runs.count) slots: \(text(of: effect)). Name the slot with `in:`.", location)
    }
    return nil
  }

  private func reportReturned(
    _ actual: Effects<Feature>, _ expected: Effects<Feature>, at location: SourcePosition
  ) {
    func lines(_ title: String, _ effects: Effects<Feature>) -> [String] {
      effects.isEmpty ? ["  \(title): no effects"] : effects.instructions.map { "  \(title): \(text(of: $0))" }
    }
    let lines = lines("expected", expected) + lines("returned", actual)
    reporter.report("The returned effects are not as expected:\n\(lines.joined(separator: "\n"))", location)
  }

  private func text(of instruction: Effects<Feature>.Instruction) -> String {
    switch instruction {
    case .run(let request):
      (request.isSubscription ? "subscribe to " : "")
        + "\(text(of: request.effect)) in \(request.slot), \(request.policy)"
        + (request.delay.map { ", after \($0)" } ?? "") + ", if lost \(request.lostResponse)"
        + ", after a restart \(request.restart)"
    case .fireAndForget(let effect, let runsAgain):
      "fire and forget \(text(of: effect))\(runsAgain ? ", again after a restart" : "")"
    case .cancel(let slot): "cancel \(slot)"
    }
  }

  /// Reduces an action twice, reports a failure if the states or the effects differ, and returns the effects.
  private func effectsIfPure(of action: Feature.Action, at location: SourcePosition) -> Effects<Feature> {
    var once = state
    var twice = state
    let first = feature.reduce(&once, action)
    let second = feature.reduce(&twice, action)
    if first == second && once == twice { return first }
    isPure = false
    var lines: [String]
    do {
      lines = try ValueDifference(reflecting: once, twice).lines
      if lines.isEmpty { lines = ["the effects differ"] }
    } catch {
      lines = ["the states differ and cannot be printed: \(error)"]
    }
    reporter.report(
      "The reducer is not pure. Two identical calls differ:\n\(lines.map { "  \($0)" }.joined(separator: "\n"))",
      location)
    return first
  }
}
