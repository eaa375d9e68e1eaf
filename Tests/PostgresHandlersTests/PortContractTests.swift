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
    var contract = ProductStoreContract(
      PostgresProductStore(database), seed: seed, refusing: PostgresProductStore.refusal)
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

  @Test func `all sessions share their settings, of which no change is lost`() async throws {
    let address = try server.makeDatabase()
    let databases = (0..<3).map { _ in PostgresDatabase(address) }
    let stores = databases.map { PostgresSessionStore($0) }
    try await SessionStoreContract.checkSettings(sharedBy: stores) {
      try await $0.settings()
    } update: {
      try await $0.updateSettings($1)
    }
    #expect(try await stores[2].newest() == nil, "the settings are no session")
    for store in stores { await store.close() }
    for database in databases { await database.close() }
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
