import Values

extension FormFeature.State: Codable {
  private enum CodingKeys: String, CodingKey {
    case definition, elementIDs, fields, focus, stage, initialLists, deferredRebase, hidden, disabled
  }

  /// Decodes a form and its contents.
  ///
  /// The conditions are reevaluated. The sections and rows that are hidden and disabled must be the encoded ones.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let definition = try container.decode(FormDefinition.self, forKey: .definition)
    let elementIDs = try container.decode(FormElementIDs.self, forKey: .elementIDs)
    if !elementIDs.match(definition) {
      throw DecodingError.dataCorruptedError(
        forKey: .elementIDs, in: container, debugDescription: "the IDs do not match the rows and sections of the form")
    }
    let form: CompiledForm
    do throws(FormErrors) {
      form = try CompiledForm(definition, elementIDs: elementIDs)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .definition, in: container, debugDescription: error.description)
    }
    let contents = FormContents(
      fields: try container.decode([ElementID: FieldState].self, forKey: .fields),
      focus: try container.decodeIfPresent(ElementID.self, forKey: .focus),
      stage: try container.decode(FormFeature.SubmissionStage.self, forKey: .stage), lists: form.lists,
      initialLists: try container.decode([ElementID: [Value]].self, forKey: .initialLists),
      deferredRebase: try container.decodeIfPresent([ValueAssignment].self, forKey: .deferredRebase) ?? [])
    try self.init(form, decodedContents: contents, codingPath: decoder.codingPath)
    let (hidden, disabled) = try (
      container.decode(Set<ElementID>.self, forKey: .hidden), container.decode(Set<ElementID>.self, forKey: .disabled)
    )
    if let (key, reason) = inconsistency(in: contents, hidden: hidden, disabled: disabled) {
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: reason)
    }
  }

  /// Returns the first part of a decoded document that differs from the state that it describes, and the reason.
  private func inconsistency(in document: FormContents, hidden: Set<ElementID>, disabled: Set<ElementID>)
    -> (CodingKeys, String)?
  {
    let contents = contents
    if document.fields.keys != contents.fields.keys { return (.fields, "the fields do not match the rows of the form") }
    if hidden != hiddenElements { return (.hidden, "the hidden elements do not match the conditions of the form") }
    if disabled != disabledElements {
      return (.disabled, "the disabled elements do not match the conditions of the form")
    }
    for (id, field) in document.fields where field.remoteValidation != contents.fields[id]?.remoteValidation {
      return (.fields, "the value of \(id) needs no remote validation")
    }
    if document.stage != contents.stage { return (.stage, "no remote validation is pending") }
    if document.initialLists.keys != contents.initialLists.keys {
      return (.initialLists, "the initial lists do not match the multivalued sections of the form")
    }
    if document.focus != contents.focus { return (.focus, "the focused row is not editable") }
    return nil
  }

  /// The hidden sections and rows, including rows hidden by their section.
  private var hiddenElements: Set<ElementID> { elementIDs(whereSection: \.hidden, row: \.effectiveHidden) }

  /// The disabled sections and rows, including rows disabled by their section.
  private var disabledElements: Set<ElementID> { elementIDs(whereSection: \.disabled, row: \.effectiveDisabled) }

  private func elementIDs(
    whereSection section: KeyPath<CompiledSection, BooleanSignal>, row: KeyPath<CompiledRow, BooleanSignal>
  ) -> Set<ElementID> {
    let sections = zip(form.elementIDs.sections, form.sections).filter { isTrue($1[keyPath: section]) }.map(\.0)
    let rows = zip(form.elementIDs.rows, form.rows).filter { isTrue($1[keyPath: row]) }.map(\.0)
    return Set(sections + rows)
  }

  /// Creates a state from decoded contents, or throws a `DecodingError` with the coding path of the inconsistent
  /// component.
  package init(_ form: CompiledForm, decodedContents contents: FormContents, codingPath: [any CodingKey]) throws {
    do throws(FormContentsError) {
      try self.init(form, contents: contents)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath + [error.component], debugDescription: error.reason))
    }
  }

  /// Encodes the form definition and the contents.
  public func encode(to encoder: any Encoder) throws {
    let state = withoutPasswords
    let contents = state.contents
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(form.definition, forKey: .definition)
    try container.encode(form.elementIDs, forKey: .elementIDs)
    try container.encode(contents.fields, forKey: .fields)
    try container.encodeIfPresent(contents.focus, forKey: .focus)
    try container.encode(contents.stage, forKey: .stage)
    try container.encode(contents.initialLists, forKey: .initialLists)
    if !contents.deferredRebase.isEmpty { try container.encode(contents.deferredRebase, forKey: .deferredRebase) }
    try container.encode(state.hiddenElements, forKey: .hidden)
    try container.encode(state.disabledElements, forKey: .disabled)
  }
}
