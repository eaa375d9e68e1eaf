import Loop
import LoopHistory
import LoopTesting
import Shop
import Tables
import Testing
import Values

/// Changes of fields of many products, which are stored together or not at all.
@Suite struct `Changes of many products` {
  private let stool = Product(id: "p4", name: "Stool", price: Money(cents: 3900), stock: 2, position: 3, version: 5)

  private var list: ProductListFeature.State { .init(products: [lamp, chair, stool]) }

  private func edit(_ product: Product, _ change: (inout Product) -> Void) throws -> ProductEdit {
    var edited = product
    change(&edited)
    return try #require(ProductEdit(of: product, to: edited))
  }

  private func changed(_ product: Product, version: Int? = nil, _ change: (inout Product) -> Void) -> Product {
    var changed = product
    change(&changed)
    if let version { changed.version = version }
    return changed
  }

  /// The effect that replaces the versions of products.
  private func updating(_ products: [Product]) -> ProductListFeature.Effect {
    .change(products.map { .update($0, expecting: $0.version) })
  }

  @Test func `are one request, and are shown when they are stored`() throws {
    let edits = try [edit(lamp) { $0.price = Money(cents: 500) }, edit(stool) { $0.stock = 3 }]
    let requested = [changed(lamp) { $0.price = Money(cents: 500) }, changed(stool) { $0.stock = 3 }]
    let stored = [
      changed(requested[0], version: lamp.version + 1) { _ in }, changed(requested[1], version: 6) { _ in },
    ]
    let store = TestStore(ProductListFeature(), state: list)
    store.send(.editsMade(edits), starts: [updating(requested)]) { $0.edits = .storing(edits) }
    store.send(.editsMade(edits))
    store.end(updating(requested), .editsStored(stored)) {
      $0.edits = .idle
      $0.apply(.view(.rowsReplaced([stored[0], chair, stored[1]])))
    }
    #expect(store.state["p4"]?.stock == 3)
    store.finish()
  }

  @Test func `are refused with the names of products that have changed since, or have a draft`() throws {
    let edits = try [
      edit(lamp) { $0.price = Money(cents: 500) }, edit(chair) { $0.name = "Seat" }, edit(stool) { $0.stock = 3 },
    ]
    var start = ProductListFeature.State(products: [changed(lamp, version: 9) { $0.price = Money(cents: 1) }, chair])
    start.apply(.cellValueSet("p2", "name", "Chair 2"))
    let store = TestStore(ProductListFeature(), state: start)
    store.send(.editsMade(edits)) {
      $0.edits = .refused(
        #""Lamp" (p1) has the price 0.01 now, "Chair" (p2) has unsaved changes, p4 does not exist any more. "#
          + "Nothing was changed.")
    }
    store.send(.reloadTapped, starts: [.loadProducts]) {
      $0.edits = .idle
      $0.listStatus = .loading
    }
    store.end(.loadProducts, .loadFailed(.offline)) { $0.listStatus = .failed(.offline) }
    store.finish()
  }

