import MemoryHandlers
import Shop
import Tables
import Testing
import Values

private func makeProduct(
  _ id: Product.ID, _ name: String = "Tea", cents: Int = 350, position: Int = 0, version: Int = 0
)
  -> Product
{
  Product(id: id, name: name, price: Money(cents: cents), position: position, version: version)
}

@Suite struct `A product database` {
  @Test func `keeps its products sorted by position`() {
    let shop = ProductDatabase(products: [
      makeProduct("a", position: 3), makeProduct("b", position: 1), makeProduct("c", position: 2),
    ])
    #expect(shop.products.map(\.id) == ["b", "c", "a"])
    #expect(shop["c"]?.position == 2)
    #expect(shop["d"] == nil)
  }

  @Test func `inserts a new product at the end, with version 1`() throws {
    var shop = ProductDatabase(products: [makeProduct("a", position: 7, version: 3)])
    #expect(try shop.insert(makeProduct("b", position: 1, version: 9)) == makeProduct("b", position: 8, version: 1))
    #expect(shop["b"] == makeProduct("b", position: 8, version: 1))
    var empty = ProductDatabase()
    #expect(try empty.insert(makeProduct("a")).position == 1)
  }

  @Test func `restores a deleted product at its position, and moves the others if it is taken`() throws {
    func product(_ id: Product.ID, at position: Int) -> Product {
      Product(id: id, name: "Lamp", price: .zero, position: position)
    }
    var database = ProductDatabase(products: [product("a", at: 1), product("b", at: 2), product("c", at: 3)])
    database.delete("a")
    database.delete("b")
    _ = try database.restore(product("b", at: 2))
    _ = try database.restore(product("a", at: 1))
    #expect(database.products.map(\.id) == ["a", "b", "c"] && database.products.map(\.position) == [1, 2, 3])
    database.delete("a")
    database.move(["c"], to: .before("b"))
    #expect(database.products.map(\.position) == [1, 2])
    #expect(try database.restore(product("a", at: 1)).position == 1)
    #expect(database.products.map(\.id) == ["a", "c", "b"] && database.products.map(\.position) == [1, 2, 3])
    var existing = product("a", at: 1)
    existing.version = 2
    #expect(try database.restore(product("a", at: 7)) == existing, "a product that exists stays as it is")
    database.delete("b")
    #expect(try database.restore(product("b", at: 9)).position == 3, "the position after the last one is the end")
  }

  @Test func `rejects inserting an existing identifier as a conflict`() throws {
    let stored = makeProduct("a", "Tea", position: 1, version: 1)
    var shop = ProductDatabase(products: [stored])
    #expect(throws: ProductStoreError.conflict(current: stored)) { try shop.insert(makeProduct("a", "Coffee")) }
    #expect(shop == ProductDatabase(products: [stored]))
  }

  @Test func `updates the current version of a product and keeps its position`() throws {
    var shop = ProductDatabase(products: [
      makeProduct("a", position: 1, version: 4), makeProduct("b", position: 2, version: 1),
    ])
    let stored = try shop.update(makeProduct("a", "Coffee", position: 99, version: 1), expecting: 4)
    #expect(stored == makeProduct("a", "Coffee", position: 1, version: 5))
    #expect(shop.products.first == stored)
    #expect(shop["b"]?.version == 1)
  }

