import Forms
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// Undo and redo in the product list, with the effects that they need.
@Suite struct ProductListUndoTests {
  private let list = UndoFeature(ProductListFeature())
  private let restoredLampRow = EditableTable<Product>.PositionedRow(lamp.asNewProduct, .end, isSelected: true)
  private var reinsertedLamp: Product { lamp.inserted(position: 3) }

  /// Returns a list of a lamp and a chair with a selection.
  private func makeList(selecting ids: Set<Product.ID> = ["p1"]) -> TestStore<UndoFeature<ProductListFeature>> {
    let state = ProductListFeature.State(products: [lamp, chair]).selecting(ids)
    let store = TestStore(list, state: .init(state), name: "Product list with undo")
    // Only the tests of the history check its state.
    store.ignoreState("history", \.history)
    return store
  }

  private func storedProducts(_ product: Product) -> EditableTable<Product>.PositionedRow {
    .init(product, .end, isSelected: true)
  }

  @Test func `law 5: undo restores a deleted product and its selection, and redo deletes it again`() {
    let list = makeList()
    list.send(.feature(.table(.deleteTapped)), starts: [.delete(["p1"])]) { $0.feature.apply(.deleteTapped) }
    list.end(.delete(["p1"]), .feature(.table(.deleteCompleted(["p1"])))) { $0.feature.apply(.deleteCompleted(["p1"])) }
    #expect(list.state.feature.products == [chair])
    list.send(.undo, starts: [.restore([restoredLampRow])]) {
      $0.feature.apply(.undoApplied(.deletion([restoredLampRow])))
    }
    list.end(.restore([restoredLampRow]), .feature(.table(.restoreCompleted([storedProducts(reinsertedLamp)])))) {
      $0.feature.apply(.restoreCompleted([storedProducts(reinsertedLamp)]))
    }
    #expect(list.state.feature.products == [chair, reinsertedLamp])
    #expect(list.state.feature.selected == ["p1"])
    list.send(.undo)
    list.send(.redo, starts: [.delete(["p1"])]) { $0.feature.apply(.rowsDeleted(["p1"])) }
    list.end(.delete(["p1"]), .feature(.table(.deleteCompleted(["p1"])))) { $0.feature.apply(.deleteCompleted(["p1"])) }
    #expect(list.state.feature.products == [chair])
    list.finish()
  }

  @Test func `law 5: a deletion can be undone before its response, and a failed restoration can be retried`() {
    let list = makeList()
    let reason = "\(ProductStoreError.offline)"
    list.send(.feature(.table(.deleteTapped)), starts: [.delete(["p1"])]) { $0.feature.apply(.deleteTapped) }
    list.send(.undo, queues: [.restore([restoredLampRow])]) {
      $0.feature.apply(.undoApplied(.deletion([restoredLampRow])))
    }
    // A pending deletion is not requested again.
    list.send(.redo)
    // The failed deletion may have been executed, so the restoration inserts the product to find out.
    list.end(.delete(["p1"]), .feature(.table(.deleteFailed(["p1"], reason))), starts: [.restore([restoredLampRow])])
    #expect(list.state.feature.table.deletions == ["p1": .restoring(restoredLampRow)])
    list.end(.restore([restoredLampRow]), .feature(.table(.restoreFailed([restoredLampRow], reason)))) {
      $0.feature.apply(.restoreFailed([restoredLampRow], reason))
    }
    #expect(list.state.feature.table.deletions == ["p1": .restoreFailed(restoredLampRow, reason)])
    list.send(.feature(.table(.restoreTapped("p1"))), starts: [.restore([restoredLampRow])]) {
      $0.feature.apply(.restoreTapped("p1"))
    }
    list.end(.restore([restoredLampRow]), .feature(.table(.restoreCompleted([storedProducts(lamp)])))) {
      $0.feature.apply(.restoreCompleted([.init(lamp, .before("p2"), isSelected: true)]))
    }
    #expect(list.state.feature == ProductListFeature.State(products: [lamp, chair]).selecting(["p1"]))
    expectSnapshot(list.finish(), ShopSnapshot.deletionUndone)
  }

