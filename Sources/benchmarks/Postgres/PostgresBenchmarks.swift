#if Databases
  import Analytics
  import BenchmarkFloor
  import CPostgreSQL
  import PostgresFixtures
  import PostgresHandlers
  import SQLiteHandlers
  import Shop
  import Tables
  import Values

  extension Benchmark {
    /// Events and products on a server are read, counted and stored.
    ///
    /// The floor is the same SQL on the same server, run by calls of libpq.
    static let servers: [Benchmark] = [
      server("first.1m", times: 500, unit: "windows/s") { server in
        resultSink = try await server.window(offset: 0)
      } floor: { server in
        resultSink = server.floor.readEvents(pageSQL, ["50", "0"])
      },
      server("window.1m", times: 20, unit: "windows/s") { server in
        resultSink = try await server.window(offset: server.randomOffset())
      } floor: { server in
        resultSink = server.floor.readEvents(pageSQL, ["50", "\(server.randomOffset())"])
      },
      server("count.1m", times: 500, unit: "counts/s") { server in
        resultSink = try await server.source.eventCount(EventQuery(flag: true, interval: server.interval))
      } floor: { server in
        let partialHour = server.end - server.end % 3_600_000
        let firstCharacter = { (result: OpaquePointer) in Int(cpostgresql_getvalue(result, 0, 0).pointee) }
        server.floor.inTransaction {
          resultSink = server.floor.run(
            "SELECT sum(count) FROM event_count WHERE flag = $1 AND start >= $2 AND start < $3",
            ["t", "\(server.start)", "\(partialHour)"], firstCharacter)
          resultSink = server.floor.run(
            "SELECT count(*) FROM event WHERE flag = $1 AND timestamp >= $2 AND timestamp <= $3",
            ["t", "\(partialHour)", "\(server.end)"], firstCharacter)
        }
      },
      server("timeline.1m", times: 50, unit: "timelines/s") { server in
        resultSink = try await server.source.histogram(EventQuery(), HistogramOptions(by: .day)).bars.count
      } floor: { server in
        resultSink = server.floor.read("SELECT start, flag, action, count FROM event_count ORDER BY start") { result in
          (0..<cpostgresql_ntuples(result)).reduce(0) {
            $0 &+ (Int(String(cString: cpostgresql_getvalue(result, $1, 3))) ?? 0)
          }
        }
      },
      server("insert.1m", times: 10_000, unit: "events/s", batchSize: 10_000) { server in
        try await server.source.record(server.popPreparedEvents())
      } floor: { server in
        server.floor.insert(server.popPreparedEvents())
      },
      server("import.100k", times: 100_000, unit: "products/s", batchSize: 100_000) { server in
        try await server.products.apply(server.insertions) { _ in }
      } floor: { server in
        server.floor.insertProducts(server.insertions.count)
      },
    ]

    /// The same products are stored in a file, to compare a server with.
    static let fileImport = Benchmark("sqlite.import.100k", size: 100_000, unit: "products/s", rounds: 3) { size in
      let path = BenchmarkFolder.path("products.db")
      do {
        let changes = ServerDatabase.insertions(size)
        let clock = ContinuousClock()
        let start = clock.now
        try await SQLiteProductStore(SQLiteDatabase(path: path)).apply(changes) { _ in }
        let duration = clock.now - start
        removeDatabase(at: path)
        return duration
      } catch {
        preconditionFailure("\(error)")
      }
    } floor: {
      await insertProducts($0)
    }

    private static let pageSQL =
      "SELECT \"user\", flag, action, timestamp, number FROM event ORDER BY timestamp DESC, number ASC LIMIT $1 OFFSET $2"

    private typealias Operation = @MainActor @Sendable (ServerDatabase) async throws -> Void

    private static func server(
      _ name: String, times: Int, unit: String, batchSize: Int = 1, subject: @escaping Operation,
      floor: @escaping Operation
    ) -> Benchmark {
      func side(_ operation: @escaping Operation) -> Side {
        repeated(operation, batchSize: batchSize) {
          let server = try await ServerDatabase.shared()
          server.prepare()
          return server
        }
      }
      let timed = Benchmark(
        "postgres.\(name)", size: times, unit: unit, rounds: batchSize > 50_000 ? 3 : roundCount,
        subject: side(subject),
        floor: side(floor))
      return Benchmark(name: timed.name, size: times, unit: unit) {
        TestServer.isInstalled ? await timed.measure() : nil
      }
    }
  }

  /// A database with a million events in thirty days, on a server of its own that writes to the disk.
  @MainActor private final class ServerDatabase {
    let source: PostgresEventSource
    let products: PostgresProductStore
    let floor: RawServer
    /// Three days and half an hour.
    let interval: EventInterval
    let start: Int64
    let end: Int64
    let insertions = ServerDatabase.insertions(100_000)
    private let server: TestServer
    private var sampler = EventSampler(using: SplitMix64(seed: 1))
    private var preparedEvents: [UserEvent] = []
    private var random = SplitMix64(seed: 3)
    private static let eventCount = 1_000_000
    private static let now = Instant(milliseconds: 1_700_000_000_000)
    private static var current: ServerDatabase?

    /// Returns the database, which is filled at the first call.
    static func shared() async throws -> ServerDatabase {
      if let current { return current }
      let server = try TestServer(isDurable: true)
      let address = try server.makeDatabase()
      let database = PostgresDatabase(address)
      let source = PostgresEventSource(database)
      var sampler = EventSampler(using: SplitMix64(seed: 2))
      for _ in 0..<eventCount / 100_000 { try await source.record(sampler.events(100_000, before: now)) }
      let filled = ServerDatabase(server, database, RawServer(address))
      filled.floor.execute("VACUUM (ANALYZE)")
      current = filled
      return filled
    }

    private init(_ server: TestServer, _ database: PostgresDatabase, _ floor: RawServer) {
      (self.server, self.floor) = (server, floor)
      (source, products) = (PostgresEventSource(database), PostgresProductStore(database))
      let (hour, now): (Int64, Int64) = (3_600_000, Self.now.milliseconds)
      start = (now / hour - 10 * 24) * hour
      end = start + 3 * 24 * hour + hour / 2
      interval = EventInterval(start: Instant(milliseconds: start), end: Instant(milliseconds: end))
    }

    /// Reads fifty events of the list, and returns their number.
    func window(offset: Int) async throws -> Int {
      let rows = WindowRequest(TableQuery(), offset: offset, limit: 50)
      return try await source.window(EventWindowRequest(EventQuery(), rows, needsCount: false)).rows.count
    }

    /// Returns the offset of a page that was not read, so that it is not found near another one.
    func randomOffset() -> Int { .random(in: 0..<Self.eventCount, using: &random) }

    /// Makes events and removes products, which is not measured.
    func prepare() {
      if preparedEvents.isEmpty { preparedEvents = sampler.events(10_000, before: Self.now) }
      floor.execute("TRUNCATE product, deleted_product")
    }

    /// Returns the prepared events, which are used once.
    func popPreparedEvents() -> [UserEvent] {
      defer { preparedEvents = [] }
      return preparedEvents
    }

    /// Returns the insertions of products with a tag.
    static func insertions(_ count: Int) -> [ProductChange] {
      (1...count).map { number in
        .insert(
          Product(
            id: Product.ID(rawValue: "p\(number)"), name: "Product \(number)", price: Money(cents: number),
            tags: ["home"]))
      }
    }
  }
#endif
