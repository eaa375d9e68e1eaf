public import Loop
public import LoopHistory

/// Turns a feature step by step, and has every change and every effect foretold.
///
/// ```swift
/// @Test func `a failed save keeps the draft`() {
///   let editor = TestStore(ProductEditor(), state: .init(products: [lamp]))
///   editor.send(.rowTapped("p1")) { $0.sheet = .open(product: lamp) }
///   editor.send(.form(.saveTapped), starts: [save]) { $0.sheet.form?.stage = .saving }
///   editor.end(save, .saveFailed("p1", .offline)) { $0.sheet.form?.stage = .failed(.offline) }
///   editor.finish()
/// }
/// ```
///
/// Foretold is what starts, in order, and after which delay; in which slot and by which policy is what the transcript shows
/// that comes of the story, so keep it as a snapshot.
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

  /// Absent if the state at the beginning could not be printed, which has been reported.
  var recorder: Recorder<Feature>?
  let beginning: Feature.State
  let feature: Feature
  let reporter: Reporter
  let birthplace: SourcePlace
  var isFinished = false
  var isPure = true
  var answered: Set<Run.ID> = []
  var looseEffects: [(name: String, matches: (Feature.Effect) -> Bool)] = []
  var looseParts: [(name: String, copy: (Feature.State, inout Feature.State) -> Bool)] = []

  /// What was not asserted because the test said so, in order.
  public internal(set) var skipped: [String] = []

  /// Begins a story.
  public init(
    _ feature: Feature, state: Feature.State, name: String = "\(Feature.self)", reporter: Reporter = .current,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.feature = feature
    self.reporter = reporter
    beginning = state
    birthplace = SourcePlace(fileID, filePath, line, column)
    do { recorder = try Recorder(feature, state: state, name: name) } catch {
      reporter.report("The state cannot be printed: \(error)", birthplace)
    }
  }

  deinit {
    if !isFinished { reporter.report("The story has no end: finish() was never called.", birthplace) }
  }

  /// The state as the last step left it.
  public var state: Feature.State { recorder?.situation.state ?? beginning }

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
  /// What changes in the state is foretold by the closure, and what becomes of effects by the lists, each in order: those
  /// asked for that start, after the delay that is named; those that are told; that wait behind others; that are refused
  /// because their slot is taken; that are not heard any more. In which slot an effect runs is said where it ends.
  public func send(
    _ action: Feature.Action,
    starts: [Feature.Effect] = [], after delay: Duration? = nil, tells: [Feature.Effect] = [],
    queues: [Feature.Effect] = [], drops: [Feature.Effect] = [], cancels: [Feature.Effect] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: Foretold = { _ in }
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    let expected = Expected(starts: starts, delay: delay, tells: tells, queues: queues, drops: drops, cancels: cancels)
    checkPurity(of: action, at: place)
    step(expected, change, at: place) { try $0.send(action) }
  }

  /// Lets a pending effect answer, and end.
  ///
  /// What waited behind it starts. Without an action it ends with the answers it has given, of which it owes at least one.
  public func end(
    _ effect: Feature.Effect, in slot: Feature.Slot? = nil, _ action: Feature.Action? = nil,
    starts: [Feature.Effect] = [], after delay: Duration? = nil, tells: [Feature.Effect] = [],
    queues: [Feature.Effect] = [], drops: [Feature.Effect] = [], cancels: [Feature.Effect] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: Foretold = { _ in }
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    let expected = Expected(starts: starts, delay: delay, tells: tells, queues: queues, drops: drops, cancels: cancels)
    guard let run = run(of: effect, in: slot, at: place) else { return }
    if let action { checkPurity(of: action, at: place) }
    if action == nil && !answered.contains(run.id) {
      reporter.report("It owes an answer, and ends without one: \(print(effect))", place)
    }
    step(expected, change, at: place) {
      if let action { try $0.end(run, action) } else { try $0.end(run) }
    }
  }

  /// Lets a pending effect answer, and go on.
  public func answer(
    _ effect: Feature.Effect, in slot: Feature.Slot? = nil, _ action: Feature.Action,
    starts: [Feature.Effect] = [], after delay: Duration? = nil, tells: [Feature.Effect] = [],
    queues: [Feature.Effect] = [], drops: [Feature.Effect] = [], cancels: [Feature.Effect] = [],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: Foretold = { _ in }
  ) {
    let place = SourcePlace(fileID, filePath, line, column)
    let expected = Expected(starts: starts, delay: delay, tells: tells, queues: queues, drops: drops, cancels: cancels)
    guard let run = run(of: effect, in: slot, at: place) else { return }
    answered.insert(run.id)
    checkPurity(of: action, at: place)
    step(expected, change, at: place) { try $0.answer(run, action) }
  }

  /// Ends the story: nothing may be pending.
  ///
  /// Returns what happened, as a transcript. It has been read back and run again, and says the same.
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
    do {
      let transcript = try recorder?.transcript
      // Of a reducer that is not pure it has been said already that no two runs are the same.
      if let transcript, isPure { checkReplay(of: transcript, at: place) }
      return transcript
    } catch {
      reporter.report("The story cannot be printed: \(error)", place)
      return nil
    }
  }
}
