import PortContracts
import Shop
import TestInputs
import Testing
import Values

@testable import SQLiteHandlers

@Suite struct `The record of changes in a database` {
  @Test func `has who changed products, and when, also of other programs`() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = ("ada", "bob")
    let stores = [first, second].map {
      SQLiteProductStore(SQLiteDatabase(path: folder.path("shop.db"), recordedBy: .fixture($0)))
    }
    let lamp = try await stores[0].insert(.lamp)
    var cheaper = lamp
    cheaper.price = .zero
    _ = try await stores[1].update(cheaper, expecting: lamp.version)
    try await stores[0].apply([.delete("missing")])
    let expected = [
      RecordedChange(
        id: 2, time: Instant(milliseconds: 1), author: second, summary: "Changed the price of Lamp from 19.99 to 0.00"),
      RecordedChange(id: 1, time: Instant(milliseconds: 1), author: first, summary: "Added Lamp"),
    ]
    for store in stores { #expect(try await store.latestChanges(10) == expected) }
    #expect(try await stores[0].latestChanges(1) == [expected[0]])
  }

  @Test func `has nothing of a transaction that failed, or that nobody is named for`() async throws {
    let folder = try TemporaryFolder()
    let store = SQLiteProductStore(SQLiteDatabase(path: folder.path("shop.db"), recordedBy: .fixture()))
    await #expect(throws: ProductStoreError.notFound) {
      try await store.apply([.insert(.lamp), .update(Product(id: "p9", name: "Mug", price: .zero), expecting: 1)])
    }
    _ = try await SQLiteProductStore(folder.database()).insert(.lamp)
    #expect(try await store.latestChanges(10) == [])
  }

  @Test func `keeps the latest changes`() async throws {
    let folder = try TemporaryFolder()
    let database = SQLiteDatabase(path: folder.path("shop.db"), recordedBy: .fixture())
    let limit = RecordedChange.keptCount
    try await database.write { connection throws(DatabaseError) in
      try connection.run(
        """
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
        INSERT INTO change_log SELECT n, 0, 'ada', 'Added a lamp' FROM numbers
        """, [SQLiteValue(limit)])
    }
    let store = SQLiteProductStore(database)
    _ = try await store.insert(.lamp)
    let changes = try await store.latestChanges(limit + 1)
    #expect(changes.count == limit && changes.first?.id == limit + 1 && changes.last?.id == 2)
  }

  @Test func `stays when a backup is restored, which is recorded too`() async throws {
    let folder = try TemporaryFolder()
    let database = SQLiteDatabase(path: folder.path("shop.db"), recordedBy: .fixture())
    let store = SQLiteProductStore(database)
    _ = try await store.insert(.lamp)
    #expect(try await database.backUp(to: folder.path("backup.db"), overwriting: false))
    try await store.apply([.delete("p1")])
    try await database.restore(from: folder.path("backup.db"))
    #expect(
      try await store.latestChanges(10).map(\.summary) == [
        "Replaced all data by a backup", "Deleted Lamp", "Added Lamp",
      ])
    _ = try await store.apply([.delete("p1")])
    #expect(try await store.latestChanges(10).map(\.id) == [4, 3, 2, 1])
    // A new database continues the record of the backup.
    let new = SQLiteDatabase(path: folder.path("new.db"), recordedBy: .fixture())
    try await new.restore(from: folder.path("backup.db"))
    #expect(
      try await SQLiteProductStore(new).latestChanges(10).map(\.summary) == [
        "Replaced all data by a backup", "Added Lamp",
      ])
  }
}
