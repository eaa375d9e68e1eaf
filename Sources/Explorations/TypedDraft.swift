internal import Forms
internal import Shop
internal import Values

/// What was typed into a sheet: law 5 says that it is not lost.
struct UnsavedDraft {
  /// The product that the sheet is open on.
  private let id: Product.ID
  /// The rows that hold something else than the product, and what stands there.
  private let typed: [ElementID: FieldEntry]
  /// The product as it would be saved.
  private let draft: Product

  /// What was typed, if anything was.
  init?(_ sheet: SheetStatus) {
    guard case .open(let product, _, let form) = sheet, form.isChanged else { return nil }
    id = product.id
    typed = form.changedEntries
    draft = form.draft(of: product)
  }

  /// Whether it is still in a sheet, in sight or aside: as it was typed, or as what the product is by now.
  func isKept(in state: ProductEditor.State) -> Bool {
    state.allSheets.contains { sheet in
      guard sheet.isOpen(for: id), let form = sheet.form else { return false }
      return typed.allSatisfy { row, entry in form.fields[row]?.entry == entry }
    }
  }

  /// Whether the shop has it: every row that was typed in says the same of a product.
  private func isKept(in product: Product) -> Bool {
    if product.id != id { return false }
    let stored = ProductForm.State(product).fields
    let mine = ProductForm.State(draft).fields
    return typed.allSatisfy { row, entry in
      entry.unparseableText == nil && stored.value(row).map { mine.value(row)?.isEquivalent(to: $0) == true } == true
    }
  }

  /// Whether an action takes it away with good reason: somebody wanted that, or the shop has it.
  func isDiscarded(by action: ProductEditor.Action) -> Bool {
    switch action {
    case .form(.fields(.typed)), .form(.fields(.chosen)), .form(.fields(.resetTapped)), .form(.discardTapped): true
    case .saved(let stored), .saveFailed(_, .conflict(let stored)): isKept(in: stored)
    case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .productsLoaded, .loadFailed, .saveFailed, .deleted:
      false
    }
  }
}

extension ProductForm.State {
  /// The rows that hold something else than at first, and what stands there.
  fileprivate var changedEntries: [ElementID: FieldEntry] {
    var typed: [ElementID: FieldEntry] = [:]
    for row in fields.dirtyRows { typed[row] = fields[row]?.entry }
    return typed
  }
}

extension ProductEditor.State {
  /// All sheets, in sight and aside.
  var allSheets: [SheetStatus] { [sheet] + aside.values.map(\.sheet) }

  /// Everything that was typed and not saved.
  var unsavedDraftsInSheets: [UnsavedDraft] { allSheets.compactMap(UnsavedDraft.init) }
}