  @Test func `that are not valid are refused`() throws {
    let store = TestStore(ProductListFeature(), state: list)
    store.send(.editsMade([try edit(lamp) { $0.name = " " }])) {
      $0.edits = .refused(#""Lamp" (p1) cannot be changed: the name is missing. Nothing was changed."#)
    }
    store.finish()
  }

  @Test func `that the store refuses change nothing, and the products are loaded again`() throws {
    let requested = [changed(lamp) { $0.price = Money(cents: 500) }]
    let edits = try [edit(lamp) { $0.price = Money(cents: 500) }]
    let store = TestStore(ProductListFeature(), state: list)
    store.send(.editsMade(edits), starts: [updating(requested)]) { $0.edits = .storing(edits) }
    let failure = ProductTransactionError.product(lamp, .notFound)
    store.end(updating(requested), .editsFailed(failure), starts: [.loadProducts]) {
      $0.edits = .failed(edits, failure)
      $0.listStatus = .loading
    }
    store.end(.loadProducts, .productsLoaded([chair, stool])) {
      $0.listStatus = .loaded
      $0.apply(.view(.rowsReplaced([chair, stool])))
    }
    #expect(store.state.edits.failure == #""Lamp" (p1) was deleted by another user meanwhile. No product was stored."#)
    #expect(store.state.editsToRetry.isEmpty, "another time does not help")
    store.finish()
  }

  @Test func `that could not be stored can be made again`() throws {
    let requested = [changed(lamp) { $0.price = Money(cents: 500) }]
    let edits = try [edit(lamp) { $0.price = Money(cents: 500) }]
    let store = TestStore(ProductListFeature(), state: list)
    store.send(.editsMade(edits), starts: [updating(requested)]) { $0.edits = .storing(edits) }
    store.end(updating(requested), .editsFailed(.failed("the database is locked")), starts: [.loadProducts]) {
      $0.edits = .failed(edits, .failed("the database is locked"))
      $0.listStatus = .loading
    }
    store.end(.loadProducts, .productsLoaded([lamp, chair, stool])) {
      $0.listStatus = .loaded
      $0.apply(.view(.rowsReplaced([lamp, chair, stool])))
    }
    #expect(store.state.editsToRetry == edits)
    store.send(.editsMade(store.state.editsToRetry), starts: [updating(requested)]) { $0.edits = .storing(edits) }
    let stored = changed(requested[0], version: lamp.version + 1) { _ in }
    store.end(updating(requested), .editsStored([stored])) {
      $0.edits = .idle
      $0.apply(.view(.rowsReplaced([stored, chair, stool])))
    }
    store.finish()
  }

  @Test func `are not taken for changes by others in a product that is edited meanwhile`() throws {
    let (feature, edits) = (ProductListFeature(), try [edit(lamp) { $0.price = Money(cents: 500) }])
    var state = list
    for action: ProductListFeature.Action in [
      .editsMade(edits), .table(.cellValueSet(lamp.id, "name", .text("Reading lamp"))),
    ] {
      _ = feature.reduce(&state, action)
    }
    let stored = changed(lamp, version: lamp.version + 1) { $0.price = Money(cents: 500) }
    _ = feature.reduce(&state, .editsStored([stored]))
    let draft = try #require(state.table.drafts[lamp.id])
    #expect(draft.editedRow == changed(stored) { $0.name = "Reading lamp" } && draft.storedRow == stored)
    #expect(draft.status == .unsaved)
    // Another user's change is a conflict.
    let priced = changed(stored, version: stored.version + 1) { $0.price = Money(cents: 7) }
    _ = feature.reduce(&state, .productsLoaded([priced, chair, stool]))
    #expect(state.table.drafts[lamp.id]?.status == .conflict)
  }

  @Test func `law 6: do not replace a newer version that was loaded meanwhile`() throws {
    let (feature, edits) = (ProductListFeature(), try [edit(lamp) { $0.price = Money(cents: 500) }])
    let stored = changed(lamp, version: lamp.version + 1) { $0.price = Money(cents: 500) }
    let newer = changed(stored, version: stored.version + 1) { $0.name = "Another user's lamp" }
    var state = list
    for action: ProductListFeature.Action in [
      .editsMade(edits), .productsLoaded([newer, chair, stool]), .editsStored([stored]),
    ] {
      _ = feature.reduce(&state, action)
    }
    #expect(state[lamp.id] == newer && state.edits == .idle)
  }

  @Test func `that are refused are no step of undo`() throws {
    let edits = try [edit(changed(lamp) { $0.name = "Other" }) { $0.name = "Lamp 2" }]
    let list = UndoFeature(ProductListFeature())
    var state = UndoFeature<ProductListFeature>.State(self.list)
    _ = list.reduce(&state, .feature(.editsMade(edits)))
    #expect(state.feature.edits.failure != nil && list.changeToUndo(in: state) == nil)
  }

  @Test func `are one step of undo, which restores nothing that others have changed since`() throws {
    let store = TestStore(UndoFeature(ProductListFeature()), state: .init(list))
    store.ignoreState("history", \.history)
    let requested = [changed(lamp) { $0.price = Money(cents: 500) }, changed(stool) { $0.tags = ["new"] }]
    let edits = try [edit(lamp) { $0.price = Money(cents: 500) }, edit(stool) { $0.tags = ["new"] }]
    let stored = requested.map { product in changed(product, version: product.version + 1) { _ in } }
    store.send(.feature(.editsMade(edits)), starts: [updating(requested)]) { $0.feature.edits = .storing(edits) }
    // While the change is being stored, it cannot be undone.
    store.send(.undo)
    store.end(updating(requested), .feature(.editsStored(stored))) {
      $0.feature.edits = .idle
      $0.feature.apply(.view(.rowsReplaced([stored[0], chair, stored[1]])))
    }
    let former = [changed(lamp, version: stored[0].version) { _ in }, changed(stool, version: 6) { _ in }]
    store.send(.undo, starts: [updating(former)]) { $0.feature.edits = .storing(edits.map(\.inverse)) }
    let restored = former.map { product in changed(product, version: product.version + 1) { _ in } }
    store.end(updating(former), .feature(.editsStored(restored))) {
      $0.feature.edits = .idle
      $0.feature.apply(.view(.rowsReplaced([restored[0], chair, restored[1]])))
    }
    // Another user changes the price before the change is made again.
    let priced = changed(restored[0], version: 9) { $0.price = Money(cents: 7) }
    store.send(.feature(.reloadTapped), starts: [.loadProducts]) { $0.feature.listStatus = .loading }
    store.end(.loadProducts, .feature(.productsLoaded([priced, chair, restored[1]]))) {
      $0.feature.listStatus = .loaded
      $0.feature.apply(.view(.rowsReplaced([priced, chair, restored[1]])))
    }
    store.send(.redo) {
      $0.feature.edits = .refused(#""Lamp" (p1) has the price 0.07 now. Nothing was changed."#)
    }
    store.finish()
  }

  @Test func `have no edit for a product that stays the same`() {
    #expect(ProductEdit(of: lamp, to: changed(lamp, version: 8) { $0.position = 7 }) == nil)
  }
}
