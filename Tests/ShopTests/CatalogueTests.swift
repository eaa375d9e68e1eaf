import Forms
import Loop
import LoopHistory
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// The list: selection by identity, sorting, deleting.
@Suite struct CatalogueTests {
  private let stool = Product(id: "p4", name: "Stool", price: Money(cents: 3900), place: 3, version: 1)

  @Test func `law 8: a selection is of things: it survives sorting, and forgets only what is gone`() {
    let list = TestStore(Catalogue(), state: .init(products: [lamp, chair, stool]))
    list.send(.selection(.pressed("p1"))) { $0.selection = Selection(["p1"], anchor: "p1") }
    list.send(.sortTapped(.name)) { $0.order = ProductOrder(.name) }
    // In the order that is seen: Chair, Lamp, Stool.
    list.send(.selection(.extended(to: "p4"))) { $0.selection = Selection(["p1", "p4"], anchor: "p1") }
    list.send(.sortTapped(.price)) { $0.order = ProductOrder(.price) }
    list.send(.sortTapped(.price)) { $0.order = ProductOrder(.price, isDescending: true) }
    list.send(.selection(.toggled("p2"))) { $0.selection = Selection(["p1", "p2", "p4"], anchor: "p2") }
    list.send(.selection(.toggled("p2"))) { $0.selection = Selection(["p1", "p4"], anchor: "p2") }
    list.send(.deleteTapped, starts: [.delete("p4"), .delete("p1")]) {
      $0.deletions = ["p1": .deleting, "p4": .deleting]
    }
    list.end(.delete("p1"), .deleteFailed("p1", .offline)) { $0.deletions["p1"] = .failed(.offline) }
    list.end(.delete("p4"), .deleted("p4")) {
      $0.editor.products = [lamp, chair]
      $0.deletions["p4"] = nil
      $0.selection = Selection(["p1"], anchor: "p2")
    }
    list.send(.editor(.reloadTapped), starts: [.editor(.loadProducts)]) { $0.editor.list = .reading }
    list.end(.editor(.loadProducts), .editor(.productsLoaded([chair]))) {
      $0.editor.products = [chair]
      $0.editor.list = .read
      $0.selection = Selection([], anchor: "p2")
      $0.deletions = [:]
    }
    expectSnapshot(list.finish(), ShopSnapshot.selectionOverSortAndDelete)
  }

  @Test func `what is not there cannot be selected`() {
    let list = TestStore(Catalogue(), state: .init(products: [lamp]))
    list.send(.selection(.pressed("p9")))
    list.send(.selection(.toggled("p9")))
    list.send(.selection(.extended(to: "p9")))
    list.send(.selection(.allPressed)) { $0.selection = Selection(["p1"]) }
    list.send(.selection(.cleared)) { $0.selection = Selection() }
    list.send(.deleteTapped)
    list.finish()
  }

  @Test func `a deletion under way is not asked for twice`() {
    let list = TestStore(Catalogue(), state: .init(products: [lamp]))
    list.send(.selection(.pressed("p1"))) { $0.selection = Selection(["p1"], anchor: "p1") }
    list.send(.deleteTapped, starts: [.delete("p1")]) { $0.deletions = ["p1": .deleting] }
    list.send(.deleteTapped)
    list.end(.delete("p1"), .deleteFailed("p1", .offline)) { $0.deletions = ["p1": .failed(.offline)] }
    list.send(.deleteTapped, starts: [.delete("p1")]) { $0.deletions = ["p1": .deleting] }
    list.end(.delete("p1"), .deleted("p1")) {
      $0.editor.products = []
      $0.selection = Selection()
      $0.deletions = [:]
    }
    list.finish()
  }

  @Test func `law 6: a reading asked for before a deletion and answered after it does not bring the product back`() {
    let list = TestStore(Catalogue(), state: .init(products: [lamp]))
    list.send(.selection(.pressed("p1"))) { $0.selection = Selection(["p1"], anchor: "p1") }
    list.send(.editor(.reloadTapped), starts: [.editor(.loadProducts)]) { $0.editor.list = .reading }
    list.send(.deleteTapped, starts: [.delete("p1")]) { $0.deletions = ["p1": .deleting] }
    list.end(.delete("p1"), .deleted("p1"), starts: [.editor(.loadProducts)], cancels: [.editor(.loadProducts)]) {
      $0.editor.products = []
      $0.selection = Selection()
      $0.deletions = [:]
    }
    list.end(.editor(.loadProducts), .editor(.productsLoaded([]))) { $0.editor.list = .read }
    list.finish()
  }

