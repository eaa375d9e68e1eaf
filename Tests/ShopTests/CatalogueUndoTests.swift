import Forms
import Loop
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// What is done in the list can be undone, and the world is asked for what that takes.
@Suite struct CatalogueUndoTests {
  private typealias Deletion = Catalogue.Deletion

  private let list = Undoing(Catalogue())
  private let again = lamp.unstored
  private var back: Product { lamp.inserted(place: 3) }

  /// A list of a lamp and a chair of which these are selected.
  private func aList(selecting ids: Set<Product.ID> = ["p1"]) -> TestStore<Undoing<Catalogue>> {
    var state = Catalogue.State(products: [lamp, chair])
    state.selection = Selection(ids)
    let store = TestStore(list, state: .init(state), name: "Catalogue with undo")
    // What the history holds is looked at where a test is about it.
    store.ignoreState("history", \.history)
    return store
  }

  @Test func `law 5: a deleted product comes back, and goes again`() {
    let list = aList()
    list.send(.feature(.deleteTapped), starts: [.delete("p1")]) { $0.feature.deletions["p1"] = .deleting }
    list.end(.delete("p1"), .feature(.deleted("p1"))) {
      $0.feature.editor.products = [chair]
      $0.feature.selection = Selection()
      $0.feature.deletions = [:]
    }
    list.send(.undo, starts: [.restore(again)]) { $0.feature.deletions["p1"] = .restoring(again) }
    list.end(.restore(again), .feature(.restored(back))) {
      $0.feature.editor.products = [chair, back]
      $0.feature.deletions = [:]
    }
    list.send(.undo)
    list.send(.redo, starts: [.delete("p1")]) { $0.feature.deletions["p1"] = .deleting }
    list.end(.delete("p1"), .feature(.deleted("p1"))) {
      $0.feature.editor.products = [chair]
      $0.feature.deletions = [:]
    }
    list.finish()
  }

  @Test func `law 5: a deletion is undone before its answer, after it failed, and once more when that fails`() {
    let list = aList()
    list.send(.feature(.deleteTapped), starts: [.delete("p1")]) { $0.feature.deletions["p1"] = .deleting }
    list.send(.undo) { $0.feature.deletions["p1"] = .deletingThenRestoring(again) }
    list.send(.redo) { $0.feature.deletions["p1"] = .deleting }
    list.send(.undo) { $0.feature.deletions["p1"] = .deletingThenRestoring(again) }
    // The deed may have been done: only storing it again tells.
    list.end(
      .delete("p1"), .feature(.deleteFailed("p1", .offline)), starts: [.restore(again)], queues: [.restore(again)]
    ) {
      $0.feature.deletions["p1"] = .restoring(again)
    }
    list.end(.restore(again), .feature(.restoreFailed("p1", .offline))) {
      $0.feature.deletions["p1"] = .notRestored(again, .offline)
    }
    list.send(.feature(.restoreTapped("p1")), starts: [.restore(again)]) {
      $0.feature.deletions["p1"] = .restoring(again)
    }
    list.send(.redo) { $0.feature.deletions["p1"] = .restoringThenDeleting(again) }
    list.send(.undo) { $0.feature.deletions["p1"] = .restoring(again) }
    list.end(.restore(again), .feature(.restoreFailed("p1", .conflict(current: lamp)))) { $0.feature.deletions = [:] }
    expectSnapshot(list.finish(), ShopSnapshot.deletionUndone)
  }

  @Test func `law 5: of two drafts that were discarded in one group, the one that has no room yet waits`() {
    var state = Undoing<Catalogue>.State(.init(products: [lamp, chair]))
    func draft(_ id: Product.ID, _ name: String) -> [Undoing<Catalogue>.Action] {
      [.rowTapped(id), .form(.nameChanged(name)), .form(.cancelTapped), .form(.discardTapped)].map {
        .feature(.editor($0))
      }
    }
    for action in [.groupOpened(.deleting)] + draft("p1", "AAA") + draft("p2", "BBB") + [.groupClosed, .undo] {
      _ = list.reduce(&state, action)
    }
    // The sheet of the second is in the way of the first one's.
    #expect(state.feature.editor.sheet.isOpen(on: "p2"))
    #expect("\(state.history)".contains("AAA"), "what was typed first can still be had back")
  }

