/// The state and the runs of a store, from which another process can resume.
public struct StoreSession<Feature: Reducer>: Sendable {
  typealias Run = PendingRuns<Feature>.Run

  /// The state and the pending runs.
  public let loopState: LoopState<Feature>
  /// The runs whose handler had been called and had not returned, including fire-and-forget runs, in request order.
  ///
  /// Runs that the current queue entry is about to start are included, because they may have been carried out by the
  /// time the session is resumed. All other current runs are delayed, and wait for their whole delay again.
  public let startedRuns: [PendingRuns<Feature>.Run]

  /// Creates a session from a loop state alone.
  ///
  /// All current runs count as started.
  public init(_ loopState: LoopState<Feature>) {
    self.init(loopState, startedRuns: loopState.pending.running)
  }

  init(_ loopState: LoopState<Feature>, startedRuns: [Run]) {
    self.loopState = loopState
    self.startedRuns = startedRuns
  }

  /// Returns the session with another state, for example without parts that are loaded again.
  public func mapState(_ transform: (Feature.State) -> Feature.State) -> Self {
    var loopState = loopState
    loopState.state = transform(loopState.state)
    return Self(loopState, startedRuns: startedRuns)
  }
}

extension StoreSession {
  /// The result of resuming a session with its feature.
  public struct ResumePlan: Sendable {
    /// The state and the pending runs after resuming.
    public internal(set) var loopState: LoopState<Feature>
    /// The steps that led there: the actions of failed runs, and the ends of those runs.
    public internal(set) var steps: [LoopStep<Feature>] = []
    /// The runs to start, in request order.
    public internal(set) var runsToStart: [PendingRuns<Feature>.Run] = []
    /// The IDs of the runs that had started before.
    ///
    /// They restart without waiting for their delay again.
    var restartedRunIDs: Set<Run.ID> = []
    /// The runs in slots that are inactive in the restored state.
    ///
    /// They are reported and never start. A store never saves such runs: they come from damaged data or from a feature
    /// that has changed since.
    var runsInInactiveSlots: [Run] = []
  }
}

extension StoreSession {
  /// Returns which runs restart or start, which fail, and the state that results.
  ///
  /// The result is a value and starts no effect. A store that resumes the session applies it.
  public func resumePlan(for feature: Feature) -> ResumePlan {
    var plan = ResumePlan(loopState: loopState)
    func appendReplayedStep(_ cause: LoopStep<Feature>.Cause) {
      if let change = plan.loopState.replay(cause, by: feature) { plan.steps.append(LoopStep(cause, change)) }
    }
    plan.runsInInactiveSlots = plan.loopState.apply(.none, by: feature).cancelled
    var fireAndForgetRuns: [Run] = []
    for run in startedRuns {
      // The slot may be inactive, or the action of another failed run may have cancelled or replaced this run.
      if run.slot != nil && !plan.loopState.pending.isRunning(run) { continue }
      if case .runAgain = run.restart {
        if run.slot == nil { fireAndForgetRuns.append(run) } else { plan.restartedRunIDs.insert(run.id) }
      } else if let slot = run.slot, let action = run.actionAfterRestart {
        appendReplayedStep(.ended(in: slot, with: action))
      }
    }
    fireAndForgetRuns += plan.steps.flatMap(\.change.started).filter { $0.slot == nil }
    plan.restartedRunIDs.formUnion(fireAndForgetRuns.map(\.id))
    plan.runsToStart = (fireAndForgetRuns + plan.loopState.pending.running).sorted { $0.id < $1.id }
    return plan
  }
}

extension StoreSession: Equatable
where Feature.State: Equatable, Feature.Effect: Equatable, Feature.Action: Equatable {}
