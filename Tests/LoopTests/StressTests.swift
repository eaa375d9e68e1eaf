import Loop
import LoopExplorer
import Testing

/// Asks, replaces, queues and cancels at random while handlers answer from other threads.
@MainActor @Suite(.namedWhenItHangs) struct StressTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `law 3: no action of a dead run is ever heard, and those of one run come in order`(seed: UInt64) async {
    var random = SplitMix64(seed: seed)
    let store = Store(Crowd(), state: .init(), handler: CrowdHandler())
    for token in 1...8_000 {
      let slot = Int.random(in: 0..<Crowd.slots, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6: store.send(.replaced(slot, token))
      case 6..<8: store.send(.joined(slot, token))
      default: store.send(.left(slot))
      }
      // Now and then the handlers get a word in: seldom enough that most of them are interrupted by somebody.
      if Int.random(in: 0..<200, using: &random) == 0 { await Task.yield() }
    }
    await store.settle()
    #expect(store.state.wrong == [], "An answer was heard whose run was not the one under way in its slot.")
    #expect(!store.state.lines.contains { !$0.isEmpty }, "A run that was under way never answered to the end.")
    #expect(store.state.heard > 1_000, "So few answers were heard that nothing was tried.")
    #expect(store.state.forgotten > 1_000, "So few runs were cancelled that nothing was tried.")
  }
}

/// A thousand slots, each of which remembers whose answers it may hear.
private struct Crowd: Reducer {
  static let slots = 1_000
  static let answersPerRun = 3

  struct Member: Equatable {
    let token: Int
    var heard = 0
  }

  struct State {
    /// For each slot the run under way, then those that wait.
    var lines: [[Member]] = Array(repeating: [], count: Crowd.slots)
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
      state.lines[slot] = [Member(token: token)]
      return .ask(Effect(slot: slot, token: token), in: slot, .latest)
    case .joined(let slot, let token):
      state.lines[slot].append(Member(token: token))
      return .ask(Effect(slot: slot, token: token), in: slot, .queue)
    case .left(let slot):
      state.forgotten += state.lines[slot].count
      state.lines[slot] = []
      return .cancel(slot)
    case .worked(let slot, let token, let number):
      hear(&state, slot, token, number)
      return .none
    }
  }

  private func hear(_ state: inout State, _ slot: Int, _ token: Int, _ number: Int) {
    state.heard += 1
    guard let member = state.lines[slot].first, member == Member(token: token, heard: number) else {
      state.wrong.append("answer \(number) of run \(token) in slot \(slot)")
      return
    }
    state.lines[slot][0].heard += 1
    if number + 1 == Crowd.answersPerRun { state.lines[slot].removeFirst() }
  }
}

/// Leaves the main actor and answers several times; it takes no notice of being cancelled, which is its right.
private struct CrowdHandler: EffectHandler {
  @concurrent func run(_ effect: Crowd.Effect, send: Send<Crowd.Action>) async {
    for number in 0..<Crowd.answersPerRun {
      for _ in 0...(effect.token % 7) { await Task.yield() }
      await send(.worked(effect.slot, token: effect.token, number: number))
    }
  }
}
