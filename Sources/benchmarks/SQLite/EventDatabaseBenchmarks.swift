#if Databases
  import Analytics
  import BenchmarkFloor
  import LoopExplorer
  import SQLiteHandlers
  import Tables
  import Values

  extension Benchmark {
    /// Parts of the list of events are read, events are counted, and events are stored.
    ///
    /// The floor is the same SQL on the same database, run by calls of the C interface.
    static let eventDatabases: [Benchmark] = [(1_000_000, "1m"), (10_000_000, "10m")].flatMap { count, name in
      [
        eventDatabase("window.\(name)", of: count, times: 20, unit: "windows/s") { database in
          resultSink = try await database.window(offset: database.randomOffset())
        } floor: { database in
          resultSink = database.floor.readEvents(
            """
            SELECT user, flag, action, timestamp, number FROM event ORDER BY timestamp DESC, number
            LIMIT 50 OFFSET \(database.randomOffset())
            """)
        },
        eventDatabase("sort.\(name)", of: count, times: 500, unit: "windows/s") { database in
          resultSink = try await database.window(sort: [SortKey("action", .reverse), SortKey("timestamp")])
        } floor: { database in
          resultSink = database.floor.readEvents(
            """
            SELECT user, flag, action, timestamp, number FROM event WHERE action = 'stop'
            ORDER BY timestamp, number LIMIT 50
            """)
        },
        eventDatabase("user.\(name)", of: count, times: 5, unit: "windows/s") { database in
          resultSink = try await database.window(
            EventQuery(interval: database.query.interval), sort: [SortKey("userID")],
            offset: database.randomOffsetInInterval())
        } floor: { database in
          // SQLite sorts the events of the interval.
          resultSink = database.floor.readEvents(
            """
            SELECT user, flag, action, timestamp, number FROM event INDEXED BY event_time
            WHERE timestamp >= \(database.start) AND timestamp <= \(database.end)
            ORDER BY user, timestamp DESC, number LIMIT 50 OFFSET \(database.randomOffsetInInterval())
            """)
        },
        eventDatabase("filter.\(name)", of: count, times: 500, unit: "windows/s") { database in
          resultSink = try await database.window(database.query)
        } floor: { database in
          resultSink = database.floor.readEvents(
            """
            SELECT user, flag, action, timestamp, number FROM event WHERE flag = 1 AND action = 'start'
            AND timestamp >= \(database.start) AND timestamp <= \(database.end)
            ORDER BY timestamp DESC, number LIMIT 50
            """)
        },
        eventDatabase("count.\(name)", of: count, times: 500, unit: "counts/s") { database in
          resultSink = try await database.source.eventCount(database.query)
        } floor: { database in
          let condition = "flag = 1 AND action = 'start'"
          resultSink = Int(
            database.floor.integer(
              """
              SELECT sum(count) FROM event_count WHERE \(condition) AND start >= \(database.start)
              AND start < \(database.end - database.end % 3_600_000)
              """)
              + database.floor.integer(
                """
                SELECT count(*) FROM event WHERE \(condition) AND timestamp <= \(database.end)
                AND timestamp >= \(database.end - database.end % 3_600_000)
                """))
        },
        eventDatabase("users.\(name)", of: count, times: 5, unit: "counts/s") { database in
          resultSink = try await database.source.userCount(EventQuery(flag: true))
        } floor: { database in
          resultSink = Int(
            database.floor.integer("SELECT count(*) FROM (SELECT user FROM event WHERE flag = 1 GROUP BY user)"))
        },
        eventDatabase("timeline.\(name)", of: count, times: 50, unit: "timelines/s") { database in
          resultSink = try await database.source.histogram(EventQuery(), HistogramOptions(by: .day)).bars.count
        } floor: { database in
          resultSink = Int(
            database.floor.integer(
              "SELECT count(*) FROM (SELECT sum(count) FROM event_count GROUP BY start / 86400000)"))
        },
        eventDatabase("insert.\(name)", of: count, times: 10_000, unit: "events/s", batchSize: 10_000) { database in
          try await database.source.record(database.popPreparedEvents())
        } floor: { database in
          database.floor.insert(database.popPreparedEvents())
        },
      ]
    }

    private typealias Operation = @MainActor @Sendable (FilledEventDatabase) async throws -> Void

    private static func eventDatabase(
      _ name: String, of eventCount: Int, times: Int, unit: String, batchSize: Int = 1, subject: @escaping Operation,
      floor: @escaping Operation
    ) -> Benchmark {
      func side(_ operation: @escaping Operation) -> Side {
        repeated(operation, batchSize: batchSize) {
          let database = try await FilledEventDatabase.shared(with: eventCount)
          database.prepareEvents()
          return database
        }
      }
      return Benchmark("sqlite.\(name)", size: times, unit: unit, subject: side(subject), floor: side(floor))
    }
  }

  extension Benchmark {
    /// The peak memory of a program that reads pages, numbers and a timeline of ten million events.
    ///
    /// The floor reads one page by calls of the C interface.
    static let databaseMemory = Benchmark("sqlite.memory.10m", peakMemoryOf: .database, eventCount: 10_000_000)

    /// Creates a benchmark of the peak memory of a program that works with a database of events.
    ///
    /// The floor reads one page by calls of the C interface.
    init(_ name: String, peakMemoryOf subject: PeakMemorySubject, eventCount: Int) {
      self.init(name: name, size: eventCount, unit: "KB") {
        guard let path = try? await FilledEventDatabase.shared(with: eventCount).path else {
          preconditionFailure("the database cannot be filled")
        }
        let bytes = subject.byteCount(rowCount: eventCount, path: path)
        let floor = PeakMemorySubject.rawDatabase.byteCount(rowCount: eventCount, path: path)
        return BenchmarkResult(value: bytes / 1024, floor: floor / 1024, ratio: bytes / floor)
      }
    }
  }

  extension PeakMemorySubject {
    /// Reads from a database.
    static func readDatabase(at path: String, isRaw: Bool) async {
      if isRaw {
        _ = RawDatabase(path).readEvents(
          "SELECT user, flag, action, timestamp, number FROM event ORDER BY timestamp DESC, number LIMIT 50")
        return
      }
      let source = SQLiteEventSource(SQLiteDatabase(path: path))
      let query = EventQuery()
      do {
        for column in ["timestamp", "userID", "flag"] {
          let rows = WindowRequest(TableQuery(sort: [SortKey(column)]), offset: 6_000_000, limit: 50)
          _ = try await source.window(EventWindowRequest(query, rows))
        }
        _ = try await (source.eventCount(query), source.userCount(query))
        _ = try await source.histogram(query, HistogramOptions(by: .day))
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// A database with a number of events in thirty days.
  @MainActor private final class FilledEventDatabase {
    let path: String
    let source: SQLiteEventSource
    let floor: RawDatabase
    /// The flagged starts of three days and half an hour.
    let query: EventQuery
    let start: Int64
    let end: Int64
    private var sampler = EventSampler(using: SplitMix64(seed: 1))
    private var preparedEvents: [UserEvent] = []
    private let eventCount: Int
    private var random = SplitMix64(seed: 3)
    private static let now = Instant(milliseconds: 1_700_000_000_000)
    private static var current: FilledEventDatabase?

    /// Returns the database with this number of events, which is filled at the first call.
    static func shared(with eventCount: Int) async throws -> FilledEventDatabase {
      if let current, current.eventCount == eventCount { return current }
      current = nil
      let path = BenchmarkFolder.path("events-\(eventCount).db")
      let source = SQLiteEventSource(SQLiteDatabase(path: path))
      var sampler = EventSampler(using: SplitMix64(seed: 2))
      for _ in 0..<eventCount / 100_000 { try await source.record(sampler.events(100_000, before: now)) }
      let database = FilledEventDatabase(path, source, eventCount)
      current = database
      return database
    }

    private init(_ path: String, _ source: SQLiteEventSource, _ eventCount: Int) {
      (self.path, self.source, self.eventCount) = (path, source, eventCount)
      floor = RawDatabase(path)
      let (hour, now): (Int64, Int64) = (3_600_000, Self.now.milliseconds)
      start = (now / hour - 10 * 24) * hour
      end = start + 3 * 24 * hour + hour / 2
      query = EventQuery(
        flag: true, action: .start,
        interval: EventInterval(start: Instant(milliseconds: start), end: Instant(milliseconds: end)))
    }

    /// Reads fifty events of the list, and returns their number.
    func window(_ query: EventQuery = EventQuery(), sort: [SortKey] = [], offset: Int = 0) async throws -> Int {
      let rows = WindowRequest(TableQuery(sort: sort), offset: offset, limit: 50)
      return try await source.window(EventWindowRequest(query, rows, needsCount: false)).rows.count
    }

    /// Returns the offset of a page that was not read, so that it is not found near another one.
    func randomOffset() -> Int { .random(in: 0..<eventCount, using: &random) }

    /// Returns the offset of a page of the events in the interval of ``query``, which are about a tenth of those in 30 days.
    func randomOffsetInInterval() -> Int { .random(in: 0..<eventCount / 10, using: &random) }

    func prepareEvents() {
      if preparedEvents.isEmpty { preparedEvents = sampler.events(10_000, before: Self.now) }
    }

    /// Returns the prepared events, which are used once.
    func popPreparedEvents() -> [UserEvent] {
      defer { preparedEvents = [] }
      return preparedEvents
    }
  }
#endif