  @Test func `law 5: a failed restoration can be retried after the list was loaded without the product`() {
    let list = makeList()
    let reason = "\(ProductStoreError.offline)"
    list.send(.feature(.table(.deleteTapped)), starts: [.delete(["p1"])]) { $0.feature.apply(.deleteTapped) }
    list.end(.delete(["p1"]), .feature(.table(.deleteCompleted(["p1"])))) { $0.feature.apply(.deleteCompleted(["p1"])) }
    list.send(.undo, starts: [.restore([restoredLampRow])]) {
      $0.feature.apply(.undoApplied(.deletion([restoredLampRow])))
    }
    list.end(.restore([restoredLampRow]), .feature(.table(.restoreFailed([restoredLampRow], reason)))) {
      $0.feature.apply(.restoreFailed([restoredLampRow], reason))
    }
    list.send(.feature(.reloadTapped), starts: [.loadProducts]) { $0.feature.listStatus = .loading }
    list.end(.loadProducts, .feature(.productsLoaded([chair]))) { $0.feature.listStatus = .loaded }
    list.send(.feature(.table(.restoreTapped("p1"))), starts: [.restore([restoredLampRow])]) {
      $0.feature.apply(.restoreTapped("p1"))
    }
    list.end(.restore([restoredLampRow]), .feature(.table(.restoreCompleted([storedProducts(reinsertedLamp)])))) {
      $0.feature.apply(.restoreCompleted([storedProducts(reinsertedLamp)]))
    }
    #expect(list.state.feature.products == [chair, reinsertedLamp])
    list.finish()
  }

  @Test func `law 5: two drafts discarded in one group are restored one after the other`() {
    var state = UndoFeature<ProductListFeature>.State(.init(products: [lamp, chair]))
    func draft(_ id: Product.ID, _ name: String) -> [UndoFeature<ProductListFeature>.Action] {
      [.feature(.rowTapped(id))]
        + [.changed("name", to: name), .cancelTapped, .discardTapped].map { .feature(.editor(.form($0))) }
    }
    for action in [.groupOpened(.table(.deletion))] + draft("p1", "AAA") + draft("p2", "BBB") + [.groupClosed, .undo] {
      _ = list.reduce(&state, action)
    }
    // The sheet of the second draft is open, so the first one has to wait.
    #expect(state.feature.editor.sheet.isOpen(for: "p2"))
    #expect("\(state.history)".contains("AAA"), "the first draft can still be restored")
  }

  @Test func `products that were deleted together are restored together, in the order of their positions`() {
    let list = makeList(selecting: ["p1", "p2"])
    let others = EditableTable<Product>.PositionedRow(chair.asNewProduct, .end, isSelected: true)
    let first = restoredLampRow
    list.send(.feature(.table(.deleteTapped)), starts: [.delete(["p1", "p2"])]) { $0.feature.apply(.deleteTapped) }
    list.end(.delete(["p1", "p2"]), .feature(.table(.deleteCompleted(["p1", "p2"])))) {
      $0.feature.apply(.deleteCompleted(["p1", "p2"]))
    }
    list.send(.undo, starts: [.restore([first, others])]) {
      $0.feature.apply(.undoApplied(.deletion([first, others])))
    }
    let second = chair.inserted(position: 4)
    let stored = [storedProducts(second), storedProducts(reinsertedLamp)]
    list.end(.restore([first, others]), .feature(.table(.restoreCompleted(stored)))) {
      $0.feature.apply(.restoreCompleted([.init(reinsertedLamp, .before("p2"), isSelected: true), stored[0]]))
    }
    #expect(list.state.feature.products == [reinsertedLamp, second])
    list.finish()
  }

