/// The effects that a reducer returns: an ordered list of runs to start, effects to fire and forget, and slots to
/// cancel.
///
/// ```swift
/// return .run(
///   .search(text), in: .search, .latest, after: .milliseconds(300),
///   ifLost: .searchFailed(text), afterRestart: .runAgain)
/// ```
public struct Effects<Feature: Reducer>: Sendable {
  /// One instruction of the list.
  public enum Instruction: Sendable {
    /// Runs an effect in a slot. The handler must return a response.
    indirect case run(RunRequest<Feature>)
    /// Runs an effect whose responses are discarded.
    case fireAndForget(Feature.Effect, runsAgainAfterRestart: Bool)
    /// Cancels the run in a slot and the runs queued in it.
    case cancel(Feature.Slot)

    /// The effect that runs, or `nil` if a slot is cancelled.
    public var effect: Feature.Effect? {
      switch self {
      case .run(let request): request.effect
      case .fireAndForget(let effect, _): effect
      case .cancel: nil
      }
    }
  }

  /// `nil` if there are no instructions, never an empty array.
  ///
  /// Most reductions return no effects. Retaining and releasing an empty array at each level that lifts it would double
  /// the cost of eight levels.
  var storage: [Instruction]?

  /// Creates effects from a list of instructions.
  public init(_ instructions: [Instruction] = []) {
    storage = instructions.isEmpty ? nil : instructions
  }

  /// The instructions, in order.
  public var instructions: [Instruction] { storage ?? [] }

  /// A Boolean value that indicates whether there are no instructions.
  public var isEmpty: Bool { storage == nil }

  /// No effects.
  public static var none: Self { Self() }

  /// Runs an effect in a slot, immediately or after a delay.
  ///
  /// The handler must return a response. The run ends with it, before the effects of its reduction are applied: they can
  /// request the next run of the slot, whatever the policy is.
  ///
  /// The delay starts when the run takes over the slot, which for a queued run is when the previous run ends. A
  /// negative delay counts as zero, and a delay of more than one hundred years as one hundred years.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - slot: The slot.
  ///   - policy: What happens if the slot is occupied.
  ///   - delay: The delay before the effect runs.
  ///   - lostResponse: The action that the feature receives if the response is lost.
  ///   - restart: What happens to the run after its process was terminated.
  /// - Returns: The effects.
  public static func run(
    _ effect: Feature.Effect, in slot: Feature.Slot, _ policy: SlotPolicy = .latest, after delay: Duration? = nil,
    ifLost lostResponse: Feature.Action, afterRestart restart: RestartPolicy<Feature.Action>
  ) -> Self {
    .run(RunRequest(effect, in: slot, policy, after: delay, ifLost: lostResponse, afterRestart: restart))
  }

  /// Runs the effect of a request in its slot.
  public static func run(_ request: RunRequest<Feature>) -> Self { Self([.run(request)]) }

  /// Subscribes to an effect, which responds any number of times until it is cancelled.
  ///
  /// Use it for changes made by others. The feature asks to be told of them, so each response is caused by an effect. An
  /// open subscription does not count as work: a store that has nothing else to do is idle. After a restart, it is
  /// requested again. Another run in the slot replaces it, whatever its policy is.
  ///
  /// - Parameters:
  ///   - effect: The effect, such as watching a file.
  ///   - slot: The slot that the subscription occupies.
  ///   - end: The action that the feature receives if the subscription ends by itself.
  /// - Returns: The effects with the subscription.
  public static func subscribe(to effect: Feature.Effect, in slot: Feature.Slot, ifEnded end: Feature.Action) -> Self {
    var request = RunRequest<Feature>(effect, in: slot, ifLost: end, afterRestart: .runAgain)
    request.isSubscription = true
    return .run(request)
  }

  /// Runs an effect whose responses are discarded (fire and forget).
  ///
  /// The effect cannot be cancelled, and it runs even if the feature has left the state.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - runsAgain: Whether the effect runs again if its process was terminated before it had finished.
  /// - Returns: The effects.
  public static func fireAndForget(_ effect: Feature.Effect, runsAgainAfterRestart runsAgain: Bool) -> Self {
    Self([.fireAndForget(effect, runsAgainAfterRestart: runsAgain)])
  }

  /// Reports to the parent of the feature, which answers the effect instead of passing it to a handler.
  ///
  /// The parent does so with ``flatMap(_:)``, and the child knows nothing of it. A handler that receives the effect
  /// ignores it.
  public static func report(_ effect: Feature.Effect) -> Self { .fireAndForget(effect, runsAgainAfterRestart: false) }

  /// Cancels the run in a slot and the runs queued in it.
  ///
  /// Their responses are discarded; work already done is not undone.
  public static func cancel(_ slot: Feature.Slot) -> Self {
    Self([.cancel(slot)])
  }

  /// Returns the instructions of both operands, the left ones first.
  public static func + (left: Self, right: Self) -> Self {
    left.isEmpty ? right : right.isEmpty ? left : Self(left.instructions + right.instructions)
  }

  /// Appends the instructions of the right operand.
  public static func += (left: inout Self, right: Self) {
    guard let more = right.storage else { return }
    // In place: creating a new array would copy the list on each iteration of a loop that appends.
    if left.storage == nil { left.storage = more } else { left.storage?.append(contentsOf: more) }
  }
}

extension Effects: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {}
extension Effects: Hashable where Feature.Effect: Hashable, Feature.Action: Hashable {}
extension Effects.Instruction: Equatable where Feature.Effect: Equatable, Feature.Action: Equatable {}
extension Effects.Instruction: Hashable where Feature.Effect: Hashable, Feature.Action: Hashable {}
