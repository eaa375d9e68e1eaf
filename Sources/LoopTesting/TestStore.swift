public import Loop
public import LoopProof

/// Turns a feature step by step, and has every change and every effect foretold.
///
/// ```swift
/// @Test func `a failed save keeps the draft`() {
///   let editor = TestStore(ProductEditor(), state: .init(products: [lamp]))
///   editor.send(.rowTapped("p1")) { $0.sheet = .open(product: lamp) }
///   editor.send(.form(.saveTapped), starts: [save]) { $0.sheet.form?.stage = .saving }
///   editor.end(save, .saveFailed(write, .offline)) { $0.sheet.form?.stage = .failed(.offline) }
///   editor.finish()
/// }
/// ```
///
/// Nothing happens by itself. There is no clock and no waiting: the test says which pending effect answers, and what.
/// Whatever changed and was not foretold fails the test with the difference; so does an effect that is still pending when
/// the story is finished. Every step is taken twice and both outcomes compared, which shows a reducer that is not pure.
public final class TestStore<Feature: Reducer>
where
  Feature.State: Codable & Equatable, Feature.Action: Codable, Feature.Effect: Encodable & Equatable,
  Feature.Slot: Encodable
{
  /// One carrying-out of an effect of the feature.
  public typealias Run = Pending<Feature.Effect, Feature.Slot>.Run
  /// A change of the state that a test foretells.
  public typealias Foretold = (inout Feature.State) throws -> Void

  private var recorder: Recorder<Feature>?
  private let feature: Feature
  private let reporter: Reporter
  private let birthplace: SourcePlace
  private var isFinished = false
  private var looseEffects: [(name: String, matches: (Feature.Effect) -> Bool)] = []
  private var looseParts: [(name: String, copy: (Feature.State, inout Feature.State) -> Bool)] = []

  /// What was not asserted because the test said so, in order.
  public private(set) var skipped: [String] = []

  /// Begins a story.
  public init(
    _ feature: Feature, state: Feature.State, name: String = "\(Feature.self)", reporter: Reporter = .current,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.feature = feature
    self.reporter = reporter
    birthplace = SourcePlace(fileID, filePath, line, column)
    do { recorder = try Recorder(feature, state: state, name: name) } catch {
      reporter.report("The state cannot be printed: \(error)", birthplace)
    }
  }

  deinit {
    if !isFinished { reporter.report("The story has no end: finish() was never called.", birthplace) }
  }

  /// The state as the last step left it.
  public var state: Feature.State? { recorder?.situation.state }

  /// What is under way and what waits.
  public var pending: Pending<Feature.Effect, Feature.Slot> { recorder?.situation.pending ?? Pending() }

  /// Leaves a kind of effect unasserted.
  ///
  /// What is skipped is listed in ``skipped``.
  public func ignoreEffects(_ name: String, where matches: @escaping (Feature.Effect) -> Bool) {
    looseEffects.append((name, matches))
  }

  /// Leaves a part of the state unasserted.
  ///
  /// What is skipped is listed in ``skipped``.
  public func ignoreState<Part: Equatable>(_ name: String, _ part: WritableKeyPath<Feature.State, Part>) {
    looseParts.append(
      (
        name,
        { actual, foretold in
          if foretold[keyPath: part] == actual[keyPath: part] { return false }
          foretold[keyPath: part] = actual[keyPath: part]
          return true
        }
      ))
  }

  /// Takes an action in.
  ///
  /// What changes in the state is foretold by the closure, and what becomes of effects, in order, by the lists: those that
  /// start, asked and told; that wait behind others; that are refused because their slot is taken;
  /// that are not heard any more.
  public func send(
    _ action: Feature.Action, starts: [Feature.Effect] = [], queues: [Feature.Effect] = [],
    drops: [Feature.Effect] = [], cancels: [Feature.Effect] = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ change: Foretold = { _ in }
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    checkPurity(of: action, at: place)
    step(Expected(starts, queues, drops, cancels), change, at: place) { try $0.send(action) }
  }

  /// Lets a pending effect answer, and end.
  ///
  /// What waited behind it starts.
  public func end(
    _ effect: Feature.Effect, in slot: Feature.Slot? = nil, _ action: Feature.Action? = nil,
    starts: [Feature.Effect] = [], queues: [Feature.Effect] = [], drops: [Feature.Effect] = [],
    cancels: [Feature.Effect] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: Foretold = { _ in }
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    guard let run = run(of: effect, in: slot, at: place) else { return }
    if let action { checkPurity(of: action, at: place) }
    step(Expected(starts, queues, drops, cancels), change, at: place) {
      if let action { try $0.end(run, action) } else { try $0.end(run) }
    }
  }

  /// Lets a pending effect answer, and go on.
  public func answer(
    _ effect: Feature.Effect, in slot: Feature.Slot? = nil, _ action: Feature.Action,
    starts: [Feature.Effect] = [], queues: [Feature.Effect] = [], drops: [Feature.Effect] = [],
    cancels: [Feature.Effect] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ change: Foretold = { _ in }
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    guard let run = run(of: effect, in: slot, at: place) else { return }
    checkPurity(of: action, at: place)
    step(Expected(starts, queues, drops, cancels), change, at: place) { try $0.answer(run, action) }
  }

  /// Ends the story: nothing may be pending.
  ///
  /// Returns what happened, as a transcript.
  @discardableResult
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Transcript? {
    let place = SourcePlace(fileID, filePath, line, column)
    isFinished = true
    let left = pending.running + pending.waiting
    for run in left where !isLoose(run.effect) {
      reporter.report("Still pending at the end: \(print(run.effect))", place)
    }
    do { return try recorder?.transcript } catch {
      reporter.report("The story cannot be printed: \(error)", place)
      return nil
    }
  }
}

