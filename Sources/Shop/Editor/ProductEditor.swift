import Loop

/// The products and the sheet that edits one of them.
///
/// - If the sheet is closed during a save, it moves to ``ProductEditor/State/savingSheets`` until the response arrives.
///   A successful save removes it. After a failed save it stays there with its draft until it is opened again. So each
///   product has at most one save at a time, and no draft is lost.
/// - The list is loaded again when a response may be newer than a load in progress, or older than a known version.
public struct ProductEditor: Reducer {
  /// Creates the feature.
  public init() {}

  /// The state of the editor.
  public struct State: Hashable, Codable, Sendable {
    /// The newest known versions of the products.
    public var products: [Product]
    /// The load status of the list.
    public var listStatus: ListStatus
    /// The visible sheet.
    public var sheet = SheetStatus.closed
    /// The sheets that were closed during a save, until the save has succeeded or the sheet is opened again.
    public var savingSheets: [Product.ID: SavingSheet] = [:]

    /// Creates a state with loaded products, or an empty state whose list is not loaded.
    public init(products: [Product]? = nil) {
      self.products = products ?? []
      listStatus = products == nil ? .notLoaded : .loaded
    }
  }

  /// A user action, or a response of the product store.
  public enum Action: Hashable, Codable, Sendable {
    /// The list appeared. The first time, it is loaded.
    case appeared
    /// The user reloaded the list.
    case reloadTapped
    /// The user added a product. The front end creates it, including its identifier.
    case addTapped(Product)
    /// The user opened a product: in a new sheet, or in the one that is kept in ``ProductEditor/State/savingSheets``.
    case rowTapped(Product.ID)
    /// An action in the sheet.
    case form(ProductForm.Action)
    /// The list was loaded.
    case productsLoaded([Product])
    /// The list could not be loaded.
    case loadFailed(ProductStoreError)
    /// A product was saved. The associated value is the stored version.
    case saved(Product)
    /// A product could not be saved.
    case saveFailed(Product.ID, ProductStoreError)
    /// A product was deleted.
    case deleted(Product.ID)
  }

  /// A request to the product store.
  public enum Effect: Hashable, Codable, Sendable {
    /// Load the list.
    case loadProducts
    /// Store a new product.
    case insert(Product)
    /// Replace this version of a product.
    case update(Product, expecting: Int)
  }

  /// The slots of the effects.
  ///
  /// All writes of a product share a slot, so their responses arrive in the order of the requests.
  public enum Slot: Hashable, Codable, Sendable { case list, write(Product.ID) }

  /// Returns `true`: every run continues after the sheet is closed.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .appeared: return state.listStatus == .notLoaded ? loadList(&state) : .none
    case .reloadTapped: return loadList(&state)
    case .addTapped(let product): return openSheet(.open(product: product, isNew: true), for: product.id, &state)
    case .rowTapped(let id):
      let product = state.products.first { $0.id == id }
      return openSheet(product.map { .open(product: $0) }, for: id, &state)
    case .form(let action): return reduceForm(&state, action)
    case .productsLoaded(let products): (state.products, state.listStatus) = (products, .loaded)
    case .loadFailed(let failure): state.listStatus = .failed(failure)
    case .saved(let product):
      if state.sheet.isSaving(product.id) { state.sheet = .closed }
      if state.savingSheets[product.id]?.form.isSaving == true { state.savingSheets[product.id] = nil }
      return updateProductsOrReload(&state) { $0.upsertUnlessOutdated(product) }
    case .saveFailed(let id, let failure): return applySaveFailure(id, failure, &state)
    case .deleted(let id): return updateProductsOrReload(&state) { $0.removeProduct(withID: id) }
    }
    return .none
  }

  private func loadList(_ state: inout State) -> Effects<Self> {
    state.listStatus = .loading
    return .run(.loadProducts, in: .list, .latest, ifLost: .loadFailed(.offline), afterRestart: .runAgain)
  }

  /// Opens a sheet, or the saving sheet of this product if there is one.
  ///
  /// The visible sheet is cancelled first. It stays open if its draft has changes.
  private func openSheet(_ sheet: SheetStatus?, for id: Product.ID, _ state: inout State) -> Effects<Self> {
    guard let sheet = state.savingSheets[id]?.sheet ?? sheet, !state.sheet.isOpen(for: id) else { return .none }
    let effects = reduceForm(&state, .cancelTapped)
    if state.sheet == .closed {
      state.sheet = sheet
      state.savingSheets[id] = nil
    }
    return effects
  }

  private func reduceForm(_ state: inout State, _ action: ProductForm.Action) -> Effects<Self> {
    guard case .open(let product, let isNew, var form) = state.sheet else { return .none }
    let effects = ProductForm(editing: product).reduce(&form, action)
    state.sheet = .open(product: product, isNew: isNew, form: form)
    return effects.flatMap { instruction in
      switch instruction.effect {
      case .save(let draft):
        let save = isNew ? Effect.insert(draft) : .update(draft, expecting: product.version)
        // After a restart, the save may have succeeded, and the user decides whether to repeat it. If it did succeed,
        // repeating it causes a conflict with an equal product, which counts as saved.
        return .run(
          save, in: .write(draft.id), .queue, ifLost: .saveFailed(draft.id, .offline), afterRestart: .reportLost)
      case .close:
        if form.isSaving { state.savingSheets[product.id] = SavingSheet(state.sheet) }
        state.sheet = .closed
      case nil: break
      }
      return .none
    }
  }

  private func applySaveFailure(_ id: Product.ID, _ failure: ProductStoreError, _ state: inout State) -> Effects<Self> {
    let isVisible = state.sheet.isSaving(id)
    let draft = isVisible ? state.sheet.draft : state.savingSheets[id]?.draft
    if case .conflict(let current) = failure, draft?.hasSameContent(as: current) == true {
      // A conflict with an earlier attempt at this save, which succeeded but whose response was lost.
      return reduce(&state, .saved(current))
    }
    if isVisible { state.sheet.applySaveFailure(failure) }
    if state.savingSheets[id]?.form.isSaving == true {
      state.savingSheets[id] = state.savingSheets[id]?.failed(failure)
    }
    switch failure {
    case .conflict(let current):
      return updateProductsOrReload(&state) { $0.upsertUnlessOutdated(current) }
    case .notFound: return updateProductsOrReload(&state) { $0.removeProduct(withID: id) }
    case .offline, .failed, .rejected: return .none
    }
  }

  private func updateProductsOrReload(_ state: inout State, _ update: (inout [Product]) -> Bool) -> Effects<Self> {
    update(&state.products) && state.listStatus != .loading ? .none : loadList(&state)
  }
}

extension Store where Feature == ProductEditor {
  /// A binding to whether the sheet is open.
  ///
  /// Writing `false` cancels the sheet, which asks for confirmation if the draft has changes. Writing `true` does
  /// nothing, because a sheet needs a product.
  public var isSheetOpen: StateBinding<Bool> {
    binding(\.sheet.isOpen) { isOpen in isOpen ? nil : .form(.cancelTapped) }
  }
}
