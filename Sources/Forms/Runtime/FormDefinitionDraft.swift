import Conditions
import Documents
import Values

/// A form definition that is being edited, with the IDs and fields of its rows.
struct FormDefinitionDraft {
  private struct Row {
    var id: ElementID
    var definition: RowDefinition
    var field: FieldState
  }

  private struct Section {
    var id: ElementID
    /// The definition of the section, whose rows are replaced by `rows`.
    var definition: SectionDefinition
    var rows: [Row]
  }

  private let form: FormDefinition
  private var sections: [Section]
  /// The IDs issued before the edits and during them.
  private var issuedIDs: FormElementIDs

  init(_ state: FormFeature.State) {
    let form = state.form
    self.form = form.definition
    issuedIDs = form.elementIDs
    sections = form.sections.indices.map { section in
      Section(
        id: form.elementIDs.sections[section], definition: form.definition.sections[section],
        rows: form.sections[section].rows.map {
          Row(id: form.elementIDs.rows[$0], definition: form.definition(ofRow: $0), field: state.fields[$0])
        })
    }
  }

  var definition: FormDefinition {
    var definition = form
    definition.sections = sections.map { section in
      var definition = section.definition
      definition.rows = section.rows.map(\.definition)
      return definition
    }
    return definition
  }

  var elementIDs: FormElementIDs {
    var elementIDs = issuedIDs
    elementIDs.sections = sections.map(\.id)
    elementIDs.rows = sections.flatMap { $0.rows.map(\.id) }
    return elementIDs
  }

  var fields: [FieldState] { sections.flatMap { $0.rows.map(\.field) } }
}

extension FormDefinitionDraft {
  /// Applies an edit, and returns `false` if it does not apply to this form or changes nothing.
  mutating func apply(_ edit: FormDefinitionEdit) -> Bool {
    switch edit {
    case .hidden(let id, let condition): return setCondition(condition, of: id, \.hidden, \.hidden)
    case .disabled(let id, let condition): return setCondition(condition, of: id, \.disabled, \.disabled)
    case .rowInserted(let row, let id, let other):
      guard let section = index(ofSection: id), let place = insertionIndex(before: other, in: section) else {
        return false
      }
      sections[section].rows.insert(makeRow(row), at: place)
    case .rowRemoved(let id):
      guard let (section, row) = position(ofRow: id) else { return false }
      sections[section].rows.remove(at: row)
    // A move needs no draft, because it cannot make the form invalid.
    case .rowMoved: return false
    case .sectionInserted(let definition, let other):
      guard let place = other.map({ index(ofSection: $0) }) ?? sections.count else { return false }
      let section = Section(
        id: issuedIDs.makeID(for: definition), definition: definition, rows: definition.rows.map { makeRow($0) })
      sections.insert(section, at: place)
    case .sectionRemoved(let id):
      guard let section = index(ofSection: id) else { return false }
      sections.remove(at: section)
    }
    return true
  }

  private mutating func setCondition(
    _ condition: Condition, of id: ElementID, _ row: WritableKeyPath<RowDefinition, Condition>,
    _ section: WritableKeyPath<SectionDefinition, Condition>
  ) -> Bool {
    if let place = position(ofRow: id) {
      sections[place.section].rows[place.row].definition[keyPath: row] = condition
    } else if let place = index(ofSection: id) {
      sections[place].definition[keyPath: section] = condition
    } else {
      return false
    }
    return true
  }

  private mutating func makeRow(_ row: RowDefinition) -> Row {
    Row(id: issuedIDs.makeID(for: row), definition: row, field: FieldState(of: row))
  }

  private func index(ofSection id: ElementID) -> Int? { sections.firstIndex { $0.id == id } }

  private func position(ofRow id: ElementID) -> (section: Int, row: Int)? {
    for section in sections.indices {
      if let row = sections[section].rows.firstIndex(where: { $0.id == id }) { return (section, row) }
    }
    return nil
  }

  /// Returns the index at which to insert before a row, or at the end of the section.
  ///
  /// Returns `nil` if the section does not contain the row.
  private func insertionIndex(before other: ElementID?, in section: Int) -> Int? {
    guard let other else { return sections[section].rows.count }
    return sections[section].rows.firstIndex { $0.id == other }
  }
}

extension FormDefinitionDraft {
  /// Assigns values to rows, and lists to multivalued sections.
  ///
  /// If the lists are initial ones, their values are the initial values of the new rows.
  mutating func assign(_ assignments: [ValueAssignment], listsAreInitial: Bool = false) {
    for assignment in assignments {
      if let section = index(ofSection: assignment.row) {
        if case .list(let values) = assignment.value { setRows(of: section, values, areInitial: listsAreInitial) }
      } else if let (section, row) = position(ofRow: assignment.row) {
        let definition = sections[section].rows[row].definition
        if definition.effectiveKind.hasValue {
          sections[section].rows[row].field.setEntry(definition.entry(for: assignment.value))
        }
      }
    }
  }

  /// The entries of all rows.
  var entries: [ElementID: FieldEntry] {
    Dictionary(uniqueKeysWithValues: sections.lazy.flatMap(\.rows).map { ($0.id, $0.field.entry) })
  }

