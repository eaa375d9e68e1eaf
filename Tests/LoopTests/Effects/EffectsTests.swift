import Loop
import Testing

private typealias Wish = Effects<String, Int>

struct EffectsTests {
  @Test func `+ keeps the order, left operand first`() {
    let joined: Wish = .ask("a", in: 1) + .cancel(2) + .tell("b")
    #expect(joined.instructions == [.ask("a", in: 1, .latest, after: nil), .cancel(2), .tell("b")])
  }

  @Test func `adding no effects changes nothing, on either side`() {
    let wish = Wish.tell("a")
    #expect(wish + .none == wish)
    #expect(.none + wish == wish)
    #expect(Wish.none + .none == .none)
  }

  @Test func `+= appends like +`() {
    var wish = Wish.tell("a")
    wish += .cancel(1)
    #expect(wish == .tell("a") + .cancel(1))
  }

  @Test func `an effect in a slot replaces and starts immediately by default`() {
    #expect(Wish.ask("a", in: 1) == .ask("a", in: 1, .latest, after: nil))
    #expect(Wish.ask("a", in: 1) != .ask("a", in: 1, .queue))
    #expect(Wish.ask("a", in: 1) != .ask("a", in: 1, after: .seconds(1)))
  }

  @Test func `lifting converts effects and slots, and keeps order, policy and delay`() {
    let wish: Wish = .ask("a", in: 1, .queue, after: .seconds(2)) + .tell("b") + .cancel(3)
    let lifted = wish.lift({ "child " + $0 }, { [0, $0] })
    #expect(
      lifted.instructions == [
        .ask("child a", in: [0, 1], .queue, after: .seconds(2)), .tell("child b"), .cancel([0, 3]),
      ])
  }

  @Test func `lifting no effects calls no closure`() {
    let lifted = Wish.none.lift({ _ in Issue.record("There was no effect.") }, { $0 })
    #expect(lifted.instructions.isEmpty)
  }

  @Test func `a parent converts the fire-and-forget effects of its child, in order`() {
    let told: Effects<String, Never> = .tell("save") + .tell("ignore") + .tell("close")
    let meant = told.interpret { word -> Wish in
      switch word {
      case "save": .ask("save the draft", in: 1, .first) + .tell("remember")
      case "close": .cancel(2)
      default: .none
      }
    }
    #expect(meant == .ask("save the draft", in: 1, .first) + .tell("remember") + .cancel(2))
  }
}
