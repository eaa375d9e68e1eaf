import Forms
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// What is done in the list can be undone, and the world is asked for what that takes.
@Suite struct ProductListUndoTests {
  private let list = UndoFeature(ProductListFeature())
  private let again = TableFeature<Product>.PositionedRow(lamp.asNewProduct, .end, isSelected: true)
  private var reinsertedLamp: Product { lamp.inserted(position: 3) }

  /// A list of a lamp and a chair of which these are selected.
  private func makeList(selecting ids: Set<Product.ID> = ["p1"]) -> TestStore<UndoFeature<ProductListFeature>> {
    let state = ProductListFeature.State(products: [lamp, chair]).selecting(ids)
    let store = TestStore(list, state: .init(state), name: "Catalogue with undo")
    // What the history holds is looked at where a test is about it.
    store.ignoreState("history", \.history)
    return store
  }

  private func storedProducts(_ product: Product) -> TableFeature<Product>.PositionedRow {
    .init(product, .end, isSelected: true)
  }

  @Test func `law 5: a deleted product comes back, selected as it was, and goes again`() {
    let list = makeList()
    list.send(.feature(.table(.deleteTapped)), starts: [.delete("p1")]) { $0.feature.apply(.deleteTapped) }
    list.end(.delete("p1"), .feature(.table(.deleted(["p1"])))) { $0.feature.apply(.deleted(["p1"])) }
    #expect(list.state.feature.products == [chair])
    list.send(.undo, starts: [.restore(again)]) { $0.feature.apply(.takenBack(.deletion([again]))) }
    list.end(.restore(again), .feature(.table(.restored([storedProducts(reinsertedLamp)])))) {
      $0.feature.apply(.restored([storedProducts(reinsertedLamp)]))
    }
    #expect(list.state.feature.products == [chair, reinsertedLamp])
    #expect(list.state.feature.selected == ["p1"])
    list.send(.undo)
    list.send(.redo, starts: [.delete("p1")]) { $0.feature.apply(.rowsDeleted(["p1"])) }
    list.end(.delete("p1"), .feature(.table(.deleted(["p1"])))) { $0.feature.apply(.deleted(["p1"])) }
    #expect(list.state.feature.products == [chair])
    list.finish()
  }

  @Test func `law 5: a deletion is undone before its answer, after it failed, and once more when that fails`() {
    let list = makeList()
    let reason = "\(ProductStoreError.offline)"
    list.send(.feature(.table(.deleteTapped)), starts: [.delete("p1")]) { $0.feature.apply(.deleteTapped) }
    list.send(.undo, queues: [.restore(again)]) { $0.feature.apply(.takenBack(.deletion([again]))) }
    // What is under way is not deleted again.
    list.send(.redo)
    // It may have been deleted: only storing it again tells.
    list.end(.delete("p1"), .feature(.table(.deleteFailed(["p1"], reason))), starts: [.restore(again)])
    #expect(list.state.feature.table.errands == ["p1": .restoring(again)])
    list.end(.restore(again), .feature(.table(.restoreFailed([again], reason)))) {
      $0.feature.apply(.restoreFailed([again], reason))
    }
    #expect(list.state.feature.table.errands == ["p1": .notRestored(again, reason)])
    list.send(.feature(.table(.restoreTapped("p1"))), starts: [.restore(again)]) {
      $0.feature.apply(.restoreTapped("p1"))
    }
    let answer = ProductListFeature.Effect.restore(again).failureAction(.conflict(current: lamp))
    list.end(.restore(again), .feature(answer)) { $0.feature.apply(.restored([storedProducts(lamp)])) }
    #expect(list.state.feature == ProductListFeature.State(products: [lamp, chair]).selecting(["p1"]))
    expectSnapshot(list.finish(), ShopSnapshot.deletionUndone)
  }

