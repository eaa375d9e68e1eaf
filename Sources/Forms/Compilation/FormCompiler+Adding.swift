extension FormCompiler {
  /// Creates a compiler that adds rows to a compiled form.
  init(addingTo form: CompiledForm) {
    definition = form.definition
    elementIDs = form.elementIDs
    errors = []
    sections = form.sections
    rows = form.rows
    graph = form.graph
    dependencies = Array(repeating: [], count: form.graph.nodes.count)
    elementsByTag = form.elements
  }

  /// Adds a copy of the template to the end of a multivalued section, and returns its index.
  ///
  /// The template was checked with the form, so it has no errors. Nothing depends on the nodes of a row without a tag, so
  /// they are last in the topological order.
  mutating func addTemplateRow(toSection number: Int) -> Int {
    guard let template = definition.sections[number].template else {
      preconditionFailure("Rows can be added to a multivalued section only.")
    }
    let (row, firstNode) = (sections[number].rows.upperBound, graph.nodes.count)
    moveRows(from: row, belowSection: number)
    let id = elementIDs.makeID(for: template)
    elementIDs.rows.insert(id, at: row)
    elementsByTag[id] = .row(row)
    addRow(template, at: sections[number].rows.count, in: number)
    definition.sections[number].rows.append(template)
    for site in conditionSites.indices { resolveReferences(ofSite: site) }
    precondition(errors.isEmpty, "A row of a compiled template cannot make a form invalid.")
    for node in firstNode..<graph.nodes.count {
      graph.positionsInOrder.append(graph.order.count)
      graph.order.append(node)
      graph.nodeDependents.append([])
      for other in dependencies[node] { graph.nodeDependents[other].append(node) }
    }
    return row
  }

  /// Increases the indices of the rows that begin at an index, because a row is inserted there.
  private mutating func moveRows(from first: Int, belowSection number: Int) {
    for section in sections.indices.dropFirst(number + 1) {
      sections[section].rows = sections[section].rows.lowerBound + 1..<sections[section].rows.upperBound + 1
    }
    if first == rows.count { return }
    for row in first..<rows.count { elementsByTag[elementIDs.rows[row]] = .row(row + 1) }
    for node in graph.nodes.indices { graph.nodes[node].moveRows(from: first) }
  }
}

extension FormElement {
  fileprivate func movingRows(from first: Int) -> FormElement {
    switch self {
    case .section: self
    case .row(let row): .row(row.moved(from: first))
    }
  }
}

extension DependencyNode {
  fileprivate mutating func moveRows(from first: Int) {
    switch property {
    case .isHidden(let element): property = .isHidden(element.movingRows(from: first))
    case .isDisabled(let element): property = .isDisabled(element.movingRows(from: first))
    case .isEffectivelyHidden(let row): property = .isEffectivelyHidden(row: row.moved(from: first))
    case .isEffectivelyDisabled(let row): property = .isEffectivelyDisabled(row: row.moved(from: first))
    case .validator(let row): property = .validator(row: row.moved(from: first))
    case .isValid(let row): property = .isValid(row: row.moved(from: first))
    }
    switch rule {
    case .condition(let evaluator, var sources) where sources.contains(where: { $0.isValue(from: first) }):
      // Nothing else refers to the sources now, so they are changed in place.
      rule = .disjunction(0, 0)
      for index in sources.indices {
        if case .value(let row, let keys) = sources[index] {
          sources[index] = .value(row: row.moved(from: first), keys: keys)
        }
      }
      rule = .condition(evaluator, sources)
    case .validity(let row): rule = .validity(row: row.moved(from: first))
    case .condition, .disjunction: break
    }
  }
}

extension ReadSource {
  /// Returns a Boolean value that indicates whether this is the value of a row at an index or below it.
  fileprivate func isValue(from first: Int) -> Bool {
    if case .value(let row, _) = self { row >= first } else { false }
  }
}

extension Int {
  /// The index of a row after a row was inserted at another index.
  fileprivate func moved(from first: Int) -> Int { self < first ? self : self + 1 }
}
