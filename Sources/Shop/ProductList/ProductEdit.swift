import Loop
import Tables
import Values

/// A change of one product: of some of its fields, or from not being stored to being stored, or back.
///
/// Edits of many products are stored together, or not at all. As an edit names the values before it, its inverse restores
/// them only if nobody has changed the same values since.
public struct ProductEdit: Hashable, Codable, Sendable, Identifiable {
  /// A change of one field.
  public struct FieldChange: Hashable, Codable, Sendable {
    /// The name of the field.
    public let field: String
    /// The former value.
    public let old: Value
    /// The new value.
    public let new: Value
  }

  /// What happens to the product.
  public enum Change: Hashable, Codable, Sendable {
    /// These fields get other values. They are in the order of the fields.
    case fields([FieldChange])
    /// The product is added, at its former position if it was stored before.
    case addition(Product)
    /// The product is deleted.
    case removal(Product)
  }

  /// The product.
  public let id: Product.ID
  /// What happens to it.
  public let change: Change

  /// Creates the edit that changes a product into another version of it, or `nil` if no field differs.
  public init?(of product: Product, to edited: Product) {
    let changes = Product.fields.compactMap { field -> FieldChange? in
      let (old, new) = (field.value(of: product), field.value(of: edited))
      return old == new ? nil : FieldChange(field: field.name, old: old, new: new)
    }
    if changes.isEmpty { return nil }
    self.init(product.id, .fields(changes))
  }

  /// Creates the edit that adds a product.
  public init(adding product: Product) {
    // The store chooses the version.
    var product = product
    product.version = 0
    self.init(product.id, .addition(product))
  }

  private init(_ id: Product.ID, _ change: Change) { (self.id, self.change) = (id, change) }

  /// The edit that restores what was there before.
  public var inverse: ProductEdit {
    switch change {
    case .fields(let changes):
      .init(id, .fields(changes.map { FieldChange(field: $0.field, old: $0.new, new: $0.old) }))
    case .addition(let product): .init(id, .removal(product))
    case .removal(let product): .init(id, .addition(product))
    }
  }

  /// The changed fields, or none if the product is added or removed.
  public var changes: [FieldChange] { if case .fields(let changes) = change { changes } else { [] } }

  /// The product that is added or removed, or `nil`.
  var product: Product? {
    switch change {
    case .fields: nil
    case .addition(let product), .removal(let product): product
    }
  }

  /// Returns the changes of the store that make the edit.
  ///
  /// - Parameter product: The stored product, or `nil` if there is none.
  /// - Returns: The changes, which are made together.
  /// - Throws: The reason why the product cannot be edited.
  func storeChanges(of product: Product?) throws(Refusal) -> [ProductChange] {
    switch (change, product) {
    case (.fields(let changes), let product?):
      return [.update(try Self.applying(changes, to: product), expecting: product.version)]
    case (.addition(let new), nil): return [.restore(new)]
    case (.removal(let old), let product?):
      for field in Product.fields { try Self.checkEquality(of: field, in: product, to: field.value(of: old)) }
      // A deletion names no version. The update makes sure that nobody has changed the product since.
      return [.update(product, expecting: product.version), .delete(id)]
    case (.fields, nil), (.removal, nil): throw Refusal(reason: "does not exist any more")
    case (.addition, .some): throw Refusal(reason: "exists again")
    }
  }

  private static func applying(_ changes: [FieldChange], to product: Product) throws(Refusal) -> Product {
    var edited = product
    for change in changes {
      guard let field = Product.field(named: change.field) else { throw Refusal(reason: "has no \(change.field)") }
      try checkEquality(of: field, in: product, to: change.old)
      if !field.updateValue(change.new, of: &edited) { throw Refusal(reason: "cannot have this \(field.name)") }
    }
    if let error = edited.validationError { throw Refusal(reason: "cannot be changed: \(error)") }
    return edited
  }

  private static func checkEquality(
    of field: ProductField, in product: Product, to value: Value
  ) throws(Refusal) {
    if field.value(of: product) == value { return }
    let text = field.text(of: product)
    throw Refusal(reason: text.isEmpty ? "has no \(field.name) now" : "has the \(field.name) \(text) now")
  }

  /// The reason why a product cannot be edited, as the continuation of a sentence that begins with the product.
  struct Refusal: Error {
    let reason: String
  }
}

