import Forms
import Loop
import LoopHistory
import LoopTesting
import MemoryHandlers
import Shop
import Tables
import Testing
import Values

/// The product list: selection by identifier, sorting and deletion.
@Suite struct ProductListTests {
  private let stool = Product(id: "p4", name: "Stool", price: Money(cents: 3900), position: 3, version: 1)

  @Test func `law 8: a selection is by identifier: it survives sorting and loses only removed products`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp, chair, stool]))
    func table(_ action: EditableTable<Product>.Action) { list.send(.table(action)) { $0.apply(action) } }
    table(.view(.selection(.rowClicked("p1"))))
    table(.view(.headerClicked("name")))
    // In the visible order: Chair, Lamp, Stool.
    table(.view(.selection(.rangeExtended(to: "p4"))))
    #expect(list.state.selected == ["p1", "p4"])
    table(.view(.headerClicked("price")))
    table(.view(.headerClicked("price")))
    #expect(ProductListFeature.table.view.visibleRows(of: list.state.table.view).map(\.id) == ["p2", "p4", "p1"])
    table(.view(.selection(.rowToggled("p2"))))
    table(.view(.selection(.rowToggled("p2"))))
    #expect(list.state.selected == ["p1", "p4"])
    list.send(.table(.deleteTapped), starts: [.delete(["p1", "p4"])]) { $0.apply(.deleteTapped) }
    #expect(list.state.table.deletions == ["p1": .deleting, "p4": .deleting])
    list.end(.delete(["p1", "p4"]), .table(.deleteFailed(["p1", "p4"], "offline"))) {
      $0.apply(.deleteFailed(["p1", "p4"], "offline"))
    }
    #expect(list.state.products == [lamp, chair, stool] && list.state.selected == ["p1", "p4"])
    // Another user has deleted one of them.
    list.send(.reloadTapped, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.end(.loadProducts, .productsLoaded([lamp, chair])) {
      $0.listStatus = .loaded
      $0.apply(.view(.rowsReplaced([lamp, chair])))
      $0.apply(.view(.rowUpserted(lamp)))
    }
    #expect(list.state.selected == ["p1"] && list.state.table.deletions == [:])
    list.send(.table(.deleteTapped), starts: [.delete(["p1"])]) { $0.apply(.deleteTapped) }
    list.end(.delete(["p1"]), .table(.deleteCompleted(["p1"]))) { $0.apply(.deleteCompleted(["p1"])) }
    #expect(list.state.products == [chair] && list.state.selected == [])
    expectSnapshot(list.finish(), ShopSnapshot.selectionOverSortAndDelete)
  }

  @Test func `an unknown product cannot be selected, and deleting an empty selection does nothing`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    for action in [.rowClicked("p9"), .rowToggled("p9"), .rangeExtended(to: "p9")] as [RowSelection<Product.ID>.Action]
    {
      list.send(.table(.view(.selection(action)))) { $0.table.view.rejection = .noSuchRow }
    }
    list.send(.table(.view(.selection(.allSelected)))) { $0.apply(.view(.selection(.allSelected))) }
    #expect(list.state.selected == ["p1"])
    list.send(.table(.view(.selection(.cleared)))) { $0.apply(.view(.selection(.cleared))) }
    list.send(.table(.deleteTapped)) { $0.table.view.rejection = .nothingToDo }
    list.finish()
  }

  @Test func `a pending deletion is not requested again`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.view(.selection(.rowClicked("p1"))))) { $0.apply(.view(.selection(.rowClicked("p1")))) }
    list.send(.table(.deleteTapped), starts: [.delete(["p1"])]) { $0.apply(.deleteTapped) }
    list.send(.table(.deleteTapped)) { $0.table.view.rejection = .busy }
    list.end(.delete(["p1"]), .table(.deleteFailed(["p1"], "offline"))) { $0.apply(.deleteFailed(["p1"], "offline")) }
    list.send(.table(.deleteTapped), starts: [.delete(["p1"])]) { $0.apply(.deleteTapped) }
    list.end(.delete(["p1"]), .table(.deleteCompleted(["p1"]))) { $0.apply(.deleteCompleted(["p1"])) }
    #expect(list.state == ProductListFeature.State(products: []))
    list.finish()
  }

  @Test func `a change of many products shows its progress until it ends, and can be cancelled`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.cancelWriteTapped)
    list.send(.table(.rowsDeleted(["p1"])), starts: [.delete(["p1"])]) { $0.apply(.rowsDeleted(["p1"])) }
    let progress = ProductListFeature.WriteProgress(completedCount: 1_000, totalCount: 5_000)
    list.respond(to: .delete(["p1"]), with: .writeProgressed(progress)) { $0.writeProgress = progress }
    list.send(.cancelWriteTapped, fires: [.cancelWrite])
    let reason = "\(ProductStoreError(.cancelled))"
    list.end(.delete(["p1"]), .table(.deleteFailed(["p1"], reason))) {
      $0.apply(.deleteFailed(["p1"], reason))
      $0.writeProgress = nil
    }
    list.finish()
  }

  /// A store that makes changes until they are cancelled.
  private struct SlowStore: ProductStore {
    func products() async throws(ProductStoreError) -> [Product] { [lamp, chair] }

    func apply(
      _ changes: [ProductChange], progress: @escaping @Sendable (Int) -> Void
    ) async throws(ProductTransactionError) -> [Product] {
      progress(1)
      while !Task.isCancelled { await Task.yield() }
      throw .cancelled
    }
  }

  @MainActor @Test func `cancelling a change cancels its transaction in the store`() async {
    let store = Store(
      ProductListFeature(), state: .init(products: [lamp, chair]), handler: ProductListHandler(store: SlowStore()))
    store.send(.table(.rowsDeleted(["p1", "p2"])))
    while store.state.writeProgress == nil { await Task.yield() }
    #expect(store.state.writeProgress == .init(completedCount: 1, totalCount: 2))
    store.send(.cancelWriteTapped)
    await store.waitUntilIdle()
    #expect(store.state.writeProgress == nil && store.state.products.count == 2)
  }

  @Test func `loading the list clears a failed deletion of a product that still exists`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.rowsDeleted(["p1"])), starts: [.delete(["p1"])]) { $0.apply(.rowsDeleted(["p1"])) }
    list.end(.delete(["p1"]), .table(.deleteFailed(["p1"], "offline"))) { $0.apply(.deleteFailed(["p1"], "offline")) }
    list.send(.reloadTapped, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.end(.loadProducts, .productsLoaded([lamp])) {
      $0.listStatus = .loaded
      $0.apply(.view(.rowUpserted(lamp)))
    }
    #expect(list.state == ProductListFeature.State(products: [lamp]))
    list.finish()
  }

  @Test func `law 6: a load that starts before a deletion and ends after it does not restore the product`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.table(.view(.selection(.rowClicked("p1"))))) { $0.apply(.view(.selection(.rowClicked("p1")))) }
    list.send(.reloadTapped, starts: [.loadProducts]) { $0.listStatus = .loading }
    list.send(.table(.deleteTapped), starts: [.delete(["p1"])]) { $0.apply(.deleteTapped) }
    list.end(
      .delete(["p1"]), .table(.deleteCompleted(["p1"])), starts: [.loadProducts],
      cancels: [.loadProducts]
    ) { $0.apply(.deleteCompleted(["p1"])) }
    list.end(.loadProducts, .productsLoaded([])) { $0.listStatus = .loaded }
    #expect(list.state == ProductListFeature.State(products: []))
    list.finish()
  }

  @Test func `law 6: a deletion waits for the save of the same product, so that the responses arrive in order`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.rowTapped("p1")) { $0.editor.sheet = .open(product: lamp) }
    list.send(.editor(.form(.changed("name", to: "Desk lamp")))) { $0.editor.sheet.form?.enterName("Desk lamp") }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDeskLamp)]) { $0.editor.sheet.save() }
    list.send(.editor(.form(.cancelTapped))) {
      $0.editor.savingSheets = ["p1": SavingSheet($0.editor.sheet)].compactMapValues(\.self)
      $0.editor.sheet = .closed
    }
    list.send(.table(.rowsDeleted(["p1"])), queues: [.delete(["p1"])]) { $0.apply(.rowsDeleted(["p1"])) }
    list.end(.editor(saveDeskLamp), .editor(.saved(deskLamp.stored())), starts: [.delete(["p1"])]) {
      $0.apply(.view(.rowUpserted(deskLamp.stored())))
      $0.editor.savingSheets = [:]
    }
    #expect(list.state.products == [deskLamp.stored()])
    list.end(.delete(["p1"]), .table(.deleteCompleted(["p1"]))) { $0.apply(.deleteCompleted(["p1"])) }
    #expect(list.state == ProductListFeature.State(products: []))
    list.finish()
  }

  @Test func `law 5: a product that is deleted while its sheet is open can still be saved`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [lamp]))
    list.send(.rowTapped("p1")) { $0.editor.sheet = .open(product: lamp) }
    list.send(.editor(.form(.changed("name", to: "Desk lamp")))) { $0.editor.sheet.form?.enterName("Desk lamp") }
    list.send(.table(.rowsDeleted(["p1"])), starts: [.delete(["p1"])]) { $0.apply(.rowsDeleted(["p1"])) }
    list.end(.delete(["p1"]), .table(.deleteCompleted(["p1"]))) { $0.apply(.deleteCompleted(["p1"])) }
    #expect(list.state.products == [])
    list.send(.editor(.form(.saveTapped)), starts: [.editor(saveDeskLamp)]) { $0.editor.sheet.save() }
    list.end(.editor(saveDeskLamp), .editor(.saveFailed("p1", .notFound))) {
      $0.editor.sheet = .open(product: lamp, isNew: true, form: .init(lamp).typing(deskLamp).failed(.notFound))
    }
    list.finish()
  }

  @Test func `every action in every class of state matches the snapshot`() throws {
    let ofTable: [EditableTable<Product>.Action] =
      [.view(.headerClicked("name")), .view(.headerClicked("price")), .view(.searchTextChanged("l"))]
      + [.deleteTapped, .saveTapped(nil)]
      + [.rowClicked("p1"), .rowClicked("p9"), .rowToggled("p1"), .rangeExtended(to: "p4"), .allSelected, .cleared].map
    {
      .view(.selection($0))
    }
      + [.cellValueSet("p1", "name", "Desk lamp"), .cellValueSet("p1", "price", -1.0), .rowsMoved(.init(["p1"], .end))]
      + [
        .deleteCompleted(["p1"]), .deleteFailed(["p1"], "offline"), .saveCompleted(deskLamp.stored()),
        .saveFailed("p1", "offline"),
      ]
    let actions =
      ofTable.map { ProductListFeature.Action.table($0) } + [
        .rowTapped("p1"), .productsLoaded([chair]),
      ]
    let selected: [ProductListFeature.Action] = [.table(.view(.selection(.rowClicked("p1"))))]
    let edited: [ProductListFeature.Action] = [.table(.cellValueSet("p1", "name", "Desk lamp"))]
    let paths: [(name: String, path: [ProductListFeature.Action])] = [
      ("nothing selected", []),
      ("one selected", selected),
      (
        "two selected, by price",
        [
          .table(.view(.headerClicked("price"))), .table(.view(.selection(.rowClicked("p1")))),
          .table(.view(.selection(.rangeExtended(to: "p4")))),
        ]
      ),
      ("deleting", selected + [.table(.deleteTapped)]),
      ("deleting and loading", selected + [.table(.deleteTapped), .reloadTapped]),
      ("deletion failed", selected + [.table(.deleteTapped), .table(.deleteFailed(["p1"], "offline"))]),
      ("edited", edited),
      ("saving", edited + [.table(.saveTapped("p1"))]),
    ]
    let states = try paths.map { name, path in
      var session = try FeatureStepper(ProductListFeature(), state: .init(products: [lamp, chair, stool]))
      for action in path { session = try #require(try session.applying(action, asResponseIn: slot(of: action))) }
      return (name, session)
    }
    let table = try ActionEffectDocument(states: states, actions: actions, responseSlot: slot(of:))
    expectSnapshot(table.description, ShopSnapshot.everyActionInTheList)
  }

  private func slot(of action: ProductListFeature.Action) -> ProductListFeature.Slot? {
    switch action {
    case .productsLoaded, .loadFailed: .list
    case .editor(.saved), .table(.saveCompleted), .editor(.saveFailed), .table(.saveFailed), .table(.deleteCompleted),
      .table(.deleteFailed), .writeProgressed, .editsStored, .editsFailed:
      .writes
    case .appeared, .reloadTapped, .rowTapped, .cancelWriteTapped, .editsMade, .editor, .table: nil
    }
  }

  @Test func `equal products keep their order in both directions`() {
    let twins = ["a", "b", "c"].map { Product(id: .init(rawValue: $0), name: "Twin", price: .zero) }
    var state = ProductListFeature.State(products: twins)
    for _ in 0..<2 {
      state.apply(.view(.headerClicked("name")))
      #expect(ProductListFeature.table.view.visibleRows(of: state.table.view) == twins)
    }
  }

  @Test func `the third click on a header restores the order by position`() {
    var state = ProductListFeature.State(products: [stool, lamp, chair])
    for ids: [Product.ID] in [["p2", "p1", "p4"], ["p4", "p1", "p2"], ["p1", "p2", "p4"]] {
      state.apply(.view(.headerClicked("name")))
      #expect(ProductListFeature.table.view.visibleRows(of: state.table.view).map(\.id) == ids)
    }
  }

  @Test func `a product inserted in the sheet appears in the table at its position`() {
    let list = TestStore(ProductListFeature(), state: .init(products: [chair, stool]))
    list.send(.editor(.addTapped(tea))) { $0.editor.sheet = .open(product: tea, isNew: true) }
    list.send(.editor(.form(.saveTapped)), starts: [.editor(.insert(tea))]) { $0.editor.sheet.save() }
    list.end(.editor(.insert(tea)), .editor(.saved(tea.inserted(position: 1)))) {
      $0.editor.sheet = .closed
      $0.apply(.view(.rowUpserted(tea.inserted(position: 1), before: "p2")))
    }
    #expect(list.state.products.map(\.id) == ["p3", "p2", "p4"])
    list.finish()
  }

  @MainActor @Test func `the product list works with a store in memory and handles its faults`() async {
    let products = MemoryProductStore(ProductDatabase(products: [lamp, chair]))
    let list = Store(ProductListFeature(), state: .init(), handler: ProductListHandler(store: products))
    list.send(.appeared)
    await list.waitUntilIdle()
    await products.inject([.requestFailed(.offline), .responseLost(.offline)])
    list.send(.table(.view(.selection(.allSelected))))
    let reason = "\(ProductStoreError.offline)"
    // The second request is executed, but its response is lost.
    for remaining in [[lamp, chair], []] {
      list.send(.table(.deleteTapped))
      await list.waitUntilIdle()
      #expect(list.state.table.deletions == ["p1": .deleteFailed(reason), "p2": .deleteFailed(reason)])
      #expect(await products.database.products == remaining)
    }
    list.send(.table(.deleteTapped))
    await list.waitUntilIdle()
    #expect(list.state.products == [] && list.state.table.deletions == [:])
  }
}
