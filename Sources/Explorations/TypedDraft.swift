internal import Shop

/// What was typed into a sheet: law 5 says that it is not lost.
struct TypedDraft {
  /// The product as it is without the draft.
  private let product: Product
  private let draft: Product

  /// What was typed, if anything was.
  init?(_ sheet: SheetStatus) {
    guard case .open(let product, _, let form) = sheet, !form.draft.looksLike(product) else { return nil }
    self.product = product
    draft = form.draft
  }

  /// Whether a product is as it was typed, wherever anything was.
  func isKept(in other: Product) -> Bool {
    other.id == draft.id
      && (draft.name == product.name || draft.name == other.name)
      && (draft.price == product.price || draft.price == other.price)
      && (draft.tags == product.tags || draft.tags == other.tags)
  }

  /// Whether it is still in a sheet, in sight or aside.
  func isKept(in state: ProductEditor.State) -> Bool {
    state.sheets.contains { $0.form.map { isKept(in: $0.draft) } ?? false }
  }

  /// Whether an action takes it away with good reason: somebody wanted that, or the shop has it.
  func isGivenUp(by action: ProductEditor.Action) -> Bool {
    switch action {
    case .form(.nameChanged), .form(.priceChanged), .form(.tagsChanged), .form(.revertTapped), .form(.discardTapped):
      true
    case .saved(let stored), .saveFailed(_, .conflict(let stored)): isKept(in: stored)
    case .appeared, .reloadTapped, .addTapped, .rowTapped, .form, .productsLoaded, .loadFailed, .saveFailed, .deleted:
      false
    }
  }
}

extension ProductEditor.State {
  /// All sheets, in sight and aside.
  fileprivate var sheets: [SheetStatus] { [sheet] + aside.values.map(\.sheet) }

  /// Everything that was typed and not saved.
  var typed: [TypedDraft] { sheets.compactMap(TypedDraft.init) }
}
