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
  @Suite(.enabled(if: TestServer.isExpected)) struct `A connection that is cut while a change is committed` {
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

    @Test(arguments: CuttingProxy.Cut.allCases) func `stores it once`(cut: CuttingProxy.Cut) async throws {
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

    @Test(arguments: CuttingProxy.Cut.allCases) func `is told apart from a failure`(cut: CuttingProxy.Cut) async throws
    {
      let store = PostgresProductStore(database)
      _ = try await store.insert(.lamp)
      proxy.cutNext(cut)
      // A conflict commits nothing, so that nothing is cut.
      await #expect(throws: ProductStoreError.self) { try await store.insert(.lamp) }
      #expect(!proxy.hasCut)
      await database.close()
    }
  }
#endif
