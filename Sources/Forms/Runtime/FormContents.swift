import Values

/// What the user has filled in, without the form's definition.
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
  /// The hidden sections and rows, including rows hidden by their section.
  package var hidden: Set<ElementID>
  /// The disabled sections and rows, including rows disabled by their section.
  package var disabled: Set<ElementID>

  /// Creates the contents of a form.
  package init(
    fields: [ElementID: FieldState], focus: ElementID? = nil, stage: FormFeature.SubmissionStage = .editing,
    initialLists: [ElementID: [Value]] = [:], hidden: Set<ElementID> = [], disabled: Set<ElementID> = []
  ) {
    self.fields = fields
    self.focus = focus
    self.stage = stage
    self.initialLists = initialLists
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
  /// The contents of the form, including which elements are hidden and disabled.
  public var contents: FormContents {
    FormContents(
      fields: Dictionary(uniqueKeysWithValues: zip(form.names.rows, fields)), focus: focus, stage: stage,
      initialLists: initialLists, hidden: elementIDs(whereSection: \.hidden, row: \.effectiveHidden),
      disabled: elementIDs(whereSection: \.disabled, row: \.effectiveDisabled))
  }

  /// Creates the state of a form from saved contents.
  ///
  /// The conditions are reevaluated. The sections and rows that are hidden and disabled must be the saved ones.
  public init(_ form: CompiledForm, contents: FormContents) throws(FormContentsError) {
    self.form = form
    fields = form.names.rows.compactMap { contents.fields[$0] }
    if fields.count != form.names.rows.count || contents.fields.count != fields.count {
      throw FormContentsError(component: .fields, reason: "the fields do not match the rows of the form")
    }
    for (row, field) in zip(form.rows, fields)
    where row.kind.normalized(field.initialValue) != field.initialValue
      || !row.kind.accepts(field.entry, options: row.options)
    {
      throw FormContentsError(component: .fields, reason: "a row of kind \(row.kind.rawValue) cannot hold this value")
    }
    focus = contents.focus
    stage = contents.stage
    initialLists = contents.initialLists
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
    if let row = fields.indices.first(where: hasOutdatedValidation) {
      throw FormContentsError(
        component: .fields, reason: "the value of \(form.names.rows[row]) needs no remote validation")
    }
    if stage == .validating && !isValidatingRemotely {
      throw FormContentsError(component: .stage, reason: "no remote validation is pending")
    }
    if Set(form.names.sections.filter(isList)) != Set(initialLists.keys) {
      throw FormContentsError(
        component: .initialLists, reason: "the initial lists do not match the multivalued sections of the form")
    }
    if let focus, form.index(ofRow: focus).map(isEditable) != true {
      throw FormContentsError(component: .focus, reason: "the focused row is not editable")
    }
  }

  /// Returns the sections and rows for which a condition holds.
  ///
  /// A row's condition includes its section's.
  private func elementIDs(
    whereSection section: KeyPath<CompiledSection, BooleanSource>, row: KeyPath<CompiledRow, BooleanSource>
  ) -> Set<ElementID> {
    let sections = zip(form.names.sections, form.sections).filter { isTrue($1[keyPath: section]) }.map(\.0)
    let rows = zip(form.names.rows, form.rows).filter { isTrue($1[keyPath: row]) }.map(\.0)
    return Set(sections + rows)
  }
}

extension RowKind {
  /// Returns a Boolean value that indicates whether a row of this kind can have this content.
  func accepts(_ entry: FieldEntry, options: [RowOption]) -> Bool {
    switch entry {
    case .value(let value): normalized(value) == value
    case .typed(let text, as: .some(let value)): parsed(text, options: options) == value
    // A value that the row does not accept is stored as unparseable text. That text may parse in another way.
    case .typed(_, as: .none): true
    }
  }
}
