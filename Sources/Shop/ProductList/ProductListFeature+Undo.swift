import Loop
import Tables

extension ProductListFeature: Undoable {
  /// A change that can be undone in the list.
  public enum ChangeKind: Hashable, Codable, Sendable {
    /// A change in the form of a product.
    case form(ProductForm.ChangeKind, of: Product.ID)
    /// The draft of a product was discarded.
    case discardDraft(Product.ID)
    /// A change of the data in the table.
    case table(TableFeature<Product>.ChangeKind)
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
  /// Responses of the store cannot be undone. Opening a sheet cannot be undone either, but it ends the coalescing of
  /// edits.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .editor(.form(.discardTapped)): discardCompensation(in: state)
    case .editor(.form(let action)): formCompensation(of: action, in: state)
    case .editor(.rowTapped), .editor(.addTapped): .breaksCoalescing
    case .editor: .ignored
    case .table(let action):
      table.compensation(of: action, in: state.table).lift({ .table(state.preparedForRestoring($0)) }, ChangeKind.table)
    case .undone(let change): compensation(of: change, in: state)
    }
  }

  /// Returns what applying a compensating action would do.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    switch action {
    case .editor: return .hasNoEffect
    // After a failed deletion, only the reloaded list shows whether the product must be restored.
    case .table(.undoApplied(.deletion(let placed))) where placed.contains { state.hasFailedDeletion(of: $0.row.id) }:
      return .deferred
    case .table(let action): return table.undoStatus(of: action, in: state.table)
    case .undone(.editForm(let action, let id)):
      guard case .open(let product, _, let form) = state.sheet, product.id == id else { return .hasNoEffect }
      return ProductForm(editing: product).undoStatus(of: action, in: form)
    case .undone(.reopenSheet(let sheet)):
      guard let id = sheet.productID, state.savingSheets[id] == nil else { return .hasNoEffect }
      return state.canReopen(sheet) ? .applicable : .deferred
    case .undone(.discardSheet(let id)):
      guard state.sheet.isOpen(for: id) else { return .hasNoEffect }
      return state.canDiscardSheet(of: id) ? .applicable : .deferred
    }
  }

  func applyUndo(_ change: UndoOperation, _ state: inout State) -> Effects<Self> {
    switch change {
    case .editForm(let action, let id):
      if state.sheet.isOpen(for: id) { return reduceEditor(.form(action), &state) }
    case .reopenSheet(let sheet): if state.canReopen(sheet) { state.sheet = sheet }
    case .discardSheet(let id): if state.canDiscardSheet(of: id) { state.sheet = .closed }
    }
    return .none
  }

  private func compensation(of change: UndoOperation, in state: State) -> Compensation<Action, ChangeKind> {
    switch change {
    case .editForm(let action, let id):
      return state.sheet.isOpen(for: id) ? formCompensation(of: action, in: state) : .ignored
    case .reopenSheet(let sheet):
      guard let id = sheet.productID, state.canReopen(sheet) else { return .ignored }
      return .actions([.undone(.discardSheet(id))], of: .discardDraft(id))
    case .discardSheet(let id):
      guard state.canDiscardSheet(of: id) else { return .ignored }
      return .actions([.undone(.reopenSheet(state.sheet))], of: .discardDraft(id))
    }
  }

  private func formCompensation(of action: ProductForm.Action, in state: State) -> Compensation<Action, ChangeKind> {
    guard case .open(let product, _, let form) = state.sheet else { return .ignored }
    return ProductForm(editing: product).compensation(of: action, in: form)
      .lift({ .undone(.editForm($0, of: product.id)) }, { .form($0, of: product.id) })
  }

  /// Returns the inverse of discarding a draft: the sheet is reopened without the discard confirmation.
  private func discardCompensation(in state: State) -> Compensation<Action, ChangeKind> {
    guard case .open(let product, _, var form) = state.sheet, form.isConfirmingDiscard else { return .ignored }
    var sheet = state.sheet
    form.endDiscardConfirmation()
    sheet.form = form
    return .actions([.undone(.reopenSheet(sheet))], of: .discardDraft(product.id))
  }
}

extension ProductListFeature.State {
  /// Returns whether a discarded sheet can be reopened.
  ///
  /// No other sheet may be open, and no other sheet may be saving the same product.
  fileprivate func canReopen(_ sheet: SheetStatus) -> Bool {
    guard let id = sheet.productID else { return false }
    return self.sheet == .closed && savingSheets[id] == nil
  }

  /// Returns whether the sheet of this product can be discarded.
  fileprivate func canDiscardSheet(of id: Product.ID) -> Bool {
    sheet.isOpen(for: id) && sheet.form?.isEditable == true
  }

  /// Returns the action, with the deleted products changed so that the store accepts them again.
  ///
  /// Each product goes to the end and gets version 0. If a draft of it is being saved, the product gets the values of
  /// the draft.
  fileprivate func preparedForRestoring(_ action: TableFeature<Product>.Action) -> TableFeature<Product>.Action {
    guard case .undoApplied(.deletion(let placed)) = action else { return action }
    return .undoApplied(
      .deletion(
        placed.map { placed in
          let id = placed.row.id
          let saving = [sheet, savingSheets[id]?.sheet].compactMap(\.self).first { $0.isSaving(id) }
          var product = saving?.draft ?? placed.row
          product.version = 0
          var restorable = placed.replacingRow(with: product)
          (restorable.position, restorable.nextLocalID) = (.end, nil)
          return restorable
        }))
  }
}
