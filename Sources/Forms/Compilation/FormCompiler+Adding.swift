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
    for section in sections.indices.dropFirst(number + 1) { sections[section].rows.shift(by: 1) }
    if row < rows.count { graph.renumberNodes(Renumbering(row: { $0.shifted(by: 1, from: row) })) }
    elementIDs.rows.insert(elementIDs.makeID(for: template), at: row)
    for row in row..<elementIDs.rows.count { elementsByTag[elementIDs.rows[row]] = .row(row) }
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
}
