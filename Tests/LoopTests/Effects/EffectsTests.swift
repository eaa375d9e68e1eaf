import Loop
import TestInputs
import Testing

private typealias Wish = Effects<WordFeature>

struct EffectsTests {
  @Test func `+ keeps the order, left operand first`() {
    let joined: Wish = .run("a", in: 1) + .cancel(2) + .fireAndForget("b")
    #expect(joined.instructions.map(\.effect) == ["a", nil, "b"])
  }

  @Test func `adding no effects changes nothing, on either side`() {
    let wish = Wish.fireAndForget("a")
    #expect(wish + .none == wish)
    #expect(.none + wish == wish)
    #expect(Wish.none + .none == .none)
  }

  @Test func `+= appends like +`() {
    var wish = Wish.fireAndForget("a")
    wish += .cancel(1)
    #expect(wish == .fireAndForget("a") + .cancel(1))
  }

  @Test func `an effect in a slot replaces and starts immediately by default`() {
    #expect(Wish.run("a", in: 1) == .run("a", in: 1, .latest, after: nil))
    #expect(Wish.run("a", in: 1) != .run("a", in: 1, .queue))
    #expect(Wish.run("a", in: 1) != .run("a", in: 1, after: .seconds(1)))
  }

  @Test func `lifting converts effects, slots and actions, and keeps everything else`() {
    let wish: Wish =
      .run(
        "a", in: 1, .queue, after: .seconds(2), ifLost: .lost, afterRestart: .report(.failed(1)))
      + .fireAndForget("b", runsAgainAfterRestart: false) + .cancel(3)
    let lifted: Effects<Parent> =
      .run(
        ["child", "a"], in: [0, 1], .queue, after: .seconds(2), ifLost: .child(.lost),
        afterRestart: .report(.child(.failed(1))))
      + .fireAndForget(["child", "b"], runsAgainAfterRestart: false) + .cancel([0, 3])
    #expect(wish.lift(Parent.child) == lifted)
    #expect(Wish.none.lift(Parent.child).isEmpty)
  }

  @Test func `a request that the parent carries out in its own terms keeps everything else`() {
    let requests: Wish =
      .run("a", in: 1, .queue, after: .seconds(2), ifLost: .lost, afterRestart: .report(.failed(1)))
      + .subscribe(to: "b", in: 2, ifEnded: .lost)
    let translated = requests.flatMap { instruction -> Effects<Parent> in
      guard case .run(let request) = instruction else { return .none }
      return .run(request.lift(to: ["stored", request.effect], in: [9], action: Parent.Action.child))
    }
    let expected: Effects<Parent> =
      .run(
        ["stored", "a"], in: [9], .queue, after: .seconds(2), ifLost: .child(.lost),
        afterRestart: .report(.child(.failed(1))))
      + .subscribe(to: ["stored", "b"], in: [9], ifEnded: .child(.lost))
    #expect(translated == expected)
    let lost = Parent.Action.child(.lost)
    let shared = Wish.run("a", in: 1).flatMap { instruction -> Effects<Parent> in
      guard case .run(let request) = instruction else { return .none }
      return .run(request.lift(to: ["stored"], in: [9], .queue) { _ in lost })
    }
    guard case .run(let request)? = shared.instructions.first else {
      Issue.record("a run is translated")
      return
    }
    #expect(request.policy == .queue && request.lostResponse == lost)
  }

  @Test func `a restart policy keeps its case when its action is converted`() {
    let policies: [RestartPolicy<Int>] = [.runAgain, .reportLost, .report(3)]
    #expect(policies.map { $0.map { "\($0)" } } == [.runAgain, .reportLost, .report("3")])
  }

  @Test func `a parent replaces each instruction of its child by effects of its own, in order`() {
    let childEffects = Wish.run("save", in: 1) + .report("ignore") + .report("close") + .cancel(1)
    let parentEffects = childEffects.flatMap { instruction -> Effects<Parent> in
      switch instruction.effect {
      case "save": Effects([instruction.lift(Parent.child)]) + .fireAndForget(["log"], runsAgainAfterRestart: true)
      case "close": .cancel([2])
      case nil: Effects([instruction.lift(Parent.child)])
      default: .none
      }
    }
    let expected =
      Wish.run("save", in: 1).lift(Parent.child) + .fireAndForget(["log"], runsAgainAfterRestart: true) + .cancel([2])
      + .cancel([0, 1])
    #expect(parentEffects == expected)
  }
}

private struct Parent: Reducer {
  typealias State = Int
  typealias Effect = [String]
  typealias Slot = [Int]
  enum Action: Hashable { case child(WordFeature.Action) }

  static let child = ChildCases<WordFeature, Parent>(
    action: Action.child, effect: { ["child", $0] }, slot: { [0, $0] })

  func reduce(_ state: inout Int, _ action: Action) -> Effects<Self> { .none }
  func isActive(_ slot: [Int], in state: Int) -> Bool { true }
}
