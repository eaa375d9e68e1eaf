public import Loop
public import Tables

/// The products as a list: sorted, selected, deleted; and the editor over it.
public struct Catalogue: Reducer {
  let editor = ProductEditor()

  /// Makes the feature.
  public init() {}

  /// What the list remembers.
  public struct State: Hashable, Codable, Sendable {
    /// The products and their sheet.
    public var editor: ProductEditor.State
    /// What is selected.
    public var selection = Selection<Product.ID>()
    /// In which order the products are shown.
    public var order = ProductOrder()
    /// What is being deleted, or restored, or could not be.
    public var deletions: [Product.ID: Deletion] = [:]

    /// Begins with products that have been read, or with none and a list that has not.
    public init(products: [Product]? = nil) { editor = .init(products: products) }

    /// The products in the order in which they are shown.
    public var rows: [Product] { order.sorted(editor.products) }
  }

  /// What a person does, and what the store answers.
  public enum Action: Hashable, Codable, Sendable {
    /// Something happened to the products or in the sheet.
    case editor(ProductEditor.Action)
    /// Something was done to the selection.
    case selection(Selection<Product.ID>.Action)
    /// A column's title was pressed.
    case sortTapped(ProductOrder.Column)
    /// What is selected shall be deleted.
    case deleteTapped
    /// A product was deleted.
    case deleted(Product.ID)
    /// A product could not be deleted.
    case deleteFailed(Product.ID, StoreFailure)
    /// What could not be restored shall be, after all.
    case restoreTapped(Product.ID)
    /// A product that was deleted is there again, and is stored like this.
    case restored(Product)
    /// A product that was deleted could not be restored.
    case restoreFailed(Product.ID, StoreFailure)
    /// Something is taken back.
    case takenBack(TakingBack)
  }

  /// What the store is asked for.
  public enum Effect: Hashable, Codable, Sendable {
    /// What the editor asks for.
    case editor(ProductEditor.Effect)
    /// Remove a product.
    case delete(Product.ID)
    /// Store a product that was removed.
    case restore(Product)
  }

  /// Where it is asked: a deletion where its product is saved too, so that neither overtakes the other.
  public enum Slot: Hashable, Codable, Sendable { case editor(ProductEditor.Slot) }

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .editor(let action): return edit(&state, action)
    case .selection(let action): return select(&state, action)
    case .sortTapped(let column):
      state.order.press(column)
      return .none
    case .deleteTapped: return delete(state.selectedRows, &state)
    case .deleted(let id): return endDeletion(of: id, nil, &state)
    case .deleteFailed(let id, let failure): return endDeletion(of: id, failure, &state)
    case .restoreTapped(let id): return retryRestoring(id, &state)
    case .restored(let product): return endRestoring(product, &state)
    case .restoreFailed(_, .conflict(let current)): return endRestoring(current, &state)
    case .restoreFailed(let id, let failure): return failRestoring(id, failure, &state)
    case .takenBack(let change): return takeBack(change, &state)
    }
  }

  /// Tells whether a slot still serves anything.
  public func isAlive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .editor(let slot): editor.isAlive(slot, in: state.editor)
    }
  }

  func edit(_ state: inout State, _ action: ProductEditor.Action) -> Effects<Effect, Slot> {
    let effects = editor.reduce(&state.editor, action).lift(Effect.editor, Slot.editor)
    switch action {
    case .productsLoaded(let products):
      let present = Set(products.map(\.id))
      state.selection.forget { !present.contains($0) }
      state.deletions = state.deletions.filter { !$0.value.endsWithReading }
    case .deleted(let id), .saveFailed(let id, .gone):
      state.selection.forget(id)
      if state.deletions[id]?.product == nil { state.deletions[id] = nil }
    case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .loadFailed, .saved, .saveFailed: break
    }
    return effects
  }

  private func select(_ state: inout State, _ action: Selection<Product.ID>.Action) -> Effects<Effect, Slot> {
    selecting(in: state).reduce(&state.selection, action).lift()
  }

  /// Asks for the order that is seen only if it is needed.
  func selecting(in state: State) -> Selecting<Product.ID> {
    let products = state.editor.products
    let order = state.order
    return Selecting(.several) { id in
      products.contains { $0.id == id }
    } rows: {
      order.sorted(products).map(\.id)
    }
  }
}
