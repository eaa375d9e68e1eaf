/// The steps of a feature, in order, with enough checkpoints to restore the state at any step.
///
/// ```swift
/// let recording = store.recordJournal()
/// store.send(.saveTapped)
/// let before = recording.journal.loopState(atStep: 0, by: store.feature)
/// ```
///
/// Each entry stores the cause of a step and the changes to the runs. *Checkpoints* store a complete `LoopState` at
/// some steps; the state at any other step is computed by reducing again from the previous checkpoint:
/// - Every retained step whose number is a multiple of `checkpointInterval` has a checkpoint, so any state takes fewer
///   reductions than that.
/// - When there would be more checkpoints than the limits allow, every other checkpoint is removed and the interval
///   doubles. The interval never exceeds the larger of two values: its initial value, and twice the largest number of
///   entries ever retained divided by the number of checkpoints allowed.
/// - When there would be more entries than the limits allow, the oldest quarter is folded into the start. The interval
///   stays as it is.
public struct Journal<Feature: Reducer>: Sendable {
  /// What caused a step.
  public enum Cause: Sendable {
    /// An action was sent.
    case sent(Feature.Action)
    /// The run in this slot sent a response and continues.
    case delivered(Feature.Action, in: Feature.Slot)
    /// The run in this slot ended with its last response, and the next queued run starts.
    case ended(in: Feature.Slot, with: Feature.Action)
    /// An event outside the feature. It changes nothing.
    case environment(String)
  }

  /// One step: its cause, and the changes to the runs that followed.
  public struct Entry: Sendable {
    /// What caused the step.
    public let cause: Cause
    /// The runs that were started, queued, dropped or cancelled.
    public let change: PendingRuns<Feature>.Change

    package init(_ cause: Cause, _ change: PendingRuns<Feature>.Change = .init()) {
      self.cause = cause
      self.change = change
    }
  }

  /// The limits on what a journal retains.
  public struct Limits: Hashable, Sendable {
    /// The largest number of checkpoints, not counting the start.
    public let maxCheckpoints: Int
    /// The initial number of steps between two checkpoints.
    public let checkpointInterval: Int
    /// The largest number of entries, or `nil` for no limit.
    public let maxEntries: Int?

    /// Creates limits.
    public init(
      maxCheckpoints: Int = 32, checkpointInterval: Int = 64, maxEntries: Int? = 100_000
    ) {
      precondition(maxCheckpoints > 1, "A journal needs at least two maxCheckpoints.")
      precondition(checkpointInterval > 0, "The checkpoint interval must be positive.")
      precondition(maxEntries.map { $0 > 0 } ?? true, "A journal needs to retain at least one entry.")
      self.maxCheckpoints = maxCheckpoints
      self.checkpointInterval = checkpointInterval
      self.maxEntries = maxEntries
    }
  }

  struct Checkpoint: Sendable {
    let step: Int
    let loopState: LoopState<Feature>
  }

  /// The limits on what the journal retains.
  public let limits: Limits
  /// The state before the oldest entry.
  public private(set) var start: LoopState<Feature>
  /// The entries, oldest first.
  public private(set) var entries: [Entry] = []
  /// The number of steps between two checkpoints.
  private(set) var checkpointInterval: Int
  /// The number of entries that have been folded into the start.
  private(set) var foldedStepCount = 0
  private(set) var checkpoints: [Checkpoint] = []

  /// Creates a journal without entries.
  public init(startingAt start: LoopState<Feature>, limits: Limits = Limits()) {
    self.start = start
    self.limits = limits
    checkpointInterval = limits.checkpointInterval
  }

  /// Creates a journal with entries that were recorded from this start.
  public init(
    startingAt start: LoopState<Feature>, entries: some Sequence<Entry>, by feature: Feature,
    limits: Limits = Limits()
  ) {
    self.init(startingAt: start, limits: limits)
    var loopState = start
    for entry in entries {
      loopState.replay(entry.cause, by: feature)
      append(entry, leadingTo: loopState, by: feature)
    }
  }

  /// The steps whose state can be restored.
  ///
  /// Step 0 is before the first entry ever recorded; the last step is now.
  public var stepRange: ClosedRange<Int> { foldedStepCount...foldedStepCount + entries.count }

