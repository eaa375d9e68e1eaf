import Loop
import LoopHistory

/// Runs a feature step by step, and compares every change of the state and every effect with the expected ones.
///
/// ```swift
/// @Test func `a failed save keeps the draft`() {
///   let editor = TestStore(ProductEditor(), state: .init())
///   editor.send(.rowTapped(lamp)) { $0.sheet = .open(product: lamp) }
///   editor.send(.form(.saveTapped), starts: [save]) { $0.sheet.form = savingForm }
///   editor.end(save, .saveFailed("p1", .offline)) { $0.sheet.form = failedForm }
///   editor.finish()
/// }
/// ```
///
/// Each step names the effects that start, in order, and their delay. To compare everything that the reducer returns,
/// with slots, policies, several delays and restart policies, pass it as `returning`.
///
/// A store that is not exhaustive compares only what a test names: properties that the closure sets, and the effects in
/// the lists. Use it for a test that follows a long story through a large feature.
///
/// Nothing happens by itself: there is no clock, and the test decides which effect responds and with which action. The
/// test fails with a difference if a change was not expected, or if an effect is still pending at the end. Every action
/// is reduced twice, and the test fails if the results differ, because then the reducer is not pure.
///
/// The state and the actions are `Equatable`. If they are also `Codable`, the transcript of the test can be replayed.
public final class TestStore<Feature: Reducer>
where Feature.State: Equatable, Feature.Action: Equatable, Feature.Effect: Equatable {
  typealias Run = PendingRuns<Feature>.Run
  /// A closure that applies the expected changes to the state before the step, or, if the store is not exhaustive, sets
  /// the expected values in the state after it.
  public typealias ExpectedChange = (inout Feature.State) throws -> Void

  /// `nil` if the initial state could not be printed.
  ///
  /// The failure has been reported.
  var recorder: FeatureStepper<Feature>?
  let initialState: Feature.State
  let feature: Feature
  let isExhaustive: Bool
  let reporter: FailureReporter
  let creationPosition: SourcePosition
  var isFinished = false
  var isPure = true
  var ignoredEffects: [(name: String, matches: (Feature.Effect) -> Bool)] = []
  var ignoredStateParts: [(name: String, copy: (Feature.State, inout Feature.State) -> Bool)] = []

  /// The differences that were ignored on request of the test, in order.
  public internal(set) var ignoredDifferences: [String] = []

  /// Creates a test store with an initial state.
  ///
  /// - Parameters:
  ///   - feature: The feature to test.
  ///   - state: The initial state.
  ///   - name: The name of the feature in the transcript.
  ///   - isExhaustive: Whether each step must name every change and every effect.
  ///   - reporter: What reports failures.
  ///   - fileID: The file of the test.
  ///   - filePath: The path of the file.
  ///   - line: The line in the file.
  ///   - column: The column in the line.
  public init(
    _ feature: Feature, state: Feature.State, name: String = "\(Feature.self)", isExhaustive: Bool = true,
    reporter: FailureReporter = .current,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.feature = feature
    self.isExhaustive = isExhaustive
    self.reporter = reporter
    initialState = state
    creationPosition = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    do { recorder = try FeatureStepper(feature, state: state, name: name) } catch {
      reporter.report("The state cannot be printed: \(error)", creationPosition)
    }
  }

  deinit {
    if !isFinished { reporter.report("The test did not call finish().", creationPosition) }
  }

  /// The current state.
  public var state: Feature.State { recorder?.loopState.state ?? initialState }

  /// The current and queued runs.
  public var pending: PendingRuns<Feature> { recorder?.loopState.pending ?? PendingRuns() }

  /// Ignores the effects that match a predicate.
  ///
  /// They are listed in ``ignoredDifferences``.
  public func ignoreEffects(_ name: String, where matches: @escaping (Feature.Effect) -> Bool) {
    ignoredEffects.append((name, matches))
  }

  /// Ignores a property of the state.
  ///
  /// Its differences are listed in ``ignoredDifferences``.
  public func ignoreState<Part: Equatable>(_ name: String, _ part: WritableKeyPath<Feature.State, Part>) {
    ignoredStateParts.append(
      (
        name,
        { actual, expected in
          if expected[keyPath: part] == actual[keyPath: part] { return false }
          expected[keyPath: part] = actual[keyPath: part]
          return true
        }
      ))
  }

  /// Sends an action.
  ///
  /// The closure applies the expected changes to the state. The lists name the expected effects, each in order:
  /// `starts` with the effects that start, all after `delay`; `fires` with the fire-and-forget effects; `queues` with
  /// the effects that wait in an occupied slot; `drops` with the effects that were dropped because their slot is
  /// occupied; and `cancels` with the effects that were cancelled. `returning` is what the reducer returns, if it is
  /// compared: effects in order, or `.none`.
  public func send(
    _ action: Feature.Action,
    starts: [Feature.Effect] = [], after delay: Duration? = nil, fires: [Feature.Effect] = [],
    queues: [Feature.Effect] = [], drops: [Feature.Effect] = [], cancels: [Feature.Effect] = [],
    returning effects: Effects<Feature>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ExpectedChange = { _ in }
  ) {
    let location = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let expected = ExpectedEffects(
      starts: starts, delay: delay, fires: fires, queues: queues, drops: drops, cancels: cancels,
      returned: effects)
    checkStep(expected, change, reducing: action, at: location) { try $0.send(action) }
  }

  /// Ends a running effect with its last response.
  ///
  /// The next queued effect of the slot starts. Pass the slot if equal effects run in several slots.
  public func end(
    _ effect: Feature.Effect, in slot: Feature.Slot? = nil, _ action: Feature.Action,
    starts: [Feature.Effect] = [], after delay: Duration? = nil, fires: [Feature.Effect] = [],
    queues: [Feature.Effect] = [], drops: [Feature.Effect] = [], cancels: [Feature.Effect] = [],
    returning effects: Effects<Feature>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ExpectedChange = { _ in }
  ) {
    let location = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let expected = ExpectedEffects(
      starts: starts, delay: delay, fires: fires, queues: queues, drops: drops, cancels: cancels,
      returned: effects)
    guard let run = pendingRun(of: effect, in: slot, at: location) else { return }
    checkStep(expected, change, reducing: action, at: location) { try $0.end(run, with: action) }
  }

  /// Sends a response of a running effect, which continues to run.
  public func respond(
    to effect: Feature.Effect, in slot: Feature.Slot? = nil, with action: Feature.Action,
    starts: [Feature.Effect] = [], after delay: Duration? = nil, fires: [Feature.Effect] = [],
    queues: [Feature.Effect] = [], drops: [Feature.Effect] = [], cancels: [Feature.Effect] = [],
    returning effects: Effects<Feature>...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ExpectedChange = { _ in }
  ) {
    let location = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let expected = ExpectedEffects(
      starts: starts, delay: delay, fires: fires, queues: queues, drops: drops, cancels: cancels,
      returned: effects)
    guard let run = pendingRun(of: effect, in: slot, at: location) else { return }
    checkStep(expected, change, reducing: action, at: location) { try $0.respond(to: run, with: action) }
  }

  /// Finishes the test.
  ///
  /// No effect may be pending, except open subscriptions, unless the store is not exhaustive.
  ///
  /// Returns the transcript of the test. If the state and the action are `Decodable`, it has been parsed and replayed,
  /// with the same result.
  @discardableResult
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Transcript? {
    let location = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    isFinished = true
    for run in pending.running + pending.queued
    where isExhaustive && !run.isSubscription && !isIgnored(run.effect) {
      reporter.report("Still pending at the end: \(text(of: run.effect))", location)
    }
    do {
      let transcript = try recorder?.transcript
      // An impure reducer has been reported already, and its replay is bound to differ.
      if let transcript, isPure, Feature.State.self is any Decodable.Type, Feature.Action.self is any Decodable.Type {
        checkReplay(of: transcript, at: location)
      }
      return transcript
    } catch {
      reporter.report("The transcript cannot be printed: \(error)", location)
      return nil
    }
  }
}
