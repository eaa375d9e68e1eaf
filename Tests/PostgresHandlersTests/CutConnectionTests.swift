import Analytics
import Foundation
import PortContracts
import PostgresFixtures
import Shop
import TestInputs
import Testing
import Values

@testable import PostgresHandlers

#if os(Linux)
  @Suite(.enabled(if: TestServer.isExpected)) struct `A connection that is cut or slow` {
    let server: TestServer
    let proxy: CuttingProxy
    let database: PostgresDatabase

    init() async throws {
      server = try TestServer.shared.get()
      proxy = try CuttingProxy(to: server)
      let pauses = Locked(0)
      database = PostgresDatabase(
        proxy.address(of: try server.makeDatabase()), schema: .current, recordedBy: .fixture(),
        pause: { _ in
          // The tests wait for no time. More attempts would mean that the connection does not come back.
          try pauses.withLock { count in
            count += 1
            if count > 100 { throw CancellationError() }
          }
        })
      try await database.connect()
    }

    @Test(arguments: CuttingProxy.Cut.allCases) func `while a change is committed stores it once`(
      cut: CuttingProxy.Cut
    ) async throws {
      let store = PostgresProductStore(database)
      for number in 1...5 {
        proxy.cutNext(cut)
        let id = Product.ID(rawValue: "p\(number)")
        var stored = try await store.insert(Product(id: id, name: "Lamp", price: .zero))
        #expect(proxy.hasCut && stored.version == 1 && stored.position == number)
        proxy.cutNext(cut)
        stored.price = Money(cents: number)
        #expect(try await store.update(stored, expecting: 1).version == 2)
      }
      #expect(try await store.products().map(\.version) == [2, 2, 2, 2, 2])
      #expect(try await store.latestChanges(20).count == 10)
      let (source, outbox) = (PostgresEventSource(database), PostgresEventOutbox(database))
      for count in 1...3 {
        proxy.cutNext(cut)
        try await source.record([.start, .stop])
        proxy.cutNext(cut)
        try await outbox.append([.start], for: "http://a", batch: nil)
        #expect(try await source.eventCount(EventQuery()) == 2 * count)
        #expect(try await outbox.entries(for: nil).count == count)
      }
      #expect(try await database.problems() == [])
      await database.close()
    }

    @Test(arguments: CuttingProxy.Cut.allCases) func `while a change is committed is told apart from a failure`(
      cut: CuttingProxy.Cut
    ) async throws {
      let store = PostgresProductStore(database)
      _ = try await store.insert(.lamp)
      proxy.cutNext(cut)
      // A conflict commits nothing, so that nothing is cut.
      await #expect(throws: ProductStoreError.self) { try await store.insert(.lamp) }
      #expect(!proxy.hasCut)
      await database.close()
    }

    @Test(
      arguments: CuttingProxy.Cut.allCases,
      [
        "BEGIN ISOLATION", "FROM product_order", "ORDER BY key FOR UPDATE", "COPY product (",
        "INSERT INTO change_log", "INSERT INTO change_count", "NOTIFY",
      ]) func `in any statement stores a change once`(cut: CuttingProxy.Cut, statement: String) async throws
    {
      let store = PostgresProductStore(database)
      for number in 1...3 {
        proxy.cutNext(cut, at: statement)
        _ = try await store.insert(
          Product(id: Product.ID(rawValue: "p\(number)"), name: "Lamp", price: .zero))
        #expect(proxy.hasCut)
      }
      #expect(try await store.products().map(\.version) == [1, 1, 1])
      #expect(try await store.latestChanges(10).count == 3)
      await database.close()
    }

    @Test(arguments: CuttingProxy.Cut.allCases, ["COPY event", "INSERT INTO event_count", "INSERT INTO event_batch"])
    func `in any statement stores events once`(cut: CuttingProxy.Cut, statement: String) async throws {
      let source = PostgresEventSource(database)
      for number in 1...3 {
        proxy.cutNext(cut, at: statement)
        try await source.record([.start, .stop], batch: EventBatch.ID(number: UInt8(number)))
        #expect(proxy.hasCut)
      }
      #expect(try await source.eventCount(EventQuery()) == 6)
      #expect(try await database.problems() == [])
      await database.close()
    }

    @Test(arguments: CuttingProxy.Cut.allCases, ["BEGIN ISOLATION", "FROM product ORDER BY", "COMMIT"])
    func `in any statement reads again`(cut: CuttingProxy.Cut, statement: String) async throws {
      let store = PostgresProductStore(database)
      let stored = try await store.insert(.lamp)
      proxy.cutNext(cut, at: statement)
      #expect(try await store.products() == [stored])
      #expect(proxy.hasCut)
      await database.close()
    }

    @Test func `and passes one byte after the other passes all of them`() async throws {
      proxy.with { $0.partSize = 1 }
      let (store, source) = (PostgresProductStore(database), PostgresEventSource(database))
      let stored = try await store.apply(
        (1...50).map { .insert(Product(id: Product.ID(rawValue: "p\($0)"), name: "Größe \($0) 🪑", price: .zero)) })
      #expect(try await store.products() == stored)
      try await source.record([.start, .stop, .start])
      #expect(try await source.eventCount(EventQuery()) == 3)
      await database.close()
    }

    @Test func `and holds an answer back delays one program`() async throws {
      let other = PostgresDatabase(proxy.directAddress(of: database.address.url))
      proxy.with { $0.holdsAnswers = true }
      let slow = Task { [database] in try await PostgresProductStore(database).insert(.lamp) }
      while proxy.with({ $0.heldAnswerCount }) == 0 { await Task.yield() }
      let mug = Product(id: "p2", name: "Mug", price: .zero)
      #expect(try await PostgresProductStore(other).insert(mug).version == 1)
      proxy.with { $0.holdsAnswers = false }
      #expect(try await slow.value.version == 1)
      #expect(try await PostgresProductStore(other).products().map(\.id) == ["p2", "p1"])
      await database.close()
      await other.close()
    }

    @Test func `and holds an answer back until the call is cancelled stores all or nothing`() async throws {
      let store = PostgresProductStore(database)
      for number in 1...20 {
        let id = Product.ID(rawValue: "p\(number)")
        proxy.with { $0.holdsAnswers = true }
        let task = Task { try await store.insert(Product(id: id, name: "Lamp", price: .zero)) }
        while proxy.with({ $0.heldAnswerCount }) == 0 { await Task.yield() }
        task.cancel()
        proxy.with { $0.holdsAnswers = false }
        let isStored: Bool
        do { isStored = try await task.value.version == 1 } catch { isStored = false }
        #expect(try await store.products().contains { $0.id == id } == isStored)
      }
      await database.close()
    }

    @Test func `to an older server is refused with its version`() async throws {
      proxy.with { $0.serverVersion = "13" }
      let older = PostgresDatabase(database.address.url)
      do throws(PostgresError) {
        try await older.connect()
        Issue.record("the server is too old")
      } catch {
        #expect(
          error.problem.hasPrefix("the server has version 13.")
            && error.problem.hasSuffix(", and the program needs 15.0 or later"))
      }
      await database.close()
    }
  }
#endif
