import MemoryHandlers
import Shop
import Tables
import Testing
import Values

private func product(_ id: Product.ID, _ name: String = "Tea", cents: Int = 350, place: Int = 0, version: Int = 0)
  -> Product
{
  Product(id: id, name: name, price: Money(cents: cents), place: place, version: version)
}

@Suite struct `A shop` {
  @Test func `keeps its products in the order given by hand`() {
    let shop = ShopWorld(products: [product("a", place: 3), product("b", place: 1), product("c", place: 2)])
    #expect(shop.products.map(\.id) == ["b", "c", "a"])
    #expect(shop["c"]?.place == 2)
    #expect(shop["d"] == nil)
  }

  @Test func `puts what is new in the last place, in its first version`() throws {
    var shop = ShopWorld(products: [product("a", place: 7, version: 3)])
    #expect(try shop.insert(product("b", place: 1, version: 9)) == product("b", place: 8, version: 1))
    #expect(shop["b"] == product("b", place: 8, version: 1))
    var empty = ShopWorld()
    #expect(try empty.insert(product("a")).place == 1)
  }

  @Test func `knows what is there already`() throws {
    let stored = product("a", "Tea", place: 1, version: 1)
    var shop = ShopWorld(products: [stored])
    #expect(throws: StoreFailure.conflict(current: stored)) { try shop.insert(product("a", "Coffee")) }
    #expect(shop == ShopWorld(products: [stored]))
  }

  @Test func `stores a change made to the version it has, in its place`() throws {
    var shop = ShopWorld(products: [product("a", place: 1, version: 4), product("b", place: 2, version: 1)])
    let stored = try shop.update(product("a", "Coffee", place: 99, version: 1), expecting: 4)
    #expect(stored == product("a", "Coffee", place: 1, version: 5))
    #expect(shop.products.first == stored)
    #expect(shop["b"]?.version == 1)
  }

  @Test func `refuses a change made to another version`() throws {
    let stored = product("a", place: 1, version: 4)
    var shop = ShopWorld(products: [stored])
    for version in [0, 3, 5] {
      #expect(throws: StoreFailure.conflict(current: stored)) {
        try shop.update(product("a", "Coffee"), expecting: version)
      }
    }
    #expect(shop == ShopWorld(products: [stored]))
  }

  @Test func `refuses what no product may look like`() {
    var shop = ShopWorld(products: [product("a", place: 1, version: 1)])
    let before = shop
    #expect(throws: StoreFailure.rejected(.nameMissing)) { try shop.insert(product("b", " \n")) }
    #expect(throws: StoreFailure.rejected(.priceNegative)) { try shop.insert(product("b", cents: -1)) }
    #expect(throws: StoreFailure.rejected(.nameMissing)) { try shop.update(product("a", ""), expecting: 1) }
    #expect(shop == before)
  }

  @Test func `deletes, and what is gone already is deleted`() {
    var shop = ShopWorld(products: [product("a"), product("b", place: 1)])
    shop.delete("a")
    shop.delete("a")
    #expect(shop.products.map(\.id) == ["b"])
    #expect(throws: StoreFailure.gone) { try shop.update(product("a"), expecting: 0) }
  }

  @Test(
    arguments: [
      (["c"], .before("a"), "cabd"), (["a", "x"], .after("c"), "bcad"), (["d", "a"], .end, "bcda"),
      (["a"], .before("x"), "bcda"), (["b"], .before("b"), "acdb"), ([], .end, "abcd"),
    ] as [([Product.ID], RowPlace<Product.ID>, String)])
  func `moves products, and numbers the places anew`(ids: [Product.ID], place: RowPlace<Product.ID>, order: String) {
    let products = zip(1..., ["a", "b", "c", "d"] as [Product.ID]).map { product($1, place: $0 * 2, version: 5) }
    var shop = ShopWorld(products: products)
    shop.move(ids, to: place)
    #expect(shop.products.map(\.id.rawValue).joined() == order)
    #expect(shop.products.map(\.place) == [1, 2, 3, 4] && shop.products.allSatisfy { $0.version == 5 })
  }

  @Test func `the sample has places and versions, and nothing wrong with it`() {
    let products = ShopWorld.sample.products
    #expect(products.map(\.place) == Array(1...9))
    #expect(products.allSatisfy { $0.version == 1 && $0.fault == nil })
    #expect(Set(products.map(\.id)).count == 9)
  }
}

@Suite struct `A product store in memory` {
  @Test func `does what its shop does`() async throws {
    let store = MemoryProductStore(ShopWorld(products: [product("a", place: 1, version: 1)]))
    let inserted = try await store.insert(product("b"))
    let updated = try await store.update(product("a", "Coffee"), expecting: 1)
    #expect(try await store.products() == [updated, inserted])
    try await store.delete("a")
    try await store.delete("a")
    #expect(try await store.products() == [inserted])
    await #expect(throws: StoreFailure.gone) { try await store.update(updated, expecting: 2) }
  }

  @Test func `lets somebody else change the shop behind one's back`() async throws {
    let store = MemoryProductStore(ShopWorld(products: [product("a", place: 1, version: 1)]))
    try await store.change { shop throws(StoreFailure) in _ = try shop.update(product("a", "Mate"), expecting: 1) }
    await #expect(throws: StoreFailure.conflict(current: product("a", "Mate", place: 1, version: 2))) {
      try await store.update(product("a", "Coffee"), expecting: 1)
    }
    await #expect(throws: StoreFailure.gone) {
      try await store.change { shop throws(StoreFailure) in _ = try shop.update(product("z"), expecting: 1) }
    }
  }
}
