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
@Suite struct ProductListTests {
  private let stool = Product(id: "p4", name: "Stool", price: Money(cents: 3900), position: 3, version: 1)

  @Test func `law 8: a selection is of things: it survives sorting, and forgets only what is gone`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp, chair, stool]))
    func table(_ action: TableFeature<Product>.Action) { list.send(.table(action)) { $0.apply(action) } }
    table(.selection(.pressed("p1")))
    table(.titlePressed("name"))
    // In the order that is seen: Chair, Lamp, Stool.
    table(.selection(.extended(to: "p4")))
    #expect(list.state.selected == ["p1", "p4"])
    table(.titlePressed("price"))
    table(.titlePressed("price"))
    #expect(ProductListFeature.table.visibleRows(of: list.state.table).map(\.id) == ["p2", "p4", "p1"])
    table(.selection(.toggled("p2")))
    table(.selection(.toggled("p2")))
    #expect(list.state.selected == ["p1", "p4"])
    list.send(.table(.deleteTapped), starts: [.delete("p1"), .delete("p4")]) { $0.apply(.deleteTapped) }
    #expect(list.state.table.errands == ["p1": .deleting, "p4": .deleting])
    list.end(.delete("p1"), .table(.deleteFailed(["p1"], "offline"))) { $0.apply(.deleteFailed(["p1"], "offline")) }
    list.end(.delete("p4"), .table(.deleted(["p4"]))) { $0.apply(.deleted(["p4"])) }
    #expect(list.state.products == [lamp, chair])
    #expect(list.state.selected == ["p1"])
    #expect(list.state.table.errands == ["p1": .notDeleted("offline")])
    list.send(.editor(.reloadTapped), starts: [.editor(.loadProducts)]) { $0.list = .reading }
    list.end(.editor(.loadProducts), .editor(.productsLoaded([chair]))) {
      $0.list = .read
      $0.apply(.rowsReplaced([chair]))
    }
    #expect(list.state.selected == [] && list.state.table.errands == [:])
    expectSnapshot(list.finish(), ShopSnapshot.selectionOverSortAndDelete)
  }

  @Test func `what is not there cannot be selected, and nothing is deleted where nothing is selected`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    for action in [.pressed("p9"), .toggled("p9"), .extended(to: "p9")] as [RowSelection<Product.ID>.Action] {
      list.send(.table(.selection(action)))
    }
    list.send(.table(.selection(.allPressed))) { $0.apply(.selection(.allPressed)) }
    #expect(list.state.selected == ["p1"])
    list.send(.table(.selection(.cleared))) { $0.apply(.selection(.cleared)) }
    list.send(.table(.deleteTapped))
    list.finish()
  }

  @Test func `a deletion under way is not asked for twice`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.selection(.pressed("p1")))) { $0.apply(.selection(.pressed("p1"))) }
    list.send(.table(.deleteTapped), starts: [.delete("p1")]) { $0.apply(.deleteTapped) }
    list.send(.table(.deleteTapped))
    list.end(.delete("p1"), .table(.deleteFailed(["p1"], "offline"))) { $0.apply(.deleteFailed(["p1"], "offline")) }
    list.send(.table(.deleteTapped), starts: [.delete("p1")]) { $0.apply(.deleteTapped) }
    list.end(.delete("p1"), .table(.deleted(["p1"]))) { $0.apply(.deleted(["p1"])) }
    #expect(list.state == ProductListFeature.State(products: []))
    list.finish()
  }

  @Test func `a failed deletion is forgotten when the list is read and the product is still there`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.rowsDeleted(["p1"])), starts: [.delete("p1")]) { $0.apply(.rowsDeleted(["p1"])) }
    list.end(.delete("p1"), .table(.deleteFailed(["p1"], "offline"))) { $0.apply(.deleteFailed(["p1"], "offline")) }
    list.send(.editor(.reloadTapped), starts: [.editor(.loadProducts)]) { $0.list = .reading }
    list.end(.editor(.loadProducts), .editor(.productsLoaded([lamp]))) {
      $0.list = .read
      $0.apply(.rowPut(lamp))
    }
    #expect(list.state == ProductListFeature.State(products: [lamp]))
    list.finish()
  }

  @Test func `law 6: a reading asked for before a deletion and answered after it does not bring the product back`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.selection(.pressed("p1")))) { $0.apply(.selection(.pressed("p1"))) }
    list.send(.editor(.reloadTapped), starts: [.editor(.loadProducts)]) { $0.list = .reading }
    list.send(.table(.deleteTapped), starts: [.delete("p1")]) { $0.apply(.deleteTapped) }
    list.end(
      .delete("p1"), .table(.deleted(["p1"])), starts: [.editor(.loadProducts)], cancels: [.editor(.loadProducts)]
    ) { $0.apply(.deleted(["p1"])) }
    list.end(.editor(.loadProducts), .editor(.productsLoaded([]))) { $0.list = .read }
    #expect(list.state == ProductListFeature.State(products: []))
    list.finish()
  }

  @Test func `law 6: a deletion waits behind the save of its product, so that neither answer overtakes the other`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.editor(.rowTapped("p1"))) { $0.sheet = .open(product: lamp) }
    list.send(.editor(.form(.nameChanged("Desk lamp")))) { $0.sheet.fill(.typed("name", "Desk lamp")) }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDesk)]) { $0.sheet.save() }
    list.send(.editor(.form(.cancelTapped))) {
      $0.aside = ["p1": SavingSheet($0.sheet)].compactMapValues(\.self)
      $0.sheet = .closed
    }
    list.send(.table(.rowsDeleted(["p1"])), queues: [.delete("p1")]) { $0.apply(.rowsDeleted(["p1"])) }
    list.end(.editor(saveDesk), .editor(.saved(desk.stored())), starts: [.delete("p1")]) {
      $0.apply(.rowPut(desk.stored()))
      $0.aside = [:]
    }
    #expect(list.state.products == [desk.stored()])
    list.end(.delete("p1"), .table(.deleted(["p1"]))) { $0.apply(.deleted(["p1"])) }
    #expect(list.state == ProductListFeature.State(products: []))
    list.finish()
  }

  @Test func `law 5: a product deleted under its open sheet can still be saved`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.editor(.rowTapped("p1"))) { $0.sheet = .open(product: lamp) }
    list.send(.editor(.form(.nameChanged("Desk lamp")))) { $0.sheet.fill(.typed("name", "Desk lamp")) }
    list.send(.table(.rowsDeleted(["p1"])), starts: [.delete("p1")]) { $0.apply(.rowsDeleted(["p1"])) }
    list.end(.delete("p1"), .table(.deleted(["p1"]))) { $0.apply(.deleted(["p1"])) }
    #expect(list.state.products == [])
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDesk)]) { $0.sheet.save() }
    list.end(.editor(saveDesk), .editor(.saveFailed("p1", .gone))) {
      $0.sheet = .open(product: lamp, isNew: true, form: .init(lamp).typing(desk).failed(.gone))
    }
    list.finish()
  }

  @Test func `each action in each class of state does what the document says`() throws {
    let ofTable: [TableFeature<Product>.Action] =
      [.titlePressed("name"), .titlePressed("price"), .searched("l"), .deleteTapped, .saveTapped(nil)]
      + [.pressed("p1"), .pressed("p9"), .toggled("p1"), .extended(to: "p4"), .allPressed, .cleared].map {
        .selection($0)
      }
      + [.cellSet("p1", "name", "Desk lamp"), .cellSet("p1", "price", -1.0), .rowsMoved(.init(["p1"], .end))]
      + [.deleted(["p1"]), .deleteFailed(["p1"], "offline"), .saved(desk.stored()), .saveFailed("p1", "offline")]
    let actions =
      ofTable.map { ProductListFeature.Action.table($0) } + [
        .editor(.rowTapped("p1")), .editor(.productsLoaded([chair])),
      ]
    let selected: [ProductListFeature.Action] = [.table(.selection(.pressed("p1")))]
    let edited: [ProductListFeature.Action] = [.table(.cellSet("p1", "name", "Desk lamp"))]
    let paths: [(name: String, path: [ProductListFeature.Action])] = [
      ("nothing selected", []),
      ("one selected", selected),
      (
        "two selected, by price",
        [.table(.titlePressed("price")), .table(.selection(.pressed("p1"))), .table(.selection(.extended(to: "p4")))]
      ),
      ("deleting", selected + [.table(.deleteTapped)]),
      ("deleting and reading", selected + [.table(.deleteTapped), .editor(.reloadTapped)]),
      ("not deleted", selected + [.table(.deleteTapped), .table(.deleteFailed(["p1"], "offline"))]),
      ("edited", edited),
      ("saving", edited + [.table(.saveTapped("p1"))]),
    ]
    let states = try paths.map { name, path in
      var session = try TranscriptRecorder(ProductListFeature(), state: .init(products: [lamp, chair, stool]))
      for action in path { session = try #require(try session.applying(action, asResponseIn: slot(of: action))) }
      return (name, session)
    }
    let table = try ActionTable(states: states, actions: actions, responseSlot: slot(of:))
    expectSnapshot(table.description, ShopSnapshot.everyActionInTheList)
  }

  private func slot(of action: ProductListFeature.Action) -> ProductListFeature.Slot? {
    switch action {
    case .editor(.productsLoaded), .editor(.loadFailed): .editor(.list)
    case .editor(.saved(let product)), .table(.saved(let product)): .editor(.write(product.id))
    case .editor(.saveFailed(let id, _)), .table(.saveFailed(let id, _)): .editor(.write(id))
    case .table(.deleted(let ids)), .table(.deleteFailed(let ids, _)): ids.first.map { .editor(.write($0)) }
    case .editor, .table, .takenBack: nil
    }
  }

  @Test func `equal products keep their order in both directions`() {
    let twins = ["a", "b", "c"].map { Product(id: .init(rawValue: $0), name: "Twin", price: .zero) }
    var state = ProductListFeature.State(products: twins)
    for _ in 0..<2 {
      state.apply(.titlePressed("name"))
      #expect(ProductListFeature.table.visibleRows(of: state.table) == twins)
    }
  }

  @Test func `a third press on a title brings the shopkeeper's order back`() {
    var state = ProductListFeature.State(products: [stool, lamp, chair])
    for ids: [Product.ID] in [["p2", "p1", "p4"], ["p4", "p1", "p2"], ["p1", "p2", "p4"]] {
      state.apply(.titlePressed("name"))
      #expect(ProductListFeature.table.visibleRows(of: state.table).map(\.id) == ids)
    }
  }

  @Test func `what the sheet stores comes into the table in its place`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [chair, stool]))
    list.send(.editor(.addTapped(tea))) { $0.sheet = .open(product: tea, isNew: true) }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(.insert(tea))]) { $0.sheet.save() }
    list.end(.editor(.insert(tea)), .editor(.saved(tea.inserted(position: 1)))) {
      $0.sheet = .closed
      $0.apply(.rowPut(tea.inserted(position: 1), before: "p2"))
    }
    #expect(list.state.products.map(\.id) == ["p3", "p2", "p4"])
    list.finish()
  }

  @MainActor @Test func `the catalogue works on a store in memory, and survives its faults`() async {
    let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))
    let list = Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: products))
    list.send(.editor(.appeared))
    await list.waitUntilIdle()
    await products.inject([.refused(.offline), .answerLost(.offline)])
    list.send(.table(.selection(.allPressed)))
    list.send(.table(.deleteTapped))
    await list.waitUntilIdle()
    let reason = "\(ProductStoreError.offline)"
    #expect(list.state.table.errands == ["p1": .notDeleted(reason), "p2": .notDeleted(reason)])
    #expect(await products.world.products.map(\.id) == ["p1"], "the second deed was done, its answer lost")
    list.send(.table(.deleteTapped))
    await list.waitUntilIdle()
    #expect(list.state.products == [] && list.state.table.errands == [:])
  }
}
