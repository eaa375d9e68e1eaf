import Conditions
import Documents
import Values

/// A form definition that is being edited, with the IDs and fields of its rows.
struct FormDraft {
  private(set) var definition: FormDefinition
  private(set) var names: ElementIDs
  private(set) var fields: [FieldState]
  /// The index of the first row of each section.
  private var sectionStarts: [Int]

  init(_ state: FormFeature.State) {
    definition = state.form.definition
    names = state.form.names
    fields = state.fields
    sectionStarts = []
    updateSectionStarts()
  }

  /// Applies an edit, and returns `false` if it does not apply to this form or changes nothing.
  mutating func apply(_ edit: FormEdit) -> Bool {
    switch edit {
    case .hidden(let id, let condition): return setCondition(condition, of: id, \.hidden, \.hidden)
    case .disabled(let id, let condition): return setCondition(condition, of: id, \.disabled, \.disabled)
    case .rowInserted(let row, let section, let other): return insertRow(row, inSection: section, before: other)
    case .rowRemoved(let id): return removeRow(id) != nil
    case .rowMoved(let id, let other): return moveRow(id, before: other)
    case .sectionInserted(let section, let other): return insertSection(section, before: other)
    case .sectionRemoved(let id): return removeSection(id)
    }
  }

  /// Assigns values to rows, and lists to multivalued sections.
  mutating func assign(_ assignments: [ValueAssignment]) {
    for assignment in assignments {
      if let section = names.sections.firstIndex(of: assignment.row) {
        if case .list(let values) = assignment.value { setRows(of: section, values) }
      } else if let (section, row) = position(ofRow: assignment.row) {
        let definition = definition.sections[section].rows[row]
        if definition.effectiveKind.hasValue {
          fields[sectionStarts[section] + row].setEntry(definition.entry(for: assignment.value))
        }
      }
    }
  }

  /// Restores the earlier rows of multivalued sections, given their IDs.
  mutating func restore(_ lists: [ElementID: [ElementID]]) {
    for section in names.sections.indices {
      if let rows = lists[names.sections[section]] { setRows(of: section, named: rows) }
    }
  }

  /// Restores earlier entries, ignoring those that their rows cannot hold.
  mutating func restore(_ entries: [ElementID: FieldEntry]) {
    for (number, row) in definition.sections.lazy.flatMap(\.rows).enumerated() {
      if let entry = entries[names.rows[number]], row.canRestore(entry) { fields[number].setEntry(entry) }
    }
  }

  /// Restores the initial values, and the given lists of multivalued sections.
  mutating func reset(_ lists: [ElementID: [Value]]) {
    for number in fields.indices { fields[number] = FieldState(fields[number].initialValue) }
    for section in names.sections.indices {
      if let values = lists[names.sections[section]] { setRows(of: section, values) }
    }
  }

  /// Replaces the rows of a multivalued section.
  ///
  /// Rows at the beginning that already hold the new values are kept.
  private mutating func setRows(of section: Int, _ values: [Value]) {
    guard let template = definition.sections[section].template else { return }
    let (first, count) = (sectionStarts[section], definition.sections[section].rows.count)
    let kind = template.effectiveKind
    let same = zip(fields[first..<first + count], values).prefix { field, value in
      field.entry.unparseableText == nil && field.entry.value(for: kind).isEquivalent(to: value)
    }.count
    let added = values.dropFirst(same).map { value in
      var field = FieldState(kind.normalized(value) ?? .null)
      field.entry = template.entry(for: value)
      return field
    }
    definition.sections[section].rows.replaceSubrange(
      same..<count, with: Array(repeating: template.emptyCopy, count: added.count))
    var newNames: [ElementID] = []
    for _ in added { newNames.append(names.makeID(for: template)) }
    names.rows.replaceSubrange((first + same)..<first + count, with: newNames)
    fields.replaceSubrange((first + same)..<first + count, with: added)
    updateSectionStarts()
  }

  /// Replaces the rows of a multivalued section, given their IDs.
  ///
  /// Rows that exist keep their content.
  ///
  /// IDs that another element has or that were never used are ignored.
  private mutating func setRows(of section: Int, named ids: [ElementID]) {
    guard let template = definition.sections[section].template else { return }
    let rows = definition.sections[section].rows
    let range = sectionStarts[section]..<sectionStarts[section] + rows.count
    var former: [ElementID: (row: RowDefinition, field: FieldState)] = [:]
    for (row, number) in zip(rows, range) { former[names.rows[number]] = (row, fields[number]) }
    var usedIDs = Set(names.rows).subtracting(former.keys)
    var list: [(name: ElementID, row: RowDefinition, field: FieldState)] = []
    for id in ids where names.isGeneratedRowID(id) && usedIDs.insert(id).inserted {
      let (row, field) = former[id] ?? (template.emptyCopy, FieldState(template.effectiveKind.emptyValue))
      list.append((id, row, field))
    }
    definition.sections[section].rows = list.map(\.row)
    names.rows.replaceSubrange(range, with: list.map(\.name))
    fields.replaceSubrange(range, with: list.map(\.field))
    updateSectionStarts()
  }

