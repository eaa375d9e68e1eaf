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
    let contents = FormContents(
      fields: try container.decode([ElementID: FieldState].self, forKey: .fields),
      focus: try container.decodeIfPresent(ElementID.self, forKey: .focus),
      stage: try container.decode(FormFeature.SubmissionStage.self, forKey: .stage),
      initialLists: try container.decode([ElementID: [Value]].self, forKey: .initialLists),
      deferredRebase: try container.decodeIfPresent([ValueAssignment].self, forKey: .deferredRebase) ?? [],
      hidden: try container.decode(Set<ElementID>.self, forKey: .hidden),
      disabled: try container.decode(Set<ElementID>.self, forKey: .disabled))
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
    try self.init(form, decodedContents: contents, codingPath: decoder.codingPath)
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
    let contents = contents
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(form.definition, forKey: .definition)
    try container.encode(form.elementIDs, forKey: .elementIDs)
    try container.encode(contents.fields, forKey: .fields)
    try container.encodeIfPresent(contents.focus, forKey: .focus)
    try container.encode(contents.stage, forKey: .stage)
    try container.encode(contents.initialLists, forKey: .initialLists)
    if !contents.deferredRebase.isEmpty { try container.encode(contents.deferredRebase, forKey: .deferredRebase) }
    try container.encode(contents.hidden, forKey: .hidden)
    try container.encode(contents.disabled, forKey: .disabled)
  }
}
