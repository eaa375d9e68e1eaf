import PostgresFixtures
import PostgresHandlers
import Shop
import Testing
import Values

@Suite(.enabled(if: TestServer.isExpected)) struct `The example of the guide to servers` {
  @Test func `keeps a product`() async throws {
    let url = try TestServer.shared.get().makeDatabase()
    let database = PostgresDatabase(url)
    let products = PostgresProductStore(database)
    let stored = try await products.insert(Product(id: "p1", name: "Desk lamp", price: Money(cents: 1999)))
    await database.close()
    let again = try await products.products()  // [stored]: a closed database is connected again when it is used
    #expect(again == [stored] && stored.version == 1)
    await database.close()
  }
}
