import Values

extension FormFeature.State: Codable {
  /// The encoded representation of a state: the form definition and its ``FormContents``.
  private struct EncodedState: Codable {
    var definition: FormDefinition
    var names: ElementIDs
    var fields: [ElementID: FieldState]
    var focus: ElementID?
    var stage: FormFeature.SubmissionStage
    var initialLists: [ElementID: [Value]]
    var hidden: Set<ElementID>
    var disabled: Set<ElementID>

    enum CodingKeys: String, CodingKey {
      case definition, names, fields, focus, stage, initialLists, hidden, disabled
    }
  }

  /// Decodes a form and its contents.
  ///
  /// The conditions are reevaluated. The sections and rows that are hidden and disabled must be the encoded ones.
  public init(from decoder: any Decoder) throws {
    let written = try EncodedState(from: decoder)
    func fault(_ key: any CodingKey, _ reason: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath + [key], debugDescription: reason))
    }
    if !written.names.match(written.definition) {
      throw fault(EncodedState.CodingKeys.names, "the names do not match the rows and sections of the form")
    }
    let form: CompiledForm
    do throws(FormErrors) {
      form = try CompiledForm(written.definition, named: written.names)
    } catch {
      throw fault(EncodedState.CodingKeys.definition, error.description)
    }
    let filling = FormContents(
      fields: written.fields, focus: written.focus, stage: written.stage, initialLists: written.initialLists,
      hidden: written.hidden, disabled: written.disabled)
    try self.init(form, decodedContents: filling, codingPath: decoder.codingPath)
  }

  /// Creates a state from decoded contents, or throws a `DecodingError` with the coding path of the inconsistent
  /// component.
  package init(_ form: CompiledForm, decodedContents filling: FormContents, codingPath: [any CodingKey]) throws {
    do throws(FormContentsError) {
      try self.init(form, contents: filling)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath + [error.component], debugDescription: error.reason))
    }
  }

  /// Encodes the form definition and the contents.
  public func encode(to encoder: any Encoder) throws {
    let filling = contents
    try EncodedState(
      definition: form.definition, names: form.names, fields: filling.fields, focus: filling.focus,
      stage: filling.stage, initialLists: filling.initialLists, hidden: filling.hidden, disabled: filling.disabled
    ).encode(to: encoder)
  }
}

extension ElementIDs {
  /// Returns a Boolean value that indicates whether these can be the IDs of a form's sections and rows.
  fileprivate func match(_ form: FormDefinition) -> Bool {
    let tags = form.sections.map(\.tag) + form.sections.flatMap(\.rows).map(\.tag)
    let names = sections + rows
    guard sections.count == form.sections.count, names.count == tags.count, Set(names).count == names.count else {
      return false
    }
    return hasValidCounters
      && zip(names, tags).allSatisfy { name, tag in
        tag.map { $0 == name.rawValue } ?? isGeneratedID(name)
      }
  }
}
