import Loop
import LoopExplorer
import Testing

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
      case 6..<8: store.send(.joined(slot, token))
      default: store.send(.left(slot))
      }
      // Handlers get time to respond only now and then, so that most runs are cancelled or replaced while they work.
      if Int.random(in: 0..<200, using: &random) == 0 { await Task.yield() }
    }
    await store.waitUntilIdle()
    #expect(store.state.wrong == [], "A response was delivered whose run was not the current run of its slot.")
    #expect(!store.state.lines.contains { !$0.isEmpty }, "A current run did not deliver all of its responses.")
    #expect(store.state.heard > 1_000, "Too few responses were delivered for a meaningful test.")
    #expect(store.state.forgotten > 1_000, "Too few runs were cancelled for a meaningful test.")
  }
}

/// A feature with a thousand slots.
///
/// Its state contains the run whose responses each slot may deliver.
private struct ManySlotsFeature: Reducer {
  static let slots = 1_000
  static let answersPerRun = 3

  struct QueuedRun: Equatable {
    let token: Int
    var heard = 0
  }

  struct State {
    /// For each slot, the current run and then the queued runs.
    var lines: [[QueuedRun]] = Array(repeating: [], count: ManySlotsFeature.slots)
    var wrong: [String] = []
    var heard = 0
    var forgotten = 0
  }

  enum Action {
    case replaced(Int, Int)
    case joined(Int, Int)
    case left(Int)
    case worked(Int, token: Int, number: Int)
  }

  struct Effect {
    let slot: Int
    let token: Int
  }

  func isAlive(_ slot: Int, in state: State) -> Bool { true }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Int> {
    switch action {
    case .replaced(let slot, let token):
      state.forgotten += state.lines[slot].count
      state.lines[slot] = [QueuedRun(token: token)]
      return .run(Effect(slot: slot, token: token), in: slot, .latest)
    case .joined(let slot, let token):
      state.lines[slot].append(QueuedRun(token: token))
      return .run(Effect(slot: slot, token: token), in: slot, .queue)
    case .left(let slot):
      state.forgotten += state.lines[slot].count
      state.lines[slot] = []
      return .cancel(slot)
    case .worked(let slot, let token, let number):
      receive(&state, slot, token, number)
      return .none
    }
  }

  private func receive(_ state: inout State, _ slot: Int, _ token: Int, _ number: Int) {
    state.heard += 1
    guard let member = state.lines[slot].first, member == QueuedRun(token: token, heard: number) else {
      state.wrong.append("response \(number) of run \(token) in slot \(slot)")
      return
    }
    state.lines[slot][0].heard += 1
    if number + 1 == ManySlotsFeature.answersPerRun { state.lines[slot].removeFirst() }
  }
}

/// Leaves the main actor and responds several times.
///
/// It ignores cancellation, as a handler may.
private struct ManySlotsHandler: EffectHandler {
  @concurrent func run(_ effect: ManySlotsFeature.Effect, send: Send<ManySlotsFeature.Action>) async {
    for number in 0..<ManySlotsFeature.answersPerRun {
      for _ in 0...(effect.token % 7) { await Task.yield() }
      await send(.worked(effect.slot, token: effect.token, number: number))
    }
  }
}
