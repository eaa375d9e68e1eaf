import Analytics
import Foundation
import Loop
import MemoryHandlers
import PortContracts
import PostgresFixtures
import Shop
import Tables
import TestInputs
import Testing
import Values

@testable import PostgresHandlers

@Suite(.enabled(if: TestServer.isExpected)) struct `Contracts of the ports in PostgreSQL` {
  let server: TestServer

  init() throws { server = try TestServer.shared.get() }

  @Test(arguments: 0..<UInt64(caseCount(2, exhaustive: 4))) func `products are stored as in the model`(seed: UInt64)
    async throws
  {
    let database = PostgresDatabase(try server.makeDatabase(), recordedBy: .fixture())
    var contract = ProductStoreContract(NullSubstitutingStore(store: PostgresProductStore(database)), seed: seed)
    try await contract.check(steps: 150)
    #expect(try await database.problems() == [])
    await database.close()
  }

  @Test(arguments: 0..<UInt64(caseCount(1, exhaustive: 4))) func `events are stored and filtered as in the model`(
    seed: UInt64
  ) async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    var contract = EventSourceContract(PostgresEventSource(database), seed: seed)
    try await contract.check(steps: 100)
    #expect(try await database.problems() == [])
    await database.close()
  }

  @Test(arguments: 0..<UInt64(caseCount(1, exhaustive: 3)))
  func `pages and numbers of a long list are those of the model`(
    seed: UInt64
  ) async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    try await EventListContract(PostgresEventSource(database)).checkLongList(seed: seed)
    #expect(try await database.problems() == [])
    await database.close()
  }

  @Test func `the earliest and the latest time are counted`() async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    try await EventListContract(PostgresEventSource(database)).checkLimitsOfTime()
    #expect(try await database.problems() == [])
    await database.close()
  }

  @Test func `more users than a statement can list are filtered and searched as in the model`() async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    try await EventListContract(PostgresEventSource(database)).checkManyUsers()
    await database.close()
  }

  @Test(arguments: 0..<UInt64(2)) func `events wait and are claimed as in the model`(seed: UInt64) async throws {
    let database = PostgresDatabase(try server.makeDatabase())
    var contract = EventOutboxContract(PostgresEventOutbox(database), seed: seed)
    try await contract.check(steps: 200)
    await database.close()
  }

  @Test(arguments: 0..<UInt64(caseCount(2, exhaustive: 4)))
  func `a session is saved whole, and each program has its own`(seed: UInt64) async throws {
    let address = try server.makeDatabase()
    let database = PostgresDatabase(address)
    try await database.connect()
    let place = SessionStoreContract.Place(.eachHasItsOwn) {
      PostgresSessionStore(database)
    } whileFailing: { [server] body in
      try server.execute("ALTER TABLE session RENAME TO former_session", in: address)
      try await body()
      try server.execute("ALTER TABLE former_session RENAME TO session", in: address)
    } setAside: {
      try await ($0 as? PostgresSessionStore)?.setAside()
    } close: {
      await ($0 as? PostgresSessionStore)?.close()
    }
    var contract = SessionStoreContract(place, seed: seed)
    try await contract.check(steps: 100)
    await database.close()
  }

  @Test func `two programs that store the same batch again at the same time store it once`() async throws {
    let address = try server.makeDatabase()
    let databases = (0..<2).map { _ in PostgresDatabase(address) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for database in databases {
        group.addTask {
          for number in 0..<UInt8(10) {
            let batch = EventBatch.ID(number: number)
            try await PostgresEventSource(database).record([.start, .stop, .stop], batch: batch)
            try await PostgresEventOutbox(database).append([.start, .stop], for: "http://a", batch: batch)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await PostgresEventSource(databases[0]).eventCount(EventQuery()) == 30)
    #expect(try await PostgresEventOutbox(databases[1]).entries(for: nil).count == 20)
    for database in databases { await database.close() }
  }
}

extension UserEvent {
  static let start = UserEvent(userID: UUID(number: 1), flag: true, timestamp: Instant(milliseconds: 1), action: .start)
  static let stop = UserEvent(userID: UUID(number: 1), flag: true, timestamp: Instant(milliseconds: 2), action: .stop)
}

/// A store that the contract of all stores can use: PostgreSQL cannot store the character U+0000, which it contains.
///
/// The character becomes another one that the contract does not contain, so that everything else is checked.
private struct NullSubstitutingStore: ProductStore, ChangeLog {
  let store: PostgresProductStore
  private static let substitute = "\u{E000}"

  func products() async throws(ProductStoreError) -> [Product] { try await store.products().map(Self.restored) }

  func apply(
    _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
  ) async throws(ProductTransactionError) -> [Product] {
    do throws(ProductTransactionError) {
      return try await store.apply(changes.map(Self.substituted), progress: progress).map(Self.restored)
    } catch {
      guard case .product(let product, let reason) = error else { throw error }
      guard case .conflict(let current) = reason else { throw .product(Self.restored(product), reason) }
      throw .product(Self.restored(product), .conflict(current: Self.restored(current)))
    }
  }

  func latestChanges(_ count: Int) async throws(ProductStoreError) -> [RecordedChange] {
    try await store.latestChanges(count).map {
      RecordedChange(id: $0.id, time: $0.time, author: $0.author, summary: Self.restored($0.summary))
    }
  }

  private static func substituted(_ text: String) -> String { text.replacing("\0", with: substitute) }
  private static func restored(_ text: String) -> String { text.replacing(substitute, with: "\0") }
  private static func substituted(_ product: Product) -> Product { product.mapTexts { substituted($0) } }
  private static func restored(_ product: Product) -> Product { product.mapTexts { restored($0) } }

  private static func substituted(_ id: Product.ID) -> Product.ID { Product.ID(rawValue: substituted(id.rawValue)) }

  private static func substituted(_ change: ProductChange) -> ProductChange {
    switch change {
    case .insert(let product): .insert(substituted(product))
    case .update(let product, let version): .update(substituted(product), expecting: version)
    case .restore(let product): .restore(substituted(product))
    case .delete(let id): .delete(substituted(id))
    case .move(let ids, .before(let id)): .move(ids.map { substituted($0) }, to: .before(substituted(id)))
    case .move(let ids, .after(let id)): .move(ids.map { substituted($0) }, to: .after(substituted(id)))
    case .move(let ids, .end): .move(ids.map { substituted($0) }, to: .end)
    }
  }
}

extension Product {
  fileprivate func mapTexts(_ transform: (String) -> String) -> Product {
    Product(
      id: ID(rawValue: transform(id.rawValue)), name: transform(name), price: price, tags: tags.map(transform),
      stock: stock, position: position, version: version)
  }
}
