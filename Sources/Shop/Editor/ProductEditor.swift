import Loop
import Tables

/// The sheet that edits one product.
///
/// - If the sheet is closed during a save, it moves to ``ProductEditor/State/savingSheets`` until the response arrives.
///   A successful save removes it. After a failed save it stays there with its draft until it is opened again. So each
///   product has at most one save at a time, and no draft is lost.
/// - The editor does not know the list of products. It reports to its parent which version of a product is stored, or
///   that a product is not stored any more.
public struct ProductEditor: Reducer {
  /// Creates the feature.
  public init() {}

  /// The state of the editor.
  public struct State: Hashable, Codable, Sendable {
    /// The visible sheet.
    public var sheet = SheetStatus.closed
    /// The sheets that were closed during a save, until the save has succeeded or the sheet is opened again.
    public var savingSheets: [Product.ID: SavingSheet] = [:]

    /// Creates a state without a sheet.
    public init() {}
  }

  /// A user action, or a response of the product store.
  public enum Action: Hashable, Codable, Sendable {
    /// The user added a product. The front end creates it, including its identifier.
    case addTapped(Product)
    /// The user opened a product: in a new sheet, or in the one that is kept in ``ProductEditor/State/savingSheets``.
    case rowTapped(Product)
    /// An action in the sheet.
    case form(ProductForm.Action)
    /// The undo of an action in a sheet.
    case undone(UndoOperation)
    /// A product was saved. The associated value is the stored version.
    case saved(Product)
    /// A product could not be saved.
    case saveFailed(Product.ID, ProductStoreError)
  }

  /// A request to the product store, or a report to the parent.
  public enum Effect: Hashable, Codable, Sendable {
    /// Store a new product.
    case insert(Product)
    /// Replace this version of a product.
    case update(Product, expecting: Int)
    /// Report the stored version of a product and its author.
    case reportStored(Product, by: ChangeAuthor)
    /// Report that a product is not stored any more.
    case reportRemoved(Product.ID)
  }

  /// The slots of the effects: one for the saves of each product.
  public enum Slot: Hashable, Codable, Sendable { case write(Product.ID) }

  /// Returns `true`: every run continues after the sheet is closed.
  public func isActive(_ slot: Slot, in state: State) -> Bool { true }

  /// Reduces an action.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .addTapped(let product): return openSheet(.open(product: product, isNew: true), for: product.id, &state)
    case .rowTapped(let product): return openSheet(.open(product: product), for: product.id, &state)
    case .form(let action): return reduceForm(&state, action)
    case .undone(let change): return applyUndo(change, &state)
    case .saved(let product):
      if state.sheet.isSaving(product.id) { state.sheet = .closed }
      if state.savingSheets[product.id]?.form.isSaving == true { state.savingSheets[product.id] = nil }
      return .report(.reportStored(product, by: .user))
    case .saveFailed(let id, let failure): return applySaveFailure(id, failure, &state)
    }
  }

  /// Opens a sheet, or the saving sheet of this product if there is one.
  ///
  /// The visible sheet is cancelled first. It stays open if its draft has changes.
  private func openSheet(_ sheet: SheetStatus, for id: Product.ID, _ state: inout State) -> Effects<Self> {
    if state.sheet.isOpen(for: id) { return .none }
    let effects = reduceForm(&state, .cancelTapped)
    if state.sheet == .closed {
      state.sheet = state.savingSheets.removeValue(forKey: id)?.sheet ?? sheet
    }
    return effects
  }

  private func reduceForm(_ state: inout State, _ action: ProductForm.Action) -> Effects<Self> {
    guard case .open(let product, let isNew, var form) = state.sheet else { return .none }
    let effects = ProductForm(editing: product).reduce(&form, action)
    state.sheet = .open(product: product, isNew: isNew, form: form)
    return effects.flatMap { instruction in
      switch instruction {
      case .run(let request):
        guard case .save(let draft) = request.effect else { return .none }
        let save = isNew ? Effect.insert(draft) : .update(draft, expecting: product.version)
        // If the response is lost, the save may have succeeded, and the user decides whether to repeat it. If it did
        // succeed, repeating it causes a conflict with an equal product, which counts as saved. A save outlives its
        // sheet, so the next one must not replace it.
        return .run(request.lift(to: save, in: .write(draft.id), .queue) { _ in .saveFailed(draft.id, .offline) })
      case .fireAndForget(.close, _):
        if form.isSaving { state.savingSheets[product.id] = SavingSheet(state.sheet) }
        state.sheet = .closed
        return .none
      // The form saves in a run, and closes without one.
      case .fireAndForget(.save, _), .cancel: return .none
      }
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
    return switch failure {
    case .conflict(let current): .report(.reportStored(current, by: .anotherUser))
    case .notFound: .report(.reportRemoved(id))
    case .offline, .failed, .rejected: .none
    }
  }
}
