internal import Values

extension Form.State: Codable {
  /// The encoded representation of a state: the form definition and its ``Filling``.
  private struct Written: Codable {
    var definition: FormDefinition
    var names: ElementNames
    var fields: [ElementID: Field]
    var focus: ElementID?
    var stage: Form.Stage
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
    let written = try Written(from: decoder)
    func fault(_ key: any CodingKey, _ reason: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath + [key], debugDescription: reason))
    }
    if !written.names.fit(written.definition) {
      throw fault(Written.CodingKeys.names, "the names do not match the rows and sections of the form")
    }
    let form: CompiledForm
    do throws(FormFaults) {
      form = try CompiledForm(written.definition, named: written.names)
    } catch {
      throw fault(Written.CodingKeys.definition, error.description)
    }
    let filling = Filling(
      fields: written.fields, focus: written.focus, stage: written.stage, initialLists: written.initialLists,
      hidden: written.hidden, disabled: written.disabled)
    try self.init(form, decoding: filling, in: decoder.codingPath)
  }

  /// Creates a state from decoded contents, or throws a `DecodingError` with the coding path of the inconsistent
  /// component.
  package init(_ form: CompiledForm, decoding filling: Filling, in path: [any CodingKey]) throws {
    do throws(FillingFault) {
      try self.init(form, filling: filling)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: path + [error.part], debugDescription: error.reason))
    }
  }

  /// Encodes the form definition and the contents.
  public func encode(to encoder: any Encoder) throws {
    let filling = filling
    try Written(
      definition: form.definition, names: form.names, fields: filling.fields, focus: filling.focus,
      stage: filling.stage, initialLists: filling.initialLists, hidden: filling.hidden, disabled: filling.disabled
    ).encode(to: encoder)
  }
}

extension ElementNames {
  /// Returns a Boolean value that indicates whether these can be the IDs of a form's sections and rows.
  fileprivate func fit(_ form: FormDefinition) -> Bool {
    let tags = form.sections.map(\.tag) + form.sections.flatMap(\.rows).map(\.tag)
    let names = sections + rows
    guard sections.count == form.sections.count, names.count == tags.count, Set(names).count == names.count else {
      return false
    }
    return areCounted
      && zip(names, tags).allSatisfy { name, tag in
        tag.map { $0 == name.rawValue } ?? isNumbered(name)
      }
  }
}
