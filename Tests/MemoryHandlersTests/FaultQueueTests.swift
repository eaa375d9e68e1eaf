import MemoryHandlers
import Shop
import Testing
import Values

@Suite struct `A queue of faults` {
  private let tea = Product(id: "p1", name: "Tea", price: Money(cents: 350))

  @Test func `a failed request is not executed`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.requestFailed(.offline)]))
    await #expect(throws: ProductStoreError.offline) { try await store.insert(tea) }
    #expect(await store.database.products.isEmpty)
    #expect(try await store.insert(tea).version == 1)
  }

  @Test func `a request whose response is lost is executed`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.responseLost(.offline)]))
    await #expect(throws: ProductStoreError.offline) { try await store.insert(tea) }
    #expect(await store.database["p1"]?.version == 1)
  }

  @Test func `an invalid request reports its own error instead of the fault`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.responseLost(.offline)]))
    await #expect(throws: ProductStoreError.notFound) { try await store.update(tea, expecting: 1) }
  }

  @Test func `faults apply to calls in order, and calls after the last fault succeed`() async throws {
    let store = MemoryProductStore(faults: FaultQueue([.none, .requestFailed(.notFound)]))
    await store.inject([.requestFailed(.offline)])
    #expect(try await store.products() == [])
    await #expect(throws: ProductStoreError.notFound) { try await store.products() }
    await #expect(throws: ProductStoreError.offline) { try await store.apply([.delete("p1")]) }
    #expect(try await store.products() == [])
  }
}
