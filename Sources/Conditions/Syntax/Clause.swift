import Values

/// The syntax tree of a condition.
///
/// An `all` never contains another `all`, nor an `any` another `any`, and both have at least two elements: see
/// ``joined(by:_:)``, which needs at least one clause.
indirect enum Clause: Hashable, Sendable {
  case constant(Bool)
  case all([Clause])
  case any([Clause])
  case not(Clause, SyntaxPosition = .none)
  case comparison(Comparison)

  /// Joins clauses so that `(a AND b) AND c` and `a AND b AND c` have the same tree.
  static func joined(by connective: Connective, _ clauses: [Clause]) -> Clause {
    var parts: [Clause] = []
    for clause in clauses {
      switch (connective, clause) {
      case (.and, .all(let inner)), (.or, .any(let inner)): parts += inner
      default: parts.append(clause)
      }
    }
    if parts.count == 1 { return parts[0] }
    return connective == .and ? .all(parts) : .any(parts)
  }

  enum Connective { case and, or }
}

/// A comparison of two values.
struct Comparison: Hashable, Sendable {
  var quantifier: Quantifier?
  var left: ConditionExpression
  var comparisonOperator: ComparisonOperator
  var compareOptions = StringCompareOptions.none
  var right: ConditionExpression
  /// The position of the comparison.
  var position = SyntaxPosition.none
  /// The position of its right side.
  var rightPosition = SyntaxPosition.none
}

/// The number of values on the left for which a comparison has to hold.
enum Quantifier: String, Hashable, Sendable, CaseIterable {
  case any = "ANY"
  case all = "ALL"
  case none = "NONE"
}

/// A comparison operator.
enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case between = "BETWEEN"
  case isIn = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
}

/// The position of an element in the parsed text.
///
/// All positions are equal, so that conditions with the same structure are equal wherever their parts are in the text.
/// A condition that was built in Swift has no positions.
struct SyntaxPosition: Hashable, Sendable {
  var textPosition: TextPosition?

  init(_ position: TextPosition?) { self.textPosition = position }

  static let none = SyntaxPosition(nil)
  static func == (left: SyntaxPosition, right: SyntaxPosition) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