extension TestStore {
  private struct Expected {
    let starts, queues, drops, cancels: [Feature.Effect]

    init(
      _ starts: [Feature.Effect], _ queues: [Feature.Effect], _ drops: [Feature.Effect], _ cancels: [Feature.Effect]
    ) {
      self.starts = starts
      self.queues = queues
      self.drops = drops
      self.cancels = cancels
    }
  }

  private func step(
    _ expected: Expected, _ foretell: Foretold, at place: SourcePlace,
    _ take: (inout Recorder<Feature>) throws -> Recorder<Feature>.Change
  ) {
    guard var recorder else { return }
    var foretold = recorder.situation.state
    do {
      let change = try take(&recorder)
      self.recorder = recorder
      try foretell(&foretold)
      compare(foretold, with: recorder.situation.state, at: place)
      compare("start", "start", expected.starts, with: change.started, at: place)
      compare("wait", "wait", expected.queues, with: change.queued, at: place)
      compare("be dropped", "are dropped", expected.drops, with: change.dropped, at: place)
      compare("be cancelled", "are cancelled", expected.cancels, with: change.cancelled, at: place)
      for run in change.stillborn {
        reporter.report("Asked for in a slot that the same step left dead: \(print(run.effect))", place)
      }
    } catch {
      reporter.report("The step could not be taken: \(error)", place)
    }
  }

  private func compare(_ foretold: Feature.State, with actual: Feature.State, at place: SourcePlace) {
    var foretold = foretold
    for part in looseParts where part.copy(actual, &foretold) { skipped.append("state \(part.name)") }
    if foretold == actual { return }
    do {
      let difference = try Difference(from: foretold, to: actual)
      let lines =
        difference.isEmpty
        ? "  the two print the same: a part that counts in == is not encoded"
        : difference.lines.map { "  \($0)" }.joined(separator: "\n")
      reporter.report("The state is not as foretold (foretold -> actual):\n\(lines)", place)
    } catch {
      reporter.report("The state is not as foretold, and cannot be printed: \(error)", place)
    }
  }

  /// Compares what became of effects, named by its verb as in "did not start" and "that start".
  private func compare(
    _ what: String, _ present: String, _ foretold: [Feature.Effect], with runs: [Run], at place: SourcePlace
  ) {
    let actual = runs.map(\.effect).filter { effect in
      guard let loose = looseEffects.first(where: { $0.matches(effect) }) else { return true }
      skipped.append("effect \(loose.name): \(print(effect))")
      return false
    }
    if foretold == actual { return }
    var surplus = actual
    let missing = foretold.filter { effect in
      guard let place = surplus.firstIndex(of: effect) else { return true }
      surplus.remove(at: place)
      return false
    }
    var lines = missing.map { "  foretold, but did not \(what): \(print($0))" }
    lines += surplus.map { "  not foretold: \(print($0))" }
    if lines.isEmpty { lines = ["  the order was: \(actual.map(print).joined(separator: ", "))"] }
    reporter.report("The effects that \(present) are not as foretold:\n\(lines.joined(separator: "\n"))", place)
  }

  private func isLoose(_ effect: Feature.Effect) -> Bool { looseEffects.contains { $0.matches(effect) } }

  private func print(_ effect: Feature.Effect) -> String {
    do { return "\(try Canonical(effect))" } catch { return "\(effect)" }
  }

  /// The pending run that a test means.
  ///
  /// Two with the same effect are told apart by their slots.
  private func run(of effect: Feature.Effect, in slot: Feature.Slot?, at place: SourcePlace) -> Run? {
    let runs = pending.running.filter { $0.effect == effect && (slot == nil || $0.slot == slot) }
    if let run = runs.first, runs.count == 1 { return run }
    if runs.isEmpty {
      let others = pending.running.map { "\n  \(print($0.effect))" }.joined()
      let waits = pending.waiting.contains { $0.effect == effect } ? " (it waits behind another in its slot)" : ""
      reporter.report(
        "Not under way: \(print(effect))\(waits)." + (others.isEmpty ? " Nothing is." : " What is:\(others)"), place)
    } else {
      reporter.report("Under way in \(runs.count) slots: \(print(effect)). Say in which.", place)
    }
    return nil
  }

  /// The same state and action must give the same state and effects.
  private func checkPurity(of action: Feature.Action, at place: SourcePlace) {
    guard let state else { return }
    var once = state
    var twice = state
    let first = feature.reduce(&once, action)
    let second = feature.reduce(&twice, action)
    if first == second && once == twice { return }
    let difference = Result { try Difference(from: once, to: twice).lines }
    let detail =
      switch difference {
      case .success(let lines) where lines.isEmpty: ["the effects differ"]
      case .success(let lines): lines
      case .failure(let error): ["and cannot be printed: \(error)"]
      }
    reporter.report(
      "The reducer is not pure. The same step, taken twice:\n\(detail.map { "  \($0)" }.joined(separator: "\n"))", place
    )
  }
}
