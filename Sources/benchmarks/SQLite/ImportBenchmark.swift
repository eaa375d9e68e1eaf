#if Databases
  import BackOffice
  import Loop
  import MemoryHandlers
  import SQLiteHandlers
  import Values

  extension Benchmark {
    /// A file with a million products is imported into an empty database.
    ///
    /// The floor inserts as many products by calls of SQLite's C interface.
    static let csvImport = Benchmark("csv.import.1m", size: 1_000_000, unit: "rows/s", rounds: 1) { size in
      let path = BenchmarkFolder.path("import.db")
      let files = MemoryFileStore(["products.csv": file(ofProducts: size)])
      let handler = ProductImportHandler(
        files: files, products: SQLiteProductStore(SQLiteDatabase(path: path)), makeIDPrefix: { "p" })
      let store = Store(ProductImport(), state: ProductImport.State(), handler: handler)
      let clock = ContinuousClock()
      let start = clock.now
      store.send(.fileChosen("products.csv"))
      await store.waitUntilIdle()
      store.send(.startTapped)
      await store.waitUntilIdle()
      let duration = clock.now - start
      guard case .finished(_, let counts) = store.state, counts.new == size else {
        preconditionFailure("the import has ended with \(store.state)")
      }
      removeDatabase(at: path)
      return duration
    } floor: {
      await insertProducts($0)
    }

    /// Inserts products into an empty database by calls of SQLite's C interface, and returns the time.
    static func insertProducts(_ count: Int) async -> Duration {
      let path = BenchmarkFolder.path("floor.db")
      do { try await SQLiteDatabase(path: path).open() } catch { preconditionFailure("\(error)") }
      let database = RawDatabase(path)
      let clock = ContinuousClock()
      let start = clock.now
      database.insertProducts(count)
      let duration = clock.now - start
      database.close()
      removeDatabase(at: path)
      return duration
    }

    private static func file(ofProducts count: Int) -> [UInt8] {
      var bytes = Array("id,name,price,tags\n".utf8)
      for number in 1...count {
        bytes += "p\(number),Product \(number),\(number / 100).\(number % 100 / 10)\(number % 10),home\n".utf8
      }
      return bytes
    }
  }
#endif
