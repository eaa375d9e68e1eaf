/// The effects that a reducer returns: an ordered list of runs to start, effects to fire and forget, and slots to
/// cancel.
///
/// ```swift
/// return .run(.search(text), in: .search, .latest, after: .milliseconds(300)) + .fireAndForget(.remember(text))
/// ```
public struct Effects<Effect: Sendable, Slot: Hashable & Sendable>: Sendable {
  /// One instruction of the list.
  public enum Instruction: Sendable {
    /// Runs an effect in a slot. The handler must return a response.
    case run(Effect, in: Slot, SlotPolicy, after: Duration?)
    /// Runs an effect whose responses are discarded.
    case fireAndForget(Effect)
    /// Cancels the run in a slot and the runs queued in it.
    case cancel(Slot)
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
  public static func run(
    _ effect: Effect, in slot: Slot, _ policy: SlotPolicy = .latest, after delay: Duration? = nil
  ) -> Self {
    Self([.run(effect, in: slot, policy, after: delay)])
  }

  /// Runs an effect whose responses are discarded (fire and forget).
  ///
  /// The effect cannot be cancelled, and it runs even if the feature has left the state.
  public static func fireAndForget(_ effect: Effect) -> Self {
    Self([.fireAndForget(effect)])
  }

  /// Cancels the run in a slot and the runs queued in it.
  ///
  /// Their responses are discarded; work already done is not undone.
  public static func cancel(_ slot: Slot) -> Self {
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
  /// Use it for a button. What has changed since the current run was requested is not sent.
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

extension Effects: Equatable where Effect: Equatable {}
extension Effects: Hashable where Effect: Hashable {}
extension Effects.Instruction: Equatable where Effect: Equatable {}
extension Effects.Instruction: Hashable where Effect: Hashable {}
