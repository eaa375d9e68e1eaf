#if Databases
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
        await time(withProducts: size) { store in
          store.send(.feature(.table(.view(.selection(.allSelected)))))
          store.send(.feature(.table(.deleteTapped)))
          await store.waitUntilIdle()
          precondition(store.state.feature.products.isEmpty, "all products are deleted")
          store.send(.undo)
          await store.waitUntilIdle()
        }
      } floor: { size in
        await timeOfFloor(withProducts: size, deleting: size)
      }
    }

    /// Every second product is deleted, half of the others are moved to the end, and both is undone.
    ///
    /// The floor deletes and inserts half of the products.
    static let productUndo = [("1k", 1_000), ("10k", 10_000), ("100k", 100_000)].map { name, size in
      Benchmark("products.undo.\(name)", size: size, unit: "rows/s", rounds: 1) { size in
        await time(withProducts: size) { store in
          let ids = store.state.feature.products.map(\.id)
          func everySecond(_ ids: [Product.ID], from start: Int) -> [Product.ID] {
            stride(from: start, to: ids.count, by: 2).map { ids[$0] }
          }
          store.send(.feature(.table(.rowsDeleted(everySecond(ids, from: 0)))))
          await store.waitUntilIdle()
          store.send(.feature(.table(.rowsMoved(.init(everySecond(everySecond(ids, from: 1), from: 0), .end)))))
          await store.waitUntilIdle()
          precondition(store.state.feature.products.map(\.id) != ids, "products are deleted and moved")
          for _ in 0..<2 {
            store.send(.undo)
            await store.waitUntilIdle()
          }
          precondition(store.state.feature.products.map(\.id) == ids, "all products are back in their order")
        }
      } floor: { size in
        await timeOfFloor(withProducts: size, deleting: size / 2)
      }
    }

    /// Returns the time of an operation on the product list.
    @MainActor private static func time(
      withProducts count: Int, _ operation: @MainActor (Store<UndoFeature<ProductListFeature>>) async -> Void
    ) async -> Duration {
      let path = await makeDatabase("products.db", productCount: count)
      let list = UndoFeature(ProductListFeature())
      let store = Store(
        list, state: .init(.init()),
        handler: UndoEffectHandler<ProductListFeature, _>(
          ProductListHandler(store: SQLiteProductStore(SQLiteDatabase(path: path)))))
      store.send(.feature(.appeared))
      await store.waitUntilIdle()
      let clock = ContinuousClock()
      let start = clock.now
      await operation(store)
      let duration = clock.now - start
      precondition(store.state.feature.products.count == count, "all products are restored")
      removeDatabase(at: path)
      return duration
    }

    private static func timeOfFloor(withProducts count: Int, deleting deletedCount: Int) async -> Duration {
      let path = await makeDatabase("floor.db", productCount: count)
      let database = RawDatabase(path)
      let clock = ContinuousClock()
      let start = clock.now
      database.deleteProducts(deletedCount)
      database.insertProducts(deletedCount)
      let duration = clock.now - start
      database.close()
      removeDatabase(at: path)
      return duration
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
