import MemoryHandlers
import Shop
import Testing
import Values

@Suite struct `Faults meet calls in turn` {
  private let tea = Product(id: "p1", name: "Tea", price: Money(cents: 350))

  @Test func `a refused deed is not done`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.refused(.offline)]))
    await #expect(throws: ProductStoreError.offline) { try await store.insert(tea) }
    #expect(await store.world.products.isEmpty)
    #expect(try await store.insert(tea).version == 1)
  }

  @Test func `a deed whose answer is lost is done`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.answerLost(.offline)]))
    await #expect(throws: ProductStoreError.offline) { try await store.insert(tea) }
    #expect(await store.world["p1"]?.version == 1)
  }

  @Test func `a deed that fails by itself says its own reason, whatever becomes of the answer`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.answerLost(.offline)]))
    await #expect(throws: ProductStoreError.gone) { try await store.update(tea, expecting: 1) }
  }

  @Test func `the first fault meets the first call, and after the last nothing goes wrong`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.none, .refused(.gone)]))
    await store.inject([.refused(.offline)])
    #expect(try await store.products() == [])
    await #expect(throws: ProductStoreError.gone) { try await store.products() }
    await #expect(throws: ProductStoreError.offline) { try await store.delete("p1") }
    #expect(try await store.products() == [])
  }
}
