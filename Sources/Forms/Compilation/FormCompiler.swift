import Conditions
import Documents
import Values

/// Compiles a form definition and collects its errors.
struct FormCompiler {
  /// A condition and its location in the definition.
  struct LocatedCondition {
    /// The node that evaluates the condition, or `nil` if the condition belongs to a template and is only checked.
    var node: Int?
    var condition: Condition
    var path: FormPath
    var tag: String?
    /// The row whose value `SELF` refers to.
    var row: Int?
    /// The template of which the condition is a part.
    var template: RowDefinition?
  }

  var definition: FormDefinition
  var elementIDs: FormElementIDs
  var errors: [FormError]
  var sections: [CompiledSection] = []
  var rows: [CompiledRow] = []
  var graph = DependencyGraph()
  var conditionSites: [LocatedCondition] = []
  /// The nodes that each node depends on.
  var dependencies: [[Int]] = []
  /// The elements added so far, by tag.
  ///
  /// If a row is added to a compiled form, they also contain the elements without a tag.
  var elementsByTag: [ElementID: FormElement] = [:]
  /// The types of the lists that conditions read, by section.
  var listTypes: [Int: ValueType] = [:]
  /// The tag of the element that is being compiled, for errors.
  var tag: String?
  var remainingSuggestions = 20

  init(_ definition: FormDefinition, elementIDs: FormElementIDs? = nil, errors: [FormError] = []) {
    self.definition = definition
    self.elementIDs = elementIDs ?? FormElementIDs(of: definition)
    self.errors = errors
  }

  mutating func compile() throws(FormErrors) {
    for section in definition.sections.indices { addSection(at: section) }
    for site in conditionSites.indices { resolveReferences(ofSite: site) }
    let ranking = TopologicalSort(dependencies)
    if !ranking.cycles.isEmpty {
      let sites = Dictionary(grouping: conditionSites, by: \.node).compactMapValues(\.first)
      for cycle in ranking.cycles { addCycleError(for: cycle, sitesByNode: sites) }
    }
    if !errors.isEmpty { throw FormErrors(errors: errors) }
    graph.setOrder(ranking.order)
    graph.nodeDependents = Array(repeating: [], count: dependencies.count)
    for (node, others) in dependencies.enumerated() {
      for other in others { graph.nodeDependents[other].append(node) }
    }
  }
}

extension FormCompiler {
  private mutating func addSection(at number: Int) {
    let section = definition.sections[number]
    let path = FormPath.section(number)
    tag = section.tag
    registerTag(of: .section(number), at: path)
    let first = rows.count
    sections.append(
      CompiledSection(
        rows: first..<first,
        hidden: makeBooleanSignal(for: section.hidden, property: .isHidden(.section(number)), path: path + "hidden"),
        disabled: makeBooleanSignal(
          for: section.disabled, property: .isDisabled(.section(number)), path: path + "disabled")
      ))
    for (index, row) in section.rows.enumerated() { addRow(row, at: index, in: number) }
    if let template = section.template { checkTemplate(template, of: section, at: path) }
  }

  /// Adds a row to the end of a section.
  mutating func addRow(_ row: RowDefinition, at index: Int, in section: Int) {
    let path = FormPath.row(index, in: section)
    let number = sections[section].rows.upperBound
    tag = row.tag
    registerTag(of: .row(number), at: path)
    check(row, at: path)
    let hidden = makeBooleanSignal(
      for: row.hidden, property: .isHidden(.row(number)), path: path + "hidden", ofRow: number)
    let disabled = makeBooleanSignal(
      for: row.disabled, property: .isDisabled(.row(number)), path: path + "disabled", ofRow: number)
    let outer = sections[section]
    sections[section].rows = outer.rows.lowerBound..<number + 1
    graph.rowDependents.insert([], at: number)
    rows.insert(
      CompiledRow(
        section: section, kind: row.effectiveKind, isRequired: row.isRequired,
        options: row.options, ownHidden: hidden, ownDisabled: disabled,
        effectiveHidden: makeDisjunction(of: hidden, and: outer.hidden, property: .isEffectivelyHidden(row: number)),
        effectiveDisabled: makeDisjunction(
          of: disabled, and: outer.disabled, property: .isEffectivelyDisabled(row: number))
      ), at: number)
    for (index, validator) in row.validators.enumerated() {
      if case .remoteCheck(let check) = validator {
        rows[number].remoteChecks.append(check)
      } else {
        rows[number].validators.append(
          compileValidator(validator, kind: row.effectiveKind, ofRow: number, path: path + "validators" + index))
      }
    }
  }

  /// Registers the tag of the current element.
  private mutating func registerTag(of element: FormElement, at path: FormPath) {
    guard let tag else { return }
    if tag.isEmpty || tag.hasPrefix("#") || tag.hasPrefix("§") {
      let rule = "a nonempty tag that does not begin with # or § (reserved for elements without a tag)"
      addError(.invalidTag, at: path + "tag", "expected \(rule), found \(tag.quotedExcerpt)")
    }
    if let other = elementsByTag[ElementID(rawValue: tag)] {
      let message = "duplicate tag \(tag.quotedExcerpt); \(self.path(of: other)) already has it"
      addError(.duplicateTag, at: path + "tag", message)
    } else {
      elementsByTag[ElementID(rawValue: tag)] = element
    }
  }

  private func path(of element: FormElement) -> FormPath {
    switch element {
    case .section(let section): .section(section)
    case .row(let row): .row(row - sections[rows[row].section].rows.lowerBound, in: rows[row].section)
    }
  }

  /// Returns the value of a condition if it is constant, and otherwise a new node that evaluates it.
  ///
  /// The path is not computed for a constant, which most conditions are.
  mutating func makeBooleanSignal(
    for condition: Condition, property: DependencyNode.NodeProperty, path: @autoclosure () -> FormPath,
    ofRow row: Int? = nil
  ) -> BooleanSignal {
    if condition == .never || condition == .always { return .constant(condition == .always) }
    let node = addNode(rule: .condition(Evaluator(condition), []), property: property)
    conditionSites.append(LocatedCondition(node: node, condition: condition, path: path(), tag: tag, row: row))
    return .node(node)
  }

  private mutating func makeDisjunction(
    of own: BooleanSignal, and outer: BooleanSignal, property: DependencyNode.NodeProperty
  )
    -> BooleanSignal
  {
    switch (own, outer) {
    case (.constant(true), _), (_, .constant(true)): return .constant(true)
    case (.constant(false), let other), (let other, .constant(false)): return other
    case (.node(let own), .node(let outer)):
      let node = addNode(rule: .disjunction(own, outer), property: property)
      dependencies[node] = [own, outer]
      return .node(node)
    }
  }

  /// Adds an error in the current element.
  mutating func addError(_ kind: FormError.Kind, at path: FormPath, _ message: String) {
    errors.append(FormError(kind: kind, path: path, tag: tag, message: message))
  }

  mutating func addNode(rule: DependencyNode.Rule, property: DependencyNode.NodeProperty) -> Int {
    graph.nodes.append(DependencyNode(rule: rule, property: property))
    dependencies.append([])
    return graph.nodes.count - 1
  }
}