  /// Appends an entry.
  ///
  /// The state after the entry is evaluated only when a checkpoint is due.
  public mutating func append(
    _ entry: Entry, leadingTo loopState: @autoclosure () -> LoopState<Feature>, by feature: Feature
  ) {
    entries.append(entry)
    let step = stepRange.upperBound
    if step.isMultiple(of: checkpointInterval) { checkpoints.append(Checkpoint(step: step, loopState: loopState())) }
    if checkpoints.count > limits.maxCheckpoints {
      checkpointInterval *= 2
      checkpoints.removeAll { [checkpointInterval] in !$0.step.isMultiple(of: checkpointInterval) }
    }
    if let most = limits.maxEntries, entries.count > most { foldOldestEntries(max(1, most / 4), by: feature) }
  }

  /// Applies a step to a state and appends the entry.
  ///
  /// Returns `nil`, and changes nothing, if the step refers to a run that is not running.
  @discardableResult
  public mutating func record(_ cause: Cause, applyingTo loopState: inout LoopState<Feature>, by feature: Feature)
    -> Entry?
  {
    guard let change = loopState.replay(cause, by: feature) else { return nil }
    let entry = Entry(cause, change)
    append(entry, leadingTo: loopState, by: feature)
    return entry
  }

  /// Removes the entries after a step.
  ///
  /// The checkpoint interval does not shrink again.
  ///
  /// - Complexity: O(*n*), where *n* is the number of entries removed.
  package mutating func removeSteps(after step: Int) {
    precondition(stepRange.contains(step), "Step \(step) is outside the steps of the journal, \(stepRange).")
    entries.removeLast(stepRange.upperBound - step)
    while let last = checkpoints.last, last.step > step { checkpoints.removeLast() }
  }

  /// Returns the state at a step.
  ///
  /// No handler runs. The result is exact if `feature` is the feature that was recorded; another feature may give
  /// another state.
  ///
  /// - Complexity: fewer reductions than `checkpointInterval`.
  public func loopState(atStep step: Int, by feature: Feature) -> LoopState<Feature> {
    precondition(stepRange.contains(step), "Step \(step) is outside the steps of the journal, \(stepRange).")
    let nearest = checkpoints.last { $0.step <= step }
    var loopState = nearest?.loopState ?? start
    for index in (nearest?.step ?? foldedStepCount) - foldedStepCount..<step - foldedStepCount {
      loopState.replay(entries[index].cause, by: feature)
    }
    return loopState
  }

  private mutating func foldOldestEntries(_ count: Int, by feature: Feature) {
    start = loopState(atStep: foldedStepCount + count, by: feature)
    foldedStepCount += count
    entries.removeFirst(count)
    checkpoints.removeAll { [foldedStepCount] in $0.step <= foldedStepCount }
  }
}

extension LoopState {
  /// Applies a step of a journal, without a handler.
  ///
  /// Returns `nil`, and changes nothing, if the step is a response or the end of a run that is not running.
  @discardableResult
  package mutating func replay(
    _ cause: Journal<Feature>.Cause, by feature: Feature
  ) -> PendingRuns<Feature>.Change? {
    switch cause {
    case .sent(let action): return reduce(action, by: feature)
    case .delivered(let action, let slot):
      return pending.running(in: slot) == nil ? nil : reduce(action, by: feature)
    case .ended(let slot, let action):
      guard let run = pending.running(in: slot) else { return nil }
      return reduce(action, ending: run, by: feature)
    case .environment: return .init()
    }
  }
}

extension Journal.Cause: Equatable where Feature.Action: Equatable {}
extension Journal.Entry: Equatable where Feature.Action: Equatable, Feature.Effect: Equatable {}

extension Journal: Equatable
where Feature.State: Equatable, Feature.Action: Equatable, Feature.Effect: Equatable {
  /// Returns a Boolean value that indicates whether both journals have the same start and entries.
  ///
  /// Checkpoints are not compared.
  public static func == (left: Self, right: Self) -> Bool {
    left.foldedStepCount == right.foldedStepCount && left.start == right.start && left.entries == right.entries
  }
}
