internal import Values

extension Form.State: Codable {
  private enum CodingKeys: String, CodingKey {
    case definition, names, fields, focus, stage, initialLists, hidden, disabled
  }

  /// Reads a form, and what was filled in.
  ///
  /// What is hidden and disabled is found out anew, and must be as it is said.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let names = try container.decode(ElementNames.self, forKey: .names)
    let definition = try container.decode(FormDefinition.self, forKey: .definition)
    if !names.fit(definition) {
      throw DecodingError.dataCorruptedError(
        forKey: .names, in: container, debugDescription: "these are not the names of the form's rows and sections")
    }
    let form: CompiledForm
    do throws(FormFaults) {
      form = try CompiledForm(definition, named: names)
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: .definition, in: container, debugDescription: error.description)
    }
    let filling = try Filling(
      fields: container.decode([ElementID: Field].self, forKey: .fields),
      focus: container.decodeIfPresent(ElementID.self, forKey: .focus),
      stage: container.decode(Form.Stage.self, forKey: .stage),
      initialLists: container.decode([ElementID: [Value]].self, forKey: .initialLists),
      hidden: container.decode(Set<ElementID>.self, forKey: .hidden),
      disabled: container.decode(Set<ElementID>.self, forKey: .disabled))
    try self.init(form, decoding: filling, in: container.codingPath)
  }

  /// Opens a form as it was filled in, where the filling was read.
  public init(_ form: CompiledForm, decoding filling: Filling, in path: [any CodingKey]) throws {
    do throws(FillingFault) {
      try self.init(form, filling: filling)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: path + [error.part], debugDescription: error.reason))
    }
  }

  /// Writes the form, what was filled in, and what is hidden and disabled by it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let filling = filling
    try container.encode(form.definition, forKey: .definition)
    try container.encode(form.names, forKey: .names)
    try container.encode(filling.fields, forKey: .fields)
    try container.encodeIfPresent(filling.focus, forKey: .focus)
    try container.encode(filling.stage, forKey: .stage)
    try container.encode(filling.initialLists, forKey: .initialLists)
    try container.encode(filling.hidden, forKey: .hidden)
    try container.encode(filling.disabled, forKey: .disabled)
  }
}

extension ElementNames {
  /// Whether these can be the names of a form's sections and rows.
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
