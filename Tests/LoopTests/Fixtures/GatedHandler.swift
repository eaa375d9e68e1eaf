import Loop

/// A handler whose runs wait until the test lets them respond and end, identified by their effects.
@MainActor final class GatedHandler<Effect: Equatable & Sendable, Action: Sendable>: EffectHandler {
  @MainActor private final class GatedRun {
    let effect: Effect
    let send: Send<Action>
    var gate: CheckedContinuation<Action?, Never>?

    init(_ effect: Effect, _ send: Send<Action>) {
      self.effect = effect
      self.send = send
    }

    func open(returning action: Action?) {
      gate?.resume(returning: action)
      gate = nil
    }
  }

  /// The effects of the runs that have started, in order.
  private(set) var started: [Effect] = []
  /// The effects of the runs that have been cancelled, in order.
  private(set) var cancelled: [Effect] = []
  /// The effects of the runs that have returned, in order.
  private(set) var returned: [Effect] = []

  private let endsWhenCancelled: Bool
  private var openRuns: [GatedRun] = []
  private let waiter = ConditionWaiter()

  init(endsWhenCancelled: Bool = true) {
    self.endsWhenCancelled = endsWhenCancelled
  }

  @MainActor func run(_ effect: Effect, send: Send<Action>) async -> Action? {
    let run = GatedRun(effect, send)
    openRuns.append(run)
    started.append(effect)
    waiter.stateChanged()
    let action = await withTaskCancellationHandler {
      await withCheckedContinuation { run.gate = $0 }
    } onCancel: {
      // A store cancels on the main actor, so the cancellations are recorded in order.
      MainActor.assumeIsolated { self.cancel(run) }
    }
    returned.append(effect)
    waiter.stateChanged()
    return action
  }

  /// Sends a response of the oldest run of an effect that has not ended.
  func respond(to effect: Effect, with action: Action) {
    openRuns.first { $0.effect == effect }?.send(action)
  }

  /// Returns the `Send` of the oldest run of an effect that has not ended.
  ///
  /// Tests keep it to send a response too late.
  func send(of effect: Effect) -> Send<Action>? {
    openRuns.first { $0.effect == effect }?.send
  }

  /// Ends the oldest run of an effect with a last response, and returns when its handler has returned.
  func end(_ effect: Effect, with action: Action? = nil) async {
    guard let index = openRuns.firstIndex(where: { $0.effect == effect }) else { return }
    let count = returned.count + 1
    openRuns.remove(at: index).open(returning: action)
    await waitUntil { $0.returned.count >= count }
  }

  func waitUntil(_ isTrue: @escaping (GatedHandler) -> Bool) async {
    await waiter.waitUntil { isTrue(self) }
  }

  private func cancel(_ run: GatedRun) {
    cancelled.append(run.effect)
    if endsWhenCancelled {
      openRuns.removeAll { $0 === run }
      run.open(returning: nil)
    }
    waiter.stateChanged()
  }
}

/// A handler that responds immediately, without suspending.
struct ImmediateHandler<Effect: Sendable, Action: Sendable>: EffectHandler {
  let responses: @Sendable (Effect) -> [Action]

  func run(_ effect: Effect, send: Send<Action>) async -> Action? {
    let responses = responses(effect)
    for response in responses.dropLast() { send(response) }
    return responses.last
  }
}
