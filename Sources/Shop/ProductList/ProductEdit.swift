import Loop
import Tables
import Values

/// A change of fields of one product, with their former values.
///
/// Edits of many products are stored together, or not at all. As an edit names the former values, its inverse restores them
/// only if nobody has changed them since.
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

  /// The product.
  public let id: Product.ID
  /// The changes, in the order of the fields.
  public let changes: [FieldChange]

  /// Creates the edit that changes a product into another version of it, or `nil` if no field differs.
  public init?(of product: Product, to edited: Product) {
    let changes = Product.fields.compactMap { field -> FieldChange? in
      let (old, new) = (field.value(of: product), field.value(of: edited))
      return old == new ? nil : FieldChange(field: field.name, old: old, new: new)
    }
    if changes.isEmpty { return nil }
    self.init(id: product.id, changes: changes)
  }

  private init(id: Product.ID, changes: [FieldChange]) { (self.id, self.changes) = (id, changes) }

  /// The edit that restores the former values.
  public var inverse: ProductEdit {
    ProductEdit(id: id, changes: changes.map { FieldChange(field: $0.field, old: $0.new, new: $0.old) })
  }

  /// Returns the edited product, or throws the reason why the product cannot be edited.
  func applied(to product: Product) throws(Refusal) -> Product {
    var edited = product
    for change in changes {
      guard let field = Product.field(named: change.field) else { throw Refusal(reason: "has no \(change.field)") }
      if field.value(of: product) != change.old {
        let text = field.text(of: product)
        throw Refusal(reason: text.isEmpty ? "has no \(field.name) now" : "has the \(field.name) \(text) now")
      }
      if !field.updateValue(change.new, of: &edited) { throw Refusal(reason: "cannot have this \(field.name)") }
    }
    if let error = edited.validationError { throw Refusal(reason: "cannot be changed: \(error)") }
    return edited
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
      let products = try state.products(after: edits)
      state.edits = .storing(edits)
      return .run(
        .update(products), in: .writes, .queue, ifLost: .editsFailed(.offline), afterRestart: .reportLost)
    } catch {
      state.edits = .refused(error.reason)
      return .none
    }
  }

  /// Shows edits that were stored.
  func finishEdits(_ stored: [Product], _ state: inout State) -> Effects<Self> {
    (state.edits, state.writeProgress) = (.idle, nil)
    let versions = Dictionary(stored.map { ($0.id, $0) }) { $1 }
    // A list that is being loaded may be older.
    let isOutdated = state.listStatus == .loading
    return replaceRows(with: state.products.map { versions[$0.id] ?? $0 }, &state)
      + (isOutdated ? loadList(&state) : .none)
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

  /// Returns the products after edits.
  ///
  /// - Throws: A sentence about the products that cannot be edited, if there are any.
  func products(after edits: [ProductEdit]) throws(ProductEdit.Refusal) -> [Product] {
    var (products, refusals): ([Product], [String]) = ([], [])
    for edit in edits {
      guard let product = self[edit.id] else {
        refusals.append("\(edit.id.rawValue) does not exist any more")
        continue
      }
      do throws(ProductEdit.Refusal) {
        if isBusy(edit.id) { throw .init(reason: "has unsaved changes") }
        products.append(try edit.applied(to: product))
      } catch {
        refusals.append("\(product.reference) \(error.reason)")
      }
    }
    if refusals.isEmpty { return products }
    let more = refusals.count > 3 ? ", and \(refusals.count - 3) more cannot be changed" : ""
    throw .init(reason: "\(refusals.prefix(3).joined(separator: ", "))\(more). Nothing was changed.")
  }

  /// Returns whether a product has a change that is not stored.
  private func isBusy(_ id: Product.ID) -> Bool {
    table.drafts[id] != nil || table.deletions[id]?.isPending == true || editor.savingSheets[id] != nil
  }
}
