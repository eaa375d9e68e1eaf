import BackOffice
import Interface
import Loop
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

@MainActor @Suite struct `The handler of an import` {
  private let files = MemoryFileStore([
    "shop.csv": Array("id,name,price\np1,Lamp,25.00\np2,Chair,49.00\np3,Tea,3.50\n,Mug,1.00\n".utf8)
  ])
  private let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))

  private func makeStore(_ products: any ProductStore) -> Store<ProductImport> {
    Store(
      ProductImport(), state: .init(),
      handler: ProductImportHandler(files: files, products: products, makeIDPrefix: { "new" }))
  }

  private func makePreviewedStore(_ products: (any ProductStore)? = nil) async -> Store<ProductImport> {
    let store = makeStore(products ?? self.products)
    store.send(.fileChosen("shop.csv"))
    await store.waitUntilIdle()
    return store
  }

  private func failure(in store: Store<ProductImport>) -> ImportFailure? {
    if case .preview(_, _, let failure) = store.state { failure } else { nil }
  }

  @Test func `stores all products in one transaction`() async throws {
    let store = await makePreviewedStore()
    store.send(.startTapped)
    await store.waitUntilIdle()
    guard case .finished("shop.csv", let counts) = store.state else {
      Issue.record("\(store.state)")
      return
    }
    #expect([counts.new, counts.changed, counts.unchanged] == [2, 1, 1])
    let stored = await products.database.products
    #expect(stored.map(\.id) == ["p1", "p2", "p3", "new-4"] && stored.map(\.position) == [1, 2, 3, 4])
    #expect(stored.map(\.version) == [4, 1, 1, 1] && stored.map(\.price.cents) == [2500, 4900, 350, 100])
    #expect(stored[0].tags == ["light"])
  }

  @Test(arguments: [ProductStoreError.offline, .notFound]) func `stores nothing if the store fails in the middle`(
    error: ProductStoreError
  ) async throws {
    let store = await makePreviewedStore()
    let before = await products.database
    // The first call loads the products.
    await products.inject([.none, .requestFailed(error)])
    store.send(.startTapped)
    await store.waitUntilIdle()
    #expect(await products.database == before)
    let expected: ProductTransactionError =
      error == .offline
      ? .offline : .product(Product(id: "p3", name: "Tea", price: Money(cents: 350)), .notFound)
    #expect(failure(in: store) == .storing(expected))
    store.send(.startTapped)
    await store.waitUntilIdle()
    #expect(await products.database.products.count == 4)
  }

  @Test func `stores nothing if another user changes a product before the transaction`() async throws {
    let store = await makePreviewedStore(RacingStore(base: products))
    store.send(.startTapped)
    await store.waitUntilIdle()
    guard case .storing(.product(let product, .conflict(let current)))? = failure(in: store) else {
      Issue.record("\(store.state)")
      return
    }
    #expect(product.id == "p1" && current.name == "Light" && current.version == 4)
    #expect(await products.database.products.map(\.id) == ["p1", "p2"])
    let message = failure(in: store).map { "\($0)" }
    #expect(
      message
        == #""Lamp" (p1) was changed by another user meanwhile, to "Light" at 19.99. No product was stored."#)
  }

  @Test func `stores nothing if a product was changed after the preview`() async throws {
    let store = await makePreviewedStore()
    try await products.modifyDatabase { database throws(ProductStoreError) in
      _ = try database.update(lamp, expecting: 3)
    }
    store.send(.startTapped)
    await store.waitUntilIdle()
    #expect(failure(in: store) == .productsChanged("p1"))
    #expect(await products.database.products.count == 2)
  }

  @Test func `stops if the file was changed after the preview, and offers to read it again`() async throws {
    let store = await makePreviewedStore()
    try await files.write(Array("id,name,price\np9,Mug,1.00\n".utf8), to: "shop.csv", overwriting: true)
    store.send(.startTapped)
    await store.waitUntilIdle()
    #expect(failure(in: store) == .fileChanged)
    #expect(await products.database.products.count == 2)
    let notice = try #require(ProductImport.notices(of: store.state, prefix: "import").first)
    #expect(notice.answers.map(\.command.path) == ["import.reload"])
    store.send(.reloadTapped)
    await store.waitUntilIdle()
    store.send(.startTapped)
    await store.waitUntilIdle()
    #expect(await products.database.products.map(\.id) == ["p1", "p2", "p9"])
  }

  @Test func `stores nothing twice if the response is lost`() async throws {
    let store = await makePreviewedStore()
    await products.inject([.none, .responseLost(.offline)])
    store.send(.startTapped)
    await store.waitUntilIdle()
    #expect(failure(in: store) == .storing(.offline))
    let stored = await products.database
    store.send(.startTapped)
    await store.waitUntilIdle()
    #expect(failure(in: store) == .productsChanged(nil))
    store.send(.reloadTapped)
    await store.waitUntilIdle()
    // The rows without an ID are recognized too.
    #expect(store.state.startObstacle == "there is nothing to store")
    #expect(await products.database == stored)
  }

  @Test func `says why a file or the products cannot be read`() async throws {
    let store = makeStore(products)
    store.send(.fileChosen("missing.csv"))
    await store.waitUntilIdle()
    let missing = ProductImport.notices(of: store.state, prefix: "import").map(\.text)
    #expect(missing == ["missing.csv: the file does not exist"])
    await products.inject([.requestFailed(.offline)])
    store.send(.fileChosen("shop.csv"))
    await store.waitUntilIdle()
    guard case .unreadable(_, .loading(.offline), nil) = store.state else {
      Issue.record("\(store.state)")
      return
    }
  }

  @Test func `stores nothing if it is cancelled in the middle`() async throws {
    let text = "id,name,price\n" + (1...2_500).map { "a\($0),Tea,1\n" }.joined()
    try await files.write(Array(text.utf8), to: "shop.csv", overwriting: true)
    let before = await products.database
    let preview = try makePreview(text)
    let (runs, run) = AsyncStream.makeStream(of: Task<ProductImport.Action?, Never>.self)
    let handler = ProductImportHandler(
      files: files, products: CancellingStore(base: products, runs: runs), makeIDPrefix: { "new" })
    let task = Task { await handler.run(.store(ImportOrder(preview)), send: Send { _ in }) }
    run.yield(task)
    #expect(await task.value == .importFailed(.storing(.cancelled)))
    #expect(await products.database == before)
  }

  @Test func `stores nothing if the user cancels while the store is busy`() async throws {
    let store = await makePreviewedStore(BusyStore(base: products))
    let before = await products.database
    store.send(.startTapped)
    store.send(.cancelTapped)
    await store.waitUntilIdle()
    guard case .preview(_, .block, nil) = store.state else {
      Issue.record("\(store.state)")
      return
    }
    #expect(await products.database == before)
  }
}

