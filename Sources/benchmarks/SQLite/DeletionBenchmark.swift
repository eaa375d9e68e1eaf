#if SQLite
  import Foundation
  import Loop
  import SQLiteHandlers
  import Shop
  import Tables

  extension Benchmark {
    /// All products are deleted in the list, and the deletion is undone.
    ///
    /// The floor deletes and inserts as many by calls of SQLite's C interface.
    static let productDeletions = [("1k", 1_000), ("10k", 10_000), ("100k", 100_000)].map { name, size in
      Benchmark("products.delete.\(name)", size: size, unit: "rows/s", rounds: 1) { size in
        let path = await makeDatabase("deletion.db", productCount: size)
        let list = UndoFeature(ProductListFeature())
        let store = Store(
          list, state: .init(.init()),
          handler: UndoEffectHandler<ProductListFeature, _>(
            ProductListHandler(store: SQLiteProductStore(SQLiteDatabase(path: path)))))
        store.send(.feature(.appeared))
        await store.waitUntilIdle()
        let clock = ContinuousClock()
        let start = clock.now
        store.send(.feature(.table(.view(.selection(.allSelected)))))
        store.send(.feature(.table(.deleteTapped)))
        await store.waitUntilIdle()
        precondition(store.state.feature.products.isEmpty, "all products are deleted")
        store.send(.undo)
        await store.waitUntilIdle()
        let duration = clock.now - start
        precondition(store.state.feature.products.count == size, "all products are restored")
        removeDatabase(at: path)
        return duration
      } floor: { size in
        let path = await makeDatabase("floor.db", productCount: size)
        let database = RawDatabase(path)
        let clock = ContinuousClock()
        let start = clock.now
        database.deleteProducts(size)
        database.insertProducts(size)
        let duration = clock.now - start
        database.close()
        removeDatabase(at: path)
        return duration
      }
    }

    /// Creates a database with products, and returns its path.
    private static func makeDatabase(_ name: String, productCount: Int) async -> String {
      let path = BenchmarkFolder.path(name)
      do { try await SQLiteDatabase(path: path).open() } catch { preconditionFailure("\(error)") }
      let database = RawDatabase(path)
      database.insertProducts(productCount)
      database.close()
      return path
    }

    static func removeDatabase(at path: String) {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
  }
#endif
