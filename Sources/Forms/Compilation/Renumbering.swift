/// The new indices of the rows and nodes of a form in which a row was added, removed or moved.
struct Renumbering {
  var row: (Int) -> Int
  var node: (Int) -> Int = { $0 }

  func signal(_ signal: BooleanSignal) -> BooleanSignal { signal.node.map { .node(node($0)) } ?? signal }
}

extension Int {
  /// Returns the index after a number of elements were inserted at another index, or removed above it.
  func shifted(by count: Int, from first: Int) -> Int { self < first ? self : self + count }
  func shifted(byRemoving range: Range<Int>) -> Int { shifted(by: -range.count, from: range.upperBound) }
}

extension Range<Int> {
  mutating func shift(by count: Int) { self = lowerBound + count..<upperBound + count }
}

extension CompiledForm {
  /// Removes nodes that no other node depends on, and renumbers the others.
  mutating func removeNodes(_ removed: Range<Int>, _ new: Renumbering) {
    func kept(_ nodes: [Int]) -> [Int] { nodes.filter { !removed.contains($0) }.map(new.node) }
    graph.nodes.removeSubrange(removed)
    graph.nodeDependents.removeSubrange(removed)
    graph.renumberNodes(new)
    if removed.isEmpty { return }
    graph.setOrder(kept(graph.order))
    graph.nodeDependents = graph.nodeDependents.map(kept)
    graph.listReaders = graph.listReaders.mapValues(kept)
    for row in graph.rowDependents.indices {
      graph.rowDependents[row].removeAll { removed.contains($0.node) }
      for index in graph.rowDependents[row].indices {
        graph.rowDependents[row][index].node = new.node(graph.rowDependents[row][index].node)
      }
    }
    for section in sections.indices { sections[section].renumber(new) }
    for row in rows.indices { rows[row].renumber(new) }
  }
}

extension CompiledSection {
  fileprivate mutating func renumber(_ new: Renumbering) {
    (hidden, disabled) = (new.signal(hidden), new.signal(disabled))
  }
}

extension CompiledRow {
  fileprivate mutating func renumber(_ new: Renumbering) {
    (ownHidden, ownDisabled) = (new.signal(ownHidden), new.signal(ownDisabled))
    (effectiveHidden, effectiveDisabled) = (new.signal(effectiveHidden), new.signal(effectiveDisabled))
    validityNode = validityNode.map(new.node)
    for index in validators.indices {
      if case .predicate(let signal, let message) = validators[index] {
        validators[index] = .predicate(new.signal(signal), message: message)
      }
    }
  }
}

extension DependencyGraph {
  /// Returns the indices of the nodes of an element without a tag, which are consecutive because they were added together.
  func nodes(of element: FormElement) -> Range<Int> {
    nodes.drop { $0.property.element != element }.prefix { $0.property.element == element }.indices
  }

  /// Replaces the indices of rows and nodes in the rules and properties of the nodes.
  mutating func renumberNodes(_ new: Renumbering) { for node in nodes.indices { nodes[node].renumber(new) } }
}

extension FormElement {
  fileprivate func renumbered(_ new: Renumbering) -> FormElement {
    if case .row(let row) = self { .row(new.row(row)) } else { self }
  }
}

extension DependencyNode {
  fileprivate mutating func renumber(_ new: Renumbering) {
    switch property {
    case .isHidden(let element): property = .isHidden(element.renumbered(new))
    case .isDisabled(let element): property = .isDisabled(element.renumbered(new))
    case .isEffectivelyHidden(let row): property = .isEffectivelyHidden(row: new.row(row))
    case .isEffectivelyDisabled(let row): property = .isEffectivelyDisabled(row: new.row(row))
    case .validator(let row): property = .validator(row: new.row(row))
    case .isValid(let row): property = .isValid(row: new.row(row))
    }
    switch rule {
    case .condition(let evaluator, var sources):
      // Nothing else refers to the sources now, so they are changed in place.
      rule = .disjunction(0, 0)
      for index in sources.indices { sources[index].renumber(new) }
      rule = .condition(evaluator, sources)
    case .disjunction(let own, let outer): rule = .disjunction(new.node(own), new.node(outer))
    case .validity(let row): rule = .validity(row: new.row(row))
    }
  }
}

extension ReadSource {
  fileprivate mutating func renumber(_ new: Renumbering) {
    switch self {
    case .value(let row, let keys): self = .value(row: new.row(row), keys: keys)
    case .boolean(let signal): self = .boolean(new.signal(signal))
    case .list: break
    }
  }
}
