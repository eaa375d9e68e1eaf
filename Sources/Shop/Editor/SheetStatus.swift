/// The sheet over the product list: closed, or open for one product.
///
/// The case `open` holds everything that belongs to an open sheet, so a closed one has no leftover state. The editor
/// sets `isNew` when it opens the sheet and after a failed save, and reads it at the next save. The form does not know
/// it.
public enum SheetStatus: Hashable, Codable, Sendable {
  /// No sheet is shown.
  case closed
  /// The sheet is open for a product.
  indirect case open(product: Product, isNew: Bool = false, form: ProductForm.State)

  /// Returns an open sheet whose rows have the values of the product.
  public static func open(product: Product, isNew: Bool = false) -> Self {
    .open(product: product, isNew: isNew, form: .init(product))
  }
}

extension SheetStatus {
  /// A Boolean value that indicates whether the sheet is open.
  public var isOpen: Bool { self != .closed }

  /// The form in the sheet, or `nil` if the sheet is closed.
  ///
  /// Setting it has no effect while the sheet is closed.
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

  /// The product with the changes in the sheet, or `nil` if the sheet is closed.
  public var draft: Product? {
    if case .open(let product, _, let form) = self { form.draft(of: product) } else { nil }
  }

  /// The identifier of the product in the sheet, or `nil` if the sheet is closed.
  public var productID: Product.ID? {
    if case .open(let product, _, _) = self { product.id } else { nil }
  }

  /// Returns whether the sheet is open for this product.
  package func isOpen(for id: Product.ID) -> Bool { productID == id }

  /// Returns whether the sheet is open for this product and is saving it.
  func isSaving(_ id: Product.ID) -> Bool { isOpen(for: id) && form?.isSaving == true }

  /// Reports a failed save.
  ///
  /// The changes of the draft are rebased onto the stored product. The next save overwrites that version, or inserts
  /// the product again if it was deleted.
  mutating func applySaveFailure(_ failure: ProductStoreError) {
    guard case .open(var product, var isNew, var form) = self else { return }
    switch failure {
    case .conflict(let current): (product, isNew) = (current, false)
    case .notFound: isNew = true
    case .offline, .failed, .rejected: break
    }
    form.applySaveFailure(failure)
    self = .open(product: product, isNew: isNew, form: form)
  }
}

/// A sheet that was closed during its save.
public struct SavingSheet: Hashable, Codable, Sendable {
  private let product: Product
  private let isNew: Bool
  /// The form as it was when the sheet was closed, with the error if its save has failed since.
  public let form: ProductForm.State

  /// Creates a saving sheet, or `nil` if the sheet is not saving.
  package init?(_ sheet: SheetStatus) {
    guard case .open(let product, let isNew, let form) = sheet, form.isSaving else { return nil }
    self.product = product
    self.isNew = isNew
    self.form = form
  }

  /// The product with the changes in the sheet.
  public var draft: Product { form.draft(of: product) }

  /// The sheet to show when it is opened again.
  public var sheet: SheetStatus { .open(product: product, isNew: isNew, form: form) }

  /// Returns the sheet with the error of its save.
  package func failed(_ failure: ProductStoreError) -> SavingSheet {
    mappingStatus { sheet in
      var sheet = sheet
      sheet.applySaveFailure(failure)
      return sheet
    }
  }

  /// Returns the sheet after a transformation, or unchanged if the result is not open.
  package func mappingStatus(_ restate: (SheetStatus) -> SheetStatus) -> SavingSheet {
    guard case .open(let product, let isNew, let form) = restate(sheet) else { return self }
    return SavingSheet(product: product, isNew: isNew, form: form)
  }

  private init(product: Product, isNew: Bool, form: ProductForm.State) {
    self.product = product
    self.isNew = isNew
    self.form = form
  }
}
