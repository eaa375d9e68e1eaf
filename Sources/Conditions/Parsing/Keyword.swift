import Values

/// A keyword.
///
/// Case is ignored.
///
/// FIRST, LAST and SIZE are keywords only in brackets, and the names of functions only before a parenthesis: `size > 3`
/// reads a key.
enum Keyword: String, CaseIterable, Sendable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case between = "BETWEEN"
  case isIn = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case trueLiteral = "TRUE"
  case yes = "YES"
  case falseLiteral = "FALSE"
  case no = "NO"
  case null = "NULL"
  case `nil` = "NIL"
  case subject = "SELF"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"

  /// Finds the keyword for a word.
  init?(word: String) {
    guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.init(rawValue: word.uppercased())
  }
}

extension Keyword {
  /// The comparison operator with the keyword's name.
  var comparisonOperator: ComparisonOperator? { ComparisonOperator(rawValue: rawValue) }

  var quantifier: Quantifier? { self == .some ? .any : Quantifier(rawValue: rawValue) }

  var setOperator: SetOperator? { SetOperator(rawValue: rawValue) }

  var constant: Value? {
    switch self {
    case .trueLiteral, .yes: .boolean(true)
    case .falseLiteral, .no: .boolean(false)
    case .null, .nil: .null
    default: nil
    }
  }
}
