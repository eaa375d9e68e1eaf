/// The current run and the queued runs of each slot, as a value that the store, the test store and the explorer share.
///
/// It decides which runs start and which are cancelled. It does not depend on time, tasks or threads. Invariants:
/// - A slot has at most one current run. The other runs of the slot are queued behind it in request order.
/// - A slot without runs has no entry.
/// - Run IDs increase in request order and are never reused.
public struct PendingRuns<Feature: Reducer>: Sendable {
  /// The slots of the feature.
  public typealias Slot = Feature.Slot

  /// One execution of an effect.
  public typealias Run = EffectRun<Feature>

  /// The changes to the runs that one reduction caused, each list in request order.
  public struct Change: Sendable {
    /// The runs that start now, including fire-and-forget effects.
    public var started: [Run] = []
    /// The runs that were queued in an occupied slot.
    public var queued: [Run] = []
    /// The runs that were dropped because their slot was occupied.
    public var dropped: [Run] = []
    /// The current and queued runs that were cancelled.
    public var cancelled: [Run] = []
    /// The runs requested in a slot that is inactive after the same reduction: a programming error.
    public var startedInInactiveSlot: [Run] = []

    package init() {}

    /// A Boolean value that indicates whether no run changed.
    public var isEmpty: Bool {
      started.isEmpty && queued.isEmpty && dropped.isEmpty && cancelled.isEmpty && startedInInactiveSlot.isEmpty
    }
  }

  struct SlotQueue: Sendable {
    var running: Run
    var queued: [Run] = []

    /// All runs of the slot, the current run first.
    var allRuns: [Run] { queued.isEmpty ? [running] : [running] + queued }
  }

  var queues: [Slot: SlotQueue] = [:]
  var lastRunID = 0

  package init() {}

  /// A Boolean value that indicates whether no run is current or queued.
  public var isEmpty: Bool { queues.isEmpty }

  /// A Boolean value that indicates whether there are no runs, or only open subscriptions.
  public var isIdle: Bool { isIdle { _ in false } }

  /// Returns whether there are no runs, or only open subscriptions and those in some slots.
  func isIdle(except isIgnored: (Slot) -> Bool) -> Bool {
    queues.allSatisfy { $1.running.isSubscription || isIgnored($0) }
  }

  /// The number of current and queued runs without open subscriptions.
  package var unfinishedCount: Int {
    queues.values.reduce(0) { $0 + ($1.running.isSubscription ? 0 : 1) + $1.queued.count }
  }

  /// The number of current and queued runs.
  public var count: Int { queues.values.reduce(0) { $0 + 1 + $1.queued.count } }

  // These properties use closures. In generic code, each use of a key path creates it again, which is slow.

  /// The current runs, in request order.
  public var running: [Run] { queues.values.map { $0.running }.sorted { $0.id < $1.id } }

  /// The queued runs, in request order.
  public var queued: [Run] { queues.values.flatMap { $0.queued }.sorted { $0.id < $1.id } }

  /// The occupied slots, in no particular order.
  package var slots: some Collection<Slot> { queues.keys }

  /// Returns the current run of a slot, or `nil` if the slot is free.
  public func running(in slot: Slot) -> Run? { queues[slot]?.running }

  /// Transforms the effect and the actions of every run.
  ///
  /// The slots, IDs and delays stay the same.
  public mutating func transformRuns(
    effect: (Feature.Effect) -> Feature.Effect, action: (Feature.Action) -> Feature.Action
  ) {
    func transformed(_ run: Run) -> Run {
      Run(
        id: run.id, effect: effect(run.effect), slot: run.slot, delay: run.delay,
        lostResponse: run.lostResponse.map(action), restart: run.restart.map(action),
        isSubscription: run.isSubscription)
    }
    queues = queues.mapValues { SlotQueue(running: transformed($0.running), queued: $0.queued.map(transformed)) }
  }

  /// Returns a Boolean value that indicates whether a run is the current run of its slot, so that its responses are
  /// delivered.
  package func isRunning(_ run: Run) -> Bool {
    guard let slot = run.slot else { return false }
    return queues[slot]?.running.id == run.id
  }

