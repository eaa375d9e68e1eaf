import Forms
import Loop
import Tables
import Values

/// What the steps of an undo history have changed in the products, in words.
///
/// A step stores the old contents of a field. Its new contents are the old contents of the next step for the same field.
/// For the last step, they are in the state.
package struct ProductChangeDetails {
  private let state: ProductListFeature.State
  /// The texts that later steps restore.
  private var laterTexts: [Field: String] = [:]

  /// Creates the details for the state after the steps that are done.
  package init(of state: ProductListFeature.State) { self.state = state }

  /// A field in the sheet of a product.
  private struct Field: Hashable {
    let product: Product.ID
    let field: ElementID
  }

  /// Returns what a step that is undone sets again.
  package func text(ofUndone actions: [ProductListFeature.Action]) -> String {
    joined(actions.flatMap { dataTexts(of: $0, isUndone: true) + fields(of: $0).map { described($0, $1) } })
  }

  /// Returns what a step has set.
  ///
  /// Call it for the newest step first.
  package mutating func text(ofDone actions: [ProductListFeature.Action]) -> String {
    var texts: [String] = []
    for action in actions {
      texts += dataTexts(of: action, isUndone: false)
      for (field, text) in fields(of: action) {
        // Discarding a draft sets no field.
        if !action.reopensSheet { texts.append(described(field, laterTexts[field] ?? currentText(of: field))) }
        laterTexts[field] = text
      }
    }
    return joined(texts)
  }

  /// Returns the different texts, in order.
  private func joined(_ texts: [String]) -> String {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.joined(separator: "; ")
  }

  private func described(_ field: Field, _ text: String) -> String {
    "\(name(of: field.product)): \(columnTitle(field.field.rawValue)) \(text)"
  }

  private func name(of id: Product.ID) -> String {
    let name = state[id]?.name ?? ""
    return name.isEmpty ? id.rawValue : name
  }

  private func columnTitle(_ id: String) -> String { Product.columns.first { $0.id == id }?.title ?? id }
}

extension ProductChangeDetails {
  /// Returns what an action that undoes or redoes a change of products changes.
  private func dataTexts(of action: ProductListFeature.Action, isUndone: Bool) -> [String] {
    func names(_ ids: [Product.ID]) -> [String] { [ids.map(name).joined(separator: ", ")] }
    switch action {
    case .table(.undoApplied(.cellEdit(let column, let was, let edited))):
      let value = Product.field(named: column)?.text(of: isUndone ? was : edited) ?? ""
      return ["\(was.name.isEmpty ? was.id.rawValue : was.name): \(columnTitle(column)) \(value)"]
    case .table(.undoApplied(.move(let moves, from: _))): return names(moves.flatMap(\.ids))
    case .table(.undoApplied(.deletion(let placed))),
      .table(.undoApplied(.restoration(let placed))):
      return [placed.map(\.row.name).joined(separator: ", ")]
    case .table(.undoApplied(.revert(let placed))): return names(placed.map(\.draft.editedRow.id))
    case .table(.revertTapped(let id?)): return names([id])
    case .editsMade(let edits):
      let fields = Product.fields.filter { field in edits.contains { $0.changes.contains { $0.field == field.name } } }
      let products =
        edits.count > 3 ? edits.count.counted("product") : edits.map { name(of: $0.id) }.joined(separator: ", ")
      return ["\(products): \(fields.map(\.title).joined(separator: ", "))"]
    case .editor(.undone(.reopenSheet(let sheet))): return names(sheet.productID.map { [$0] } ?? [])
    case .editor(.undone(.discardSheet(let id))): return names([id])
    default: return []
    }
  }

  /// Returns the fields that an action sets, with their contents.
  private func fields(of action: ProductListFeature.Action) -> [(Field, String)] {
    switch action {
    case .editor(.undone(.editForm(.fields(.restored(let entries, _)), of: let id))):
      entries.sorted { $0.key.rawValue < $1.key.rawValue }.map { (Field(product: id, field: $0), $1.text) }
    case .editor(.undone(.reopenSheet(.open(let product, _, let form)))):
      Product.fields.map { ElementID(rawValue: $0.name) }.compactMap { field in
        form.fields[field].map { (Field(product: product.id, field: field), $0.entry.text) }
      }
    default: []
    }
  }

  /// Returns the text in the sheet of a product, or else the one that is being saved or is stored.
  private func currentText(of field: Field) -> String {
    if state.editor.sheet.productID == field.product,
      let entry = state.editor.sheet.form?.fields[field.field]?.entry
    {
      return entry.text
    }
    let product = state.editor.savingSheets[field.product]?.draft ?? state[field.product]
    return product.flatMap { Product.field(named: field.field.rawValue)?.text(of: $0) } ?? ""
  }
}

extension ProductListFeature.Action {
  fileprivate var reopensSheet: Bool {
    if case .editor(.undone(.reopenSheet)) = self { true } else { false }
  }
}

extension FieldEntry {
  /// The entry as the user would write it.
  fileprivate var text: String {
    switch self {
    case .typed(let text, _): text
    case .secret: "•••"
    case .value(let value): CellFormat.plain.text(of: value, kind: .text)
    }
  }
}