  @Test func `law 6: a deletion waits behind the save of its product, so that neither answer overtakes the other`() {
    let list = TestStore(Catalogue(), state: .init(products: [lamp]))
    list.send(.editor(.rowTapped("p1"))) { $0.editor.sheet = .open(product: lamp) }
    list.send(.editor(.form(.nameChanged("Desk lamp")))) { $0.editor.sheet.fill(.typed("name", "Desk lamp")) }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDesk)]) { $0.editor.sheet.save() }
    list.send(.editor(.form(.cancelTapped))) {
      $0.editor.aside = ["p1": Aside($0.editor.sheet)].compactMapValues(\.self)
      $0.editor.sheet = .closed
    }
    list.send(.selection(.pressed("p1"))) { $0.selection = Selection(["p1"], anchor: "p1") }
    list.send(.deleteTapped, queues: [.delete("p1")]) { $0.deletions = ["p1": .deleting] }
    list.end(.editor(saveDesk), .editor(.saved(desk.stored())), starts: [.delete("p1")]) {
      $0.editor.products = [desk.stored()]
      $0.editor.aside = [:]
    }
    list.end(.delete("p1"), .deleted("p1")) {
      $0.editor.products = []
      $0.selection = Selection()
      $0.deletions = [:]
    }
    list.finish()
  }

  @Test func `law 5: a product deleted under its open sheet can still be saved`() {
    let list = TestStore(Catalogue(), state: .init(products: [lamp]))
    list.send(.editor(.rowTapped("p1"))) { $0.editor.sheet = .open(product: lamp) }
    list.send(.editor(.form(.nameChanged("Desk lamp")))) { $0.editor.sheet.fill(.typed("name", "Desk lamp")) }
    list.send(.selection(.pressed("p1"))) { $0.selection = Selection(["p1"], anchor: "p1") }
    list.send(.deleteTapped, starts: [.delete("p1")]) { $0.deletions = ["p1": .deleting] }
    list.end(.delete("p1"), .deleted("p1")) {
      $0.editor.products = []
      $0.selection = Selection()
      $0.deletions = [:]
    }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDesk)]) { $0.editor.sheet.save() }
    list.end(.editor(saveDesk), .editor(.saveFailed("p1", .gone))) {
      $0.editor.sheet = .open(product: lamp, isNew: true, form: .init(lamp).typing(desk).failed(.gone))
    }
    list.finish()
  }

  @Test func `each action in each class of state does what the document says`() throws {
    let actions: [Catalogue.Action] =
      [.sortTapped(.place), .sortTapped(.price), .deleteTapped]
      + [.pressed("p1"), .pressed("p9"), .toggled("p1"), .extended(to: "p4"), .allPressed, .cleared].map {
        .selection($0)
      }
      + [.editor(.rowTapped("p1")), .editor(.productsLoaded([chair])), .deleted("p1"), .deleteFailed("p1", .offline)]
    let paths: [(name: String, path: [Catalogue.Action])] = [
      ("nothing selected", []),
      ("one selected", [.selection(.pressed("p1"))]),
      ("two selected, by price", [.sortTapped(.price), .selection(.pressed("p1")), .selection(.extended(to: "p4"))]),
      ("deleting", [.selection(.pressed("p1")), .deleteTapped]),
      ("deleting and reading", [.selection(.pressed("p1")), .deleteTapped, .editor(.reloadTapped)]),
      ("not deleted", [.selection(.pressed("p1")), .deleteTapped, .deleteFailed("p1", .offline)]),
    ]
    let states = try paths.map { name, path in
      var session = try Recorder(Catalogue(), state: .init(products: [lamp, chair, stool]))
      for action in path { session = try #require(try session.after(action, answering: slot(of: action))) }
      return (name, session)
    }
    let table = try ActionTable(of: states, actions: actions, answering: slot(of:))
    expectSnapshot(table.description, ShopSnapshot.everyActionInTheList)
  }

  private func slot(of action: Catalogue.Action) -> Catalogue.Slot? {
    switch action {
    case .editor(.productsLoaded), .editor(.loadFailed): .editor(.list)
    case .editor(.saved(let product)): .editor(.write(product.id))
    case .editor(.saveFailed(let id, _)): .editor(.write(id))
    case .restored(let product): .editor(.write(product.id))
    case .deleted(let id), .deleteFailed(let id, _), .restoreFailed(let id, _): .editor(.write(id))
    case .editor, .selection, .sortTapped, .deleteTapped, .restoreTapped, .takenBack: nil
    }
  }

  @Test func `equal products keep their order in both directions`() {
    let twins = ["a", "b", "c"].map { Product(id: .init(rawValue: $0), name: "Twin", price: .zero) }
    #expect(ProductOrder(.name).sorted(twins) == twins)
    #expect(ProductOrder(.name, isDescending: true).sorted(twins) == twins)
  }

  @MainActor @Test func `the catalogue works on a store in memory, and survives its faults`() async {
    let products = MemoryProductStore(ShopWorld(products: [lamp, chair]))
    let list = Store(Catalogue(), state: .init(), handler: CatalogueHandler(store: products))
    list.send(.editor(.appeared))
    await list.settle()
    await products.inject([.refused(.offline), .answerLost(.offline)])
    list.send(.selection(.allPressed))
    list.send(.deleteTapped)
    await list.settle()
    #expect(list.state.deletions == ["p1": .failed(.offline), "p2": .failed(.offline)])
    #expect(await products.world.products.map(\.id) == ["p1"], "the second deed was done, its answer lost")
    list.send(.deleteTapped)
    await list.settle()
    #expect(list.state == Catalogue.State(products: []))
  }
}