  /// The row IDs of each multivalued section.
  var lists: [ElementID: [ElementID]] {
    Dictionary(
      uniqueKeysWithValues: sections.lazy.filter { $0.definition.template != nil }.map { ($0.id, $0.rows.map(\.id)) })
  }

  /// Restores earlier rows of multivalued sections, and earlier entries.
  mutating func restore(_ entries: [ElementID: FieldEntry], lists: [ElementID: [ElementID]]) {
    restoreLists(lists)
    restoreEntries(entries)
  }

  /// Restores the earlier rows of multivalued sections, given their IDs.
  ///
  /// Rows that exist keep their content. IDs that another element has or that were never used are ignored.
  mutating func restoreLists(_ lists: [ElementID: [ElementID]]) {
    for section in sections.indices {
      guard let ids = lists[sections[section].id], let template = sections[section].definition.template else {
        continue
      }
      let former = Dictionary(uniqueKeysWithValues: sections[section].rows.map { ($0.id, $0) })
      var usedIDs = Set(elementIDs.rows).subtracting(former.keys)
      let restoredIDs = ids.filter { issuedIDs.isGeneratedRowID($0) && usedIDs.insert($0).inserted }
      let emptyField = FieldState(template.effectiveKind.emptyValue)
      sections[section].rows = restoredIDs.map { id in
        former[id] ?? Row(id: id, definition: template.emptyCopy, field: emptyField)
      }
    }
  }

  /// Replaces the rows of multivalued sections with rows for saved IDs, and returns their IDs.
  ///
  /// A row that its section has keeps its ID. Any other row gets a new ID, because another row may have that one. The ID
  /// of a row whose section is gone is `nil`.
  mutating func makeRows(forLists lists: [ElementID: [ElementID]]) -> [ElementID: ElementID?] {
    var newIDs: [ElementID: ElementID?] = [:]
    for id in lists.values.joined() { newIDs[id] = .some(nil) }
    for section in sections.indices {
      guard let ids = lists[sections[section].id], let template = sections[section].definition.template else {
        continue
      }
      var former = Dictionary(uniqueKeysWithValues: sections[section].rows.map { ($0.id, $0) })
      sections[section].rows = ids.map { id in
        let row = former.removeValue(forKey: id) ?? makeRow(template.emptyCopy)
        newIDs[id] = row.id
        return row
      }
    }
    return newIDs
  }

  /// Restores earlier entries, ignoring those that their rows cannot hold.
  mutating func restoreEntries(_ entries: [ElementID: FieldEntry]) {
    updateRows { row in
      if let entry = entries[row.id].flatMap(row.definition.restorable) { row.field.setEntry(entry) }
    }
  }

  /// Restores the initial values, and the given lists of multivalued sections.
  mutating func reset(_ lists: [ElementID: [Value]]) {
    updateRows { $0.field = FieldState($0.field.initialValue) }
    for section in sections.indices {
      if let values = lists[sections[section].id] { setRows(of: section, values, areInitial: true) }
    }
  }

  private mutating func updateRows(_ update: (inout Row) -> Void) {
    for section in sections.indices {
      for row in sections[section].rows.indices { update(&sections[section].rows[row]) }
    }
  }

  /// Replaces the rows of a multivalued section.
  ///
  /// Rows at the beginning that already hold the new values are kept.
  private mutating func setRows(of section: Int, _ values: [Value], areInitial: Bool) {
    guard let template = sections[section].definition.template else { return }
    let kind = template.effectiveKind
    let values = values.map { kind.normalized($0) ?? $0 }
    let kept = zip(sections[section].rows, values).prefix { row, value in
      row.field.entry.unparseableText == nil && row.field.entry.value(for: kind).isEquivalent(to: value)
    }.map(\.0)
    let added = values.dropFirst(kept.count).map { value in
      var field = FieldState(areInitial ? kind.normalized(value) ?? .null : kind.emptyValue)
      field.entry = template.entry(for: value)
      return Row(id: issuedIDs.makeID(for: template), definition: template.emptyCopy, field: field)
    }
    sections[section].rows = kept + added
  }
}

extension RowDefinition {
  /// Returns the entry for a value.
  ///
  /// A text that the row does not accept as a value is parsed as if it had been typed.
  package func entry(for value: Value) -> FieldEntry {
    let kind = effectiveKind
    if kind == .password, case .text(let text) = value { return .password(Secret(text)) }
    if let kept = kind.normalized(value) { return .value(kept) }
    guard case .text(let text) = value else { return .typed(value.jsonText, as: nil) }
    return kind.entry(typed: text, options: options)
  }

  /// Returns an earlier entry in the representation of the row, or `nil` if the row cannot hold it.
  func restorable(_ entry: FieldEntry) -> FieldEntry? {
    effectiveKind.hasValue ? effectiveKind.normalized(entry, options: options) : nil
  }

  /// A copy of the row with an explicit kind and no initial value, which is valid whatever the row will hold.
  fileprivate var emptyCopy: RowDefinition {
    var row = self
    row.kind = effectiveKind
    row.value = .null
    return row
  }
}
