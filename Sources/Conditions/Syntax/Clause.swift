internal import Values

/// A condition as a tree: what is true or false.
///
/// Of the lists neither holds another of its kind, and none has fewer than two members: see ``joined(_:_:)``.
indirect enum Clause: Hashable, Sendable {
  case constant(Bool)
  case all([Clause])
  case any([Clause])
  case not(Clause, Place = .none)
  case comparison(Comparison)

  /// Joins clauses so that `(a AND b) AND c` and `a AND b AND c` are one tree.
  static func joined(_ join: Join, _ clauses: [Clause]) -> Clause {
    let isFlat = clauses.allSatisfy { $0.join != join }
    let parts = isFlat ? clauses : clauses.flatMap { $0.join == join ? $0.parts : [$0] }
    if parts.count == 1 { return parts[0] }
    switch join {
    case .and: return parts.isEmpty ? .constant(true) : .all(parts)
    case .or: return parts.isEmpty ? .constant(false) : .any(parts)
    }
  }

  enum Join { case and, or }

  /// What joins its parts, if it has some.
  private var join: Join? {
    switch self {
    case .all: .and
    case .any: .or
    case .constant, .not, .comparison: nil
    }
  }

  private var parts: [Clause] {
    switch self {
    case .all(let clauses), .any(let clauses): clauses
    case .constant, .not, .comparison: []
    }
  }
}

/// Two values, and what is asked of them.
struct Comparison: Hashable, Sendable {
  var quantifier: Quantifier?
  var left: Expression
  var relation: Relation
  var folding = Folding.none
  var right: Expression
  /// Where it begins.
  var place = Place.none
  /// Where its right side begins.
  var rightPlace = Place.none
}

/// Of how many of the values on the left something is asked.
enum Quantifier: String, Hashable, Sendable, CaseIterable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}

/// What can be asked of two values.
enum Relation: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case between = "BETWEEN"
  case isIn = "IN"
  case contains = "CONTAINS"
  case begins = "BEGINSWITH"
  case ends = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
}

/// Where something stands in the text it was read from.
///
/// All places are equal: where a thing stands is not part of what it is. What was built in Swift stands nowhere.
struct Place: Hashable, Sendable {
  var position: TextPosition?

  init(_ position: TextPosition?) { self.position = position }

  static let none = Place(nil)
  static func == (left: Place, right: Place) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
