@testable import Loop
import Testing

/// Gives every effect up; what it hears then is in the test's hands.
private struct Quitter: Resumable {
  struct State: Equatable, Sendable {
    var heard: [String] = []
    var dead: Set<Int> = []
  }

  enum Action: Sendable { case began, gaveUp(String) }

  var reply: @Sendable (inout State, String) -> Effects<String, Int>

  func isAlive(_ slot: Int, in state: State) -> Bool { !state.dead.contains(slot) }

  func reduce(_ state: inout State, _ action: Action) -> Effects<String, Int> {
    switch action {
    case .began: return .ask("first", in: 1) + .ask("second", in: 2)
    case .gaveUp(let effect):
      state.heard.append(effect)
      return reply(&state, effect)
    }
  }

  func resume(_ effect: String, in state: State) -> Resumption<Action> { .givenUp(hearing: .gaveUp(effect)) }
}

@MainActor @Suite struct `What is heard of a run that was given up` {
  private func resumed(
    _ reply: @escaping @Sendable (inout Quitter.State, String) -> Effects<String, Int>
  ) -> StoreSnapshot<Quitter>.Resumed {
    let quitter = Quitter(reply: reply)
    var situation = Situation<Quitter>(.init())
    _ = situation.take(.began, by: quitter)
    return StoreSnapshot(situation).resumed(by: quitter)
  }

  @Test func `may replace another run, of which nothing is heard then, and the newcomer is not given up`() {
    let resumed = resumed { _, effect in effect == "first" ? .ask("new", in: 2) : .none }
    #expect(resumed.situation.state.heard == ["first"])
    #expect(resumed.starting.map(\.effect) == ["new"])
    #expect(resumed.entries.count == 2)
  }

  @Test func `may ask again in the same slot, and the newcomer is not ended in its place`() {
    let resumed = resumed { _, effect in .ask("\(effect) again", in: effect == "first" ? 1 : 2) }
    #expect(resumed.situation.state.heard == ["first", "second"])
    #expect(resumed.starting.map(\.effect) == ["first again", "second again"])
    #expect(resumed.again.isEmpty)
  }

  @Test func `may ask for something in a dead slot, which is reported and never starts`() {
    let quitter = Quitter { state, effect in
      state.dead = [3]
      return effect == "first" ? .ask("stillborn", in: 3) : .none
    }
    var situation = Situation<Quitter>(.init())
    _ = situation.take(.began, by: quitter)
    let faults = Notes<String>()
    let handler = PromptHandler<String, Quitter.Action> { _ in [] }
    let store = Store(quitter, resuming: StoreSnapshot(situation), handler: handler) { faults.add("\($0)") }
    #expect(faults.all == [StoreFault<Quitter>.bornDead("stillborn", 3).description])
    #expect(store.isSettled)
  }
}
