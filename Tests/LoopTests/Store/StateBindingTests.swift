import Loop
import Testing

@MainActor struct StateBindingTests {
  @Test func `reading returns the value in the state`() {
    let stage = StoreFixture()
    let isOpen = stage.store.binding({ !$0.log.contains("cancel") }) { $0 ? nil : .logged("cancel") }
    #expect(isOpen.value)
    stage.store.send(.logged("cancel"))
    #expect(!isOpen.value)
  }

  @Test func `writing false sends the cancel action, writing true sends nothing`() {
    let stage = StoreFixture()
    let isOpen = stage.store.binding({ !$0.log.contains("cancel") }) { $0 ? nil : .logged("cancel") }
    isOpen.value = true
    #expect(stage.log == [])
    isOpen.value = false
    #expect(stage.log == ["cancel"])
  }

  @Test func `the reducer may reject a write`() {
    let store = Store(Counter(), state: 0)
    let refused = store.binding({ $0 > 0 }) { _ in .touched }
    refused.value = true
    #expect(!refused.value)
  }
}
