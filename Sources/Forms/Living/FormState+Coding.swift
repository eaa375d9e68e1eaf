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
    func corrupted(_ key: CodingKeys, _ text: String) -> DecodingError {
      DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: text)
    }
    let names = try container.decode(ElementNames.self, forKey: .names)
    let definition = try container.decode(FormDefinition.self, forKey: .definition)
    if !names.fit(definition) { throw corrupted(.names, "these are not the names of the form's rows and sections") }
    do throws(FormFaults) {
      form = try CompiledForm(definition, named: names)
    } catch {
      throw corrupted(.definition, error.description)
    }
    let named = try container.decode([ElementID: Field].self, forKey: .fields)
    fields = names.rows.compactMap { named[$0] }
    if fields.count != names.rows.count || named.count != fields.count {
      throw corrupted(.fields, "these are not the fields of the form's rows")
    }
    for (row, field) in zip(form.rows, fields) where !row.keeps(field) {
      throw corrupted(.fields, "a row of the kind \(row.kind.rawValue) holds no such value")
    }
    focus = try container.decodeIfPresent(ElementID.self, forKey: .focus)
    stage = try container.decode(Form.Stage.self, forKey: .stage)
    initialLists = try container.decode([ElementID: [Value]].self, forKey: .initialLists)
    settleAll()
    last = Form.Turn()
    if try container.decode(Set<ElementID>.self, forKey: .hidden) != elements(\.hidden, \.isHidden) {
      throw corrupted(.hidden, "other rows and sections are hidden")
    }
    if try container.decode(Set<ElementID>.self, forKey: .disabled) != elements(\.disabled, \.isDisabled) {
      throw corrupted(.disabled, "other rows and sections are disabled")
    }
    for row in fields.indices where fields[row].inquiry.about != nil && fields[row].inquiry.about != askable(row) {
      throw corrupted(.fields, "nobody is to judge the value of \(names.rows[row])")
    }
    if stage == .checking && !isAsking { throw corrupted(.stage, "nobody is asked") }
    let lists = names.sections.filter { isList($0) }
    if Set(lists) != Set(initialLists.keys) {
      throw corrupted(.initialLists, "these are not the form's sections of many values")
    }
    if let focus, form.number(ofRow: focus).map(isOpen) != true { throw corrupted(.focus, "nobody can be there") }
  }

  /// Writes the form, what was filled in, and what is hidden and disabled by it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(form.definition, forKey: .definition)
    try container.encode(form.names, forKey: .names)
    try container.encode(Dictionary(uniqueKeysWithValues: zip(form.names.rows, fields)), forKey: .fields)
    try container.encodeIfPresent(focus, forKey: .focus)
    try container.encode(stage, forKey: .stage)
    try container.encode(initialLists, forKey: .initialLists)
    try container.encode(elements(\.hidden, \.isHidden), forKey: .hidden)
    try container.encode(elements(\.disabled, \.isDisabled), forKey: .disabled)
  }

  /// The sections and rows of which something is true, a row by itself or with its section.
  private func elements(
    _ section: KeyPath<CompiledSection, Signal>, _ row: KeyPath<CompiledRow, Signal>
  ) -> Set<ElementID> {
    let sections = zip(form.names.sections, form.sections).filter { truth($1[keyPath: section]) }.map(\.0)
    let rows = zip(form.names.rows, form.rows).filter { truth($1[keyPath: row]) }.map(\.0)
    return Set(sections + rows)
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

extension CompiledRow {
  /// Whether the row can hold this.
  fileprivate func keeps(_ field: Field) -> Bool {
    if kind.kept(field.initial) != field.initial { return false }
    switch field.entry {
    case .value(let value): return kind.kept(value) == value
    case .typed(let text, as: .some(let value)): return kind.parsed(text, options: options) == value
    // What a program gave and no such row takes is kept as a text, which may stand for something.
    case .typed(_, as: .none): return true
    }
  }
}