  @Test func `law 5: what could not be restored can be, after the list was read without it`() {
    let list = makeList()
    let reason = "\(ProductStoreError.offline)"
    list.send(.feature(.table(.deleteTapped)), starts: [.delete("p1")]) { $0.feature.apply(.deleteTapped) }
    list.end(.delete("p1"), .feature(.table(.deleted(["p1"])))) { $0.feature.apply(.deleted(["p1"])) }
    list.send(.undo, starts: [.restore(again)]) { $0.feature.apply(.takenBack(.deletion([again]))) }
    list.end(.restore(again), .feature(.table(.restoreFailed([again], reason)))) {
      $0.feature.apply(.restoreFailed([again], reason))
    }
    list.send(.feature(.editor(.reloadTapped)), starts: [.editor(.loadProducts)]) { $0.feature.list = .reading }
    list.end(.editor(.loadProducts), .feature(.editor(.productsLoaded([chair])))) { $0.feature.list = .read }
    list.send(.feature(.table(.restoreTapped("p1"))), starts: [.restore(again)]) {
      $0.feature.apply(.restoreTapped("p1"))
    }
    list.end(.restore(again), .feature(.table(.restored([storedProducts(reinsertedLamp)])))) {
      $0.feature.apply(.restored([storedProducts(reinsertedLamp)]))
    }
    #expect(list.state.feature.products == [chair, reinsertedLamp])
    list.finish()
  }

  @Test func `law 5: of two drafts that were discarded in one group, the one that has no room yet waits`() {
    var state = UndoFeature<ProductListFeature>.State(.init(products: [lamp, chair]))
    func draft(_ id: Product.ID, _ name: String) -> [UndoFeature<ProductListFeature>.Action] {
      [.rowTapped(id), .form(.nameChanged(name)), .form(.cancelTapped), .form(.discardTapped)].map {
        .feature(.editor($0))
      }
    }
    for action in [.groupOpened(.table(.deleting))] + draft("p1", "AAA") + draft("p2", "BBB") + [.groupClosed, .undo] {
      _ = list.reduce(&state, action)
    }
    // The sheet of the second is in the way of the first one's.
    #expect(state.feature.sheet.isOpen(for: "p2"))
    #expect("\(state.history)".contains("AAA"), "what was typed first can still be had back")
  }

  @Test func `several that were deleted at once come back at once, in the order in which they are stored`() {
    let list = makeList(selecting: ["p1", "p2"])
    let others = TableFeature<Product>.PositionedRow(chair.asNewProduct, .end, isSelected: true)
    list.send(.feature(.table(.deleteTapped)), starts: [.delete("p1"), .delete("p2")]) {
      $0.feature.apply(.deleteTapped)
    }
    for id: Product.ID in ["p2", "p1"] {
      list.end(.delete(id), .feature(.table(.deleted([id])))) { $0.feature.apply(.deleted([id])) }
    }
    list.send(.undo, starts: [.restore(again), .restore(others)]) {
      $0.feature.apply(.takenBack(.deletion([again, others])))
    }
    // The chair was stored behind the lamp, and its answer comes first.
    let second = chair.inserted(position: 4)
    list.end(.restore(others), .feature(.table(.restored([storedProducts(second)])))) {
      $0.feature.apply(.restored([storedProducts(second)]))
    }
    list.end(.restore(again), .feature(.table(.restored([storedProducts(reinsertedLamp)])))) {
      $0.feature.apply(.rowPut(reinsertedLamp, before: "p2"))
      $0.feature.apply(.restored([storedProducts(reinsertedLamp)]))
    }
    #expect(list.state.feature.products == [reinsertedLamp, second])
    list.finish()
  }

