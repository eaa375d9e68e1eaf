import LoopTesting
import Shop
import Tables
import Testing
import Values

/// When the list is loaded, and what it does with the products that the editor reports.
@Suite struct ProductListLoadingTests {
  @Test func `appearing loads the list once`() {
    let list = TestStore(ProductListFeature(), state: .init())
    list.send(.appeared, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.send(.appeared)
    list.end(.loadProducts, .productsLoaded([lamp])) {
      $0.apply(.view(.rowsReplaced([lamp])))
      $0.listStatus = .loaded
    }
    list.send(.appeared)
    list.finish()
  }

  @Test func `a list that could not be loaded shows the error and can be loaded again`() {
    let list = TestStore(ProductListFeature(), state: .init())
    list.send(.appeared, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.end(.loadProducts, .loadFailed(.offline)) { $0.listStatus = .failed(.offline) }
    list.send(.reloadTapped, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.end(.loadProducts, .productsLoaded([])) { $0.listStatus = .loaded }
    list.finish()
  }

  @Test func `tapping an unknown row opens no sheet`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.rowTapped("p9"))
    list.finish()
  }

  @Test func `law 5: tapping the row of a new product opens the sheet that was closed during its save`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.editor(.addTapped(tea))) { $0.editor.sheet = .open(product: tea, isNew: true) }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(.insert(tea))]) { $0.editor.sheet.save() }
    list.send(.editor(.form(.cancelTapped))) {
      $0.editor.savingSheets = ["p3": SavingSheet($0.editor.sheet)].compactMapValues(\.self)
      $0.editor.sheet = .closed
    }
    list.send(.rowTapped("p3")) {
      $0.editor.sheet = .open(product: tea, isNew: true, form: .init(tea).saving)
      $0.editor.savingSheets = [:]
    }
    list.end(.editor(.insert(tea)), .editor(.saved(tea.inserted(position: 2)))) {
      $0.apply(.view(.rowUpserted(tea.inserted(position: 2))))
      $0.editor.sheet = .closed
    }
    list.finish()
  }

  @Test func `law 6: a newer known version stays`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [deskLamp.stored()]))
    list.send(.editor(.saved(lamp)))
    list.finish()
  }

  @Test func `law 6: a product that was deleted and inserted again has another position, so the list is loaded again`()
  {
    let inserted = Product(id: "p1", name: "Theirs", price: .zero, position: 3, version: 4)
    let mine = inserted.named("Desk lamp")
    let list = makeListWithChangedLamp()
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDeskLamp)]) { $0.editor.sheet.save() }
    list.end(
      .editor(saveDeskLamp), .editor(.saveFailed("p1", .conflict(current: inserted))), starts: [.loadProducts]
    ) {
      $0.apply(.view(.rowUpserted(inserted)))
      $0.listStatus = .loading
      $0.editor.sheet = .open(
        product: inserted,
        form: .init(lamp).typing(deskLamp).failed(.conflict(current: inserted)).rebased(on: inserted))
    }
    list.end(.loadProducts, .productsLoaded([chair, inserted])) {
      $0.apply(.view(.rowsReplaced([chair, inserted])))
      $0.listStatus = .loaded
    }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(.update(mine, expecting: 4))]) { $0.editor.sheet.save() }
    list.end(.editor(.update(mine, expecting: 4)), .editor(.saved(mine.stored()))) {
      $0.apply(.view(.rowUpserted(mine.stored())))
      $0.editor.sheet = .closed
    }
    list.finish()
  }

  @Test func `law 6: a product that is deleted by another client during its save is removed from the list`() {
    let list = makeListWithChangedLamp()
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDeskLamp)]) { $0.editor.sheet.save() }
    list.end(.editor(saveDeskLamp), .editor(.saveFailed("p1", .notFound))) {
      $0.apply(.view(.rowRemoved("p1")))
      $0.editor.sheet = .open(product: lamp, isNew: true, form: .init(lamp).typing(deskLamp).failed(.notFound))
    }
    #expect(list.state.products == [chair])
    list.finish()
  }

  @Test func `law 6: saving a product that is no longer in the list loads the list again`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [chair]))
    list.send(.editor(.saved(deskLamp.stored())), starts: [.loadProducts]) {
      $0.apply(.view(.rowUpserted(deskLamp.stored(), before: "p2")))
      $0.listStatus = .loading
    }
    list.end(.loadProducts, .productsLoaded([chair])) {
      $0.apply(.view(.rowsReplaced([chair])))
      $0.listStatus = .loaded
    }
    list.finish()
  }

  @Test func `law 6: a load that starts before a save and ends after it does not undo the save`() {
    let list = makeListWithChangedLamp()
    list.send(.reloadTapped, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDeskLamp)]) { $0.editor.sheet.save() }
    // The load may contain the unchanged lamp, so it is cancelled and restarted.
    list.end(
      .editor(saveDeskLamp), .editor(.saved(deskLamp.stored())), starts: [.loadProducts], cancels: [.loadProducts]
    ) {
      $0.apply(.view(.rowUpserted(deskLamp.stored())))
      $0.editor.sheet = .closed
    }
    list.end(.loadProducts, .productsLoaded([deskLamp.stored(), chair])) { $0.listStatus = .loaded }
    expectSnapshot(list.finish(), ShopSnapshot.reloadRacesSave)
  }
}
