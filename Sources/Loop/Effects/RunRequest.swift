/// A request to run an effect in a slot, with everything that belongs to the run.
///
/// The action for a lost response and the restart policy have no default. A feature that leaves one out does not
/// compile.
public struct RunRequest<Feature: Reducer>: Sendable {
  /// The effect to run.
  public var effect: Feature.Effect
  /// The slot of the run.
  public var slot: Feature.Slot
  /// What happens if the slot is occupied.
  public var policy: SlotPolicy
  /// The delay before the effect runs, or `nil` to run it immediately.
  public var delay: Duration?
  /// The action that the feature receives if the response is lost, so that it does not wait forever.
  ///
  /// It is usually the action of a failure after which the work may have been done. A subscription that ends by itself
  /// is reported with it, too.
  public var lostResponse: Feature.Action
  /// What happens to the run after its process was terminated.
  public var restart: RestartPolicy<Feature.Action>
  /// A Boolean value that indicates whether the run responds any number of times until it is cancelled.
  public internal(set) var isSubscription = false

  /// Creates a request for a run that ends with its last response.
  public init(
    _ effect: Feature.Effect, in slot: Feature.Slot, _ policy: SlotPolicy = .latest, after delay: Duration? = nil,
    ifLost lostResponse: Feature.Action, afterRestart restart: RestartPolicy<Feature.Action>
  ) {
    self.effect = effect
    self.slot = slot
    self.policy = policy
    self.delay = delay
    self.lostResponse = lostResponse
    self.restart = restart
  }
}

/// What happens to a run that had started after its process was terminated.
///
/// It is unknown then whether the effect was carried out. A run that was queued or delayed had not started: it runs later,
/// whatever its policy is.
public enum RestartPolicy<Action: Sendable>: Sendable {
  /// The effect runs again.
  case runAgain
  /// The effect does not run again, and the feature receives the action for a lost response.
  case reportLost
  /// The effect does not run again, and the feature receives this action.
  indirect case report(Action)

  /// Returns a policy with a transformed action.
  public func map<Other>(_ transform: (Action) -> Other) -> RestartPolicy<Other> {
    switch self {
    case .runAgain: .runAgain
    case .reportLost: .reportLost
    case .report(let action): .report(transform(action))
    }
  }
}

extension RestartPolicy: Equatable where Action: Equatable {}
extension RestartPolicy: Hashable where Action: Hashable {}
extension RestartPolicy: Encodable where Action: Encodable {}
extension RestartPolicy: Decodable where Action: Decodable {}
extension RunRequest: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {}
extension RunRequest: Hashable where Feature.Effect: Hashable, Feature.Action: Hashable {}

/// What happens when an effect is started in a slot that is occupied.
///
/// Cancelling or replacing a run discards its responses. It does not undo work that is already done.
public enum SlotPolicy: Hashable, Codable, Sendable {
  /// The new run replaces the current run and all queued runs: the latest response wins (`switchMap`).
  ///
  /// Use it for loads. Two writes could reach the server in either order, because the replaced one may still be running.
  case latest
  /// The new run is dropped: at most one run at a time, and no second one is queued (`exhaustMap`).
  ///
  /// Use it for a button. Changes made since the current run was requested are not sent.
  case first
  /// The new run waits until the runs before it have ended (`concatMap`).
  ///
  /// Use it for writes of which each counts. The queue grows as long as runs are requested faster than they end.
  case queue
  /// The new run waits until the current run has ended, and replaces the runs that wait: at most one run is queued.
  ///
  /// Use it for writes of a whole value, such as a debounced save: they reach the server in order, and the last one
  /// always does. Those in between are skipped, so do not use it for increments. No response describes a skipped write.
  case queueLatest
}