/// A product store that forwards every call.
private protocol ForwardingStore: ProductStore {
  var base: MemoryProductStore { get }
}

extension ForwardingStore {
  func products() async throws(ProductStoreError) -> [Product] { try await base.products() }
}

/// A product store that another user changes before each transaction.
private struct RacingStore: ForwardingStore {
  let base: MemoryProductStore

  func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product] {
    try? await base.modifyDatabase { database throws(ProductStoreError) in
      var light = lamp
      light.name = "Light"
      _ = try database.update(light, expecting: 3)
    }
    return try await base.apply(changes, progress: progress)
  }
}

/// A product store that cancels the run of the handler in the middle of a transaction.
private struct CancellingStore: ForwardingStore {
  let base: MemoryProductStore
  let runs: AsyncStream<Task<ProductImport.Action?, Never>>

  func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product] {
    var iterator = runs.makeAsyncIterator()
    let run = await iterator.next()
    return try await base.apply(changes) { count in
      progress(count)
      if count == 1_000 { run?.cancel() }
    }
  }
}

/// A product store whose transactions begin when they are cancelled.
private struct BusyStore: ForwardingStore {
  let base: MemoryProductStore

  func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product] {
    while !Task.isCancelled { await Task.yield() }
    return try await base.apply(changes, progress: progress)
  }
}
