import Documents
import Forms
import Loop
import Shop
import Tables
import Values

/// What the steps of the undo history have changed, in words.
///
/// A step stores the old contents of a field. Its new contents are the old contents of the next step for the same field.
/// For the last step, they are in the state.
struct ChangeDetails {
  private let state: BackOffice.State
  /// The texts that later steps restore.
  private var laterTexts: [Field: String] = [:]

  init(of state: BackOffice.State) { self.state = state }

  /// A field in the sheet of a product.
  private struct Field: Hashable {
    let product: Product.ID
    let field: ElementID
  }

  /// Returns what a step that is undone sets again.
  func text(ofUndone actions: [BackOffice.Action]) -> String {
    joined(actions.flatMap { dataTexts(of: $0, isUndone: true) + fields(of: $0).map { described($0, $1) } })
  }

  /// Returns what a step has set.
  ///
  /// Call it for the newest step first.
  mutating func text(ofDone actions: [BackOffice.Action]) -> String {
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
    let name = state.products[id]?.name ?? ""
    return name.isEmpty ? id.rawValue : name
  }

  private func columnTitle(_ id: String) -> String { Product.columns.first { $0.id == id }?.title ?? id }
}

extension ChangeDetails {
  /// Returns what an action that undoes or redoes a change of products changes.
  private func dataTexts(of action: BackOffice.Action, isUndone: Bool) -> [String] {
    func names(_ ids: [Product.ID]) -> [String] { [ids.map(name).joined(separator: ", ")] }
    switch action {
    case .products(.table(.undoApplied(.cellEdit(let column, let was, let edited)))):
      let value = Product.field(named: column)?.text(of: isUndone ? was : edited) ?? ""
      return ["\(was.name.isEmpty ? was.id.rawValue : was.name): \(columnTitle(column)) \(value)"]
    case .products(.table(.undoApplied(.move(let moves, from: _)))): return names(moves.flatMap(\.ids))
    case .products(.table(.undoApplied(.deletion(let placed)))),
      .products(.table(.undoApplied(.restoration(let placed)))):
      return [placed.map(\.row.name).joined(separator: ", ")]
    case .products(.table(.undoApplied(.revert(let placed)))): return names(placed.map(\.draft.editedRow.id))
    case .products(.table(.revertTapped(let id?))): return names([id])
    case .products(.editor(.undone(.reopenSheet(let sheet)))): return names(sheet.productID.map { [$0] } ?? [])
    case .products(.editor(.undone(.discardSheet(let id)))): return names([id])
    default: return []
    }
  }

  /// Returns the fields that an action sets, with their contents.
  private func fields(of action: BackOffice.Action) -> [(Field, String)] {
    switch action {
    case .products(.editor(.undone(.editForm(.fields(.restored(let entries, _)), of: let id)))):
      entries.sorted { $0.key.rawValue < $1.key.rawValue }.map { (Field(product: id, field: $0), $1.text) }
    case .products(.editor(.undone(.reopenSheet(.open(let product, _, let form))))):
      Product.fields.map { ElementID(rawValue: $0.name) }.compactMap { field in
        form.fields[field].map { (Field(product: product.id, field: field), $0.entry.text) }
      }
    default: []
    }
  }

  /// Returns the text in the sheet of a product, or else the one that is being saved or is stored.
  private func currentText(of field: Field) -> String {
    let products = state.products
    if products.editor.sheet.productID == field.product,
      let entry = products.editor.sheet.form?.fields[field.field]?.entry
    {
      return entry.text
    }
    let product = products.editor.savingSheets[field.product]?.draft ?? products[field.product]
    return product.flatMap { Product.field(named: field.field.rawValue)?.text(of: $0) } ?? ""
  }
}

extension BackOffice.Action {
  fileprivate var reopensSheet: Bool {
    if case .products(.editor(.undone(.reopenSheet))) = self { true } else { false }
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
