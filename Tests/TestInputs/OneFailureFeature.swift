import Loop

/// A feature of a test whose requests are short: every lost response causes the same action, and after a restart every
/// effect runs again.
public protocol OneFailureFeature: Reducer {
  /// The action for a lost response.
  static var lostResponse: Action { get }
}

extension UndoFeature: OneFailureFeature where Feature: OneFailureFeature {
  /// The action of the feature for a lost response.
  public static var lostResponse: Action { .feature(Feature.lostResponse) }
}

extension Effects where Feature: OneFailureFeature {
  /// Runs an effect in a slot.
  public static func run(
    _ effect: Feature.Effect, in slot: Feature.Slot, _ policy: SlotPolicy = .latest, after delay: Duration? = nil
  ) -> Self {
    .run(effect, in: slot, policy, after: delay, ifLost: Feature.lostResponse, afterRestart: .runAgain)
  }

  /// Runs an effect whose responses are discarded.
  public static func fireAndForget(_ effect: Feature.Effect) -> Self {
    .fireAndForget(effect, runsAgainAfterRestart: true)
  }
}
