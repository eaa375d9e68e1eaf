/// The sheet over the product list: closed, or open on one product.
///
/// What belongs to an open sheet has no place to be when it is closed. That a product is new is set where the sheet opens,
/// and where it opens anew on what the store said of a save; it is read where it is saved, and the form inside never learns
/// of it.
public enum SheetStatus: Hashable, Codable, Sendable {
  /// There is no sheet.
  case closed
  /// The sheet is open.
  case open(product: Product, isNew: Bool = false, form: ProductForm.State)

  /// Opens the sheet with the rows as the product is.
  public static func open(product: Product, isNew: Bool = false) -> Self {
    .open(product: product, isNew: isNew, form: .init(product))
  }
}

extension SheetStatus {
  /// Whether there is a sheet.
  public var isOpen: Bool { self != .closed }

  /// The form in the sheet.
  ///
  /// Nothing can be put into a closed one.
  public var form: ProductForm.State? {
    get {
      if case .open(_, _, let form) = self { form } else { nil }
    }
    set {
      if case .open(let product, let isNew, _) = self, let newValue {
        self = .open(product: product, isNew: isNew, form: newValue)
      }
    }
  }

  /// The product as the sheet would save it.
  public var draft: Product? {
    if case .open(let product, _, let form) = self { form.draft(of: product) } else { nil }
  }

  /// The product that the sheet is open on.
  public var productID: Product.ID? {
    if case .open(let product, _, _) = self { product.id } else { nil }
  }

  /// Whether the sheet is open on this product.
  package func isOpen(for id: Product.ID) -> Bool { productID == id }

  /// Whether the sheet waits for the answer to a save of this product.
  func isSaving(_ id: Product.ID) -> Bool { isOpen(for: id) && form?.isSaving == true }

  /// Takes in why a save failed.
  ///
  /// The draft stays, on top of what is stored by now: the next save replaces that knowingly, or makes the product
  /// anew.
  mutating func applySaveFailure(_ failure: ProductStoreError) {
    guard case .open(var product, var isNew, var form) = self else { return }
    switch failure {
    case .conflict(let current): (product, isNew) = (current, false)
    case .gone: isNew = true
    case .offline, .rejected: break
    }
    form.applySaveFailure(failure)
    self = .open(product: product, isNew: isNew, form: form)
  }
}

/// A sheet out of sight: it was closed while its save was under way.
public struct SavingSheet: Hashable, Codable, Sendable {
  private let product: Product
  private let isNew: Bool
  /// The form as it was left, or with the reason why its draft could not be saved.
  public let form: ProductForm.State

  /// Puts a sheet aside whose save is under way; no other.
  package init?(_ sheet: SheetStatus) {
    guard case .open(let product, let isNew, let form) = sheet, form.isSaving else { return nil }
    self.product = product
    self.isNew = isNew
    self.form = form
  }

  /// The product as its sheet would save it.
  public var draft: Product { form.draft(of: product) }

  /// The sheet as it comes back into sight.
  public var sheet: SheetStatus { .open(product: product, isNew: isNew, form: form) }

  /// The same, with the reason why its draft could not be saved.
  package func failed(_ failure: ProductStoreError) -> SavingSheet {
    restated { sheet in
      var sheet = sheet
      sheet.applySaveFailure(failure)
      return sheet
    }
  }

  /// The same, with its sheet told otherwise.
  ///
  /// A sheet that is not open leaves it as it is.
  package func restated(_ restate: (SheetStatus) -> SheetStatus) -> SavingSheet {
    guard case .open(let product, let isNew, let form) = restate(sheet) else { return self }
    return SavingSheet(product: product, isNew: isNew, form: form)
  }

  private init(product: Product, isNew: Bool, form: ProductForm.State) {
    self.product = product
    self.isNew = isNew
    self.form = form
  }
}
