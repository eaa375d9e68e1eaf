public import Loop

/// The products, and the sheet in which one of them is edited.
///
/// - A sheet that is closed while its save is under way is put *aside* until the answer comes: acknowledged, it is
///   forgotten; failed, it waits there with its draft until it is opened again. So a product has one save at a time, and
///   nothing that was typed is lost.
/// - The list is read again when what is learnt of a product may be newer than a reading under way, or older than what is
///   known.
public struct ProductEditor: Reducer {
  /// Makes the feature.
  public init() {}

  /// What the editor remembers.
  public struct State: Hashable, Codable, Sendable {
    /// The products as last heard of.
    public var products: [Product]
    /// Whether they have been read.
    public var list: ListStatus
    /// The sheet in sight.
    public var sheet = SheetStatus.closed
    /// The sheets that were closed before their save was answered.
    public var aside: [Product.ID: SavingSheet] = [:]

    /// Begins with products that have been read, or with none and a list that has not.
    public init(products: [Product]? = nil) {
      self.products = products ?? []
      list = products == nil ? .unread : .read
    }
  }

  /// What a person does, and what the store answers.
  public enum Action: Hashable, Codable, Sendable {
    /// The list came into sight. The first time, it is read.
    case appeared
    /// The list shall be read again.
    case reloadTapped
    /// A product made by the caller shall be added.
    case addTapped(Product)
    /// A product shall be edited, or a sheet come back that was put aside.
    case rowTapped(Product.ID)
    /// Something was done in the sheet.
    case form(ProductForm.Action)
    /// The list was read.
    case productsLoaded([Product])
    /// The list could not be read.
    case loadFailed(ProductStoreError)
    /// A product was saved, and is stored like this.
    case saved(Product)
    /// A product could not be saved.
    case saveFailed(Product.ID, ProductStoreError)
    /// A product is gone.
    case deleted(Product.ID)
  }

  /// What the store is asked for.
  public enum Effect: Hashable, Codable, Sendable {
    /// Read the list.
    case loadProducts
    /// Store a product that was not there.
    case insert(Product)
    /// Store a change made to this version of a product.
    case update(Product, expecting: Int)
  }

  /// Where it is asked: what is written of a product in one slot, so that the answers come in the order of the deeds.
  public enum Slot: Hashable, Codable, Sendable { case list, write(Product.ID) }

  /// Every slot outlives the sheet.
  public func isAlive(_ slot: Slot, in state: State) -> Bool { true }

  /// Takes an action in.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .appeared: return state.list == .unread ? loadList(&state) : .none
    case .reloadTapped: return loadList(&state)
    case .addTapped(let product): return openSheet(.open(product: product, isNew: true), for: product.id, &state)
    case .rowTapped(let id):
      let product = state.products.first { $0.id == id }
      return openSheet(product.map { .open(product: $0) }, for: id, &state)
    case .form(let action): return reduceForm(&state, action)
    case .productsLoaded(let products): (state.products, state.list) = (products, .read)
    case .loadFailed(let failure): state.list = .failed(failure)
    case .saved(let product):
      if state.sheet.isSaving(product.id) { state.sheet = .closed }
      if state.aside[product.id]?.form.isSaving == true { state.aside[product.id] = nil }
      return updateProducts(&state) { $0.upsertUnlessOutdated(product) }
    case .saveFailed(let id, let failure): return applySaveFailure(id, failure, &state)
    case .deleted(let id): return updateProducts(&state) { $0.removeProduct(withID: id) }
    }
    return .none
  }

  private func loadList(_ state: inout State) -> Effects<Effect, Slot> {
    state.list = .reading
    return .run(.loadProducts, in: .list)
  }

  /// Opens a sheet, or the one put aside for this product.
  ///
  /// The sheet in sight is left as by its cancel button, and so it stays if it holds changes.
  private func openSheet(_ sheet: SheetStatus?, for id: Product.ID, _ state: inout State) -> Effects<Effect, Slot> {
    guard let sheet = state.aside[id]?.sheet ?? sheet, !state.sheet.isOpen(for: id) else { return .none }
    let effects = reduceForm(&state, .cancelTapped)
    if state.sheet == .closed {
      state.sheet = sheet
      state.aside[id] = nil
    }
    return effects
  }

  private func reduceForm(_ state: inout State, _ action: ProductForm.Action) -> Effects<Effect, Slot> {
    guard case .open(let product, let isNew, var form) = state.sheet else { return .none }
    let told = ProductForm(editing: product).reduce(&form, action)
    state.sheet = .open(product: product, isNew: isNew, form: form)
    return told.flatMap { effect in
      switch effect {
      case .save(let draft):
        let save = isNew ? Effect.insert(draft) : .update(draft, expecting: product.version)
        return .run(save, in: .write(draft.id), .queue)
      case .close:
        if form.isSaving { state.aside[product.id] = SavingSheet(state.sheet) }
        state.sheet = .closed
        return .none
      }
    }
  }

  private func applySaveFailure(_ id: Product.ID, _ failure: ProductStoreError, _ state: inout State) -> Effects<
    Effect, Slot
  > {
    let isInSight = state.sheet.isSaving(id)
    let draft = isInSight ? state.sheet.draft : state.aside[id]?.draft
    if case .conflict(let current) = failure, draft?.hasSameContent(as: current) == true {
      // In conflict with itself: this is an earlier try, which was carried out and whose answer was lost.
      return reduce(&state, .saved(current))
    }
    if isInSight { state.sheet.applySaveFailure(failure) }
    if state.aside[id]?.form.isSaving == true { state.aside[id] = state.aside[id]?.failed(failure) }
    switch failure {
    case .conflict(let current): return updateProducts(&state) { $0.upsertUnlessOutdated(current) }
    case .gone: return updateProducts(&state) { $0.removeProduct(withID: id) }
    case .offline, .rejected: return .none
    }
  }

  private func updateProducts(_ state: inout State, _ isCertain: (inout [Product]) -> Bool) -> Effects<Effect, Slot> {
    isCertain(&state.products) && state.list != .reading ? .none : loadList(&state)
  }
}

extension ProductEditor.Action {
  /// What it means that a front end writes whether the sheet is open.
  ///
  /// Writing false is the cancel button, which a changed draft may answer with a question; writing true does nothing, for a
  /// sheet opens on a product.
  static func sheetPresentationChanged(isOpen: Bool) -> Self? { isOpen ? nil : .form(.cancelTapped) }
}

extension Store where Feature == ProductEditor {
  /// Whether the sheet is open, for a front end that wants to write it.
  public var isSheetOpen: StateBinding<Bool> {
    binding(\.sheet.isOpen) { .sheetPresentationChanged(isOpen: $0) }
  }
}
