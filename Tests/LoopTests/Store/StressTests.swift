import Loop
import TestInputs
import Testing
import Values

/// Starts, replaces, queues and cancels runs at random while handlers respond from other threads.
@MainActor @Suite(.hangTimeLimit) struct StressTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `law 3: no response of a cancelled run is delivered, and responses of one run arrive in order`(seed: UInt64)
    async
  {
    var random = SplitMix64(seed: seed)
    let store = Store(ManySlotsFeature(), state: .init(), handler: ManySlotsHandler())
    for token in 1...8_000 {
      let slot = Int.random(in: 0..<ManySlotsFeature.slots, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6: store.send(.replaced(slot, token))
      case 6..<8: store.send(.queued(slot, token))
      default: store.send(.cancelled(slot))
      }
      // Yield rarely, so that most runs are cancelled or replaced before they have responded.
      if Int.random(in: 0..<200, using: &random) == 0 { await Task.yield() }
    }
    await store.waitUntilIdle()
    #expect(store.state.deliveryErrors == [], "A response was delivered whose run was not the current run of its slot.")
    #expect(!store.state.queues.contains { !$0.isEmpty }, "A current run did not deliver all of its responses.")
    #expect(store.state.receivedCount > 1_000, "Too few responses were delivered for a meaningful test.")
    #expect(store.state.discardedCount > 1_000, "Too few runs were cancelled for a meaningful test.")
  }
}

/// A feature with a thousand slots.
///
/// The state records, for each slot, the run whose responses may be delivered.
private struct ManySlotsFeature: Reducer {
  static let slots = 1_000
  static let responsesPerRun = 3

  struct QueuedRun: Equatable {
    let token: Int
    var receivedCount = 0
  }

  struct State {
    /// For each slot, the current run and then the queued runs.
    var queues: [[QueuedRun]] = Array(repeating: [], count: ManySlotsFeature.slots)
    var deliveryErrors: [String] = []
    var receivedCount = 0
    var discardedCount = 0
  }

  enum Action {
    case replaced(Int, Int)
    case queued(Int, Int)
    case cancelled(Int)
    case responded(Int, token: Int, number: Int)
  }

  struct Effect {
    let slot: Int
    let token: Int
  }

  func isActive(_ slot: Int, in state: State) -> Bool { true }

  private func run(_ token: Int, in slot: Int, _ policy: SlotPolicy) -> Effects<Self> {
    .run(
      Effect(slot: slot, token: token), in: slot, policy, ifLost: .responded(slot, token: token, number: 0),
      afterRestart: .runAgain)
  }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .replaced(let slot, let token):
      state.discardedCount += state.queues[slot].count
      state.queues[slot] = [QueuedRun(token: token)]
      return run(token, in: slot, .latest)
    case .queued(let slot, let token):
      state.queues[slot].append(QueuedRun(token: token))
      return run(token, in: slot, .queue)
    case .cancelled(let slot):
      state.discardedCount += state.queues[slot].count
      state.queues[slot] = []
      return .cancel(slot)
    case .responded(let slot, let token, let number):
      receive(&state, slot, token, number)
      return .none
    }
  }

  private func receive(_ state: inout State, _ slot: Int, _ token: Int, _ number: Int) {
    state.receivedCount += 1
    guard let member = state.queues[slot].first, member == QueuedRun(token: token, receivedCount: number) else {
      state.deliveryErrors.append("response \(number) of run \(token) in slot \(slot)")
      return
    }
    state.queues[slot][0].receivedCount += 1
    if number + 1 == ManySlotsFeature.responsesPerRun { state.queues[slot].removeFirst() }
  }
}

/// Responds several times from outside the main actor.
///
/// The handler ignores cancellation, which is allowed.
private struct ManySlotsHandler: EffectHandler {
  @concurrent func run(
    _ effect: ManySlotsFeature.Effect, send: Send<ManySlotsFeature.Action>
  ) async -> ManySlotsFeature.Action? {
    for number in 0..<ManySlotsFeature.responsesPerRun {
      for _ in 0...(effect.token % 7) { await Task.yield() }
      let response = ManySlotsFeature.Action.responded(effect.slot, token: effect.token, number: number)
      if number == ManySlotsFeature.responsesPerRun - 1 { return response }
      await send(response)
    }
    return nil
  }
}
