import Values

/// What the user has filled in, without the form's definition and without passwords.
///
/// A program that has the form anyway saves only this:
///
/// ```swift
/// let contents = state.contents
/// let restored = try FormFeature.State(form, contents: contents)
/// ```
public struct FormContents: Hashable, Codable, Sendable {
  /// The state of each row.
  package var fields: [ElementID: FieldState]
  /// The focused row.
  package var focus: ElementID?
  /// The stage of the submission.
  package var stage: FormFeature.SubmissionStage
  /// The lists of values that a reset restores, by multivalued section.
  package var initialLists: [ElementID: [Value]]
  /// The new initial values that wait for the end of the submission.
  package var deferredRebase: [ValueAssignment]
  /// The hidden sections and rows, including rows hidden by their section.
  package var hidden: Set<ElementID>
  /// The disabled sections and rows, including rows disabled by their section.
  package var disabled: Set<ElementID>

  /// Creates the contents of a form.
  package init(
    fields: [ElementID: FieldState], focus: ElementID? = nil, stage: FormFeature.SubmissionStage = .editing,
    initialLists: [ElementID: [Value]] = [:], deferredRebase: [ValueAssignment] = [], hidden: Set<ElementID> = [],
    disabled: Set<ElementID> = []
  ) {
    self.fields = fields
    self.focus = focus
    self.stage = stage
    self.initialLists = initialLists
    self.deferredRebase = deferredRebase
    self.hidden = hidden
    self.disabled = disabled
  }
}

/// An error that is thrown when contents do not fit a form.
public struct FormContentsError: Error, Equatable, Sendable {
  /// The inconsistent component of the contents.
  enum Component: String, Sendable, CodingKey {
    case fields, focus, stage, initialLists, hidden, disabled
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
  /// The contents of the form as they would be with empty passwords, including which elements are hidden and disabled.
  public var contents: FormContents {
    let state = withoutPasswords
    return FormContents(
      fields: Dictionary(uniqueKeysWithValues: zip(form.elementIDs.rows, state.fields)), focus: state.focus,
      stage: state.stage, initialLists: initialLists, deferredRebase: deferredRebase,
      hidden: state.elementIDs(whereSection: \.hidden, row: \.effectiveHidden),
      disabled: state.elementIDs(whereSection: \.disabled, row: \.effectiveDisabled))
  }

  /// The state with empty passwords.
  ///
  /// The conditions are reevaluated, so that it can be restored, and so that the hidden rows do not tell what a password
  /// was.
  private var withoutPasswords: Self {
    let passwords = fields.indices.filter { if case .secret = fields[$0].entry { true } else { false } }
    if passwords.isEmpty { return self }
    var state = self
    for row in passwords { state.fields[row].setEntry(.value(.null)) }
    state.evaluateAndValidateAll()
    state.moveFocusToEnabledRow()
    if state.stage == .validating && !state.isValidatingRemotely { state.stage = .editing }
    return state
  }

  /// Creates the state of a form from saved contents.
  ///
  /// The conditions are reevaluated. The sections and rows that are hidden and disabled must be the saved ones.
  public init(_ form: CompiledForm, contents: FormContents) throws(FormContentsError) {
    self.form = form
    fields = form.elementIDs.rows.compactMap { contents.fields[$0] }
    if fields.count != form.elementIDs.rows.count || contents.fields.count != fields.count {
      throw FormContentsError(component: .fields, reason: "the fields do not match the rows of the form")
    }
    for (number, row) in form.rows.enumerated() {
      guard let entry = row.kind.normalized(fields[number].entry, options: row.options),
        let initialValue = row.kind.normalized(fields[number].initialValue),
        row.kind != .password || initialValue == .null
      else {
        throw FormContentsError(component: .fields, reason: "a row of kind \(row.kind.rawValue) cannot hold this value")
      }
      (fields[number].entry, fields[number].initialValue) = (entry, initialValue)
    }
    focus = contents.focus
    stage = contents.stage
    deferredRebase = contents.deferredRebase
    initialLists = [:]
    for (id, values) in contents.initialLists {
      guard let list = normalizedList(for: ValueAssignment(id, .list(values))) else {
        throw FormContentsError(
          component: .initialLists, reason: "the initial lists do not match the multivalued sections of the form")
      }
      initialLists[id] = .some(list.values)
    }
    evaluateAndValidateAll()
    lastUpdate = FormFeature.UpdateSummary()
    try validate(against: contents)
  }

  private func validate(against contents: FormContents) throws(FormContentsError) {
    let evaluated = self.contents
    if contents.hidden != evaluated.hidden {
      throw FormContentsError(component: .hidden, reason: "the hidden elements do not match the conditions of the form")
    }
    if contents.disabled != evaluated.disabled {
      throw FormContentsError(
        component: .disabled, reason: "the disabled elements do not match the conditions of the form")
    }
    if let row = fields.indices.first(where: hasUnneededValidation) {
      throw FormContentsError(
        component: .fields, reason: "the value of \(form.elementIDs.rows[row]) needs no remote validation")
    }
    if stage == .validating && !isValidatingRemotely {
      throw FormContentsError(component: .stage, reason: "no remote validation is pending")
    }
    if initialLists.count != form.definition.sections.count(where: { $0.template != nil }) {
      throw FormContentsError(
        component: .initialLists, reason: "the initial lists do not match the multivalued sections of the form")
    }
    if let focus, form.index(ofRow: focus).map(isEditable) != true {
      throw FormContentsError(component: .focus, reason: "the focused row is not editable")
    }
  }

  private func hasUnneededValidation(_ row: Int) -> Bool {
    fields[row].remoteValidation != .notRequested
      && (form.rows[row].remoteChecks.isEmpty || fields[row].entry.value?.isBlank ?? true)
  }

  /// Returns the sections and rows for which a condition holds.
  ///
  /// A row's condition includes its section's.
  private func elementIDs(
    whereSection section: KeyPath<CompiledSection, BooleanSignal>, row: KeyPath<CompiledRow, BooleanSignal>
  ) -> Set<ElementID> {
    let sections = zip(form.elementIDs.sections, form.sections).filter { isTrue($1[keyPath: section]) }.map(\.0)
    let rows = zip(form.elementIDs.rows, form.rows).filter { isTrue($1[keyPath: row]) }.map(\.0)
    return Set(sections + rows)
  }
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
