extension CompiledForm {
  /// Returns a Boolean value that indicates whether a row can be removed without compiling the form again.
  ///
  /// No condition reads a single row of a multivalued section, but the types of its rows determine the type of the list.
  /// The row may be the last that reads whether another row is valid, which has a node only if something reads it.
  func canRemoveAlone(_ row: Int) -> Bool {
    guard let template = definition.sections[rows[row].section].template else { return false }
    return template.valueType == definition(ofRow: row).valueType && !isLastReaderOfValidity(row)
  }

  private func isLastReaderOfValidity(_ row: Int) -> Bool {
    let nodes = graph.nodes(of: .row(row))
    return graph.nodes[nodes].contains { node in
      guard case .condition(_, let sources) = node.rule else { return false }
      return sources.contains {
        guard case .boolean(.node(let source)) = $0, graph.nodes[source].isValidityNode else { return false }
        return graph.nodeDependents[source].allSatisfy(nodes.contains)
      }
    }
  }

  /// Removes a row of a multivalued section, and returns the indices of its nodes.
  ///
  /// Nothing depends on the nodes of a row without a tag.
  mutating func removeRow(_ row: Int) -> Range<Int> {
    let section = rows[row].section
    let nodes = graph.nodes(of: .row(row))
    definition.sections[section].rows.remove(at: row - sections[section].rows.lowerBound)
    elements[elementIDs.rows[row]] = nil
    elementIDs.rows.remove(at: row)
    rows.remove(at: row)
    graph.rowDependents.remove(at: row)
    sections[section].rows = sections[section].rows.dropLast()
    for section in sections.indices.dropFirst(section + 1) { sections[section].rows.shift(by: -1) }
    removeNodes(nodes, Renumbering(row: { $0.shifted(by: -1, from: row) }, node: { $0.shifted(byRemoving: nodes) }))
    for row in row..<rows.count { elements[elementIDs.rows[row]] = .row(row) }
    return nodes
  }

  /// Moves a row to another index in its section.
  mutating func moveRow(from row: Int, to place: Int) {
    let section = rows[row].section
    let first = sections[section].rows.lowerBound
    definition.sections[section].rows.moveElement(from: row - first, to: place - first)
    elementIDs.rows.moveElement(from: row, to: place)
    rows.moveElement(from: row, to: place)
    graph.rowDependents.moveElement(from: row, to: place)
    graph.renumberNodes(
      Renumbering(row: { $0 == row ? place : $0.shifted(by: -1, from: row).shifted(by: 1, from: place) }))
    for row in sections[section].rows { elements[elementIDs.rows[row]] = .row(row) }
  }
}

extension Array {
  /// Moves an element to another index.
  mutating func moveElement(from index: Int, to place: Int) { insert(remove(at: index), at: place) }
}
