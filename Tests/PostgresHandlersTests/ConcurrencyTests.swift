import Analytics
import Foundation
import PortContracts
import PostgresFixtures
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import PostgresHandlers

@Suite(.enabled(if: TestServer.isExpected)) struct `Programs that use a server at the same time` {
  let server: TestServer

  init() throws { server = try TestServer.shared.get() }

  /// Returns databases of several programs, whose tables exist.
  private func programs(_ count: Int) async throws -> [PostgresDatabase] {
    let address = try server.makeDatabase()
    let databases = (0..<count).map { PostgresDatabase(address, recordedBy: .fixture("program \($0)")) }
    try await databases[0].connect()
    return databases
  }

  private func close(_ databases: [PostgresDatabase]) async {
    for database in databases { await database.close() }
  }

  @Test func `create the tables once`() async throws {
    let address = try server.makeDatabase()
    let databases = (0..<10).map { _ in PostgresDatabase(address) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for database in databases { group.addTask { try await database.connect() } }
      try await group.waitForAll()
    }
    #expect(try await databases[0].problems() == [])
    await close(databases)
  }

  @Test func `lose no update of a product, with a hundred writers`() async throws {
    let databases = try await programs(5)
    let stores = databases.map { PostgresProductStore($0) }
    _ = try await stores[0].insert(.lamp)
    // Each writer adds one to the stock, and reads again when another one was faster.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<100 {
        group.addTask {
          let store = stores[writer % stores.count]
          var product = try #require(try await store.products().first)
          while true {
            var next = product
            next.stock = (product.stock ?? 0) + 1
            do throws(ProductStoreError) {
              _ = try await store.update(next, expecting: product.version)
              return
            } catch {
              guard case .conflict(let current) = error else { throw error }
              product = current
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let product = try #require(try await stores[0].products().first)
    #expect(product.stock == 100 && product.version == 101)
    #expect(try await stores[0].latestChanges(200).count == 101)
    await close(databases)
  }

  @Test func `insert, move, change and delete products without losing a place`() async throws {
    let databases = try await programs(4)
    let stores = databases.map { PostgresProductStore($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<100 {
        group.addTask {
          let store = stores[writer % stores.count]
          let (id, other) = (Product.ID(rawValue: "p\(writer)"), Product.ID(rawValue: "q\(writer)"))
          let stored = try await store.apply([
            .insert(Product(id: id, name: "Lamp", price: .zero)),
            .insert(Product(id: other, name: "Mug", price: .zero)),
          ])
          try await store.apply([.move([other], to: .before(id))])
          try await store.apply([.update(stored[0], expecting: 1), .delete(other)])
        }
      }
      try await group.waitForAll()
    }
    let products = try await stores[0].products()
    #expect(products.count == 100 && Set(products.map(\.position)).count == 100)
    #expect(products.allSatisfy { $0.version == 2 })
    #expect(try await databases[0].problems() == [])
    await close(databases)
  }

  @Test func `run a transaction again that the server could not serialize`() async throws {
    let databases = try await programs(1)
    let url = databases[0].address.url
    // A sequence keeps its value when a transaction is rolled back.
    for statement in [
      "CREATE SEQUENCE attempt",
      """
      CREATE FUNCTION disturb() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        CASE nextval('attempt')
          WHEN 1 THEN RAISE EXCEPTION 'others were faster' USING ERRCODE = 'serialization_failure';
          WHEN 2 THEN RAISE EXCEPTION 'others wait' USING ERRCODE = 'deadlock_detected';
          ELSE RETURN NEW;
        END CASE;
      END $$
      """,
      "CREATE TRIGGER disturbance BEFORE INSERT ON product FOR EACH ROW EXECUTE FUNCTION disturb()",
    ] { try server.execute(statement, in: url) }
    let store = PostgresProductStore(databases[0])
    #expect(try await store.insert(.lamp).version == 1)
    #expect(try await store.latestChanges(10).map(\.summary) == ["Added Lamp"])
    await close(databases)
  }

  @Test func `count events exactly`() async throws {
    let databases = try await programs(4)
    let sources = databases.map { PostgresEventSource($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<100 {
        group.addTask {
          try await sources[writer % sources.count].record(
            [.start, .stop], batch: EventBatch.ID(number: UInt8(writer)))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await sources[0].eventCount(EventQuery()) == 200)
    #expect(try await databases[0].problems() == [])
    await close(databases)
  }

  @Test func `see each other's changes, each of them, and not their own`() async throws {
    let databases = try await programs(2)
    let stores = databases.map { PostgresProductStore($0) }
    var watch = DatabaseWatch(databases[0])
    #expect(
      await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings],
      "everything may have changed at the beginning")
    _ = try await stores[0].insert(.lamp)
    watch.endInterval()
    _ = try await stores[1].insert(Product(id: "p2", name: "Mug", price: .zero))
    watch.endInterval()
    #expect(await watch.next() == .products)
    try await PostgresEventSource(databases[1]).record([.start])
    watch.endInterval()
    #expect(await watch.next() == .events)
    try await watch.end()
    #expect(await watch.next() == nil)
    await close(databases)
  }

  @Test(.timeLimit(.minutes(1))) func `see each other's changes when the server notifies them`() async throws {
    let databases = try await programs(2)
    var watch = DatabaseWatch(databases[0])
    #expect(await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings])
    // No interval ends.
    for number in 0..<10 {
      _ = try await PostgresProductStore(databases[1]).insert(
        Product(id: Product.ID(rawValue: "p\(number)"), name: "Lamp", price: .zero))
      #expect(await watch.next() == .products)
      try await PostgresEventSource(databases[1]).record([.start])
      #expect(await watch.next() == .events)
    }
    try await watch.end()
    await close(databases)
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `miss no change of many writers`(receivesNotifications: Bool) async throws {
      let databases = try await programs(2)
      let proxy = try CuttingProxy(to: server)
      proxy.with { $0.dropsNotifications = !receivesNotifications }
      let watching = PostgresDatabase(proxy.address(of: databases[0].address.url))
      var watch = DatabaseWatch(watching)
      #expect(await [watch.next(), watch.next(), watch.next()] == [.events, .products, .settings])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<50 {
          group.addTask {
            _ = try await PostgresProductStore(databases[writer % 2]).insert(
              Product(id: Product.ID(rawValue: "p\(writer)"), name: "Lamp", price: .zero))
          }
        }
        try await group.waitForAll()
      }
      if !receivesNotifications {
        while proxy.with({ $0.droppedNotificationCount }) < 50 { await Task.yield() }
        watch.endInterval()
      }
      // What is read after the last call has all changes.
      repeat {
        #expect(await watch.next() == .products)
      } while try await PostgresProductStore(watching).products().count < 50
      try await watch.end()
      await close(databases + [watching])
    }
  #endif

  @Test func `keep few counts of changes, whose sum stays`() async throws {
    let databases = try await programs(3)
    for (number, database) in databases.enumerated() {
      _ = try await PostgresProductStore(database).insert(
        Product(id: Product.ID(rawValue: "p\(number)"), name: "Lamp", price: .zero))
    }
    let url = databases[0].address.url
    let own = databases[2].ownConnections.all
    try server.execute("UPDATE change_count SET changed = now() - interval '2 days'", in: url)
    let counts = try await databases[0].runRepeatable { connection throws(PostgresError) in
      try connection.foldChangeCounts()
      return (
        rows: try connection.integer("SELECT count(*) FROM change_count"), sum: try connection.changeCounts(except: []),
        others: try connection.changeCounts(except: own)
      )
    }
    #expect(counts.rows == 1 && counts.sum == [.products: 3])
    #expect(counts.others == [.products: 3], "a program that changed nothing for a day reads its own changes again")
    await close(databases)
  }

  @Test func `send each event of an outbox once`() async throws {
    let databases = try await programs(4)
    let outboxes = databases.map { PostgresEventOutbox($0) }
    let events = (0..<60).map {
      UserEvent(
        userID: UUID(number: UInt8($0)), flag: true, timestamp: Instant(milliseconds: Int64($0)), action: .start)
    }
    try await outboxes[0].append(events, for: "http://a")
    let now = Instant(milliseconds: 1_000_000)
    let sent = Locked<[Int: Int]>([:])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for outbox in outboxes {
        group.addTask {
          while true {
            let waiting = try await outbox.entries(for: "http://a").map(\.id)
            if waiting.isEmpty { return }
            for case .granted(let entry) in try await outbox.claim(Array(waiting.prefix(5)), for: "http://a", at: now) {
              sent.withLock { $0[entry.id, default: 0] += 1 }
              _ = try await outbox.update([], removing: [entry])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(sent.withLock { $0 } == Dictionary(uniqueKeysWithValues: (1...60).map { ($0, 1) }))
    await close(databases)
  }
}

extension Product {
  static let lamp = Product(id: "p1", name: "Lamp", price: Money(cents: 1999), tags: ["light"])
}
