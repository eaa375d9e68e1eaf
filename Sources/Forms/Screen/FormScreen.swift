import Values

/// The visible part of a form: its visible sections and their visible rows.
public struct FormScreen: Hashable, Codable, Sendable {
  /// The title of the form.
  public let title: String?
  /// The visible sections, from top to bottom.
  public package(set) var sections: [Section]
  /// The stage of the submission.
  public let stage: FormFeature.SubmissionStage

  /// A visible section.
  public struct Section: Hashable, Codable, Sendable {
    /// The ID of the section.
    public let id: ElementID
    /// The section's tag, if it has one.
    public let tag: String?
    /// The title above the rows.
    public let title: String?
    /// The text below the rows.
    public let footer: String?
    /// A Boolean value that indicates whether the user can add, remove and move rows.
    public let allowsRowEditing: Bool
    /// The visible rows, from top to bottom.
    public package(set) var rows: [Row]
  }

  /// A visible row.
  public struct Row: Hashable, Codable, Sendable {
    /// The ID of the row.
    public let id: ElementID
    /// The row's tag, if it has one.
    public let tag: String?
    /// The kind of value that the row accepts.
    public let kind: RowKind
    /// The label of the row.
    public let title: String?
    /// The text to show when the row has no value.
    public let placeholder: String?
    /// The values to choose from.
    public let options: [RowOption]
    /// A Boolean value that indicates whether the row must have a value.
    public let isRequired: Bool
    /// The content of the row.
    public let entry: FieldEntry
    /// The value of the row, which is empty if the typed text cannot be parsed, and for a password.
    public let value: Value
    /// A Boolean value that indicates whether the user cannot change the row.
    public let isDisabled: Bool
    /// A Boolean value that indicates whether the row has the focus.
    public let isFocused: Bool
    /// A Boolean value that indicates whether the user has changed or left the row, or tried to submit it.
    public let isTouched: Bool
    /// A Boolean value that indicates whether the value differs from the initial one.
    public let isDirty: Bool
    /// A Boolean value that indicates whether a remote validation of the value is pending.
    public let isValidating: Bool
    /// The validation errors of the row.
    public package(set) var errors: [FieldError]
  }
}

extension FormScreen {
  /// Returns the screen without an error at a required row that is empty because the user has not reached it yet.
  package func hidingErrorsOfUntouchedRows() -> Self {
    var screen = self
    for section in sections.indices {
      for row in sections[section].rows.indices where !sections[section].rows[row].isTouched {
        screen.sections[section].rows[row].errors.removeAll { $0 == .missing }
      }
    }
    return screen
  }
}

extension FormFeature.State {
  /// The visible sections and rows of the form.
  public var screen: FormScreen {
    let sections = form.sections.indices.filter { !isTrue(form.sections[$0].hidden) }
    return FormScreen(title: form.definition.title, sections: sections.map { screen(ofSection: $0) }, stage: stage)
  }

  private func screen(ofSection number: Int) -> FormScreen.Section {
    let section = form.definition.sections[number]
    let rows = form.sections[number].rows.filter { !isHidden($0) }
    return FormScreen.Section(
      id: form.elementIDs.sections[number], tag: section.tag, title: section.title, footer: section.footer,
      allowsRowEditing: allowsRowEditing(number), rows: rows.map { screen(ofRow: $0) })
  }

  private func screen(ofRow row: Int) -> FormScreen.Row {
    let definition = form.definition(ofRow: row)
    let (id, field) = (form.elementIDs.rows[row], fields[row])
    return FormScreen.Row(
      id: id, tag: definition.tag, kind: form.rows[row].kind, title: definition.title,
      placeholder: definition.placeholder, options: definition.options, isRequired: definition.isRequired,
      entry: field.entry, value: form.rows[row].kind == .password ? .null : value(row),
      isDisabled: isDisabled(row), isFocused: focus == id, isTouched: field.isTouched, isDirty: isDirty(row),
      isValidating: field.remoteValidation == .pending, errors: rowErrors[row])
  }

  /// A Boolean value that indicates whether the values to submit differ from the initial or last submitted ones.
  ///
  /// Rows that the policy excludes from submission do not count.
  public var isDirty: Bool {
    fields.indices.contains(where: submitsChange)
      || initialLists.contains { id, values in
        form.index(ofSection: id).map { isIncluded(section: $0) && self.values(ofSection: $0) != values } ?? true
      }
  }

  /// Returns a Boolean value that indicates whether a row would submit another value than the initial one.
  ///
  /// A text that cannot be parsed submits no value if the user cannot edit the row, and nothing otherwise.
  func submitsChange(_ row: Int) -> Bool {
    isIncluded(row) && (isEditable(row) ? isDirty(row) : hasOtherValue(row))
  }

  /// The rows that differ from their initial or last submitted values, from top to bottom.
  package var dirtyRows: [ElementID] { fields.indices.filter { isDirty($0) }.map { form.elementIDs.rows[$0] } }

  /// Returns a Boolean value that indicates whether a row differs from its initial value.
  ///
  /// Empty values of different types, such as the empty text and null, count as equal.
  func isDirty(_ row: Int) -> Bool {
    fields[row].entry.unparseableText != nil || hasOtherValue(row)
  }

  private func hasOtherValue(_ row: Int) -> Bool {
    let (value, initial) = (value(row), fields[row].initialValue)
    return !value.isEquivalent(to: initial) && !(value.isEmpty && initial.isEmpty)
  }
}

extension Value {
  /// A Boolean value that indicates whether the value is null, an empty text or an empty list.
  fileprivate var isEmpty: Bool { self == .null || self == .text("") || self == .list([]) }
}