  @Test func `rejects an update of another version as a conflict`() throws {
    let stored = makeProduct("a", position: 1, version: 4)
    var shop = ProductDatabase(products: [stored])
    for version in [0, 3, 5] {
      #expect(throws: ProductStoreError.conflict(current: stored)) {
        try shop.update(makeProduct("a", "Coffee"), expecting: version)
      }
    }
    #expect(shop == ProductDatabase(products: [stored]))
  }

  @Test func `rejects invalid products`() {
    var shop = ProductDatabase(products: [makeProduct("a", position: 1, version: 1)])
    let before = shop
    #expect(throws: ProductStoreError.rejected(.init(field: "name", .missing))) {
      try shop.insert(makeProduct("b", " \n"))
    }
    #expect(throws: ProductStoreError.rejected(.init(field: "price", .negative))) {
      try shop.insert(makeProduct("b", cents: -1))
    }
    #expect(throws: ProductStoreError.rejected(.init(field: "name", .missing))) {
      try shop.update(makeProduct("a", ""), expecting: 1)
    }
    #expect(shop == before)
  }

  @Test func `deletes a product, and deleting it again succeeds`() {
    var shop = ProductDatabase(products: [makeProduct("a"), makeProduct("b", position: 1)])
    shop.delete("a")
    shop.delete("a")
    #expect(shop.products.map(\.id) == ["b"])
    #expect(throws: ProductStoreError.notFound) { try shop.update(makeProduct("a"), expecting: 0) }
  }

  @Test(
    arguments: [
      (["c"], .before("a"), "cabd"), (["a", "x"], .after("c"), "bcad"), (["d", "a"], .end, "bcda"),
      (["a"], .before("x"), "bcda"), (["b"], .before("b"), "acdb"), ([], .end, "abcd"),
      (["b", "a", "b"], .end, "cdba"),
    ] as [([Product.ID], RowPosition<Product.ID>, String)])
  func `moves products and renumbers all positions`(ids: [Product.ID], index: RowPosition<Product.ID>, order: String) {
    let products = zip(1..., ["a", "b", "c", "d"] as [Product.ID]).map { makeProduct($1, position: $0 * 2, version: 5) }
    var shop = ProductDatabase(products: products)
    shop.move(ids, to: index)
    #expect(shop.products.map(\.id.rawValue).joined() == order)
    #expect(shop.products.map(\.position) == [1, 2, 3, 4] && shop.products.allSatisfy { $0.version == 5 })
  }

  @Test func `the sample products have positions and versions and are valid`() {
    let products = ProductDatabase.sample.products
    #expect(products.map(\.position) == Array(1...9))
    #expect(products.allSatisfy { $0.version == 1 && $0.validationError == nil })
    #expect(Set(products.map(\.id)).count == 9)
  }
}

@Suite struct `A product store in memory` {
  @Test func `returns the same results as its database`() async throws {
    let store = MemoryProductStore(ProductDatabase(products: [makeProduct("a", position: 1, version: 1)]))
    let inserted = try await store.insert(makeProduct("b"))
    let updated = try await store.update(makeProduct("a", "Coffee"), expecting: 1)
    #expect(try await store.products() == [updated, inserted])
    try await store.apply([.delete("a")])
    try await store.apply([.delete("a")])
    #expect(try await store.products() == [inserted])
    await #expect(throws: ProductStoreError.notFound) { try await store.update(updated, expecting: 2) }
  }

  @Test func `lets a test change the database like another client`() async throws {
    let store = MemoryProductStore(ProductDatabase(products: [makeProduct("a", position: 1, version: 1)]))
    try await store.modifyDatabase { shop throws(ProductStoreError) in
      _ = try shop.update(makeProduct("a", "Mate"), expecting: 1)
    }
    await #expect(throws: ProductStoreError.conflict(current: makeProduct("a", "Mate", position: 1, version: 2))) {
      try await store.update(makeProduct("a", "Coffee"), expecting: 1)
    }
    await #expect(throws: ProductStoreError.notFound) {
      try await store.modifyDatabase { shop throws(ProductStoreError) in
        _ = try shop.update(makeProduct("z"), expecting: 1)
      }
    }
  }
}

@Suite struct `A transaction of products` {
  private let stored = [makeProduct("a", position: 4, version: 2), makeProduct("b", position: 7, version: 1)]

