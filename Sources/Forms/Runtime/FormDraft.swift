internal import Conditions
internal import Documents
package import Values

/// A form definition that is being edited, with the IDs and fields of its rows.
struct FormDraft {
  private(set) var definition: FormDefinition
  private(set) var names: ElementNames
  private(set) var fields: [Field]
  /// The index of the first row of each section.
  private var rowsBefore: [Int]

  init(_ state: Form.State) {
    definition = state.form.definition
    names = state.form.names
    fields = state.fields
    rowsBefore = []
    recount()
  }

  /// Applies an edit, and returns `false` if it does not apply to this form or changes nothing.
  mutating func apply(_ edit: FormEdit) -> Bool {
    switch edit {
    case .hidden(let id, let condition): return set(condition, of: id, \.hidden, \.hidden)
    case .disabled(let id, let condition): return set(condition, of: id, \.disabled, \.disabled)
    case .rowInserted(let row, let section, let other): return insert(row, section, other)
    case .rowRemoved(let id): return removed(id) != nil
    case .rowMoved(let id, let other): return move(id, other)
    case .sectionInserted(let section, let other): return insert(section, other)
    case .sectionRemoved(let id): return remove(section: id)
    }
  }

  /// Assigns values to rows, and lists to multivalued sections.
  mutating func assign(_ assignments: [Assignment]) {
    for assignment in assignments {
      if let section = names.sections.firstIndex(of: assignment.row) {
        if case .list(let values) = assignment.value { setRows(of: section, values) }
      } else if let (section, row) = place(ofRow: assignment.row) {
        let definition = definition.sections[section].rows[row]
        if definition.kindOrItsValues.hasValue {
          fields[rowsBefore[section] + row].hold(definition.entry(assignment.value))
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
  mutating func restore(_ entries: [ElementID: Entry]) {
    for (number, row) in definition.sections.lazy.flatMap(\.rows).enumerated() {
      if let entry = entries[names.rows[number]], row.takesBack(entry) { fields[number].hold(entry) }
    }
  }

  /// Restores the initial values, and the given lists of multivalued sections.
  mutating func reset(_ lists: [ElementID: [Value]]) {
    for number in fields.indices { fields[number] = Field(fields[number].initial) }
    for section in names.sections.indices {
      if let values = lists[names.sections[section]] { setRows(of: section, values) }
    }
  }

  /// Replaces the rows of a multivalued section.
  ///
  /// Rows at the beginning that already hold the new values are kept.
  private mutating func setRows(of section: Int, _ values: [Value]) {
    guard let template = definition.sections[section].template else { return }
    let (first, count) = (rowsBefore[section], definition.sections[section].rows.count)
    let kind = template.kindOrItsValues
    let same = zip(fields[first..<first + count], values).prefix { field, value in
      field.entry.misunderstood == nil && field.entry.value(kind).isSame(as: value)
    }.count
    let added = values.dropFirst(same).map { value in
      var field = Field(kind.kept(value) ?? .null)
      field.entry = template.entry(value)
      return field
    }
    definition.sections[section].rows.replaceSubrange(
      same..<count, with: Array(repeating: template.empty, count: added.count))
    var newNames: [ElementID] = []
    for _ in added { newNames.append(names.name(of: template)) }
    names.rows.replaceSubrange((first + same)..<first + count, with: newNames)
    fields.replaceSubrange((first + same)..<first + count, with: added)
    recount()
  }

  /// Replaces the rows of a multivalued section, given their IDs.
  ///
  /// Rows that exist keep their content.
  ///
  /// IDs that another element has or that were never used are ignored.
  private mutating func setRows(of section: Int, named ids: [ElementID]) {
    guard let template = definition.sections[section].template else { return }
    let rows = definition.sections[section].rows
    let range = rowsBefore[section]..<rowsBefore[section] + rows.count
    var former: [ElementID: (row: RowDefinition, field: Field)] = [:]
    for (row, number) in zip(rows, range) { former[names.rows[number]] = (row, fields[number]) }
    var taken = Set(names.rows).subtracting(former.keys)
    var list: [(name: ElementID, row: RowDefinition, field: Field)] = []
    for id in ids where names.isNumberOfRow(id) && taken.insert(id).inserted {
      let (row, field) = former[id] ?? (template.empty, Field(template.kindOrItsValues.emptyValue))
      list.append((id, row, field))
    }
    definition.sections[section].rows = list.map(\.row)
    names.rows.replaceSubrange(range, with: list.map(\.name))
    fields.replaceSubrange(range, with: list.map(\.field))
    recount()
  }

  private mutating func set(
    _ condition: Condition, of id: ElementID, _ row: WritableKeyPath<RowDefinition, Condition>,
    _ section: WritableKeyPath<SectionDefinition, Condition>
  ) -> Bool {
    if let place = place(ofRow: id) {
      definition.sections[place.section].rows[place.row][keyPath: row] = condition
    } else if let place = names.sections.firstIndex(of: id) {
      definition.sections[place][keyPath: section] = condition
    } else {
      return false
    }
    return true
  }

  private mutating func insert(_ row: RowDefinition, _ id: ElementID, _ other: ElementID?) -> Bool {
    guard let section = names.sections.firstIndex(of: id), let place = place(before: other, in: section) else {
      return false
    }
    insert(row, names.name(of: row), Field(of: row), at: place, in: section)
    return true
  }

  private mutating func insert(_ row: RowDefinition, _ name: ElementID, _ field: Field, at place: Int, in section: Int)
  {
    let number = rowsBefore[section] + place
    definition.sections[section].rows.insert(row, at: place)
    names.rows.insert(name, at: number)
    fields.insert(field, at: number)
    recount()
  }

  private mutating func removed(_ id: ElementID) -> (row: RowDefinition, field: Field, section: Int)? {
    guard let (section, place) = place(ofRow: id) else { return nil }
    let number = rowsBefore[section] + place
    let row = definition.sections[section].rows.remove(at: place)
    names.rows.remove(at: number)
    let field = fields.remove(at: number)
    recount()
    return (row, field, section)
  }

  private mutating func move(_ id: ElementID, _ other: ElementID?) -> Bool {
    guard id != other, let from = place(ofRow: id), place(before: other, in: from.section) != nil,
      let (row, field, section) = removed(id), let place = place(before: other, in: section)
    else { return false }
    insert(row, id, field, at: place, in: section)
    return place != from.row
  }

  private mutating func insert(_ section: SectionDefinition, _ other: ElementID?) -> Bool {
    guard let place = other.map({ names.sections.firstIndex(of: $0) }) ?? names.sections.count else { return false }
    let number = place == rowsBefore.count ? fields.count : rowsBefore[place]
    definition.sections.insert(section, at: place)
    names.sections.insert(names.name(of: section), at: place)
    for (offset, row) in section.rows.enumerated() {
      names.rows.insert(names.name(of: row), at: number + offset)
      fields.insert(Field(of: row), at: number + offset)
    }
    recount()
    return true
  }

  private mutating func remove(section id: ElementID) -> Bool {
    guard let section = names.sections.firstIndex(of: id) else { return false }
    let rows = rowsBefore[section]..<rowsBefore[section] + definition.sections[section].rows.count
    definition.sections.remove(at: section)
    names.sections.remove(at: section)
    names.rows.removeSubrange(rows)
    fields.removeSubrange(rows)
    recount()
    return true
  }

  private func place(ofRow id: ElementID) -> (section: Int, row: Int)? {
    guard let number = names.rows.firstIndex(of: id), let section = rowsBefore.lastIndex(where: { $0 <= number }) else {
      return nil
    }
    return (section, number - rowsBefore[section])
  }

  /// Returns the index at which to insert before a row, or at the end of the section.
  ///
  /// Returns `nil` if the section does not contain the row.
  private func place(before other: ElementID?, in section: Int) -> Int? {
    guard let other else { return definition.sections[section].rows.count }
    guard let place = place(ofRow: other), place.section == section else { return nil }
    return place.row
  }

  private mutating func recount() {
    var sum = 0
    rowsBefore = definition.sections.map { section in
      defer { sum += section.rows.count }
      return sum
    }
  }
}

extension RowDefinition {
  /// Returns the entry for a value.
  ///
  /// A text that the row does not accept as a value is parsed as if it had been typed.
  package func entry(_ value: Value) -> Entry {
    let kind = kindOrItsValues
    if let kept = kind.kept(value) { return .value(kept) }
    guard case .text(let text) = value else { return .typed(value.json, as: nil) }
    return kind.entry(typed: text, options: options)
  }

  /// Returns a Boolean value that indicates whether the row can hold the entry again.
  func takesBack(_ entry: Entry) -> Bool {
    let kind = kindOrItsValues
    return kind.hasValue && kind.keeps(entry, options: options)
  }

  /// A copy of the row with an explicit kind and no initial value, which is valid whatever the row will hold.
  fileprivate var empty: RowDefinition {
    var row = self
    row.kind = kindOrItsValues
    row.value = .null
    return row
  }
}
