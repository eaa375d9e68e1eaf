import Forms
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// Products that are edited and moved in the table while the sheet edits the same products.
@Suite struct ProductListEditingTests {
  private let saveInTable = ProductListFeature.Effect.save(deskLamp, over: 3)

  /// Returns a list of a lamp and a chair in which the lamp has an unsaved name.
  private func makeListWithEditedLamp() -> TestStore<ProductListFeature> {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp, chair]))
    list.send(.table(.cellValueSet("p1", "name", "Desk lamp"))) { $0.apply(.cellValueSet("p1", "name", "Desk lamp")) }
    return list
  }

  @Test func `saving an edited row replaces the version that was edited`() {
    let list = makeListWithEditedLamp()
    #expect(list.state.products == [lamp, chair], "an unsaved edit does not change the stored product")
    list.send(.table(.saveTapped("p1")), starts: [saveInTable]) { $0.apply(.saveTapped("p1")) }
    list.end(saveInTable, .table(.saveCompleted(deskLamp.stored()))) {
      $0.apply(.saveCompleted(deskLamp.stored()))
    }
    #expect(list.state == ProductListFeature.State(products: [deskLamp.stored(), chair]))
    list.finish()
  }

  @Test func `a row with an invalid cell is not saved`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.cellValueSet("p1", "price", -1.0))) {
      $0.apply(.cellValueSet("p1", "price", -1.0))
      $0.apply(.cellRejected("p1", "price", -1.0, "is too small: at least 0"))
    }
    list.send(.table(.saveTapped("p1"))) {
      $0.table.view.rejection = .invalidCell(column: "price", reason: "is too small: at least 0")
    }
    list.finish()
  }

  @Test func `law 5: a row keeps its edited cells when the user saves the product in the sheet`() {
    let list = makeListWithEditedLamp()
    let priced = saveLampInSheet(of: list)
    let both = deskLamp.priced(2500).stored()
    #expect(list.state.products == [priced.stored(), chair] && list.state.table["p1"] == both)
    #expect(list.state.table.drafts["p1"]?.status == .unsaved, "the user is not another user")
    list.send(.table(.saveTapped("p1")), starts: [.save(both, over: 4)]) { $0.apply(.saveTapped("p1")) }
    list.end(.save(both, over: 4), .table(.saveCompleted(both.stored()))) { $0.apply(.saveCompleted(both.stored())) }
    #expect(list.state == ProductListFeature.State(products: [both.stored(), chair]))
    list.finish()
  }

  @Test func `law 5: a row that is saved while the product is saved in the sheet can be saved again`() {
    let list = makeListWithEditedLamp()
    let priced = saveLampInSheet(of: list) { list in
      list.send(.table(.saveTapped("p1")), queues: [saveInTable]) { $0.apply(.saveTapped("p1")) }
    }
    list.end(saveInTable, .table(.saveConflicted("p1", stored: priced.stored()))) {
      $0.apply(.saveConflicted("p1", stored: priced.stored()))
    }
    let draft = list.state.table.drafts["p1"]
    #expect(draft?.status == .failed("the row was stored again meanwhile; save it again"))
    #expect(draft?.editedRow == deskLamp.priced(2500).stored() && draft?.storedRow == priced.stored())
    list.finish()
  }

  @Test func `law 5: a conflict in the sheet is one for the edited row, too`() {
    let list = makeListWithEditedLamp()
    let theirs = lamp.priced(3000).stored()
    let tagged = Product(id: "p1", name: "Lamp", price: lamp.price, tags: ["new"], position: 1, version: 3)
    list.send(.rowTapped("p1")) { $0.editor.sheet = .open(product: lamp) }
    list.send(.editor(.form(.changed("tags", to: ["new"])))) { $0.editor.sheet.form?.enterTags(["new"]) }
    let save = ProductListFeature.Effect.editor(.update(tagged, expecting: 3))
    list.send(.editor(.form(.saveTapped)), starts: [save]) { $0.editor.sheet.save() }
    list.end(save, .editor(.saveFailed("p1", .conflict(current: theirs)))) {
      $0.apply(.view(.rowUpserted(theirs)))
      $0.editor.sheet = .open(
        product: theirs, form: .init(lamp).typing(tagged).failed(.conflict(current: theirs)).rebased(on: theirs))
    }
    #expect(list.state.table.drafts["p1"]?.status == .conflict)
    list.finish()
  }

  @Test func `an edit that the user also made in the sheet is no longer a draft`() {
    let list = makeListWithEditedLamp()
    list.send(.editor(.saved(deskLamp.stored()))) { $0.apply(.rowStored(deskLamp.stored())) }
    #expect(list.state == ProductListFeature.State(products: [deskLamp.stored(), chair]))
    list.finish()
  }

  /// Opens the lamp in the sheet, changes its price and saves it.
  private func saveLampInSheet(
    of list: TestStore<ProductListFeature>, meanwhile: (TestStore<ProductListFeature>) -> Void = { _ in }
  ) -> Product {
    let priced = lamp.priced(2500)
    list.send(.rowTapped("p1")) { $0.editor.sheet = .open(product: lamp) }
    list.send(.editor(.form(.changed("price", to: priced.price)))) { $0.editor.sheet.form?.enterPrice("25.00") }
    let save = ProductListFeature.Effect.editor(.update(priced, expecting: 3))
    list.send(.editor(.form(.saveTapped)), starts: [save]) { $0.editor.sheet.save() }
    meanwhile(list)
    let starts = list.pending.queued.map(\.effect)
    list.end(save, .editor(.saved(priced.stored())), starts: starts) {
      $0.editor.sheet = .closed
      $0.apply(.rowStored(priced.stored()))
    }
    return priced
  }

  @Test func `law 5: a change of an edited row by another user is a conflict that keeps both versions`() {
    let list = makeListWithEditedLamp()
    let priced = lamp.priced(2500)
    list.send(.reloadTapped, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.end(.loadProducts, .productsLoaded([priced.stored(), chair])) {
      $0.listStatus = .loaded
      $0.apply(.view(.rowsReplaced([priced.stored(), chair])))
    }
    #expect(list.state.products == [priced.stored(), chair])
    #expect(list.state.table.drafts["p1"]?.status == .conflict)
    let saveMine = ProductListFeature.Effect.save(deskLamp, over: 4)
    list.send(.table(.localKept("p1")), starts: [saveMine]) { $0.apply(.localKept("p1")) }
    list.end(saveMine, saveMine.failureAction(.notFound)) { $0.apply(.saveConflicted("p1", stored: nil)) }
    #expect(list.state.table["p1"] == deskLamp && list.state["p1"] == nil)
    list.send(.table(.localKept("p1")), starts: [.save(deskLamp, over: nil)]) { $0.apply(.localKept("p1")) }
    let reinserted = deskLamp.inserted(position: 3)
    // The inserted product comes last, so the list is loaded again to get the new positions.
    list.end(.save(deskLamp, over: nil), .table(.saveCompleted(reinserted)), starts: [.loadProducts]) {
      $0.apply(.saveCompleted(reinserted))
      $0.listStatus = .loading
    }
    list.end(.loadProducts, .productsLoaded([chair, reinserted])) {
      $0.apply(.view(.rowsReplaced([chair, reinserted])))
      $0.listStatus = .loaded
    }
    list.finish()
  }

  @Test func `a move that changes the position of an edited row is no conflict`() {
    let list = makeListWithEditedLamp()
    let move = EditableTable<Product>.Move(["p2"], before: "p1")
    list.send(.table(.rowsMoved(move)), starts: [.move([move])]) { $0.apply(.rowsMoved(move)) }
    list.end(.move([move]), .table(.moveCompleted([move])), starts: [.loadProducts]) {
      $0.apply(.moveCompleted([move]))
      $0.listStatus = .loading
    }
    var (first, second) = (chair, lamp)
    (first.position, second.position) = (1, 2)
    list.end(.loadProducts, .productsLoaded([first, second])) {
      $0.apply(.view(.rowsReplaced([first, second])))
      $0.listStatus = .loaded
    }
    #expect(list.state.table.drafts["p1"]?.status == .unsaved)
    #expect(list.state.table.drafts["p1"]?.storedRow == second)
    let saved = deskLamp.stored(position: 2)
    list.send(.table(.saveTapped("p1")), starts: [saveInTable]) { $0.apply(.saveTapped("p1")) }
    list.end(saveInTable, .table(.saveCompleted(saved))) { $0.apply(.saveCompleted(saved)) }
    #expect(list.state == ProductListFeature.State(products: [first, saved]))
    list.finish()
  }

  @Test func `law 6: an older version that arrives late does not replace a newer one`() {
    let list = makeListWithEditedLamp()
    let newer = lamp.priced(2500).stored().stored()
    list.send(.table(.saveTapped("p1")), starts: [saveInTable]) { $0.apply(.saveTapped("p1")) }
    list.send(.editor(.saved(newer))) { $0.apply(.rowStored(newer)) }
    list.end(saveInTable, .table(.saveCompleted(deskLamp.stored()))) { $0.apply(.saveCompleted(newer)) }
    #expect(list.state.products == [newer, chair])
    list.finish()
  }

  @Test(
    arguments: [
      .conflict(current: lamp.priced(2500).stored()), .notFound, .offline, .failed("the disk is full"),
      .rejected(.init(field: "name", .missing)),
    ]
      as [ProductStoreError])
  func `law 5: a failed save keeps the draft`(failure: ProductStoreError) {
    var state = ProductListFeature.State(products: [lamp])
    for action in [
      .table(.cellValueSet("p1", "name", "Desk lamp")), .table(.saveTapped("p1")), saveInTable.failureAction(failure),
    ] as [ProductListFeature.Action] { _ = ProductListFeature().reduce(&state, action) }
    #expect(state.table.drafts["p1"]?.editedRow == deskLamp)
    let stage: EditableTable<Product>.DraftStatus =
      switch failure {
      case .conflict, .notFound: .conflict
      case .offline, .failed, .rejected: .failed("\(failure)")
      }
    #expect(state.table.drafts["p1"]?.status == stage)
  }

  @MainActor @Test func `products are edited and moved in a store in memory`() async {
    let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))
    let list = Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: products))
    list.send(.table(.view(.reloadTapped)))
    await list.waitUntilIdle()
    list.send(.table(.cellValueSet("p2", "price", 50.0)))
    list.send(.table(.saveTapped(nil)))
    list.send(.table(.rowsMoved(.init(["p2"], before: "p1"))))
    await list.waitUntilIdle()
    let stored = await products.database.products
    #expect(stored.map(\.id) == ["p2", "p1"] && stored[0].price == Money(cents: 5000))
    #expect(list.state == ProductListFeature.State(products: stored))

    await products.inject([.requestFailed(.offline)])
    list.send(.table(.rowsMoved(.init(["p2"], .end))))
    await list.waitUntilIdle()
    #expect(list.state.table.moveFailure == "\(ProductStoreError.offline)")
    #expect(await products.database.products == stored)
  }
}
