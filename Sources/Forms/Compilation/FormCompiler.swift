import Conditions
import Documents
import Values

/// Compiles a form definition and collects its errors.
struct FormCompiler {
  /// A condition and its location in the definition.
  struct ConditionSite {
    /// The node that evaluates the condition, or `nil` if the condition belongs to a template and is only checked.
    var node: Int?
    var condition: Condition
    var path: FormPath
    var tag: String?
    /// The row whose value `SELF` refers to.
    var row: Int?
  }

  let definition: FormDefinition
  let names: ElementIDs
  var errors: [FormError]
  var sections: [CompiledSection] = []
  var rows: [CompiledRow] = []
  var graph: DependencyGraph
  var conditionSites: [ConditionSite] = []
  /// The nodes that each node depends on.
  var dependencies: [[Int]] = []
  /// The elements added so far, by tag.
  var elementsByTag: [String: FormElement] = [:]
  var remainingSuggestions = 20

  init(_ definition: FormDefinition, named names: ElementIDs, errors: [FormError]) {
    self.definition = definition
    self.names = names
    self.errors = errors
    graph = DependencyGraph(rowDependents: Array(repeating: [], count: names.rows.count))
  }

  mutating func compile() throws(FormErrors) {
    for section in definition.sections.indices { addSection(at: section) }
    for site in conditionSites.indices { resolveReferences(ofSite: site) }
    let ranking = TopologicalSort(dependencies)
    let sitesOfNodes =
      ranking.cycles.isEmpty
      ? [:] : Dictionary(conditionSites.lazy.compactMap { site in site.node.map { ($0, site) } }) { first, _ in first }
    for cycle in ranking.cycles { addCycleError(for: cycle, sitesByNode: sitesOfNodes) }
    if !errors.isEmpty { throw FormErrors(errors: errors) }
    graph.setOrder(ranking.order, dependencies: dependencies)
  }
}

extension FormCompiler {
  private mutating func addSection(at number: Int) {
    let section = definition.sections[number]
    let path = FormPath.section(number)
    registerTag(of: .section(number), section.tag, at: path)
    let hidden = booleanSource(
      for: section.hidden, role: .isHidden(.section(number)), path: path + "hidden", tag: section.tag)
    let disabled = booleanSource(
      for: section.disabled, role: .isDisabled(.section(number)), path: path + "disabled", tag: section.tag)
    let first = rows.count
    sections.append(CompiledSection(rows: first..<first + section.rows.count, hidden: hidden, disabled: disabled))
    for place in section.rows.indices { addRow(section.rows[place], at: place, in: number) }
    check(section, path)
  }

  private mutating func addRow(_ row: RowDefinition, at place: Int, in section: Int) {
    let path = FormPath.row(place, in: section)
    let number = rows.count
    registerTag(of: .row(number), row.tag, at: path)
    check(row, path)
    let hidden = booleanSource(
      for: row.hidden, role: .isHidden(.row(number)), path: path + "hidden", tag: row.tag, ofRow: number)
    let disabled = booleanSource(
      for: row.disabled, role: .isDisabled(.row(number)), path: path + "disabled", tag: row.tag, ofRow: number)
    let outer = sections[section]
    rows.append(
      CompiledRow(
        section: section, indexInSection: place, kind: row.effectiveKind, isRequired: row.isRequired,
        options: row.options,
        ownHidden: hidden, ownDisabled: disabled,
        effectiveHidden: disjunction(of: hidden, and: outer.hidden, role: .isEffectivelyHidden(row: number)),
        effectiveDisabled: disjunction(of: disabled, and: outer.disabled, role: .isEffectivelyDisabled(row: number))))
    for (place, validator) in row.validators.enumerated() {
      if case .remoteCheck(let check) = validator {
        rows[number].remoteChecks.append(check)
      } else {
        let validator = compileValidator(validator, of: row, rowIndex: number, path: path + "validators" + place)
        rows[number].validators.append(validator)
      }
    }
  }

  /// Registers the tag of an element.
  private mutating func registerTag(of element: FormElement, _ tag: String?, at path: FormPath) {
    guard let tag else { return }
    if tag.isEmpty || ElementIDs.isReserved(tag) {
      let rule = "a nonempty tag that does not begin with # or § (reserved for elements without a tag)"
      errors.append(FormError(.invalidTag, at: path + "tag", tag: tag, "expected \(rule), found \(tag.quotedExcerpt)"))
    }
    if let other = elementsByTag[tag] {
      let message = "duplicate tag \(tag.quotedExcerpt); \(self.path(of: other)) already has it"
      errors.append(FormError(.duplicateTag, at: path + "tag", tag: tag, message))
    } else {
      elementsByTag[tag] = element
    }
  }

  private func path(of element: FormElement) -> FormPath {
    switch element {
    case .section(let section): .section(section)
    case .row(let row) where row < rows.count: .row(rows[row].indexInSection, in: rows[row].section)
    case .row: .section(sections.count - 1)
    }
  }

  /// Returns the value of a condition if it is constant, and otherwise a new node that evaluates it.
  mutating func booleanSource(
    for condition: Condition, role: DependencyNode.Role, path: FormPath, tag: String?, ofRow row: Int? = nil
  ) -> BooleanSource {
    if condition == .never || condition == .always { return .constant(condition == .always) }
    let node = addNode(rule: .condition(Evaluator(condition), []), role: role)
    conditionSites.append(ConditionSite(node: node, condition: condition, path: path, tag: tag, row: row))
    return .node(node)
  }

  private mutating func disjunction(of own: BooleanSource, and outer: BooleanSource, role: DependencyNode.Role)
    -> BooleanSource
  {
    switch (own, outer) {
    case (.constant(true), _), (_, .constant(true)): return .constant(true)
    case (.constant(false), let other), (let other, .constant(false)): return other
    case (.node(let own), .node(let outer)):
      let node = addNode(rule: .disjunction(own, outer), role: role)
      dependencies[node] = [own, outer]
      return .node(node)
    }
  }

  mutating func addNode(rule: DependencyNode.Rule, role: DependencyNode.Role) -> Int {
    graph.nodes.append(DependencyNode(rule: rule, role: role))
    dependencies.append([])
    return graph.nodes.count - 1
  }
}
