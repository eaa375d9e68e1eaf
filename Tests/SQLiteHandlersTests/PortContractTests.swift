import Analytics
import PortContracts
import SQLiteHandlers
import Shop
import Testing

@Suite struct `Contracts of the ports in SQLite` {
  @Test(arguments: 0..<UInt64(4)) func `products are stored as in the model`(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    var contract = ProductStoreContract(SQLiteProductStore(folder.database()), seed: seed)
    try await contract.check(steps: 150)
  }

  @Test(arguments: 0..<UInt64(4)) func `events are stored and filtered as in the model`(seed: UInt64) async throws {
    var contract = EventSourceContract(SQLiteEventSource(SQLiteDatabase(path: ":memory:")), seed: seed)
    try await contract.check(steps: 100)
  }

  @Test(arguments: 0..<UInt64(2)) func `the hour in which a page of a long list begins is found`(
    seed: UInt64
  ) async throws {
    let source = SQLiteEventSource(SQLiteDatabase(path: ":memory:"), maximumSkippedCount: 0)
    var contract = EventSourceContract(source, seed: seed)
    try await contract.check(steps: 100)
  }

  @Test func `products are still there when the file is opened again`() async throws {
    let folder = try TemporaryFolder()
    let first = folder.database()
    let stored = try await SQLiteProductStore(first).insert(.lamp)
    await first.close()
    #expect(try folder.fileNames() == ["shop.db"], "the files beside the database are removed")
    #expect(try await SQLiteProductStore(folder.database()).products() == [stored])
    #expect(try await SQLiteProductStore(first).products() == [stored], "a closed database is opened again")
  }
}