  private mutating func setCondition(
    _ condition: Condition, of id: ElementID, _ row: WritableKeyPath<RowDefinition, Condition>,
    _ section: WritableKeyPath<SectionDefinition, Condition>
  ) -> Bool {
    if let place = position(ofRow: id) {
      definition.sections[place.section].rows[place.row][keyPath: row] = condition
    } else if let place = names.sections.firstIndex(of: id) {
      definition.sections[place][keyPath: section] = condition
    } else {
      return false
    }
    return true
  }

  private mutating func insertRow(_ row: RowDefinition, inSection id: ElementID, before other: ElementID?) -> Bool {
    guard let section = names.sections.firstIndex(of: id), let place = insertionIndex(before: other, in: section) else {
      return false
    }
    insertRow(row, named: names.makeID(for: row), field: FieldState(of: row), at: place, in: section)
    return true
  }

  private mutating func insertRow(
    _ row: RowDefinition, named name: ElementID, field: FieldState, at place: Int, in section: Int
  ) {
    let number = sectionStarts[section] + place
    definition.sections[section].rows.insert(row, at: place)
    names.rows.insert(name, at: number)
    fields.insert(field, at: number)
    updateSectionStarts()
  }

  private mutating func removeRow(_ id: ElementID) -> (row: RowDefinition, field: FieldState, section: Int)? {
    guard let (section, place) = position(ofRow: id) else { return nil }
    let number = sectionStarts[section] + place
    let row = definition.sections[section].rows.remove(at: place)
    names.rows.remove(at: number)
    let field = fields.remove(at: number)
    updateSectionStarts()
    return (row, field, section)
  }

  private mutating func moveRow(_ id: ElementID, before other: ElementID?) -> Bool {
    guard id != other, let from = position(ofRow: id), insertionIndex(before: other, in: from.section) != nil,
      let (row, field, section) = removeRow(id), let place = insertionIndex(before: other, in: section)
    else { return false }
    insertRow(row, named: id, field: field, at: place, in: section)
    return place != from.row
  }

  private mutating func insertSection(_ section: SectionDefinition, before other: ElementID?) -> Bool {
    guard let place = other.map({ names.sections.firstIndex(of: $0) }) ?? names.sections.count else { return false }
    let number = place == sectionStarts.count ? fields.count : sectionStarts[place]
    definition.sections.insert(section, at: place)
    names.sections.insert(names.makeID(for: section), at: place)
    for (offset, row) in section.rows.enumerated() {
      names.rows.insert(names.makeID(for: row), at: number + offset)
      fields.insert(FieldState(of: row), at: number + offset)
    }
    updateSectionStarts()
    return true
  }

  private mutating func removeSection(_ id: ElementID) -> Bool {
    guard let section = names.sections.firstIndex(of: id) else { return false }
    let rows = sectionStarts[section]..<sectionStarts[section] + definition.sections[section].rows.count
    definition.sections.remove(at: section)
    names.sections.remove(at: section)
    names.rows.removeSubrange(rows)
    fields.removeSubrange(rows)
    updateSectionStarts()
    return true
  }

  private func position(ofRow id: ElementID) -> (section: Int, row: Int)? {
    guard let number = names.rows.firstIndex(of: id), let section = sectionStarts.lastIndex(where: { $0 <= number })
    else {
      return nil
    }
    return (section, number - sectionStarts[section])
  }

  /// Returns the index at which to insert before a row, or at the end of the section.
  ///
  /// Returns `nil` if the section does not contain the row.
  private func insertionIndex(before other: ElementID?, in section: Int) -> Int? {
    guard let other else { return definition.sections[section].rows.count }
    guard let place = position(ofRow: other), place.section == section else { return nil }
    return place.row
  }

  private mutating func updateSectionStarts() {
    var sum = 0
    sectionStarts = definition.sections.map { section in
      defer { sum += section.rows.count }
      return sum
    }
  }
}

extension RowDefinition {
  /// Returns the entry for a value.
  ///
  /// A text that the row does not accept as a value is parsed as if it had been typed.
  package func entry(for value: Value) -> FieldEntry {
    let kind = effectiveKind
    if let kept = kind.normalized(value) { return .value(kept) }
    guard case .text(let text) = value else { return .typed(value.jsonText, as: nil) }
    return kind.entry(typed: text, options: options)
  }

  /// Returns a Boolean value that indicates whether the row can hold the entry again.
  func canRestore(_ entry: FieldEntry) -> Bool {
    let kind = effectiveKind
    return kind.hasValue && kind.accepts(entry, options: options)
  }

  /// A copy of the row with an explicit kind and no initial value, which is valid whatever the row will hold.
  fileprivate var emptyCopy: RowDefinition {
    var row = self
    row.kind = effectiveKind
    row.value = .null
    return row
  }
}
