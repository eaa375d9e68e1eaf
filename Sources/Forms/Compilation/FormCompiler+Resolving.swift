import Conditions
import Documents
import Values

extension FormCompiler {
  /// Resolves the references of a condition and records its dependencies.
  mutating func resolveReferences(ofSite index: Int) {
    let site = conditionSites[index]
    var sources: [ReadSource] = []
    var types: [Reference: ReferenceType] = [:]
    var isResolved = true
    for (reference, position) in zip(site.condition.references, site.condition.referencePositions) {
      guard let source = resolve(reference, at: position, in: site) else {
        isResolved = false
        continue
      }
      sources.append(source)
      types[reference] = type(of: source, read: reference, in: site).map { ReferenceType($0) }
      guard let node = site.node else { continue }
      switch source {
      case .value(let row, let keys): graph.rowDependents[row].append(RowValueDependent(node: node, keys: keys))
      case .list(let section, _): graph.listReaders[section, default: []].append(node)
      case .boolean(let other): if let other = other.node { dependencies[node].append(other) }
      }
    }
    if !isResolved { return }
    do throws(ConditionError) {
      let condition = try site.condition.checkingTypes { types[$0] }
      guard let node = site.node, case .condition(let evaluator, _) = graph.nodes[node].rule else { return }
      graph.nodes[node].rule = .condition(condition == site.condition ? evaluator : Evaluator(condition), sources)
    } catch {
      errors.append(
        FormError(
          kind: .invalidCondition, path: site.path, tag: site.tag, message: error.message,
          conditionPosition: error.position))
    }
  }

  /// Returns the type of the values that a source has, or `nil` if it is unknown.
  private mutating func type(of source: ReadSource, read reference: Reference, in site: LocatedCondition) -> ValueType?
  {
    switch source {
    case .boolean: return .boolean
    case .value(let row, let keys):
      // In a template, `SELF` is the value of a row that does not exist yet.
      let template = reference.root == .object ? site.template : nil
      let type = template.map(\.valueType) ?? rows[row].kind.valueType(options: rows[row].options)
      return type?.member(at: keys)
    case .list(let section, let keys): return listType(ofSection: section).member(at: keys)
    }
  }

  /// Returns the type of the list of a multivalued section, which is computed once: each of its rows may read it.
  private mutating func listType(ofSection number: Int) -> ValueType {
    if let type = listTypes[number] { return type }
    let section = definition.sections[number]
    let types = Set(([section.template].compactMap(\.self) + section.rows).map(\.valueType))
    let type = ValueType.list(of: types.count == 1 ? types.first ?? nil : nil)
    listTypes[number] = type
    return type
  }

  private mutating func resolve(_ reference: Reference, at position: TextPosition?, in site: LocatedCondition)
    -> ReadSource?
  {
    func addReferenceError(_ kind: FormError.Kind, _ message: String) {
      errors.append(
        FormError(kind: kind, path: site.path, tag: site.tag, message: message, conditionPosition: position))
    }
    switch reference.root {
    case .now, .random:
      addReferenceError(
        .unreadableReference, "a form condition cannot read the time or random numbers; read them from a row")
    case .object:
      if reference.keys.isEmpty, let row = site.row { return .value(row: row, keys: []) }
      let name = reference.keys.first.flatMap { elementsByTag[ElementID(rawValue: $0)] == nil ? nil : $0 }
      addReferenceError(
        .unreadableReference,
        "\(reference) is not a reference to a row; \(name.map { "did you mean $\($0)?" } ?? "a row is read as $tag")")
    case .variable(let name):
      guard let element = elementsByTag[ElementID(rawValue: name)] else {
        addReferenceError(.unknownTag, "no row or section has the tag \(name.quotedExcerpt)\(suggestion(forTag: name))")
        return nil
      }
      if let source = readSource(of: element, keys: reference.keys) { return source }
      let rule =
        switch element {
        case .section: "a section has isHidden and isDisabled, and a value if it is multivalued"
        case .row: "isHidden, isDisabled and isValid are Boolean values without members"
        }
      addReferenceError(.unreadableReference, "\(reference) cannot be read: \(rule)")
    }
    return nil
  }

  private mutating func readSource(of element: FormElement, keys: [String]) -> ReadSource? {
    let inner = Array(keys.dropFirst())
    let hidden: BooleanSignal, disabled: BooleanSignal
    switch element {
    case .section(let section): (hidden, disabled) = (sections[section].hidden, sections[section].disabled)
    case .row(let row): (hidden, disabled) = (rows[row].effectiveHidden, rows[row].effectiveDisabled)
    }
    switch (element, keys.first) {
    case (_, "isHidden"?): return inner.isEmpty ? .boolean(hidden) : nil
    case (_, "isDisabled"?): return inner.isEmpty ? .boolean(disabled) : nil
    case (.section(let section), let key):
      if definition.sections[section].template == nil { return nil }
      return .list(section: section, keys: key == "value" ? inner : keys)
    case (.row(let row), "isValid"?): return inner.isEmpty ? .boolean(.node(findOrMakeValidityNode(forRow: row))) : nil
    case (.row(let row), let key): return .value(row: row, keys: key == "value" ? inner : keys)
    }
  }

  /// Returns the node that holds whether a row is valid, creating it on first use.
  private mutating func findOrMakeValidityNode(forRow row: Int) -> Int {
    if let node = rows[row].validityNode { return node }
    let node = addNode(rule: .validity(row: row), property: .isValid(row: row))
    rows[row].validityNode = node
    // A row that is hidden or disabled may be excluded from validation. The own conditions of the row and its section
    // are included as well, because an evaluation error in one of them makes the row invalid.
    let (compiled, section) = (rows[row], sections[rows[row].section])
    let access = [compiled.effectiveHidden, compiled.effectiveDisabled, section.hidden, section.disabled]
    dependencies[node] = Set((compiled.conditionSignals + access).compactMap(\.node)).sorted()
    return node
  }

  /// Returns a suggestion with the most similar tag, or an empty string.
  ///
  /// Comparing with all tags is expensive, so only the first few errors of a form get a suggestion.
  private mutating func suggestion(forTag name: String) -> String {
    guard remainingSuggestions > 0, elementsByTag.count < 2000 else { return "" }
    remainingSuggestions -= 1
    return closestMatch(to: name, among: elementsByTag.keys.map(\.rawValue).sorted()).map { "; did you mean $\($0)?" }
      ?? ""
  }
}
