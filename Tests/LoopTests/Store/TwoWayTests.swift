import Loop
import Testing

@MainActor struct TwoWayTests {
  @Test func `reading returns the value in the state`() {
    let stage = Stage()
    let isOpen = stage.store.twoWay({ !$0.heard.contains("cancel") }) { $0 ? nil : .heard("cancel") }
    #expect(isOpen.value)
    stage.store.send(.heard("cancel"))
    #expect(!isOpen.value)
  }

  @Test func `writing false sends the cancel action, writing true sends nothing`() {
    let stage = Stage()
    let isOpen = stage.store.twoWay({ !$0.heard.contains("cancel") }) { $0 ? nil : .heard("cancel") }
    isOpen.value = true
    #expect(stage.heard == [])
    isOpen.value = false
    #expect(stage.heard == ["cancel"])
  }

  @Test func `the reducer may reject a write`() {
    let store = Store(Counter(), state: 0)
    let refused = store.twoWay({ $0 > 0 }) { _ in .touched }
    refused.value = true
    #expect(!refused.value)
  }

  @Test func `a binding can be created from two closures`() {
    let notes = Notes<Int>()
    let last = TwoWay(get: { notes.all.last ?? 0 }, set: { notes.add($0) })
    last.value = 5
    #expect(last.value == 5)
  }
}
