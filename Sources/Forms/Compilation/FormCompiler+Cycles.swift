internal import Conditions

extension FormCompiler {
  /// Notes a circle, at the first condition in it.
  mutating func note(cycle: [Int], _ sitesOfNodes: [Int: Site]) {
    guard let place = cycle.firstIndex(where: { sitesOfNodes[$0] != nil }), let site = sitesOfNodes[cycle[place]] else {
      preconditionFailure("Only conditions can lead back to where they stand.")
    }
    let nodes = Array(cycle[place...] + cycle[..<place])
    let names = zip(nodes, nodes.dropFirst() + [nodes[0]]).flatMap { [name($0)] + reading(of: $1, by: $0) }
    // A row and what it is together with its section have one name.
    let path = names.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    let circle = (path.last == path[0] && path.count > 1 ? path : path + [path[0]]).joined(separator: " -> ")
    faults.append(
      FormFault(.cycle, at: site.path, tag: site.tag, "what it reads leads back to itself: \(circle)"))
  }

  /// How a condition asks for a node: of a row that is hidden with its section alone it asks by the row's name.
  private func reading(of other: Int, by node: Int) -> [String] {
    guard case .condition(let evaluator, let sources) = graph.nodes[node].rule,
      sources.count == evaluator.reads.count
    else { return [] }
    let reading = zip(evaluator.reads, sources).first { _, source in
      if case .signal(.node(other)) = source { true } else { false }
    }
    return reading.map { ["\($0.0)"] } ?? []
  }

  /// What a node is, as a condition would ask for it.
  private func name(_ node: Int) -> String {
    switch graph.nodes[node].role {
    case .isHidden(.section(let section)): name(ofSection: section) + ".isHidden"
    case .isDisabled(.section(let section)): name(ofSection: section) + ".isDisabled"
    case .isHidden(.row(let row)), .isHiddenAtAll(let row): "$\(names.rows[row]).isHidden"
    case .isDisabled(.row(let row)), .isDisabledAtAll(let row): "$\(names.rows[row]).isDisabled"
    case .validator(let row), .isValid(let row): "$\(names.rows[row]).isValid"
    }
  }

  private func name(ofSection section: Int) -> String {
    definition.sections[section].tag.map { "$\($0)" } ?? "sections[\(section)]"
  }
}
