import Loop
import Tables

extension ProductListFeature: Undoable {
  /// A change that can be undone in the list.
  public enum ChangeKind: Hashable, Codable, Sendable {
    /// A change in the editor.
    case editor(ProductEditor.ChangeKind)
    /// A change of fields of products.
    case edits
    /// A change that was saved.
    case save
    /// A new product that was saved.
    case addition
    /// A change by an import of a file.
    case fileImport
    /// A change of the data in the table.
    case table(EditableTable<Product>.ChangeKind)
  }

  /// Returns the inverse of an action: that of the editor or of the table.
  ///
  /// A response that something was saved is a step, which takes back all that was saved.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .appeared, .reloadTapped, .productsLoaded, .loadFailed, .writeProgressed, .cancelWriteTapped, .editsStored:
      .ignored
    // Steps before one that could not be undone stay.
    case .editsFailed: .breaksCoalescing
    case .editsMade(let edits):
      edits.isEmpty || state.isStoringEdits || (try? state.storeChanges(for: edits)) == nil
        ? .ignored : .actions([.editsMade(edits.map(\.inverse))], of: .edits)
    case .rowTapped: .breaksCoalescing
    case .editor(let action):
      if let edit = state.editor.edit(storedBy: action) {
        Self.taking(back: edit)
      } else {
        editor.compensation(of: action, in: state.editor).lift(Action.editor, ChangeKind.editor)
      }
    case .table(let action):
      if let edit = state.edit(storedBy: action) {
        Self.taking(back: edit)
      } else {
        table.compensation(of: action, in: state.table).lift(
          { .table(state.preparedForRestoring($0)) }, ChangeKind.table)
      }
    }
  }

  /// Returns the step that takes back a change which was stored.
  private static func taking(back edit: ProductEdit) -> Compensation<Action, ChangeKind> {
    .actions([.editsMade([edit.inverse])], of: edit.changes.isEmpty ? .addition : .save)
  }

  /// Returns what applying a compensating action would do.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    switch action {
    case .appeared, .reloadTapped, .rowTapped, .productsLoaded, .loadFailed, .writeProgressed, .cancelWriteTapped,
      .editsStored, .editsFailed:
      .hasNoEffect
    // In a sheet, only what was typed can be undone.
    case .editsMade(let edits):
      state.isStoringEdits || state.listStatus != .loaded || state.editor.sheet.isOpen
        || state.busyProduct(among: edits) != nil ? .deferred : .applicable
    case .editor(let action): editor.undoStatus(of: action, in: state.editor)
    // After a failed deletion, only the reloaded list shows whether the product must be restored.
    case .table(.undoApplied(.deletion(let placed))) where placed.contains { state.hasFailedDeletion(of: $0.row.id) }:
      .deferred
    // The table does not have the stored values yet.
    case .table where state.isStoringEdits: .deferred
    case .table(let action): table.undoStatus(of: action, in: state.table)
    }
  }
}

extension ProductListFeature.State {
  /// Returns the change of the stored products that a response to a save in the table reports, or `nil`.
  fileprivate func edit(storedBy action: EditableTable<Product>.Action) -> ProductEdit? {
    let stored: Product
    switch action {
    case .saveCompleted(let product): stored = product
    // An earlier attempt at this save succeeded.
    case .saveConflicted(let id, let current?) where table.drafts[id]?.editedRow.hasSameContent(as: current) == true:
      stored = current
    default: return nil
    }
    guard let draft = table.drafts[stored.id] else { return nil }
    guard let former = draft.storedRow else { return ProductEdit(adding: stored) }
    return former.version < stored.version ? ProductEdit(of: former, to: stored) : nil
  }

  /// Returns the action, with the deleted products changed so that the store accepts them again.
  ///
  /// Each product goes to the end and gets version 0. If a draft of it is being saved, the product gets the values of
  /// the draft.
  fileprivate func preparedForRestoring(_ action: EditableTable<Product>.Action) -> EditableTable<Product>.Action {
    guard case .undoApplied(.deletion(let placed)) = action else { return action }
    return .undoApplied(
      .deletion(
        placed.map { placed in
          let id = placed.row.id
          let saving = [editor.sheet, editor.savingSheets[id]?.sheet].compactMap(\.self).first { $0.isSaving(id) }
          var product = saving?.draft ?? placed.row
          product.version = 0
          var restorable = placed.replacingRow(with: product)
          restorable.position = .end
          return restorable
        }))
  }
}

extension ProductListFeature.ChangeKind {
  /// The change in one or two words, as in "Undo deletion".
  public var title: String {
    switch self {
    case .editor(.form): "typing"
    case .editor(.discardDraft): "discarding"
    case .edits: "change"
    case .save: "save"
    case .addition: "new product"
    case .fileImport: "import"
    case .table(.cellEdit): "edit"
    case .table(.move): "move"
    case .table(.deletion): "deletion"
    case .table(.revert): "reverting"
    }
  }
}
