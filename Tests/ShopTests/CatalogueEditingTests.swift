import Forms
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// Products that are edited and moved in the table, beside the sheet that edits the same products.
@Suite struct ProductListEditingTests {
  private let saveInTable = ProductListFeature.Effect.save(desk, over: 3)

  /// A list of a lamp and a chair; the lamp has another name that is not saved.
  private func makeListWithEditedLamp() -> TestStore<ProductListFeature> {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp, chair]))
    list.send(.table(.cellSet("p1", "name", "Desk lamp"))) { $0.apply(.cellSet("p1", "name", "Desk lamp")) }
    return list
  }

  @Test func `an edited row is saved over the version that it was made of`() {
    let list = makeListWithEditedLamp()
    #expect(list.state.products == [lamp, chair], "what is not saved is not stored")
    list.send(.table(.saveTapped("p1")), starts: [saveInTable]) { $0.apply(.saveTapped("p1")) }
    list.end(saveInTable, .table(.saved(desk.stored()))) { $0.apply(.saved(desk.stored())) }
    #expect(list.state == ProductListFeature.State(products: [desk.stored(), chair]))
    list.finish()
  }

  @Test func `a row of which a cell is wrong is not saved`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.cellSet("p1", "price", -1.0))) {
      $0.apply(.cellSet("p1", "price", -1.0))
      $0.apply(.cellRejected("p1", "price", -1.0, "is too small: at least 0"))
    }
    list.send(.table(.saveTapped("p1")))
    #expect(list.state.table.rejection == .wrong("price: is too small: at least 0"))
    list.finish()
  }

  @Test func `law 5: what the sheet stores of an edited row is a conflict, and both versions stay`() {
    let list = makeListWithEditedLamp()
    let priced = lamp.priced(2500)
    list.send(.editor(.rowTapped("p1"))) { $0.sheet = .open(product: lamp) }
    list.send(.editor(.form(.priceChanged(priced.price)))) { $0.sheet.fill(.typed("price", "25.00")) }
    let save = ProductListFeature.Effect.editor(.update(priced, expecting: 3))
    list.send(.editor(.form(.saveTapped)), starts: [save]) { $0.sheet.save() }
    list.end(save, .editor(.saved(priced.stored()))) {
      $0.sheet = .closed
      $0.apply(.rowPut(priced.stored()))
    }
    #expect(list.state.products == [priced.stored(), chair])
    #expect(list.state.table.drafts["p1"]?.stage == .conflict)
    let saveMine = ProductListFeature.Effect.save(desk, over: 4)
    list.send(.table(.mineKept("p1")), starts: [saveMine]) { $0.apply(.mineKept("p1")) }
    list.end(saveMine, saveMine.failureAction(.gone)) { $0.apply(.saveConflicted("p1", stored: nil)) }
    #expect(list.state.table["p1"] == desk && list.state["p1"] == nil)
    list.send(.table(.mineKept("p1")), starts: [.save(desk, over: nil)]) { $0.apply(.mineKept("p1")) }
    let anew = desk.inserted(position: 3)
    // Stored anew it is the last, and where the others stand is read again.
    list.end(.save(desk, over: nil), .table(.saved(anew)), starts: [.editor(.loadProducts)]) {
      $0.apply(.saved(anew))
      $0.list = .reading
    }
    list.end(.editor(.loadProducts), .editor(.productsLoaded([chair, anew]))) {
      $0.apply(.rowsReplaced([chair, anew]))
      $0.list = .read
    }
    list.finish()
  }

  @Test func `law 6: an older version that comes late does not replace a newer one`() {
    let list = makeListWithEditedLamp()
    let newer = lamp.priced(2500).stored().stored()
    list.send(.table(.saveTapped("p1")), starts: [saveInTable]) { $0.apply(.saveTapped("p1")) }
    list.send(.editor(.saved(newer))) { $0.apply(.rowPut(newer)) }
    list.end(saveInTable, .table(.saved(desk.stored())), starts: [.editor(.loadProducts)]) {
      $0.apply(.saved(newer))
      $0.list = .reading
    }
    #expect(list.state.products == [newer, chair])
    list.end(.editor(.loadProducts), .editor(.productsLoaded([newer, chair]))) { $0.list = .read }
    list.finish()
  }

  @Test(
    arguments: [.conflict(current: lamp.priced(2500).stored()), .gone, .offline, .rejected(.nameMissing)]
      as [ProductStoreError])
  func `law 5: a failed save keeps the draft`(failure: ProductStoreError) {
    var state = ProductListFeature.State(products: [lamp])
    for action in [
      .table(.cellSet("p1", "name", "Desk lamp")), .table(.saveTapped("p1")), saveInTable.failureAction(failure),
    ] as [ProductListFeature.Action] { _ = ProductListFeature().reduce(&state, action) }
    #expect(state.table.drafts["p1"]?.edited == desk)
    let stage: TableFeature<Product>.DraftStatus =
      switch failure {
      case .conflict, .gone: .conflict
      case .offline, .rejected: .failed("\(failure)")
      }
    #expect(state.table.drafts["p1"]?.stage == stage)
  }

  @MainActor @Test func `products are edited and moved in a store in memory`() async {
    let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))
    let list = Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: products))
    list.send(.table(.reloadTapped))
    await list.waitUntilIdle()
    list.send(.table(.cellSet("p2", "price", 50.0)))
    list.send(.table(.saveTapped(nil)))
    list.send(.table(.rowsMoved(.init(["p2"], before: "p1"))))
    await list.waitUntilIdle()
    let stored = await products.world.products
    #expect(stored.map(\.id) == ["p2", "p1"] && stored[0].price == Money(cents: 5000))
    #expect(list.state == ProductListFeature.State(products: stored))

    await products.inject([.refused(.offline)])
    list.send(.table(.rowsMoved(.init(["p2"], .end))))
    await list.waitUntilIdle()
    #expect(list.state.table.moveFailure == "\(ProductStoreError.offline)")
    #expect(await products.world.products == stored)
  }
}
