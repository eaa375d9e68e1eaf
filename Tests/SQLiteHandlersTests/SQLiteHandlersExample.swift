import Foundation
import SQLiteHandlers
import Shop
import Testing
import Values

@Suite struct `The example of the guide to databases` {
  @Test func `keeps a product`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shop.db")
    let database = SQLiteDatabase(path: path)
    let products = SQLiteProductStore(database)
    let stored = try await products.insert(Product(id: "p1", name: "Desk lamp", price: Money(cents: 1999)))
    await database.close()
    let again = try await products.products()  // [stored]: a closed database is opened again when it is used
    #expect(again == [stored] && stored.version == 1)
  }

  @Test func `reports an error`() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.url.path
    var printed = ""
    func print(_ error: DatabaseError) { printed = "\(error)" }
    do throws(DatabaseError) {
      try await SQLiteDatabase(path: folder).open()
    } catch {
      print(error)  // …: is a directory, not a database
    }
    #expect(printed == "\(folder): is a directory, not a database")
  }
}
