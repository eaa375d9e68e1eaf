/// What happened in a feature, in order, and enough of the states between to return to any of them.
///
/// ```swift
/// let recording = store.record()
/// store.send(.saveTapped)
/// let before = recording.journal.situation(at: 0, by: store.feature)
/// ```
///
/// Only what was taken in is kept of every step, and what was asked for because of it. Whole situations, *checkpoints*,
/// are kept at a few steps, and every other is reached from the one before it by reducing again:
/// - every step that is kept and whose number is a multiple of `stride` has a checkpoint, so any state is reached by
///   taking fewer steps than that;
/// - where there would be more checkpoints than the bounds allow, every other goes and the stride doubles: it never
///   exceeds the first one, or twice the most steps that were ever kept at once, divided by the checkpoints allowed,
///   whichever is more;
/// - where there would be more entries than the bounds allow, the oldest quarter is folded into the start. The stride
///   stays: it was doubled for steps of which some may have gone.
public struct Journal<Feature: Reducer>: Sendable {
  /// What was taken in by one step.
  public enum Cause: Sendable {
    /// This was sent.
    case sent(Feature.Action)
    /// The run in this slot answered.
    case answered(Feature.Action, in: Feature.Slot)
    /// The run in this slot ended, and the one that waited behind it starts.
    case ended(in: Feature.Slot)
    /// Something happened outside of the feature, in words: nothing changes.
    case noted(String)
  }

  /// One step: what was taken in, and what was asked for because of it.
  public struct Entry: Sendable {
    /// What was taken in.
    public let cause: Cause
    /// What starts, waits, and is cancelled because of it.
    public let change: Pending<Feature.Effect, Feature.Slot>.Change

    package init(_ cause: Cause, _ change: Pending<Feature.Effect, Feature.Slot>.Change = .init()) {
      self.cause = cause
      self.change = change
    }
  }

  /// How much is kept.
  public struct Bounds: Hashable, Sendable {
    /// How many situations are kept besides the one at the start.
    public let checkpoints: Int
    /// How many steps lie between two of them, until there would be too many.
    public let stride: Int
    /// How many entries are kept; all, if nothing is said.
    public let entries: Int?

    /// Makes bounds.
    public init(checkpoints: Int = 32, stride: Int = 64, entries: Int? = nil) {
      precondition(checkpoints > 1, "A journal keeps two checkpoints at least: of one, every other cannot go.")
      precondition(stride > 0, "Checkpoints lie one step apart at least.")
      precondition(entries.map { $0 > 0 } ?? true, "A journal that keeps no entry is none.")
      self.checkpoints = checkpoints
      self.stride = stride
      self.entries = entries
    }
  }

  struct Checkpoint: Sendable {
    let step: Int
    let situation: Situation<Feature>
  }

  /// How much is kept.
  public let bounds: Bounds
  /// Where the oldest entry begins.
  public private(set) var start: Situation<Feature>
  /// The steps, the oldest first.
  public private(set) var entries: [Entry] = []
  /// How many steps lie between two checkpoints.
  private(set) var stride: Int
  /// How many steps have been folded into the start.
  private(set) var folded = 0
  private(set) var checkpoints: [Checkpoint] = []

  /// Begins in a situation, with nothing taken in.
  public init(_ start: Situation<Feature>, bounds: Bounds = Bounds()) {
    self.start = start
    self.bounds = bounds
    stride = bounds.stride
  }

  /// Begins in a situation, and takes in what a journal told from there on.
  public init(
    _ start: Situation<Feature>, entries: some Sequence<Entry>, by feature: Feature, bounds: Bounds = Bounds()
  ) {
    self.init(start, bounds: bounds)
    var situation = start
    for entry in entries {
      situation.retake(entry.cause, by: feature)
      append(entry, leadingTo: situation, by: feature)
    }
  }

  /// The steps after which the situation can be told: 0 is the beginning of all, and the last is now.
  public var steps: ClosedRange<Int> { folded...folded + entries.count }