  @Test func `several that were deleted at once come back at once, in their order`() {
    let list = aList(selecting: ["p1", "p2"])
    list.send(.feature(.deleteTapped), starts: [.delete("p1"), .delete("p2")]) {
      $0.feature.deletions = ["p1": .deleting, "p2": .deleting]
    }
    for id: Product.ID in ["p2", "p1"] {
      list.end(.delete(id), .feature(.deleted(id))) {
        $0.feature.editor.products.removeAll { $0.id == id }
        $0.feature.selection.forget(id)
        $0.feature.deletions[id] = nil
      }
    }
    list.send(.undo, starts: [.restore(again), .restore(chair.unstored)]) {
      $0.feature.deletions = ["p1": .restoring(again), "p2": .restoring(chair.unstored)]
    }
    for product in [back, chair.inserted(place: 4)] {
      let asked = product.id == "p1" ? again : chair.unstored
      list.end(.restore(asked), .feature(.restored(product))) {
        $0.feature.editor.products.append(product)
        $0.feature.deletions[product.id] = nil
      }
    }
    list.finish()
  }

  @Test func `what was being saved when it was deleted comes back as it was saved`() {
    var state = Catalogue.State(products: [lamp])
    state.editor.sheet = .open(product: lamp, form: .init(lamp).typing(desk).saving)
    state.selection = Selection(["p1"])
    #expect(
      Catalogue().compensation(of: .deleteTapped, in: state)
        == .actions([.takenBack(.deletion([desk.unstored]))], of: .deleting))
  }

  @Test func `a deletion that failed and was read again is nothing to undo`() {
    var state = Undoing<Catalogue>.State(.init(products: [lamp]))
    for action: Catalogue.Action in [
      .selection(.pressed("p1")), .deleteTapped, .deleteFailed("p1", .offline), .editor(.productsLoaded([lamp])),
    ] {
      _ = list.reduce(&state, .feature(action))
    }
    #expect(list.changeToUndo(in: state) == .selecting)
  }

  @Test func `a reading that may be older than a deed in doubt is asked for again`() {
    let list = aList()
    list.send(.feature(.editor(.reloadTapped)), starts: [.editor(.loadProducts)]) {
      $0.feature.editor.list = .reading
    }
    list.send(.feature(.deleteTapped), starts: [.delete("p1")]) { $0.feature.deletions["p1"] = .deleting }
    list.end(
      .delete("p1"), .feature(.deleteFailed("p1", .offline)), starts: [.editor(.loadProducts)],
      cancels: [.editor(.loadProducts)]
    ) { $0.feature.deletions["p1"] = .failed(.offline) }
    list.end(.editor(.loadProducts), .feature(.editor(.productsLoaded([chair])))) {
      $0.feature.editor.products = [chair]
      $0.feature.editor.list = .read
      $0.feature.selection = Selection()
      $0.feature.deletions = [:]
    }
    list.send(.undo, starts: [.restore(again)]) { $0.feature.deletions["p1"] = .restoring(again) }
    list.end(.restore(again), .feature(.restored(back))) {
      $0.feature.editor.products = [chair, back]
      $0.feature.deletions = [:]
    }
    list.finish()
  }

  @Test func `sorting and selecting are undone one by one`() {
    let list = aList(selecting: [])
    list.send(.feature(.sortTapped(.name))) { $0.feature.order = ProductOrder(.name) }
    list.send(.feature(.selection(.toggled("p1")))) { $0.feature.selection = Selection(["p1"], anchor: "p1") }
    list.send(.feature(.selection(.allPressed))) { $0.feature.selection = Selection(["p1", "p2"], anchor: "p1") }
    list.send(.feature(.selection(.pressed("p2")))) { $0.feature.selection = Selection(["p2"], anchor: "p2") }
    list.send(.undo) { $0.feature.selection = Selection(["p1", "p2"], anchor: "p1") }
    list.send(.undo) { $0.feature.selection = Selection(["p1"], anchor: "p1") }
    list.send(.undo) { $0.feature.selection = Selection() }
    list.send(.undo) { $0.feature.order = ProductOrder() }
    list.send(.redo) { $0.feature.order = ProductOrder(.name) }
    list.send(.redo) { $0.feature.selection = Selection(["p1"], anchor: "p1") }
    list.finish()
  }

  @Test func `what is typed in one field is one step, and waits while the draft is asked about or saved`() {
    let list = aList(selecting: [])
    list.send(.feature(.editor(.rowTapped("p1")))) { $0.feature.editor.sheet = .open(product: lamp) }
    for name in ["D", "De", "Desk"] {
      list.send(.feature(.editor(.form(.nameChanged(name))))) { $0.feature.editor.sheet.fill(.typed("name", name)) }
    }
    list.send(.feature(.editor(.form(.priceChanged(.zero))))) { $0.feature.editor.sheet.fill(.typed("price", "0.00")) }
    list.send(.undo) { $0.feature.editor.sheet.fill(.restored(["price": .value(19.99)])) }
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.editor.sheet.form?.notice = .asking() }
    list.send(.undo)
    list.send(.feature(.editor(.form(.keepEditingTapped)))) { $0.feature.editor.sheet.form?.notice = nil }
    list.send(.undo) { $0.feature.editor.sheet.fill(.restored(["name": .value("Lamp")])) }
    list.send(.redo) { $0.feature.editor.sheet.fill(.typed("name", "Desk")) }
    list.send(.redo) { $0.feature.editor.sheet.fill(.typed("price", "0.00")) }
    list.send(.feature(.editor(.form(.revertTapped)))) { $0.feature.editor.sheet = .open(product: lamp) }
    list.send(.undo) {
      $0.feature.editor.sheet.fill(.restored(["name": .value("Desk"), "price": .typed("0.00", as: 0.0)]))
    }
    list.finish()
  }

  @Test func `law 5: a draft that was thrown away comes back, and goes again`() {
    let list = aList(selecting: [])
    list.send(.feature(.editor(.rowTapped("p1")))) { $0.feature.editor.sheet = .open(product: lamp) }
    list.send(.feature(.editor(.form(.nameChanged("Desk lamp"))))) {
      $0.feature.editor.sheet.fill(.typed("name", "Desk lamp"))
    }
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.editor.sheet.form?.notice = .asking() }
    list.send(.feature(.editor(.form(.discardTapped)))) { $0.feature.editor.sheet = .closed }
    list.send(.feature(.editor(.rowTapped("p2")))) { $0.feature.editor.sheet = .open(product: chair) }
    // It waits until no other sheet is in its place.
    list.send(.undo)
    list.send(.feature(.editor(.form(.cancelTapped)))) { $0.feature.editor.sheet = .closed }
    list.send(.undo) { $0.feature.editor.sheet = .open(product: lamp, form: .init(lamp).typing(desk)) }
    list.send(.redo) { $0.feature.editor.sheet = .closed }
    list.send(.undo) { $0.feature.editor.sheet = .open(product: lamp, form: .init(lamp).typing(desk)) }
    list.send(.undo) { $0.feature.editor.sheet.fill(.restored(["name": .value("Lamp")])) }
    list.finish()
  }

  @Test func `what was typed in one sheet is never typed back in another`() {
    let list = aList(selecting: [])
    list.send(.feature(.editor(.rowTapped("p1")))) { $0.feature.editor.sheet = .open(product: lamp) }
    list.send(.feature(.editor(.form(.nameChanged("Desk lamp"))))) {
      $0.feature.editor.sheet.fill(.typed("name", "Desk lamp"))
    }
    list.send(.feature(.editor(.form(.saveTapped))), starts: [.editor(saveDesk)]) {
      $0.feature.editor.sheet.save()
    }
    list.end(.editor(saveDesk), .feature(.editor(.saved(desk.stored())))) {
      $0.feature.editor.products = [desk.stored(), chair]
      $0.feature.editor.sheet = .closed
    }
    list.send(.feature(.editor(.rowTapped("p2")))) { $0.feature.editor.sheet = .open(product: chair) }
    list.send(.undo)
    list.finish()
  }

  @MainActor @Test func `law 5: on a store in memory what was deleted comes back, even over its faults`() async {
    let products = MemoryProductStore(ShopWorld(products: [lamp, chair]))
    let store = Store(
      list, state: .init(.init()), handler: UndoingHandler<Catalogue, _>(CatalogueHandler(store: products)))
    store.send(.feature(.editor(.appeared)))
    await store.settle()
    await products.inject([.answerLost(.offline), .refused(.offline), .answerLost(.offline)])
    store.send(.feature(.selection(.allPressed)))
    store.send(.feature(.deleteTapped))
    await store.settle()
    #expect(await products.world.products == [chair])
    store.send(.undo)
    await store.settle()
    for id in store.state.feature.deletions.keys { store.send(.feature(.restoreTapped(id))) }
    await store.settle()
    #expect(Set(await products.world.products.map(\.name)) == ["Lamp", "Chair"])
    #expect(store.state.feature.deletions.isEmpty)
  }
}

extension Product {
  /// As it is asked for when it is deleted and shall be there again.
  fileprivate var unstored: Product {
    var product = self
    product.version = 0
    return product
  }
}
