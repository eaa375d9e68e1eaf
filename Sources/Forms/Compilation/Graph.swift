package import Conditions

/// What depends on what in a form.
///
/// A node is a truth that can change: whether an element is hidden or disabled, whether what a validator asks holds,
/// whether a row is valid. What cannot change has no node. Everything is as large as the conditions are, and no larger.
package struct Graph: Sendable {
  package var nodes: [Node] = []
  /// The nodes in topological order: each after those it depends on.
  package var order: [Int] = []
  /// The position of each node in that order.
  package var ranks: [Int] = []
  /// Who reads each node.
  package var readersOfNodes: [[Int]] = []
  /// Who reads each row's value.
  package var readersOfRows: [[ValueReader]]
  /// Who reads the list of values of a section.
  package var readersOfLists: [Int: [Int]] = [:]
}

extension Graph {
  /// Sets the order of the nodes, and from what each depends on who reads it.
  mutating func arrange(_ order: [Int], _ dependencies: [[Int]]) {
    self.order = order
    ranks = Array(repeating: 0, count: order.count)
    for (rank, node) in order.enumerated() { ranks[node] = rank }
    readersOfNodes = Array(repeating: [], count: order.count)
    for (node, others) in dependencies.enumerated() {
      for other in others { readersOfNodes[other].append(node) }
    }
  }
}

/// A truth that can change.
package struct Node: Sendable {
  package enum Rule: Sendable {
    /// A condition holds, read from these.
    case condition(Evaluator, [Source])
    /// One of two nodes is true: a row is hidden with its section.
    case either(Int, Int)
    /// Nothing is wrong with a row.
    case validity(row: Int)
  }

  /// What the truth is about.
  package enum Role: Hashable, Sendable {
    case isHidden(Element)
    case isDisabled(Element)
    /// The same of a row, together with its section.
    case isHiddenAtAll(row: Int)
    case isDisabledAtAll(row: Int)
    case validator(row: Int)
    case isValid(row: Int)
  }

  package var rule: Rule
  package var role: Role

  var isValidity: Bool { if case .validity = rule { true } else { false } }
}

/// What has a tag: a section or a row, by number.
package enum Element: Hashable, Sendable {
  case section(Int)
  case row(Int)
}

/// A truth that may be known beforehand.
package enum Signal: Hashable, Sendable {
  case constant(Bool)
  case node(Int)

  package var node: Int? { if case .node(let node) = self { node } else { nil } }
}

/// Where a condition reads from.
package enum Source: Sendable {
  case value(row: Int, keys: [String])
  /// The values of all rows of a section.
  case list(section: Int, keys: [String])
  case signal(Signal)
}

/// Who reads a row's value, and what in it.
package struct ValueReader: Sendable {
  package var node: Int
  var keys: [String]
}