  /// Takes a step in.
  ///
  /// The situation that it led to is asked for only where a checkpoint is due.
  public mutating func append(
    _ entry: Entry, leadingTo situation: @autoclosure () -> Situation<Feature>, by feature: Feature
  ) {
    entries.append(entry)
    let step = steps.upperBound
    if step.isMultiple(of: stride) { checkpoints.append(Checkpoint(step: step, situation: situation())) }
    if checkpoints.count > bounds.checkpoints {
      stride *= 2
      checkpoints.removeAll { [stride] in !$0.step.isMultiple(of: stride) }
    }
    if let most = bounds.entries, entries.count > most { fold(max(1, most / 4), by: feature) }
  }

  /// Takes a step in, and the situation along with it.
  ///
  /// Nothing is taken in where the step tells of a run that is not under way.
  @discardableResult
  public mutating func take(_ cause: Cause, from situation: inout Situation<Feature>, by feature: Feature) -> Entry? {
    guard let change = situation.retake(cause, by: feature) else { return nil }
    let entry = Entry(cause, change)
    append(entry, leadingTo: situation, by: feature)
    return entry
  }

  /// Takes the steps behind this one out again, as if they had not been taken.
  ///
  /// The stride stays: it was doubled for steps of which some may have gone.
  ///
  /// - Complexity: O(*n*), where *n* is how many steps go.
  package mutating func takeBack(to step: Int) {
    precondition(steps.contains(step), "Step \(step) is not among those that the journal tells of, \(steps).")
    entries.removeLast(steps.upperBound - step)
    while let last = checkpoints.last, last.step > step { checkpoints.removeLast() }
  }

  /// Returns to where the feature stood after so many steps.
  ///
  /// No handler runs. By the feature that was recorded it is exactly what it was; another may lead elsewhere.
  ///
  /// - Complexity: fewer reductions than `stride`.
  public func situation(at step: Int, by feature: Feature) -> Situation<Feature> {
    precondition(steps.contains(step), "Step \(step) is not among those that the journal tells of, \(steps).")
    let nearest = checkpoints.last { $0.step <= step }
    var situation = nearest?.situation ?? start
    for place in (nearest?.step ?? folded) - folded..<step - folded {
      situation.retake(entries[place].cause, by: feature)
    }
    return situation
  }

  private mutating func fold(_ count: Int, by feature: Feature) {
    start = situation(at: folded + count, by: feature)
    folded += count
    entries.removeFirst(count)
    checkpoints.removeAll { [folded] in $0.step <= folded }
  }
}

extension Situation {
  /// Takes in what a journal tells, without a handler.
  ///
  /// Where that is an answer or the end of a run that is not under way, nothing happens, and nothing is returned.
  @discardableResult
  package mutating func retake(
    _ cause: Journal<Feature>.Cause, by feature: Feature
  ) -> Pending<Feature.Effect, Feature.Slot>.Change? {
    switch cause {
    case .sent(let action): return take(action, by: feature)
    case .answered(let action, let slot):
      return pending.running(in: slot) == nil ? nil : take(action, by: feature)
    case .ended(let slot):
      guard let run = pending.running(in: slot) else { return nil }
      var change = Pending<Feature.Effect, Feature.Slot>.Change()
      if let next = pending.end(run) { change.started.append(next) }
      return change
    case .noted: return .init()
    }
  }
}

extension Journal.Cause: Equatable where Feature.Action: Equatable {}
extension Journal.Entry: Equatable where Feature.Action: Equatable, Feature.Effect: Equatable {}

extension Journal: Equatable
where Feature.State: Equatable, Feature.Action: Equatable, Feature.Effect: Equatable {
  /// Tells whether both tell of the same steps from the same start, whatever they keep of the states between.
  public static func == (left: Self, right: Self) -> Bool {
    left.folded == right.folded && left.start == right.start && left.entries == right.entries
  }
}
