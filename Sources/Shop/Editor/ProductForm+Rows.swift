internal import Forms
internal import Loop
public import Values

extension ProductForm {
  /// The rows: what a product is called, what it costs, and what it is filed under.
  static let definition = FormDefinition(title: "Product") {
    SectionDefinition {
      RowDefinition(tag: "name", title: "Name", isRequired: true)
      RowDefinition(tag: "price", kind: .money, title: "Price", isRequired: true, validators: [.range(min: 0)])
      RowDefinition(tag: "tags", kind: .multipleChoice, title: "Tags", placeholder: "words, with commas between them")
    }
  }

  static let rows: CompiledForm = {
    do throws(FormErrors) {
      return try CompiledForm(definition)
    } catch {
      preconditionFailure("A product's form is right: \(error)")
    }
  }()
}

extension ProductForm.Action {
  /// Another name is typed.
  public static func nameChanged(_ name: String) -> Self { .fields(.typed("name", name)) }
  /// Another price is typed.
  public static func priceChanged(_ price: Money) -> Self { .fields(.typed("price", price.description)) }
  /// Other tags are chosen.
  public static func tagsChanged(_ tags: [String]) -> Self { .fields(.chosen("tags", tags.value)) }
  /// The draft shall be saved.
  public static var saveTapped: Self { .fields(.submitTapped) }
  /// The draft shall be as the product is.
  public static var revertTapped: Self { .fields(.resetTapped) }
}

extension Product {
  /// What stands in the rows of its form.
  var formValues: [String: Value] { ["name": name.value, "price": price.value, "tags": tags.value] }
}

extension ProductForm.State {
  /// The product as it would be saved: what was changed in the rows, on top of this.
  ///
  /// A row that was not changed leaves the product as it is, whatever a row can hold; and so does a text that is no price.
  public func draft(of product: Product) -> Product {
    var draft = product
    if let name = changedValue(of: "name") { draft.name = name.text ?? "" }
    if let price = changedValue(of: "price").flatMap(Money.init) { draft.price = price }
    if let tags = changedValue(of: "tags") { draft.tags = tags.texts }
    return draft
  }

  private func changedValue(of row: ElementID) -> Value? {
    guard let field = fields[row], let value = fields.value(row), !value.isEquivalent(to: field.initial) else {
      return .none
    }
    return .some(value)
  }
}

extension Value {
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var texts: [String] { if case .list(let values) = self { values.compactMap(\.text) } else { [] } }
}

extension ProductForm.State {
  /// Whether anything was typed that is not saved.
  public var isChanged: Bool { fields.isDirty }

  /// Whether the draft is being saved.
  public var isSaving: Bool { fields.stage == .submitting }

  /// Whether it is asked if the changes may be thrown away.
  public var isConfirmingDiscard: Bool { if case .asking = notice { true } else { false } }

  /// Why the draft could not be saved, if it could not.
  public var saveError: ProductStoreError? {
    switch notice {
    case .asking(after: let failure): failure
    case .failed(let failure): failure
    case nil: nil
    }
  }

  /// What is being saved, and what is asked about, does not change under it.
  var isEditable: Bool { !isSaving && !isConfirmingDiscard }

  /// Goes back to where the question came from.
  mutating func endDiscardConfirmation() {
    if isConfirmingDiscard { notice = saveError.map { .failed($0) } }
  }

  /// Takes in what was done in the rows.
  mutating func reduceFields(_ action: FormFeature.Action) -> Effects<FormFeature.Effect, FormFeature.Slot> {
    let effects = FormFeature(validationDelay: nil).reduce(&fields, action)
    // What was wrong with the draft may be mended now; the next save tells.
    if case .failed(.rejected) = notice, fields.stage == .editing { notice = nil }
    return effects
  }

  /// Takes in why the draft could not be saved.
  ///
  /// The draft stays; where somebody else has stored the product meanwhile, on top of that.
  mutating func applySaveFailure(_ failure: ProductStoreError) {
    _ = reduceFields(.submissionFailed("\(failure)", failure.reportedErrors))
    if case .conflict(let current) = failure {
      let values = current.formValues.sorted { $0.key < $1.key }
      _ = reduceFields(.rebased(values.map { ValueAssignment(ElementID(rawValue: $0), $1) }))
    }
    notice = .failed(failure)
  }
}

extension ProductStoreError {
  /// What the store finds wrong with which row.
  fileprivate var reportedErrors: [ElementID: [String]] {
    switch self {
    case .rejected(.nameMissing): ["name": ["\(ProductError.nameMissing)"]]
    case .rejected(.priceNegative): ["price": ["\(ProductError.priceNegative)"]]
    case .offline, .conflict, .gone: [:]
    }
  }
}
