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
    guard case .condition(let evaluator, let sources) = parts.graph.nodes[node].rule,
      sources.count == evaluator.reads.count
    else { return [] }
    let reading = zip(evaluator.reads, sources).first { _, source in
      if case .signal(.node(other)) = source { true } else { false }
    }
    return reading.map { ["\($0.0)"] } ?? []
  }

  /// What a node is, as a condition would ask for it.
  private func name(_ node: Int) -> String {
    switch parts.graph.nodes[node].role {
    case .isHidden(.section(let section)): name(ofSection: section) + ".isHidden"
    case .isDisabled(.section(let section)): name(ofSection: section) + ".isDisabled"
    case .isHidden(.row(let row)), .isHiddenAtAll(let row): "$\(parts.names.rows[row]).isHidden"
    case .isDisabled(.row(let row)), .isDisabledAtAll(let row): "$\(parts.names.rows[row]).isDisabled"
    case .validator(let row), .isValid(let row): "$\(parts.names.rows[row]).isValid"
    }
  }

  private func name(ofSection section: Int) -> String {
    definition.sections[section].tag.map { "$\($0)" } ?? "sections[\(section)]"
  }

  /// Gives each node its place in the order as its number.
  mutating func renumber(_ order: [Int]) {
    var ranks = Array(repeating: 0, count: order.count)
    for (rank, node) in order.enumerated() { ranks[node] = rank }
    var readers: [[Int32]] = Array(repeating: [], count: order.count)
    for (node, others) in dependencies.enumerated() {
      for other in others { readers[ranks[other]].append(Int32(ranks[node])) }
    }
    let nodes = parts.graph.nodes
    parts.graph.nodes = order.map { Node(rule: nodes[$0].rule.renumbered(ranks), role: nodes[$0].role) }
    parts.graph.readersOfNodes = Readers(readers)
    parts.graph.readersOfRows = Readers(
      readersOfRows.map { $0.map { ValueReader(node: ranks[$0.node], keys: $0.keys) } })
    parts.graph.readersOfLists = readersOfLists.mapValues { $0.map { ranks[$0] } }
    for section in parts.sections.indices { parts.sections[section].renumber(ranks) }
    for row in parts.rows.indices { parts.rows[row].renumber(ranks) }
  }
}

extension Signal {
  fileprivate func renumbered(_ ranks: [Int]) -> Signal {
    switch self {
    case .constant: self
    case .node(let node): .node(ranks[node])
    }
  }
}

extension Node.Rule {
  fileprivate func renumbered(_ ranks: [Int]) -> Node.Rule {
    switch self {
    case .condition(let evaluator, let sources): .condition(evaluator, sources.map { $0.renumbered(ranks) })
    case .either(let own, let outer): .either(ranks[own], ranks[outer])
    case .validity: self
    }
  }
}

extension Source {
  fileprivate func renumbered(_ ranks: [Int]) -> Source {
    switch self {
    case .value, .list: self
    case .signal(let signal): .signal(signal.renumbered(ranks))
    }
  }
}

extension CompiledSection {
  fileprivate mutating func renumber(_ ranks: [Int]) {
    hidden = hidden.renumbered(ranks)
    disabled = disabled.renumbered(ranks)
  }
}

extension CompiledRow {
  fileprivate mutating func renumber(_ ranks: [Int]) {
    hidden = hidden.renumbered(ranks)
    disabled = disabled.renumbered(ranks)
    isHidden = isHidden.renumbered(ranks)
    isDisabled = isDisabled.renumbered(ranks)
    validity = validity.map { ranks[$0] }
    validators = validators.map { validator in
      if case .predicate(let signal, let message) = validator {
        .predicate(signal.renumbered(ranks), message: message)
      } else {
        validator
      }
    }
  }
}
