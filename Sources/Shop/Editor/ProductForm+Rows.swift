import Forms
import Loop
import Tables
import Values

extension ProductForm {
  /// The form, with a row for each field.
  static let form = TypedForm<Product>("Product") {
    FormSection { for field in Product.fields { field.row() } }
  }
}

extension ProductForm.Action {
  /// The field with a name was changed.
  public static func changed(_ field: String, to value: some ValueConvertible) -> Self {
    let (id, value) = (ElementID(rawValue: field), value.value)
    if case .list = value { return .fields(.chosen(id, value)) }
    return .fields(.typed(id, CellFormat.plain.text(of: value, kind: .text)))
  }
  /// The user saved the draft.
  public static var saveTapped: Self { .fields(.submitTapped) }
  /// The user reverted the draft to the product.
  public static var revertTapped: Self { .fields(.resetTapped) }
}

extension ProductForm.State {
  /// Returns the product with the values of the changed rows.
  ///
  /// A property whose row has the same value keeps it, and so does the price if the text in its row is not a valid price.
  public func draft(of product: Product) -> Product { ProductForm.form.draft(of: fields, editing: product) }

  /// A Boolean value that indicates whether the draft has unsaved changes.
  public var isChanged: Bool { fields.isDirty }

  /// A Boolean value that indicates whether the draft is being saved.
  public var isSaving: Bool { fields.stage == .submitting }

  /// A Boolean value that indicates whether the form is asking the user to confirm that the changes are discarded.
  public var isConfirmingDiscard: Bool { if case .confirmingDiscard = notice { true } else { false } }

  /// The error of the last save, or `nil` if it did not fail.
  public var saveError: ProductStoreError? {
    switch notice {
    case .confirmingDiscard(after: let failure): failure
    case .saveFailed(let failure): failure
    case nil: nil
    }
  }

  /// A Boolean value that indicates whether the rows can change.
  ///
  /// They cannot change during a save or a discard confirmation.
  var isEditable: Bool { !isSaving && !isConfirmingDiscard }

  /// Ends the discard confirmation and restores the notice that it replaced.
  mutating func endDiscardConfirmation() {
    if isConfirmingDiscard { notice = saveError.map { .saveFailed($0) } }
  }

  /// Reduces an action of the rows.
  mutating func reduceFields(_ action: FormFeature.Action) -> Effects<FormFeature> {
    let effects = FormFeature(validationDelay: nil).reduce(&fields, action)
    // The edit may have corrected the rejected draft, so its error is removed. The next save validates the draft again.
    if case .saveFailed(.rejected) = notice, fields.stage == .editing { notice = nil }
    return effects
  }

  /// Shows the error of a failed save.
  ///
  /// The draft is kept. After a conflict, its changes are rebased onto the stored product.
  mutating func applySaveFailure(_ failure: ProductStoreError) {
    var effects = reduceFields(.submissionFailed("\(failure)", failure.reportedErrors))
    if case .conflict(let current) = failure {
      effects = effects + reduceFields(.rebased(ProductForm.form.assignments(of: current)))
    }
    precondition(effects.isEmpty, "Without remote validations and buttons, only a submission has an effect.")
    notice = .saveFailed(failure)
  }
}

extension ProductStoreError {
  /// The errors of each row whose value the store rejected.
  fileprivate var reportedErrors: [ElementID: [String]] {
    switch self {
    case .rejected(let error): [ElementID(rawValue: error.field): ["\(error)"]]
    case .offline, .failed, .conflict, .notFound: [:]
    }
  }
}
