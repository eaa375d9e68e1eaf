import Loop
import Testing

struct ContractViolationTests {
  @Test(arguments: [
    (
      ContractViolation<ScriptedFeature>.endedWithoutResponse("load", "list"),
      "The handler of load in list returned no response."
    ),
    (
      .startedInInactiveSlot("load", "list"),
      "load was started in list, but isActive(_:in:) returns false for this slot after the same reduction."
    ),
  ])
  func `the description says which rule was violated and how`(
    fault: ContractViolation<ScriptedFeature>, description: String
  ) {
    #expect(fault.description == description)
  }

  @Test func `the description names the action that was unexpected or too late`() {
    let response = ContractViolation<NonrespondingFeature>.respondedToFireAndForget("save", .saved)
    #expect(response.description.hasPrefix("The handler of the fire-and-forget effect save responded with saved."))
    #expect(
      ContractViolation<NonrespondingFeature>.sentAfterShutdown(.saved).description
        == "saved was ignored: its store has been shut down.")
  }

  @Test func `a violation stops a debug build by default`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let handler = ImmediateHandler<String, NonrespondingFeature.Action> { _ in [] }
        let store = Store(NonrespondingFeature(), state: 0, handler: handler)
        store.send(.saved)
      }
    }
  }
}

private struct NonrespondingFeature: Reducer {
  typealias Effect = String
  enum Action { case saved }

  func isActive(_ slot: Int, in state: Int) -> Bool { true }

  func reduce(_ state: inout Int, _ action: Action) -> Effects<Self> {
    .run("save", in: 1, ifLost: .saved, afterRestart: .runAgain)
  }
}
