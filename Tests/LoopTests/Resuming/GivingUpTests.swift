@testable import Loop
import Testing

/// A feature whose effects all fail when it is resumed.
///
/// The test defines how it reacts to the failures.
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

@MainActor @Suite struct `The action of a run that fails when resumed` {
  private func resumed(
    _ reply: @escaping @Sendable (inout Quitter.State, String) -> Effects<String, Int>
  ) -> StoreSnapshot<Quitter>.Resumed {
    let quitter = Quitter(reply: reply)
    var situation = Situation<Quitter>(.init())
    _ = situation.take(.began, by: quitter)
    return StoreSnapshot(situation).resumed(by: quitter)
  }

  @Test func `may replace another run, which then does not fail, and the new run starts`() {
    let resumed = resumed { _, effect in effect == "first" ? .ask("new", in: 2) : .none }
    #expect(resumed.situation.state.heard == ["first"])
    #expect(resumed.starting.map(\.effect) == ["new"])
    #expect(resumed.entries.count == 2)
  }

  @Test func `may start another run in the same slot, which is not ended in its place`() {
    let resumed = resumed { _, effect in .ask("\(effect) again", in: effect == "first" ? 1 : 2) }
    #expect(resumed.situation.state.heard == ["first", "second"])
    #expect(resumed.starting.map(\.effect) == ["first again", "second again"])
    #expect(resumed.again.isEmpty)
  }

  @Test func `may start a run in an inactive slot, which is reported and never starts`() {
    let quitter = Quitter { state, effect in
      state.dead = [3]
      return effect == "first" ? .ask("third", in: 3) : .none
    }
    var situation = Situation<Quitter>(.init())
    _ = situation.take(.began, by: quitter)
    let faults = Notes<String>()
    let handler = PromptHandler<String, Quitter.Action> { _ in [] }
    let store = Store(quitter, resuming: StoreSnapshot(situation), handler: handler) { faults.add("\($0)") }
    #expect(faults.all == [StoreFault<Quitter>.bornDead("third", 3).description])
    #expect(store.isSettled)
  }
}