  @Test func `what was being saved when it was deleted comes back as it was saved`() {
    var state = ProductListFeature.State(products: [lamp]).selecting(["p1"])
    state.sheet = .open(product: lamp, form: .init(lamp).typing(desk).saving)
    #expect(
      ProductListFeature().compensation(of: .table(.deleteTapped), in: state)
        == .actions([.table(.takenBack(.deletion([storedProducts(desk.asNewProduct)])))], of: .table(.deleting)))
  }

  @Test func `a deletion that failed is undone when the list has been read: not at all if the product is there`() {
    var state = UndoFeature<ProductListFeature>.State(.init(products: [lamp]))
    func take(_ actions: ProductListFeature.Action...) {
      for action in actions { _ = list.reduce(&state, .feature(action)) }
    }
    take(.table(.selection(.pressed("p1"))), .table(.deleteTapped), .table(.deleteFailed(["p1"], "offline")))
    #expect(list.changeToUndo(in: state) == nil)
    var isGone = state
    take(.editor(.productsLoaded([lamp])))
    #expect(list.changeToUndo(in: state) == .selecting)
    _ = list.reduce(&isGone, .feature(.editor(.productsLoaded([]))))
    #expect(list.changeToUndo(in: isGone) == .table(.deleting))
  }

  @Test func `a reading that may be older than a deed in doubt is asked for again`() {
    let list = makeList()
    list.send(.feature(.editor(.reloadTapped)), starts: [.editor(.loadProducts)]) { $0.feature.list = .reading }
    list.send(.feature(.table(.deleteTapped)), starts: [.delete("p1")]) { $0.feature.apply(.deleteTapped) }
    list.end(
      .delete("p1"), .feature(.table(.deleteFailed(["p1"], "offline"))), starts: [.editor(.loadProducts)],
      cancels: [.editor(.loadProducts)]
    ) { $0.feature.apply(.deleteFailed(["p1"], "offline")) }
    list.end(.editor(.loadProducts), .feature(.editor(.productsLoaded([chair])))) {
      $0.feature.list = .read
      $0.feature.apply(.rowsReplaced([chair]))
    }
    list.send(.undo, starts: [.restore(again)]) { $0.feature.apply(.takenBack(.deletion([again]))) }
    list.end(.restore(again), .feature(.table(.restored([storedProducts(reinsertedLamp)])))) {
      $0.feature.apply(.restored([storedProducts(reinsertedLamp)]))
    }
    #expect(list.state.feature.products == [chair, reinsertedLamp])
    list.finish()
  }

  @Test func `sorting and selecting are undone one by one`() {
    let list = makeList(selecting: [])
    func send(_ action: TableFeature<Product>.Action) {
      list.send(.feature(.table(action))) { $0.feature.apply(action) }
    }
    send(.titlePressed("name"))
    send(.selection(.toggled("p1")))
    send(.keyPressed(TableKey(.letters("a"), control: true)))
    #expect(list.state.feature.selected == ["p1", "p2"])
    let all = list.state.feature.table.selection
    send(.selection(.pressed("p2")))
    list.send(.undo) { $0.feature.apply(.selection(.restored(all))) }
    #expect(list.state.feature.selected == ["p1", "p2"])
    list.send(.undo) { $0.feature.apply(.selection(.written(["p1"]))) }
    list.send(.undo) { $0.feature.apply(.selection(.cleared)) }
    list.send(.undo) { $0.feature.apply(.sortSet([])) }
    list.send(.undo)
    list.send(.redo) { $0.feature.apply(.sortSet([SortKey("name")])) }
    list.send(.redo) { $0.feature.apply(.selection(.restored(RowSelection(["p1"], anchor: "p1")))) }
    list.finish()
  }

  @Test func `what was edited in the table is undone as any table undoes it`() {
    let list = makeList(selecting: [])
    list.send(.feature(.table(.cellSet("p1", "name", "Desk lamp")))) {
      $0.feature.apply(.cellSet("p1", "name", "Desk lamp"))
    }
    list.send(.feature(.table(.rowsMoved(.init(["p1"], .end)))), starts: [.move(.init(["p1"], .end))]) {
      $0.feature.apply(.rowsMoved(.init(["p1"], .end)))
    }
    list.end(
      .move(.init(["p1"], .end)), .feature(.table(.moved(.init(["p1"], .end)))), starts: [.editor(.loadProducts)]
    ) {
      $0.feature.apply(.moved(.init(["p1"], .end)))
      $0.feature.list = .reading
    }
    #expect(list.state.feature.products.map(\.id) == ["p2", "p1"])
    let placed = [chair, lamp].enumerated().map { index, product in
      var placed = product
      placed.place = index + 1
      return placed
    }
    list.end(.editor(.loadProducts), .feature(.editor(.productsLoaded(placed)))) {
      $0.feature.list = .read
      $0.feature.apply(.rowsReplaced(placed))
    }
    let back = TableFeature<Product>.Move(["p1"], before: "p2")
    list.send(.undo, starts: [.move(back)]) { $0.feature.apply(.rowsMoved(back)) }
    list.end(.move(back), .feature(.table(.moved(back))), starts: [.editor(.loadProducts)]) {
      $0.feature.apply(.moved(back))
      $0.feature.list = .reading
    }
    list.end(.editor(.loadProducts), .feature(.editor(.productsLoaded([lamp, chair])))) {
      $0.feature.list = .read
      $0.feature.apply(.rowsReplaced([lamp, chair]))
    }
    list.send(.undo) { $0.feature.apply(.revertTapped("p1")) }
    #expect(list.state.feature == ProductListFeature.State(products: [lamp, chair]))
    list.finish()
  }

  @Test func `what is typed in one field is one step, and waits while the draft is asked about or saved`() {
    let list = makeList(selecting: [])
    list.send(.feature(.editor(.rowTapped("p1")))) { $0.feature.sheet = .open(product: lamp) }
    for name in ["D", "De", "Desk"] {
      list.send(.feature(.editor(.form(.nameChanged(name))))) { $0.feature.sheet.fill(.typed("name", name)) }
    }
    list.send(.feature(.editor(.form(.priceChanged(.zero))))) { $0.feature.sheet.fill(.typed("price", "0.00")) }
    list.send(.undo) { $0.feature.sheet.fill(.restored(["price": .value(19.99)])) }
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.sheet.form?.notice = .asking() }
    list.send(.undo)
    list.send(.feature(.editor(.form(.keepEditingTapped)))) { $0.feature.sheet.form?.notice = nil }
    list.send(.undo) { $0.feature.sheet.fill(.restored(["name": .value("Lamp")])) }
    list.send(.redo) { $0.feature.sheet.fill(.typed("name", "Desk")) }
    list.send(.redo) { $0.feature.sheet.fill(.typed("price", "0.00")) }
    list.send(.feature(.editor(.form(.revertTapped)))) { $0.feature.sheet = .open(product: lamp) }
    list.send(.undo) {
      $0.feature.sheet.fill(.restored(["name": .value("Desk"), "price": .typed("0.00", as: 0.0)]))
    }
    list.finish()
  }

  @Test func `law 5: a draft that was thrown away comes back, and goes again`() {
    let list = makeList(selecting: [])
    list.send(.feature(.editor(.rowTapped("p1")))) { $0.feature.sheet = .open(product: lamp) }
    list.send(.feature(.editor(.form(.nameChanged("Desk lamp"))))) {
      $0.feature.sheet.fill(.typed("name", "Desk lamp"))
    }
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.sheet.form?.notice = .asking() }
    list.send(.feature(.editor(.form(.discardTapped)))) { $0.feature.sheet = .closed }
    list.send(.feature(.editor(.rowTapped("p2")))) { $0.feature.sheet = .open(product: chair) }
    // It waits until no other sheet is in its place.
    list.send(.undo)
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.sheet = .closed }
    list.send(.undo) { $0.feature.sheet = .open(product: lamp, form: .init(lamp).typing(desk)) }
    list.send(.redo) { $0.feature.sheet = .closed }
    list.send(.undo) { $0.feature.sheet = .open(product: lamp, form: .init(lamp).typing(desk)) }
    list.send(.undo) { $0.feature.sheet.fill(.restored(["name": .value("Lamp")])) }
    list.finish()
  }

  @Test func `what was typed in one sheet is never typed back in another`() {
    let list = makeList(selecting: [])
    list.send(.feature(.editor(.rowTapped("p1")))) { $0.feature.sheet = .open(product: lamp) }
    list.send(.feature(.editor(.form(.nameChanged("Desk lamp"))))) {
      $0.feature.sheet.fill(.typed("name", "Desk lamp"))
    }
    list.send(.feature(.editor(.form(.saveTapped))), starts: [.editor(saveDesk)]) {
      $0.feature.sheet.save()
    }
    list.end(.editor(saveDesk), .feature(.editor(.saved(desk.stored())))) {
      $0.feature.apply(.rowPut(desk.stored()))
      $0.feature.sheet = .closed
    }
    list.send(.feature(.editor(.rowTapped("p2")))) { $0.feature.sheet = .open(product: chair) }
    list.send(.undo)
    list.finish()
  }

  @MainActor @Test func `law 5: on a store in memory what was deleted comes back, even over its faults`() async {
    let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))
    let store = Store(
      list, state: .init(.init()), handler: UndoHandler<ProductListFeature, _>(ProductListHandler(store: products)))
    store.send(.feature(.editor(.appeared)))
    await store.waitUntilIdle()
    await products.inject([.answerLost(.offline), .refused(.offline)])
    store.send(.feature(.table(.selection(.allPressed))))
    store.send(.feature(.table(.deleteTapped)))
    await store.waitUntilIdle()
    #expect(await products.world.products == [chair])
    // What has to come back is known when the list has been read.
    store.send(.feature(.editor(.reloadTapped)))
    await store.waitUntilIdle()
    await products.inject([.answerLost(.offline)])
    store.send(.undo)
    await store.waitUntilIdle()
    store.send(.feature(.table(.restoreTapped(nil))))
    await store.waitUntilIdle()
    #expect(Set(await products.world.products.map(\.name)) == ["Lamp", "Chair"])
    #expect(store.state.feature.table.errands.isEmpty)
  }
}

extension Product {
  /// As it is asked for when it is deleted and shall be there again.
  fileprivate var asNewProduct: Product {
    var product = self
    product.version = 0
    return product
  }
}
