import Loop
import MemoryHandlers
import Shop
import Testing
import Values

/// The code that the guide of MemoryHandlers shows.
@MainActor @Suite struct `The guide of MemoryHandlers` {
  @Test func `loses the response of an update that was executed`() async throws {
    let store = MemoryProductStore(.sample)
    var lamp = try await store.products()[0]
    lamp.price = Money(cents: 2100)
    await store.inject([.responseLost(.offline)])
    let response = try? await store.update(lamp, expecting: 1)  // nil: the store seems to be offline
    let stored = await store.database.products[0]  // the price is 21.00, and the version is 2
    #expect(response == nil && stored.price == Money(cents: 2100) && stored.version == 2)

    try await store.modifyDatabase { $0 = ProductDatabase(products: $0.products.filter { $0.id != "p1" }) }
    await #expect(throws: ProductStoreError.notFound) { try await store.update(lamp, expecting: 2) }
  }

  @Test func `shows how a feature handles a failed request`() async {
    let store = MemoryProductStore(.sample, faults: FaultQueue([.requestFailed(.offline)]))
    let list = Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: store))
    list.send(.appeared)
    await list.waitUntilIdle()
    let status = list.state.listStatus  // failed(offline)
    list.send(.reloadTapped)
    await list.waitUntilIdle()
    let count = list.state.products.count  // 9
    #expect(status == .failed(.offline) && list.state.listStatus == .loaded && count == 9)
  }
}
