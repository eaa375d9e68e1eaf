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

  private func joined(_ texts: [String]) -> String { texts.distinct.joined(separator: "; ") }

  private func described(_ field: Field, _ text: String) -> String {
    "\(name(of: field.product)): \(columnTitle(field.field.rawValue)) \(text)"
  }

  private func name(of id: Product.ID) -> String {
    let draft = state.editor.sheet.isOpen(for: id) ? state.editor.sheet.draft : nil
    return state[id]?.title ?? draft?.title ?? id.rawValue
  }

  private func columnTitle(_ id: String) -> String { Product.columns.first { $0.id == id }?.title ?? id }
}

extension ProductChangeDetails {
  /// Returns what an action that undoes or redoes a change of products changes.
  private func dataTexts(of action: ProductListFeature.Action, isUndone: Bool) -> [String] {
    let subjects = subjects(of: action)
    if subjects.count == 0 { return [] }
    let names = subjects.summary
    switch action {
    case .table(.undoApplied(.cellEdit(let column, let was, let edited))):
      let value = Product.field(named: column)?.text(of: isUndone ? was : edited) ?? ""
      return ["\(names): \(columnTitle(column)) \(value)"]
    case .editsMade(let edits):
      let fields = fields(of: edits)
      guard edits.count == 1, let changes = edits.first?.changes, !changes.isEmpty else {
        return [fields.isEmpty ? names : "\(names): \(fields.map(\.title).joined(separator: ", "))"]
      }
      return changes.compactMap { change in
        fields.first { $0.name == change.field }.map { field in
          "\(names): \(field.title) \(field.text(of: isUndone ? change.new : change.old))"
        }
      }
    default: return [names]
    }
  }

  private func fields(of edits: [ProductEdit]) -> [ProductField] {
    Product.fields.filter { field in edits.contains { $0.changes.contains { $0.field == field.name } } }
  }

  /// The first products that actions change, and the number of all.
  private struct Subjects {
    var first: [Subject] = []
    var count = 0

    /// The names of the products, or the first one and how many more there are.
    var summary: String { NameList(first: first.map(\.name), count: count).text }

    init<Element>(_ elements: [Element], subject: (Element) -> Subject) {
      // The elements can be many, and the screen is made often.
      (first, count) = (elements.prefix(NameList.limit).map(subject), elements.count)
    }

    init(_ parts: [Subjects]) {
      first = parts.flatMap(\.first).distinct
      // The parts of a group can change the same product.
      count = parts.allSatisfy { $0.count <= NameList.limit } ? first.count : parts.reduce(0) { $0 + $1.count }
    }
  }

  /// A product that an action changes.
  private struct Subject: Hashable {
    let id: Product.ID
    let name: String

    init(_ product: Product) { (id, name) = (product.id, product.title) }

    init(_ id: Product.ID, in details: ProductChangeDetails) { (self.id, name) = (id, details.name(of: id)) }
  }

  /// Returns the products that an action changes, or none if it changes only what is typed in a sheet.
  private func subjects(of action: ProductListFeature.Action) -> Subjects {
    switch action {
    case .table(.undoApplied(.cellEdit(_, let was, _))): Subjects([was]) { Subject($0) }
    case .table(.undoApplied(.move(let moves, from: _))):
      Subjects(moves.flatMap(\.ids)) { Subject($0, in: self) }
    case .table(.undoApplied(.deletion(let placed))), .table(.undoApplied(.restoration(let placed))):
      Subjects(placed) { Subject($0.row) }
    case .table(.undoApplied(.revert(let placed))): Subjects(placed) { Subject($0.draft.editedRow.id, in: self) }
    case .table(.revertTapped(let id?)): Subjects([id]) { Subject($0, in: self) }
    case .editsMade(let edits):
      Subjects(edits) { edit in edit.product.map { Subject($0) } ?? Subject(edit.id, in: self) }
    case .editor(.undone(.reopenSheet(let sheet))):
      Subjects([sheet.draft].compactMap(\.self)) { Subject($0) }
    case .editor(.undone(.discardSheet(let id))): Subjects([id]) { Subject($0, in: self) }
    default: Subjects([])
    }
  }

  /// Returns what a step has done as a sentence, such as `Deleted Stool and 8 more.`, or `nil` if it was done in a sheet.
  package func sentence(
    of change: ProductListFeature.ChangeKind, undoneBy actions: [ProductListFeature.Action]
  ) -> String? {
    let subjects = Subjects(actions.map(subjects))
    if subjects.count == 0 { return nil }
    let subject = subjects.summary
    switch change {
    case .editor(.form): return nil
    case .editor(.discardDraft): return "Discarded the changes of \(subject)."
    case .table(.revert): return "Reverted the changes of \(subject)."
    case .table(.deletion): return "Deleted \(subject)."
    case .table(.move): return "Moved \(subject)."
    case .addition: return "Added \(subject)."
    case .fileImport: return "Imported \(subject)."
    case .edits, .save, .table(.cellEdit):
      let names = actions.flatMap { action -> [String] in
        switch action {
        case .editsMade(let edits): fields(of: edits).map(\.name)
        case .table(.undoApplied(.cellEdit(let column, _, _))): [column]
        default: []
        }
      }
      return "Changed the \(names.distinct.joinedWithAnd) of \(subject)."
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
