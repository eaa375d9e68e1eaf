public import Values

/// What there is to see of a form: its sections in sight, and in each the rows.
public struct FormScreen: Hashable, Codable, Sendable {
  /// What stands above the form.
  public let title: String?
  /// The sections in sight, from above.
  public let sections: [Section]
  /// What the form is doing.
  public let stage: Form.Stage

  /// A section in sight.
  public struct Section: Hashable, Codable, Sendable {
    /// What it is called.
    public let id: ElementID
    /// Its tag, if it has one.
    public let tag: String?
    /// What stands above its rows.
    public let title: String?
    /// What stands below them.
    public let footer: String?
    /// Whether a person can add rows, remove and move them.
    public let isOpenToRows: Bool
    /// The rows in sight, from above.
    public let rows: [Row]
  }

  /// A row in sight.
  public struct Row: Hashable, Codable, Sendable {
    /// What it is called.
    public let id: ElementID
    /// Its tag, if it has one.
    public let tag: String?
    /// What it takes.
    public let kind: RowKind
    /// What stands beside it.
    public let title: String?
    /// What is shown where there is no value.
    public let placeholder: String?
    /// What can be chosen from.
    public let options: [RowOption]
    /// Whether there must be a value.
    public let isRequired: Bool
    /// What stands in it.
    public let entry: Entry
    /// Its value, which is none where what was typed stands for none.
    public let value: Value
    /// Whether it takes no changes from a person.
    public let isDisabled: Bool
    /// Whether a person is in it.
    public let isFocused: Bool
    /// Whether a person has been there.
    public let isTouched: Bool
    /// Whether it holds something else than at first.
    public let isDirty: Bool
    /// Whether the world is asked about it.
    public let isBeingJudged: Bool
    /// What is wrong with it.
    public let faults: [FieldFault]
  }
}

extension Form.State {
  /// What there is to see.
  public var screen: FormScreen {
    let sections = form.sections.indices.filter { !truth(form.sections[$0].hidden) }
    return FormScreen(title: form.definition.title, sections: sections.map { screen(ofSection: $0) }, stage: stage)
  }

  private func screen(ofSection number: Int) -> FormScreen.Section {
    let section = form.definition.sections[number]
    let rows = form.sections[number].rows.filter { !isHidden($0) }
    return FormScreen.Section(
      id: form.names.sections[number], tag: section.tag, title: section.title, footer: section.footer,
      isOpenToRows: section.template != nil && isOpenToRows(number), rows: rows.map { screen(ofRow: $0) })
  }

  private func screen(ofRow row: Int) -> FormScreen.Row {
    let definition = form.definition(ofRow: row)
    let (id, field) = (form.names.rows[row], fields[row])
    return FormScreen.Row(
      id: id, tag: definition.tag, kind: form.rows[row].kind, title: definition.title,
      placeholder: definition.placeholder, options: definition.options, isRequired: definition.isRequired,
      entry: field.entry, value: value(row), isDisabled: isDisabled(row), isFocused: focus == id,
      isTouched: field.isTouched, isDirty: isDirty(row), isBeingJudged: field.inquiry.isAsked, faults: judgements[row])
  }

  /// Whether anything stands in the form that was not there at first, or when it was last submitted.
  public var isDirty: Bool {
    fields.indices.contains { isDirty($0) }
      || initialLists.contains { id, values in form.number(ofSection: id).map { self.values($0) != values } ?? true }
  }

  /// The rows in which something else stands than at first, or when the form was last submitted, from above.
  package var dirtyRows: [ElementID] { fields.indices.filter { isDirty($0) }.map { form.names.rows[$0] } }

  /// An empty text is as good as none.
  func isDirty(_ row: Int) -> Bool {
    if fields[row].entry.misunderstood != nil { return true }
    let (value, initial) = (value(row), fields[row].initial)
    return !value.isSame(as: initial) && !(value.isEmpty && initial.isEmpty)
  }
}

extension Value {
  /// Whether there is nothing at all, not even space.
  fileprivate var isEmpty: Bool { self == .null || self == .text("") || self == .list([]) }
}
