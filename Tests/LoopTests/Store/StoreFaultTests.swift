import Loop
import Testing

struct StoreFaultTests {
  @Test(arguments: [
    (
      StoreFault<Script>.unanswered("load", "list"),
      "The handler owed an answer to load in list, and returned without sending one."
    ),
    (
      .bornDead("load", "list"),
      "load was asked for in list, which is not alive in the state that the same reduction left."
    ),
  ])
  func `a fault says what was promised and what happened instead`(fault: StoreFault<Script>, description: String) {
    #expect(fault.description == description)
  }

  @Test func `a fault names the action that came unasked or too late`() {
    let unasked = StoreFault<Loud>.answeredUnasked("save", .saved)
    #expect(unasked.description.hasPrefix("The handler answered saved to save, which was told, not asked"))
    #expect(
      StoreFault<Loud>.sentAfterShutdown(.saved).description == "saved was not taken in: its store has been shut down.")
  }

  @Test func `without anybody to report to, a fault stops the program`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let handler = PromptHandler<String, Loud.Action> { _ in [] }
        let store = Store(Loud(), state: 0, handler: handler)
        store.send(.saved)
      }
    }
  }
}

private struct Loud: Reducer {
  enum Action { case saved }

  func isAlive(_ slot: Int, in state: Int) -> Bool { true }

  func reduce(_ state: inout Int, _ action: Action) -> Effects<String, Int> { .ask("save", in: 1) }
}
