internal import Conditions
internal import Documents
internal import Values

/// Compiles a form definition and collects its errors.
struct FormCompiler {
  /// A condition and its location in the definition.
  struct Site {
    /// The node that evaluates the condition, or `nil` if the condition belongs to a template and is only checked.
    var node: Int?
    var condition: Condition
    var path: FormPath
    var tag: String?
    /// The row whose value `SELF` refers to.
    var row: Int?
  }

  let definition: FormDefinition
  let names: ElementNames
  var faults: [FormFault]
  var sections: [CompiledSection] = []
  var rows: [CompiledRow] = []
  var graph: Graph
  var sites: [Site] = []
  /// The nodes that each node depends on.
  var dependencies: [[Int]] = []
  /// The elements added so far, by tag.
  var tagged: [String: Element] = [:]
  var hintsLeft = 20

  init(_ definition: FormDefinition, named names: ElementNames, faults: [FormFault]) {
    self.definition = definition
    self.names = names
    self.faults = faults
    graph = Graph(readersOfRows: Array(repeating: [], count: names.rows.count))
  }

  mutating func compile() throws(FormFaults) {
    for section in definition.sections.indices { add(section) }
    for site in sites.indices { resolve(site) }
    let ranking = Ranking(dependencies)
    let sitesOfNodes =
      ranking.cycles.isEmpty
      ? [:] : Dictionary(sites.lazy.compactMap { site in site.node.map { ($0, site) } }) { first, _ in first }
    for cycle in ranking.cycles { note(cycle: cycle, sitesOfNodes) }
    if !faults.isEmpty { throw FormFaults(list: faults) }
    graph.arrange(ranking.order, dependencies)
  }
}

extension FormCompiler {
  private mutating func add(_ number: Int) {
    let section = definition.sections[number]
    let path = FormPath.section(number)
    name(.section(number), section.tag, path)
    let hidden = signal(section.hidden, .isHidden(.section(number)), path + "hidden", section.tag)
    let disabled = signal(section.disabled, .isDisabled(.section(number)), path + "disabled", section.tag)
    let first = rows.count
    sections.append(CompiledSection(rows: first..<first + section.rows.count, hidden: hidden, disabled: disabled))
    for place in section.rows.indices { add(section.rows[place], at: place, in: number) }
    check(section, path)
  }

  private mutating func add(_ row: RowDefinition, at place: Int, in section: Int) {
    let path = FormPath.row(place, in: section)
    let number = rows.count
    name(.row(number), row.tag, path)
    check(row, path)
    let hidden = signal(row.hidden, .isHidden(.row(number)), path + "hidden", row.tag, of: number)
    let disabled = signal(row.disabled, .isDisabled(.row(number)), path + "disabled", row.tag, of: number)
    let outer = sections[section]
    rows.append(
      CompiledRow(
        section: section, place: place, kind: row.kindOrItsValues, isRequired: row.isRequired, options: row.options,
        hidden: hidden, disabled: disabled,
        isHidden: either(hidden, outer.hidden, .isHiddenAtAll(row: number)),
        isDisabled: either(disabled, outer.disabled, .isDisabledAtAll(row: number))))
    for (place, validator) in row.validators.enumerated() {
      if case .asked(let check) = validator {
        rows[number].checks.append(check)
      } else {
        let validator = compiled(validator, of: row, number, path + "validators" + place)
        rows[number].validators.append(validator)
      }
    }
  }

  /// Registers the tag of an element.
  private mutating func name(_ element: Element, _ tag: String?, _ path: FormPath) {
    guard let tag else { return }
    if tag.isEmpty || ElementNames.isReserved(tag) {
      let rule = "a nonempty tag that does not begin with # or § (reserved for elements without a tag)"
      faults.append(FormFault(.wrongTag, at: path + "tag", tag: tag, "expected \(rule), found \(tag.short)"))
    }
    if let other = tagged[tag] {
      let message = "duplicate tag \(tag.short); \(self.path(of: other)) already has it"
      faults.append(FormFault(.duplicateTag, at: path + "tag", tag: tag, message))
    } else {
      tagged[tag] = element
    }
  }

  private func path(of element: Element) -> FormPath {
    switch element {
    case .section(let section): .section(section)
    case .row(let row) where row < rows.count: .row(rows[row].place, in: rows[row].section)
    case .row: .section(sections.count - 1)
    }
  }

  /// Returns the value of a condition if it is constant, and otherwise a new node that evaluates it.
  mutating func signal(
    _ condition: Condition, _ role: Node.Role, _ path: FormPath, _ tag: String?, of row: Int? = nil
  ) -> Signal {
    if condition == .never || condition == .always { return .constant(condition == .always) }
    let node = add(.condition(Evaluator(condition), []), role)
    sites.append(Site(node: node, condition: condition, path: path, tag: tag, row: row))
    return .node(node)
  }

  private mutating func either(_ own: Signal, _ outer: Signal, _ role: Node.Role) -> Signal {
    switch (own, outer) {
    case (.constant(true), _), (_, .constant(true)): return .constant(true)
    case (.constant(false), let other), (let other, .constant(false)): return other
    case (.node(let own), .node(let outer)):
      let node = add(.either(own, outer), role)
      dependencies[node] = [own, outer]
      return .node(node)
    }
  }

  mutating func add(_ rule: Node.Rule, _ role: Node.Role) -> Int {
    graph.nodes.append(Node(rule: rule, role: role))
    dependencies.append([])
    return graph.nodes.count - 1
  }
}
