internal import Conditions

/// What depends on what in a form, with everything numbered so that a number is greater than those it depends on.
///
/// A node is a truth that can change: whether an element is hidden or disabled, whether what a validator asks holds,
/// whether a row is valid. What cannot change has no node. Everything is as large as the conditions are, and no larger.
struct Graph: Sendable {
  var nodes: [Node] = []
  /// Who reads each node.
  var readersOfNodes = Readers<Int32>()
  /// Who reads each row's value.
  var readersOfRows = Readers<ValueReader>()
  /// Who reads the list of values of a section.
  var readersOfLists: [Int: [Int]] = [:]
}

/// A truth that can change.
struct Node: Sendable {
  enum Rule: Sendable {
    /// A condition holds, read from these.
    case condition(Evaluator, [Source])
    /// One of two nodes is true: a row is hidden with its section.
    case either(Int, Int)
    /// Nothing is wrong with a row.
    case validity(row: Int)
  }

  /// What the truth is about.
  enum Role: Hashable, Sendable {
    case isHidden(Element)
    case isDisabled(Element)
    /// The same of a row, together with its section.
    case isHiddenAtAll(row: Int)
    case isDisabledAtAll(row: Int)
    case validator(row: Int)
    case isValid(row: Int)
  }

  var rule: Rule
  var role: Role
}

/// What has a tag: a section or a row, by number.
enum Element: Hashable, Sendable {
  case section(Int)
  case row(Int)
}

/// A truth that may be known beforehand.
enum Signal: Hashable, Sendable {
  case constant(Bool)
  case node(Int)

  var node: Int? { if case .node(let node) = self { node } else { nil } }
}

/// Where a condition reads from.
enum Source: Sendable {
  case value(row: Int, keys: [String])
  /// The values of all rows of a section.
  case list(section: Int, keys: [String])
  case signal(Signal)
}

/// Who reads a row's value, and what in it.
struct ValueReader: Sendable {
  var node: Int
  var keys: [String]
}

/// Lists in one array, one behind the other: many short ones cost no more than one that is long.
struct Readers<Reader: Sendable>: Sendable {
  private var starts: [Int32] = [0]
  private var readers: [Reader] = []

  init() {}

  init(_ lists: [[Reader]]) {
    starts.reserveCapacity(lists.count + 1)
    for list in lists {
      readers += list
      starts.append(Int32(readers.count))
    }
  }

  subscript(place: Int) -> ArraySlice<Reader> { readers[Int(starts[place])..<Int(starts[place + 1])] }
}
