import Conditions

/// The dependency graph of a form.
///
/// A node is a Boolean value that can change: whether an element is hidden or disabled, whether the predicate of a
/// validator holds, or whether a row is valid. Constants have no node. The size of the graph is proportional to the
/// size of the conditions.
package struct DependencyGraph: Sendable {
  package var nodes: [DependencyNode] = []
  /// The nodes in topological order: each node follows the nodes it depends on.
  package internal(set) var order: [Int] = []
  /// The position of each node in the topological order.
  package internal(set) var positionsInOrder: [Int] = []
  /// The nodes that read each node.
  package var nodeDependents: [[Int]] = []
  /// The nodes that read the value of each row.
  package var rowDependents: [[RowValueDependent]] = []
  /// The nodes that read the list of values of a multivalued section.
  package var listReaders: [Int: [Int]] = [:]

  mutating func setOrder(_ order: [Int]) {
    self.order = order
    positionsInOrder = Array(repeating: 0, count: order.count)
    for (position, node) in order.enumerated() { positionsInOrder[node] = position }
  }
}

/// A Boolean value that can change.
package struct DependencyNode: Sendable {
  package enum Rule: Sendable {
    /// The value of a condition that reads the given sources.
    case condition(Evaluator, [ReadSource])
    /// The disjunction of two nodes, such as a row's own hidden condition and its section's.
    case disjunction(Int, Int)
    /// Whether the row has no validation errors.
    case validity(row: Int)
  }

  /// The property that the node holds.
  package enum NodeProperty: Hashable, Sendable {
    case isHidden(FormElement)
    case isDisabled(FormElement)
    /// The row's own condition or its section's.
    case isEffectivelyHidden(row: Int)
    case isEffectivelyDisabled(row: Int)
    case validator(row: Int)
    case isValid(row: Int)

    /// The element that has the property.
    package var element: FormElement {
      switch self {
      case .isHidden(let element), .isDisabled(let element): element
      case .isEffectivelyHidden(let row), .isEffectivelyDisabled(let row), .validator(let row), .isValid(let row):
        .row(row)
      }
    }
  }

  package var rule: Rule
  package var property: NodeProperty

  var isValidityNode: Bool { if case .validity = rule { true } else { false } }
}

/// A section or a row, by index.
package enum FormElement: Hashable, Sendable {
  case section(Int)
  case row(Int)
}

/// A Boolean value that is either constant or held by a node.
package enum BooleanSignal: Hashable, Sendable {
  case constant(Bool)
  case node(Int)

  package var node: Int? { if case .node(let node) = self { node } else { nil } }
}

/// The source of a value that a condition reads.
package enum ReadSource: Sendable {
  case value(row: Int, keys: [String])
  /// The list of values of a multivalued section.
  case list(section: Int, keys: [String])
  case boolean(BooleanSignal)
}

/// A node that reads a row's value, or the part of it at a key path.
package struct RowValueDependent: Sendable {
  package var node: Int
  var keys: [String]
}
