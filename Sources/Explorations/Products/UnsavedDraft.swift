import Forms
import Shop
import Values

/// The unsaved changes in a sheet.
///
/// Law 5 requires that they are not lost.
struct UnsavedDraft {
  /// The entries of the rows that differ from the product.
  private let changedEntries: [ElementID: FieldEntry]
  private let product: Product
  private let form: ProductForm.State

  /// Creates the draft of a sheet, or `nil` if nothing was changed.
  init?(_ sheet: SheetStatus) {
    guard case .open(let product, _, let form) = sheet, form.isChanged else { return nil }
    (self.product, self.form) = (product, form)
    changedEntries = form.changedEntries
  }

  /// Returns whether an open or saving sheet still has the draft's entries.
  func isKept(in state: ProductEditor.State) -> Bool {
    state.allSheets.contains { sheet in
      guard sheet.isOpen(for: product.id), let form = sheet.form else { return false }
      return changedEntries.allSatisfy { row, entry in form.fields[row]?.entry == entry }
    }
  }

  /// Returns whether a stored product has the draft's values in every changed row.
  private func isKept(in stored: Product) -> Bool {
    if stored.id != product.id { return false }
    let stored = ProductForm.State(stored).fields
    let mine = ProductForm.State(form.draft(of: product)).fields
    return changedEntries.allSatisfy { row, entry in
      entry.unparseableText == nil && stored.value(row).map { mine.value(row)?.isEquivalent(to: $0) == true } == true
    }
  }

  /// Returns whether an action may discard the draft: the user changed or discarded it, or the store has it.
  func isDiscarded(by action: ProductListFeature.Action) -> Bool {
    guard case .editor(let action) = action else { return false }
    return switch action {
    case .form(.fields(.typed)), .form(.fields(.chosen)), .form(.fields(.resetTapped)), .form(.discardTapped): true
    case .saved(let stored), .saveFailed(_, .conflict(let stored)): isKept(in: stored)
    case .addTapped, .rowTapped, .form, .undone, .saveFailed: false
    }
  }
}

extension ProductForm.State {
  /// The entries of the rows that differ from their initial values.
  fileprivate var changedEntries: [ElementID: FieldEntry] {
    var typed: [ElementID: FieldEntry] = [:]
    for row in fields.dirtyRows { typed[row] = fields[row]?.entry }
    return typed
  }
}

extension ProductEditor.State {
  /// The open sheet and the saving sheets.
  var allSheets: [SheetStatus] { [sheet] + savingSheets.values.map(\.sheet) }

  /// The drafts of all sheets.
  var unsavedDrafts: [UnsavedDraft] { allSheets.compactMap(UnsavedDraft.init) }
}
