import Loop

/// A handler whose runs wait at a gate: a test lets each of them answer and end, by its effect.
@MainActor final class HeldHandler<Effect: Equatable & Sendable, Action: Sendable>: EffectHandler {
  @MainActor private final class Held {
    let effect: Effect
    let send: Send<Action>
    var gate: CheckedContinuation<Void, Never>?

    init(_ effect: Effect, _ send: Send<Action>) {
      self.effect = effect
      self.send = send
    }

    func open() {
      gate?.resume()
      gate = nil
    }
  }

  /// What has been called, in order.
  private(set) var started: [Effect] = []
  /// What has been asked to stop, in order.
  private(set) var cancelled: [Effect] = []
  /// What has returned, in order.
  private(set) var returned: [Effect] = []

  private let endsWhenCancelled: Bool
  private var held: [Held] = []
  private let facts = Facts()

  init(endsWhenCancelled: Bool = true) {
    self.endsWhenCancelled = endsWhenCancelled
  }

  @MainActor func run(_ effect: Effect, send: Send<Action>) async {
    let run = Held(effect, send)
    held.append(run)
    started.append(effect)
    facts.changed()
    await withTaskCancellationHandler {
      await withCheckedContinuation { run.gate = $0 }
    } onCancel: {
      // A store cancels on the main actor, so what is noted here is noted in order.
      MainActor.assumeIsolated { self.cancel(run) }
    }
    returned.append(effect)
    facts.changed()
  }

  /// Sends an answer of the oldest run of this effect that has not ended.
  func answer(_ effect: Effect, _ action: Action) {
    held.first { $0.effect == effect }?.send(action)
  }

  /// The way back of the oldest run of this effect that has not ended, to be kept for longer than is right.
  func wayBack(of effect: Effect) -> Send<Action>? {
    held.first { $0.effect == effect }?.send
  }

  /// Lets the oldest run of this effect return, and returns when the store has heard of it.
  func end(_ effect: Effect) async {
    guard let place = held.firstIndex(where: { $0.effect == effect }) else { return }
    let count = returned.count + 1
    held.remove(at: place).open()
    await until { $0.returned.count >= count }
  }

  func until(_ isTrue: @escaping (HeldHandler) -> Bool) async {
    await facts.until { isTrue(self) }
  }

  private func cancel(_ run: Held) {
    cancelled.append(run.effect)
    if endsWhenCancelled {
      held.removeAll { $0 === run }
      run.open()
    }
    facts.changed()
  }
}

/// A handler that answers at once, without ever waiting.
struct PromptHandler<Effect: Sendable, Action: Sendable>: EffectHandler {
  let answers: @Sendable (Effect) -> [Action]

  func run(_ effect: Effect, send: Send<Action>) async {
    for answer in answers(effect) { await send(answer) }
  }
}