/// The state of changing many products at once.
public enum ProductEditsStatus: Hashable, Codable, Sendable {
  /// No such change is being made, and the last one was stored.
  case idle
  /// These changes are being stored.
  case storing([ProductEdit])
  /// Nothing was changed, because these products could not be, with the reasons.
  case refused(String)
  /// The store has not made these changes, or it is unknown whether it has.
  case failed([ProductEdit], ProductTransactionError)

  /// Why the last change was not made, or `nil`.
  public var failure: String? {
    switch self {
    case .idle, .storing: nil
    case .refused(let reason): reason
    case .failed(_, let error): error.description
    }
  }
}

extension ProductListFeature {
  /// Requests that edits are stored together, or says which products cannot be edited.
  func storeEdits(_ edits: [ProductEdit], _ state: inout State) -> Effects<Self> {
    if edits.isEmpty || state.isStoringEdits { return .none }
    do throws(ProductEdit.Refusal) {
      let changes = try state.storeChanges(for: edits)
      state.edits = .storing(edits)
      return .run(
        .change(changes), in: .writes, .queue, ifLost: .editsFailed(.offline), afterRestart: .reportLost)
    } catch {
      state.edits = .refused(error.reason)
      return .none
    }
  }

  /// Shows edits that were stored.
  func finishEdits(_ stored: [Product], _ state: inout State) -> Effects<Self> {
    guard case .storing(let edits) = state.edits else { return .none }
    (state.edits, state.writeProgress) = (.idle, nil)
    var products = Dictionary(state.products.map { ($0.id, $0) }) { $1 }
    // A list that is being loaded may be older.
    var isOutdated = state.listStatus == .loading
    let newest = stored.map { state.newestVersion(of: $0).newest }
    for product in newest { products[product.id] = product }
    for edit in edits {
      switch edit.change {
      case .fields: break
      case .removal: products[edit.id] = nil
      // It may move the products after it.
      case .addition: isOutdated = true
      }
    }
    // A draft of a cell that was made meanwhile continues with the stored product: the user has changed it.
    var effects: Effects<Self> = .none
    for product in newest where state.table.drafts[product.id] != nil {
      effects += upsertRow(product, by: .user, &state)
    }
    return effects + replaceRows(with: Array(products.values), &state) + (isOutdated ? loadList(&state) : .none)
  }

  /// Shows why edits were not stored, and loads the products, of which others may have changed some.
  func failEdits(_ error: ProductTransactionError, _ state: inout State) -> Effects<Self> {
    guard case .storing(let edits) = state.edits else { return .none }
    (state.edits, state.writeProgress) = (.failed(edits, error), nil)
    return loadList(&state)
  }
}

extension ProductListFeature.State {
  /// A Boolean value that indicates whether changes of many products are being stored.
  public var isStoringEdits: Bool { if case .storing = edits { true } else { false } }

  /// The edits that the store has not made, although it may make them another time.
  public var editsToRetry: [ProductEdit] {
    if case .failed(let edits, let error) = edits, error.isUnavailable { edits } else { [] }
  }

  /// Returns the changes of the store that make edits.
  ///
  /// - Throws: A sentence about the products that cannot be edited, if there are any.
  func storeChanges(for edits: [ProductEdit]) throws(ProductEdit.Refusal) -> [ProductChange] {
    var (changes, refusals): ([ProductChange], [String]) = ([], [])
    for edit in edits {
      let product = self[edit.id]
      do throws(ProductEdit.Refusal) {
        if isBusy(edit.id) { throw .init(reason: "has unsaved changes") }
        changes += try edit.storeChanges(of: product)
      } catch {
        refusals.append("\((product ?? edit.product)?.reference ?? edit.id.rawValue) \(error.reason)")
      }
    }
    if refusals.isEmpty { return changes }
    let more = refusals.count > 3 ? ", and \(refusals.count - 3) more cannot be changed" : ""
    throw .init(reason: "\(refusals.prefix(3).joined(separator: ", "))\(more). Nothing was changed.")
  }

  /// Returns the first product of some edits that also has another change, which is not stored.
  package func busyProduct(among edits: [ProductEdit]) -> Product.ID? {
    if table.drafts.isEmpty && table.deletions.isEmpty && editor.savingSheets.isEmpty { return nil }
    return edits.first { isBusy($0.id) }?.id
  }

  /// Returns whether a product has a change that is not stored.
  private func isBusy(_ id: Product.ID) -> Bool {
    table.drafts[id] != nil || table.deletions[id]?.isPending == true || editor.savingSheets[id] != nil
  }
}
