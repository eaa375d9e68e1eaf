import Conditions

extension FormCompiler {
  /// Adds an error for a dependency cycle, at the first condition in it.
  mutating func addCycleError(for cycle: [Int], sitesByNode sitesOfNodes: [Int?: LocatedCondition]) {
    guard let index = cycle.firstIndex(where: { sitesOfNodes[$0] != nil }), let site = sitesOfNodes[cycle[index]] else {
      preconditionFailure("A dependency cycle must contain a condition.")
    }
    let nodes = Array(cycle[index...] + cycle[..<index])
    let names = zip(nodes, nodes.dropFirst() + [nodes[0]]).flatMap {
      [name(ofNode: $0)] + referenceText(to: $1, in: $0)
    }
    // The node of a row's own condition and the node that combines it with its section's have the same name.
    let path = names.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    let circle = (path.last == path[0] && path.count > 1 ? path : path + [path[0]]).joined(separator: " -> ")
    errors.append(FormError(kind: .cycle, path: site.path, tag: site.tag, message: "circular dependency: \(circle)"))
  }

  /// Returns the text with which a node's condition refers to another node, if it does.
  ///
  /// A row that is hidden only by its section shares the section's node. A condition that reads the row still names the
  /// row.
  private func referenceText(to other: Int, in node: Int) -> [String] {
    guard case .condition(let evaluator, let sources) = graph.nodes[node].rule,
      sources.count == evaluator.references.count
    else { return [] }
    let reading = zip(evaluator.references, sources).first { _, source in
      if case .boolean(.node(other)) = source { true } else { false }
    }
    return reading.map { ["\($0.0)"] } ?? []
  }

  /// Returns the reference with which a condition would read the node.
  private func name(ofNode node: Int) -> String {
    switch graph.nodes[node].property {
    case .isHidden(.section(let section)): name(ofSection: section) + ".isHidden"
    case .isDisabled(.section(let section)): name(ofSection: section) + ".isDisabled"
    case .isHidden(.row(let row)), .isEffectivelyHidden(let row): "$\(elementIDs.rows[row]).isHidden"
    case .isDisabled(.row(let row)), .isEffectivelyDisabled(let row): "$\(elementIDs.rows[row]).isDisabled"
    case .validator(let row), .isValid(let row): "$\(elementIDs.rows[row]).isValid"
    }
  }

  private func name(ofSection section: Int) -> String {
    definition.sections[section].tag.map { "$\($0)" } ?? "sections[\(section)]"
  }
}
