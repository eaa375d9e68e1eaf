import Values

/// What the user has filled in, without the form's definition and without passwords.
///
/// A program that has the form anyway saves only this:
///
/// ```swift
/// let contents = state.contents
/// let restored = try FormFeature.State(form, contents: contents)
/// ```
///
/// The form may have changed since: a new row has its initial value, and the contents of a row that is gone are dropped.
/// Rows are found by their ID. The ID of a row without a tag is its position, so give each row that users fill in a tag.
/// The rows of a multivalued section belong to the tag of the section.
public struct FormContents: Hashable, Codable, Sendable {
  /// The state of each row.
  package var fields: [ElementID: FieldState]
  /// The focused row.
  package var focus: ElementID?
  /// The stage of the submission.
  package var stage: FormFeature.SubmissionStage
  /// The rows of each multivalued section, from top to bottom.
  package var lists: [ElementID: [ElementID]]
  /// The lists of values that a reset restores, by multivalued section.
  package var initialLists: [ElementID: [Value]]
  /// The new initial values that wait for the end of the submission.
  package var deferredRebase: [ValueAssignment]

  /// Creates the contents of a form.
  package init(
    fields: [ElementID: FieldState], focus: ElementID? = nil, stage: FormFeature.SubmissionStage = .editing,
    lists: [ElementID: [ElementID]] = [:], initialLists: [ElementID: [Value]] = [:],
    deferredRebase: [ValueAssignment] = []
  ) {
    self.fields = fields
    self.focus = focus
    self.stage = stage
    self.lists = lists
    self.initialLists = initialLists
    self.deferredRebase = deferredRebase
  }
}

/// An error that is thrown when contents do not fit a form.
public struct FormContentsError: Error, Equatable, Sendable {
  /// The inconsistent component of the contents.
  enum Component: String, Sendable, CodingKey {
    case fields, initialLists
  }

  /// The inconsistent component.
  let component: Component
  /// The reason why the component is inconsistent.
  public let reason: String
}

extension FormContentsError: CustomStringConvertible {
  /// The component and the reason.
  public var description: String { "\(component.rawValue): \(reason)" }
}

extension FormFeature.State {
  /// The contents of the form as they would be with empty passwords.
  public var contents: FormContents {
    let state = withoutPasswords
    return FormContents(
      fields: Dictionary(uniqueKeysWithValues: zip(form.elementIDs.rows, state.fields)), focus: state.focus,
      stage: state.stage, lists: form.lists, initialLists: initialLists, deferredRebase: deferredRebase)
  }

  /// The state with empty passwords.
  ///
  /// The conditions are reevaluated, so that it can be restored, and so that the hidden rows do not tell what a password
  /// was.
  var withoutPasswords: Self {
    let passwords = fields.indices.filter { if case .secret = fields[$0].entry { true } else { false } }
    if passwords.isEmpty { return self }
    var state = self
    for row in passwords { state.fields[row].setEntry(.value(.null)) }
    state.evaluateAndValidateAll()
    state.moveFocusToEnabledRow()
    state.endUnneededWait()
    return state
  }

  /// Creates the state of a form from saved contents, which may be those of another version of the form.
  ///
  /// New rows have their initial values. The contents of rows that are gone are dropped.
  ///
  /// - Throws: An error if a row cannot hold its saved value because its kind has changed.
  public init(_ form: CompiledForm, contents: FormContents) throws(FormContentsError) {
    self.init(form)
    let listRows = makeRows(forLists: contents.lists)
    for (id, field) in contents.fields {
      // The number of a row of a list may be that of another row without a tag in this version of the form.
      guard let row = listRows[id, default: id].flatMap(self.form.index(ofRow:)),
        isList(self.form.elementIDs.sections[self.form.rows[row].section]) == (listRows[id] != nil)
      else { continue }
      fields[row] = try restorableField(field, ofRow: row)
    }
    for (id, values) in contents.initialLists where isList(id) {
      guard let list = normalizedList(for: ValueAssignment(id, .list(values))) else {
        throw FormContentsError(component: .initialLists, reason: "the list \(id) cannot hold its initial values")
      }
      initialLists[id] = list.values
    }
    deferredRebase = contents.deferredRebase
    evaluateAndValidateAll()
    lastUpdate = FormFeature.UpdateSummary()
    focus = contents.focus.flatMap { listRows[$0, default: $0] }
    if focus.flatMap(self.form.index(ofRow:)).map(isEditable) != true { focus = nil }
    stage = contents.stage
    endUnneededWait()
  }

  /// Replaces the rows of multivalued sections with saved ones, and returns the ID of each saved row.
  ///
  /// The ID of a row whose section is gone is `nil`.
  private mutating func makeRows(forLists lists: [ElementID: [ElementID]]) -> [ElementID: ElementID?] {
    if lists == form.lists {
      return Dictionary(uniqueKeysWithValues: lists.values.joined().map { ($0, .some($0)) })
    }
    var draft = FormDefinitionDraft(self)
    let newIDs = draft.makeRows(forLists: lists)
    var changes = ChangeTracker()
    install(draft, &changes)
    return newIDs
  }

  /// Returns a saved field in the representation of its row.
  private func restorableField(_ field: FieldState, ofRow row: Int) throws(FormContentsError) -> FieldState {
    let compiled = form.rows[row]
    guard let entry = compiled.kind.normalized(field.entry, options: compiled.options),
      let initialValue = compiled.kind.normalized(field.initialValue),
      compiled.kind != .password || initialValue == .null
    else {
      throw FormContentsError(
        component: .fields,
        reason: "\(form.elementIDs.rows[row]), a row of kind \(compiled.kind.rawValue), cannot hold this value")
    }
    var field = field
    (field.entry, field.initialValue) = (entry, initialValue)
    if compiled.remoteChecks.isEmpty || entry.value?.isBlank ?? true { field.remoteValidation = .notRequested }
    return field
  }

  /// Returns to editing if the submission waits for a validation and none is pending.
  private mutating func endUnneededWait() {
    if stage == .validating && !isValidatingRemotely { stage = .editing }
  }
}

extension CompiledForm {
  /// The IDs of the rows of each multivalued section.
  var lists: [ElementID: [ElementID]] {
    let sections = sections.indices.filter { definition.sections[$0].template != nil }
    return Dictionary(
      uniqueKeysWithValues: sections.map {
        (elementIDs.sections[$0], Array(elementIDs.rows[self.sections[$0].rows]))
      })
  }

  /// The state of each row before it is filled in.
  var initialFields: [FieldState] { definition.sections.flatMap { $0.rows.map(FieldState.init(of:)) } }
}

extension RowKind {
  /// Returns a content in the representation that a row of this kind stores, or `nil` if the row cannot have it.
  func normalized(_ entry: FieldEntry, options: [RowOption]) -> FieldEntry? {
    switch (self, entry) {
    case (.password, .secret(let secret)): return .password(secret)
    case (_, .value(.null)): return .value(emptyValue)
    case (.password, _), (_, .secret): return nil
    case (_, .value(let value)): return normalized(value).map(FieldEntry.value)
    case (_, .typed(let text, as: .some(let value))):
      let parsed = parsed(text, options: options)
      return parsed != nil && normalized(value) == parsed ? .typed(text, as: parsed) : nil
    // A value that the row does not accept is stored as unparseable text. That text may parse in another way.
    case (_, .typed(_, as: .none)): return entry
    }
  }
}