  /// Applies the effects of a reduction.
  ///
  /// Runs in inactive slots are cancelled before any new run starts.
  ///
  /// If the reduced action was the last response of a run, the run has ended: it is not among the cancelled runs, and
  /// its slot is free unless runs are queued in it. The first run that is still queued after the effects starts.
  ///
  /// - Parameters:
  ///   - effects: The effects.
  ///   - ended: The run that has ended, or `nil`. Nothing ends if it is not the current run of its slot.
  ///   - isActive: A closure that returns whether a slot is active after the reduction.
  /// - Returns: The changes to the runs.
  package mutating func apply(
    _ effects: Effects<Feature>, ending ended: Run? = nil, isActive: (Slot) -> Bool
  ) -> Change {
    var change = Change()
    if queues.isEmpty && effects.isEmpty { return change }
    let lastFormerID = lastRunID
    let ended = ended.flatMap { isRunning($0) ? $0 : nil }
    // A slot in which runs are queued stays occupied, so that a policy sees them.
    if let slot = ended?.slot, queues[slot]?.queued.isEmpty == true { queues[slot] = nil }
    for slot in queues.keys where !isActive(slot) { cancelRuns(in: slot, lastFormerID: lastFormerID, &change) }
    for instruction in effects.instructions {
      lastRunID += 1
      switch instruction {
      case .fireAndForget(let effect, let runsAgain):
        change.started.append(Run(id: lastRunID, fireAndForget: effect, runsAgainAfterRestart: runsAgain))
      case .cancel(let slot):
        cancelRuns(in: slot, lastFormerID: lastFormerID, &change)
      case .run(let request):
        let run = Run(id: lastRunID, request)
        let slot = request.slot
        // A subscription does not end by itself, so that nothing could wait for it.
        let policy = queues[slot]?.running.isSubscription == true ? .latest : request.policy
        if !isActive(slot) {
          change.startedInInactiveSlot.append(run)
        } else if policy == .first && queues[slot] != nil {
          change.dropped.append(run)
        } else if policy == .latest || queues[slot] == nil {
          cancelRuns(in: slot, lastFormerID: lastFormerID, &change)
          queues[slot] = SlotQueue(running: run)
          change.started.append(run)
        } else {
          if policy == .queueLatest { cancelQueuedRuns(in: slot, lastFormerID: lastFormerID, &change) }
          queues[slot]?.queued.append(run)
          change.queued.append(run)
        }
      }
    }
    if let ended {
      change.cancelled.removeAll { $0.id == ended.id }
      startNextRun(after: ended, &change)
    }
    // The keys of a dictionary are in a different order in each process. Started runs are in instruction order already.
    if change.cancelled.count > 1 { change.cancelled.sort { $0.id < $1.id } }
    return change
  }

  /// Replaces a run that has ended by the first run that is queued behind it, unless its slot was cancelled or taken.
  private mutating func startNextRun(after ended: Run, _ change: inout Change) {
    guard isRunning(ended), let slot = ended.slot, let queued = queues[slot]?.queued, let next = queued.first else {
      return
    }
    queues[slot] = SlotQueue(running: next, queued: Array(queued.dropFirst()))
    change.queued.removeAll { $0.id == next.id }
    let index = change.started.firstIndex { $0.id > next.id } ?? change.started.endIndex
    change.started.insert(next, at: index)
  }

  /// Cancels all runs.
  mutating func cancelAll() { queues = [:] }

  /// Cancels the runs of a slot.
  private mutating func cancelRuns(in slot: Slot, lastFormerID: Int, _ change: inout Change) {
    guard let queue = queues.removeValue(forKey: slot) else { return }
    recordCancellation(of: queue.allRuns, lastFormerID: lastFormerID, &change)
  }

  /// Cancels the runs that wait in a slot.
  private mutating func cancelQueuedRuns(in slot: Slot, lastFormerID: Int, _ change: inout Change) {
    guard let queued = queues[slot]?.queued, !queued.isEmpty else { return }
    queues[slot]?.queued = []
    recordCancellation(of: queued, lastFormerID: lastFormerID, &change)
  }

  /// Adds cancelled runs to a change.
  ///
  /// A run that was requested by the same reduction (its ID is greater than the last one before the reduction) is
  /// removed from the change, as if it had never been requested.
  private func recordCancellation(of runs: [Run], lastFormerID: Int, _ change: inout Change) {
    for run in runs {
      if run.id <= lastFormerID {
        change.cancelled.append(run)
      } else {
        change.started.removeAll { $0.id == run.id }
        change.queued.removeAll { $0.id == run.id }
      }
    }
  }
}

extension PendingRuns: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {
  /// Returns a Boolean value that indicates whether both values have equal runs in the same slots and order.
  ///
  /// IDs are not compared.
  public static func == (left: Self, right: Self) -> Bool { left.queues == right.queues }
}

extension PendingRuns: Hashable where Feature.Effect: Hashable, Feature.Action: Hashable {
  /// Hashes everything but the IDs.
  public func hash(into hasher: inout Hasher) { hasher.combine(queues) }
}

extension PendingRuns.SlotQueue: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.allRuns.elementsEqual(right.allRuns) { $0.hasSameContents(as: $1) }
  }
}

extension PendingRuns.SlotQueue: Hashable where Feature.Effect: Hashable, Feature.Action: Hashable {
  func hash(into hasher: inout Hasher) {
    hasher.combine(queued.count)
    for run in allRuns { run.hashContents(into: &hasher) }
  }
}

extension PendingRuns.Change: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {}