  @Test func `updates products in their place, and appends new ones in their order`() throws {
    var shop = ProductDatabase(products: stored)
    let updated = makeProduct("b", "Coffee", position: 7, version: 2)
    #expect(
      try shop.apply([
        .insert(makeProduct("d", version: 9)), .update(makeProduct("b", "Coffee"), expecting: 1),
        .insert(makeProduct("c")),
      ]) == [makeProduct("d", position: 8, version: 1), updated, makeProduct("c", position: 9, version: 1)])
    #expect(
      shop.products == [
        stored[0], updated, makeProduct("d", position: 8, version: 1), makeProduct("c", position: 9, version: 1),
      ])
  }

  @Test func `deletes, restores and moves products between other changes`() throws {
    var shop = ProductDatabase(products: stored)
    let restored = makeProduct("a", position: 4, version: 3)
    #expect(
      try shop.apply([
        .delete("a"), .insert(makeProduct("c")), .restore(stored[0]), .delete("z"), .move(["c"], to: .before("b")),
      ]) == [makeProduct("c", position: 8, version: 1), restored])
    #expect(shop.products.map(\.id) == ["a", "c", "b"])
  }

  @Test func `never uses a version again`() throws {
    var shop = ProductDatabase(products: stored)
    shop.delete("a")
    let restored = try shop.restore(stored[0])
    #expect(restored.version == 3)
    #expect(throws: ProductStoreError.conflict(current: restored)) { try shop.update(stored[0], expecting: 2) }
    try shop.apply([.delete("a"), .delete("a")])
    #expect(try shop.insert(makeProduct("a")).version == 4)
  }

  @Test func `changes nothing if one product cannot be stored, and names it`() {
    for (change, product, error) in [
      (.update(makeProduct("a", "Mate"), expecting: 1), makeProduct("a", "Mate"), .conflict(current: stored[0])),
      (.insert(makeProduct("a", "Mate")), makeProduct("a", "Mate"), .conflict(current: stored[0])),
      (.update(makeProduct("z"), expecting: 1), makeProduct("z"), .notFound),
      (.restore(makeProduct("z", " ")), makeProduct("z", " "), .rejected(.init(field: "name", .missing))),
      (
        .update(makeProduct("b", cents: -1), expecting: 1), makeProduct("b", cents: -1),
        .rejected(.init(field: "price", .negative))
      ),
    ] as [(ProductChange, Product, ProductStoreError)] {
      var shop = ProductDatabase(products: stored)
      #expect(throws: ProductTransactionError.product(product, error)) {
        try shop.apply([.insert(makeProduct("c")), .delete("c"), change, .insert(makeProduct("d"))])
      }
      #expect(shop.products == stored)
    }
  }

  @Test func `changes nothing if it is cancelled`() {
    let changes = (0..<2_500).map { ProductChange.insert(makeProduct(Product.ID(rawValue: "\($0)"))) }
    for last in [0, 1_000, 2_000, 2_500] {
      var shop = ProductDatabase(products: stored)
      var reports: [Int] = []
      #expect(throws: ProductTransactionError.cancelled) {
        try shop.apply(changes) { count in
          reports.append(count)
          return count < last
        }
      }
      #expect(reports.last == last && shop.products == stored)
    }
  }

  @Test func `is executed or not, as the injected faults say`() async throws {
    let changes = [ProductChange.insert(makeProduct("c")), .insert(makeProduct("d"))]
    let store = MemoryProductStore(
      ProductDatabase(products: stored),
      faults: FaultQueue([.requestFailed(.offline), .requestFailed(.notFound), .responseLost(.offline)]))
    for error in [.offline, .product(makeProduct("d"), .notFound)] as [ProductTransactionError] {
      await #expect(throws: error) { try await store.apply(changes) { _ in } }
      #expect(await store.database.products == stored)
    }
    await #expect(throws: ProductTransactionError.offline) { try await store.apply(changes) { _ in } }
    #expect(await store.database.products.count == 4)
  }
}

@Suite struct `A file store in memory` {
  @Test func `reads and replaces files`() async throws {
    let store = MemoryFileStore(["a": [1]])
    #expect(try await store.read("a") == [1])
    await #expect(throws: FileStoreError("b", .notFound)) { try await store.read("b") }
    await #expect(throws: FileStoreError("a", .alreadyExists)) {
      try await store.write([2], to: "a", overwriting: false)
    }
    try await store.write([2], to: "a", overwriting: true)
    try await store.write([3], to: "b", overwriting: false)
    #expect(await store.files == ["a": [2], "b": [3]])
    await store.inject([.requestFailed(.failed("broken")), .responseLost(.failed("broken"))])
    for count in [2, 3] {
      await #expect(throws: FileStoreError("c", .failed("broken"))) {
        try await store.write([4], to: "c", overwriting: false)
      }
      #expect(await store.files.count == count)
    }
  }
}
