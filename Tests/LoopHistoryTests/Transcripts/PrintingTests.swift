import Loop
import LoopHistory
import Testing

@MainActor @Suite struct `A store that prints its steps` {
  private struct PieHandler: EffectHandler {
    func run(_ effect: Bakery.Effect, send: Send<Bakery.Action>) async -> Bakery.Action? {
      switch effect {
      case .bake(let cake):
        send(.noteAdded("golden"))
        return .baked(cake)
      case .wait: return .timerRang
      case .look: return .windowChecked
      case .ring: return nil
      }
    }
  }

  @Test func `shows the cause of each step, the changes of the state, and the runs`() async {
    let store = Store(Bakery(), state: .init(), handler: PieHandler())
    var lines: [String] = []
    let token = store.printSteps { lines.append($0) }
    store.send(.ordered("pie"))
    await store.waitUntilIdle()
    store.send(.bellPressed)
    await store.waitUntilIdle()
    token.cancel()
    store.send(.doorClosed)
    #expect(
      lines == [
        """
        sent ordered("pie")
          effect + oven bake("pie")
        """,
        """
        delivered oven => noteAdded("golden")
          log: [] -> ["golden"]
        """,
        """
        ended oven => baked("pie")
          log: ["golden"] -> ["golden", "baked pie"]
          effect - oven
        """,
        """
        sent bellPressed
          effect fired ring
        """,
      ])
  }
}
