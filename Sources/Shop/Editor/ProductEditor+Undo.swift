import Forms
import Loop

extension ProductEditor: Undoable {
  /// A change that can be undone in the editor.
  public enum ChangeKind: Hashable, Codable, Sendable {
    /// A change in the form of a product.
    case form(ProductForm.ChangeKind, of: Product.ID)
    /// The draft of a product was discarded.
    case discardDraft(Product.ID)
  }

  /// An operation that undoes an action in a sheet.
  public enum UndoOperation: Hashable, Codable, Sendable {
    /// Undoes an edit in the form of a product. It has no effect unless the sheet of the product is open.
    case editForm(ProductForm.Action, of: Product.ID)
    /// Reopens a sheet whose draft was discarded, if no other sheet is open.
    case reopenSheet(SheetStatus)
    /// Discards the draft of a product again.
    case discardSheet(Product.ID)
  }

  /// Returns the inverse of an action.
  ///
  /// Opening a sheet cannot be undone, but it ends the coalescing of edits. A save is undone by the list.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .form(.discardTapped): discardCompensation(in: state)
    case .form(let action): formCompensation(of: action, in: state)
    case .addTapped, .rowTapped: .breaksCoalescing
    case .saved, .saveFailed: .ignored
    case .undone(let change): compensation(of: change, in: state)
    }
  }

  /// Returns what applying a compensating action would do.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    guard case .undone(let change) = action else { return .hasNoEffect }
    switch change {
    case .editForm(let action, let id):
      guard case .open(let product, _, let form) = state.sheet, product.id == id else { return .hasNoEffect }
      return ProductForm(editing: product).undoStatus(of: action, in: form)
    case .reopenSheet(let sheet):
      guard let id = sheet.productID, state.savingSheets[id] == nil else { return .hasNoEffect }
      return state.sheet == .closed ? .applicable : .deferred
    case .discardSheet(let id):
      guard state.sheet.isOpen(for: id) else { return .hasNoEffect }
      return state.sheet.form?.isEditable == true ? .applicable : .deferred
    }
  }

  func applyUndo(_ change: UndoOperation, _ state: inout State) -> Effects<Self> {
    if case .editForm(let action, let id) = change {
      return state.sheet.isOpen(for: id) ? reduce(&state, .form(action)) : .none
    }
    if undoStatus(of: .undone(change), in: state) != .applicable { return .none }
    if case .reopenSheet(let sheet) = change { state.sheet = sheet } else { state.sheet = .closed }
    state.sheet.form?.fields.forgetRefusedSubmissions()
    return .none
  }

  private func compensation(of change: UndoOperation, in state: State) -> Compensation<Action, ChangeKind> {
    if undoStatus(of: .undone(change), in: state) != .applicable { return .ignored }
    return switch change {
    case .editForm(let action, _): formCompensation(of: action, in: state)
    case .reopenSheet(let sheet): discarding(sheet) { .discardSheet($0) }
    case .discardSheet: discarding(state.sheet) { _ in .reopenSheet(state.sheet) }
    }
  }

  private func formCompensation(of action: ProductForm.Action, in state: State) -> Compensation<Action, ChangeKind> {
    guard case .open(let product, _, let form) = state.sheet else { return .ignored }
    return ProductForm(editing: product).compensation(of: action, in: form)
      .lift({ .undone(.editForm($0, of: product.id)) }, { .form($0, of: product.id) })
  }

  /// Returns the inverse of discarding a draft: the sheet is reopened without the discard confirmation.
  private func discardCompensation(in state: State) -> Compensation<Action, ChangeKind> {
    guard var form = state.sheet.form, form.isConfirmingDiscard else { return .ignored }
    var sheet = state.sheet
    form.endDiscardConfirmation()
    sheet.form = form
    return discarding(sheet) { _ in .reopenSheet(sheet) }
  }

  /// Returns a step that undoes, or repeats, discarding the draft in a sheet.
  private func discarding(
    _ sheet: SheetStatus, inverse: (Product.ID) -> UndoOperation
  ) -> Compensation<Action, ChangeKind> {
    guard let id = sheet.productID else { return .ignored }
    return .actions([.undone(inverse(id))], of: .discardDraft(id))
  }
}

extension ProductEditor.State {
  /// Returns the change of the stored products that a response reports, or `nil` if it reports none.
  func edit(storedBy action: ProductEditor.Action) -> ProductEdit? {
    switch action {
    case .saved(let product): edit(storing: product)
    // An earlier attempt at this save succeeded.
    case .saveFailed(let id, .conflict(let current)) where saving(id)?.draft?.hasSameContent(as: current) == true:
      edit(storing: current)
    case .saveFailed, .addTapped, .rowTapped, .form, .undone: nil
    }
  }

  private func edit(storing stored: Product) -> ProductEdit? {
    guard case .open(let product, let isNew, _)? = saving(stored.id) else { return nil }
    return isNew ? ProductEdit(adding: stored) : ProductEdit(of: product, to: stored)
  }

  /// Returns the sheet that is saving a product.
  private func saving(_ id: Product.ID) -> SheetStatus? {
    [sheet, savingSheets[id]?.sheet].compactMap(\.self).first { $0.isSaving(id) }
  }
}
