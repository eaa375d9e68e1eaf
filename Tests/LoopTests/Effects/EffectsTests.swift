import Loop
import Testing

private typealias Wish = Effects<String, Int>

struct EffectsTests {
  @Test func `+ keeps the order, left operand first`() {
    let joined: Wish = .run("a", in: 1) + .cancel(2) + .fireAndForget("b")
    #expect(joined.instructions == [.run("a", in: 1, .latest, after: nil), .cancel(2), .fireAndForget("b")])
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

  @Test func `lifting converts effects and slots, and keeps order, policy and delay`() {
    let wish: Wish = .run("a", in: 1, .queue, after: .seconds(2)) + .fireAndForget("b") + .cancel(3)
    let lifted = wish.lift({ "child " + $0 }, { [0, $0] })
    #expect(
      lifted.instructions == [
        .run("child a", in: [0, 1], .queue, after: .seconds(2)), .fireAndForget("child b"), .cancel([0, 3]),
      ])
  }

  @Test func `lifting no effects calls no closure`() {
    let lifted = Wish.none.lift({ _ in Issue.record("There was no effect.") }, { $0 })
    #expect(lifted.instructions.isEmpty)
  }

  @Test func `a parent converts the fire-and-forget effects of its child, in order`() {
    let childEffects: Effects<String, Never> =
      .fireAndForget("save") + .fireAndForget("ignore") + .fireAndForget("close")
    let parentEffects = childEffects.flatMap { effect -> Wish in
      switch effect {
      case "save": .run("save the draft", in: 1, .first) + .fireAndForget("remember")
      case "close": .cancel(2)
      default: .none
      }
    }
    #expect(parentEffects == .run("save the draft", in: 1, .first) + .fireAndForget("remember") + .cancel(2))
  }
}