  @Test
  func `a product that is restored at an occupied position goes before the product there, and the list is loaded`() {
    let list = makeList()
    list.send(.feature(.table(.deleteTapped)), starts: [.delete(["p1"])]) { $0.feature.apply(.deleteTapped) }
    list.end(.delete(["p1"]), .feature(.table(.deleteCompleted(["p1"])))) { $0.feature.apply(.deleteCompleted(["p1"])) }
    list.send(.undo, starts: [.restore([restoredLampRow])]) {
      $0.feature.apply(.undoApplied(.deletion([restoredLampRow])))
    }
    let restored = lamp.inserted(position: 2)
    list.end(
      .restore([restoredLampRow]), .feature(.table(.restoreCompleted([storedProducts(restored)]))),
      starts: [.loadProducts]
    ) {
      $0.feature.apply(.restoreCompleted([.init(restored, .before("p2"), isSelected: true)]))
      $0.feature.listStatus = .loading
    }
    list.end(.loadProducts, .feature(.productsLoaded([restored, chair]))) { $0.feature.listStatus = .loaded }
    #expect(list.state.feature.products == [restored, chair])
    list.finish()
  }

  @Test func `a product that was deleted during its save is restored with the saved draft`() {
    var state = ProductListFeature.State(products: [lamp]).selecting(["p1"])
    state.editor.sheet = .open(product: lamp, form: .init(lamp).typing(deskLamp).saving)
    #expect(
      ProductListFeature().compensation(of: .table(.deleteTapped), in: state)
        == .actions(
          [.table(.undoApplied(.deletion([storedProducts(deskLamp.asNewProduct)])))], of: .table(.deletion)))
  }

  @Test func `a failed deletion can be undone after the list was loaded, but not if the product still exists`() {
    var state = UndoFeature<ProductListFeature>.State(.init(products: [lamp]))
    func reduce(_ actions: ProductListFeature.Action...) {
      for action in actions { _ = list.reduce(&state, .feature(action)) }
    }
    reduce(
      .table(.view(.selection(.rowClicked("p1")))), .table(.deleteTapped), .table(.deleteFailed(["p1"], "offline")))
    #expect(list.changeToUndo(in: state) == nil)
    var isGone = state
    reduce(.productsLoaded([lamp]))
    #expect(list.changeToUndo(in: state) == nil)
    _ = list.reduce(&isGone, .feature(.productsLoaded([])))
    #expect(list.changeToUndo(in: isGone) == .table(.deletion))
  }

  @Test func `a load that may be older than a failed deletion is restarted`() {
    let list = makeList()
    list.send(.feature(.reloadTapped), starts: [.loadProducts]) { $0.feature.listStatus = .loading }
    list.send(.feature(.table(.deleteTapped)), starts: [.delete(["p1"])]) { $0.feature.apply(.deleteTapped) }
    list.end(
      .delete(["p1"]), .feature(.table(.deleteFailed(["p1"], "offline"))), starts: [.loadProducts],
      cancels: [.loadProducts]
    ) { $0.feature.apply(.deleteFailed(["p1"], "offline")) }
    list.end(.loadProducts, .feature(.productsLoaded([chair]))) {
      $0.feature.listStatus = .loaded
      $0.feature.apply(.view(.rowsReplaced([chair])))
    }
    list.send(.undo, starts: [.restore([restoredLampRow])]) {
      $0.feature.apply(.undoApplied(.deletion([restoredLampRow])))
    }
    list.end(.restore([restoredLampRow]), .feature(.table(.restoreCompleted([storedProducts(reinsertedLamp)])))) {
      $0.feature.apply(.restoreCompleted([storedProducts(reinsertedLamp)]))
    }
    #expect(list.state.feature.products == [chair, reinsertedLamp])
    list.finish()
  }

  @Test func `changes of the view are no steps, so they push no deletion out of the history`() {
    let list = UndoFeature(ProductListFeature(), limit: 1)
    var state = UndoFeature<ProductListFeature>.State(.init(products: [lamp, chair]))
    for action: EditableTable<Product>.Action in [
      .rowsDeleted(["p1"]), .view(.headerClicked("name")), .view(.sortChanged([])), .view(.searchTextChanged("c")),
      .view(.searchTextChanged("")),
      .view(.columnFilterChanged("name", .contains("c"))), .view(.columnFilterChanged("name", nil)),
      .view(.groupingChanged(to: "name")),
      .view(.groupingChanged(to: nil)), .view(.selection(.rowToggled("p2"))), .view(.selection(.cleared)),
      .view(.keyPressed(TableKeyPress(.down))),
      .view(.keyPressed(TableKeyPress(.space))),
      .view(.columnVisibilityChanged("tags", false)),
    ] {
      _ = list.reduce(&state, .feature(.table(action)))
    }
    #expect(state.history.undoSteps.map(\.change) == [.table(.deletion)])
    #expect(list.changeToUndo(in: state) == .table(.deletion))
  }

  @Test func `edits and moves in the table are undone like in every table`() {
    let list = makeList(selecting: [])
    list.send(.feature(.table(.cellValueSet("p1", "name", "Desk lamp")))) {
      $0.feature.apply(.cellValueSet("p1", "name", "Desk lamp"))
    }
    list.send(.feature(.table(.rowsMoved(.init(["p1"], .end)))), starts: [.move([.init(["p1"], .end)])]) {
      $0.feature.apply(.rowsMoved(.init(["p1"], .end)))
    }
    list.end(
      .move([.init(["p1"], .end)]), .feature(.table(.moveCompleted([.init(["p1"], .end)]))),
      starts: [.loadProducts]
    ) {
      $0.feature.apply(.moveCompleted([.init(["p1"], .end)]))
      $0.feature.listStatus = .loading
    }
    #expect(list.state.feature.products.map(\.id) == ["p2", "p1"])
    let placed = [chair, lamp].enumerated().map { index, product in
      var placed = product
      placed.position = index + 1
      return placed
    }
    list.end(.loadProducts, .feature(.productsLoaded(placed))) {
      $0.feature.listStatus = .loaded
      $0.feature.apply(.view(.rowsReplaced(placed)))
    }
    let back = EditableTable<Product>.Move(["p1"], before: "p2")
    list.send(.undo, starts: [.move([back])]) { $0.feature.apply(.rowsMoved(back)) }
    list.end(.move([back]), .feature(.table(.moveCompleted([back]))), starts: [.loadProducts]) {
      $0.feature.apply(.moveCompleted([back]))
      $0.feature.listStatus = .loading
    }
    list.end(.loadProducts, .feature(.productsLoaded([lamp, chair]))) {
      $0.feature.listStatus = .loaded
      $0.feature.apply(.view(.rowsReplaced([lamp, chair])))
    }
    list.send(.undo) { $0.feature.apply(.revertTapped("p1")) }
    #expect(list.state.feature == ProductListFeature.State(products: [lamp, chair]))
    list.finish()
  }

  @Test func `typing in one field is one undo step, which is deferred during the discard confirmation`() {
    let list = makeList(selecting: [])
    list.send(.feature(.rowTapped("p1"))) { $0.feature.editor.sheet = .open(product: lamp) }
    for name in ["D", "De", "Desk"] {
      list.send(.feature(.editor(.form(.changed("name", to: name))))) { $0.feature.editor.sheet.form?.enterName(name) }
    }
    list.send(.feature(.editor(.form(.changed("price", to: Money.zero))))) {
      $0.feature.editor.sheet.form?.enterPrice("0.00")
    }
    list.send(.undo) { $0.feature.editor.sheet.form?.restorePrice(.value(Money(cents: 1999).value)) }
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.editor.sheet.form?.notice = .confirmingDiscard() }
    list.send(.undo)
    list.send(.feature(.editor(.form(.keepEditingTapped)))) { $0.feature.editor.sheet.form?.notice = nil }
    list.send(.undo) { $0.feature.editor.sheet.form?.restoreName("Lamp") }
    list.send(.redo) { $0.feature.editor.sheet.form?.restoreName("Desk") }
    list.send(.redo) { $0.feature.editor.sheet.form?.restorePrice(.typed("0.00", as: Money.zero.value)) }
    list.send(.feature(.editor(.form(.revertTapped)))) { $0.feature.editor.sheet = .open(product: lamp) }
    list.send(.undo) {
      $0.feature.editor.sheet.form?.restoreName("Desk")
      $0.feature.editor.sheet.form?.restorePrice(.typed("0.00", as: Money.zero.value))
    }
    list.finish()
  }

  @Test func `law 5: undo restores a discarded draft, and redo discards it again`() {
    let list = makeList(selecting: [])
    list.send(.feature(.rowTapped("p1"))) { $0.feature.editor.sheet = .open(product: lamp) }
    list.send(.feature(.editor(.form(.changed("name", to: "Desk lamp"))))) {
      $0.feature.editor.sheet.form?.enterName("Desk lamp")
    }
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.editor.sheet.form?.notice = .confirmingDiscard() }
    list.send(.feature(.editor(.form(.discardTapped)))) { $0.feature.editor.sheet = .closed }
    list.send(.feature(.rowTapped("p2"))) { $0.feature.editor.sheet = .open(product: chair) }
    // The undo is deferred while another sheet is open.
    list.send(.undo)
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.editor.sheet = .closed }
    list.send(.undo) { $0.feature.editor.sheet = .open(product: lamp, form: .init(lamp).typing(deskLamp)) }
    list.send(.redo) { $0.feature.editor.sheet = .closed }
    list.send(.undo) { $0.feature.editor.sheet = .open(product: lamp, form: .init(lamp).typing(deskLamp)) }
    list.send(.undo) { $0.feature.editor.sheet.form?.restoreName("Lamp") }
    list.finish()
  }

  @Test func `edits in one sheet are never undone in another`() {
    let list = makeList(selecting: [])
    list.send(.feature(.rowTapped("p1"))) { $0.feature.editor.sheet = .open(product: lamp) }
    list.send(.feature(.editor(.form(.changed("name", to: "Desk lamp"))))) {
      $0.feature.editor.sheet.form?.enterName("Desk lamp")
    }
    list.send(.feature(.editor(.form(.saveTapped))), starts: [.editor(saveDeskLamp)]) {
      $0.feature.editor.sheet.save()
    }
    list.end(.editor(saveDeskLamp), .feature(.editor(.saved(deskLamp.stored())))) {
      $0.feature.apply(.view(.rowUpserted(deskLamp.stored())))
      $0.feature.editor.sheet = .closed
    }
    list.send(.feature(.rowTapped("p2"))) { $0.feature.editor.sheet = .open(product: chair) }
    list.send(.undo)
    list.finish()
  }

  @MainActor @Test func `law 5: deleted products are restored in a store in memory in spite of its faults`() async {
    let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))
    let store = Store(
      list, state: .init(.init()),
      handler: UndoEffectHandler<ProductListFeature, _>(ProductListHandler(store: products)))
    store.send(.feature(.appeared))
    await store.waitUntilIdle()
    await products.inject([.responseLost(.offline)])
    store.send(.feature(.table(.view(.selection(.allSelected)))))
    store.send(.feature(.table(.deleteTapped)))
    await store.waitUntilIdle()
    #expect(await products.database.products == [])
    // The loaded list shows which products have to be restored.
    store.send(.feature(.reloadTapped))
    await store.waitUntilIdle()
    await products.inject([.responseLost(.offline)])
    store.send(.undo)
    await store.waitUntilIdle()
    store.send(.feature(.table(.restoreTapped(nil))))
    await store.waitUntilIdle()
    #expect(Set(await products.database.products.map(\.name)) == ["Lamp", "Chair"])
    #expect(store.state.feature.table.deletions.isEmpty)
  }
}

extension Product {
  /// The product as the store accepts it when a deletion is undone.
  fileprivate var asNewProduct: Product {
    var product = self
    product.version = 0
    return product
  }
}
