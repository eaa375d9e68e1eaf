import Values

/// A keyword of the condition language, in upper or lower case.
///
/// FIRST, LAST and SIZE are not in this list, because they are special only in brackets, as in `a[FIRST]`. Function
/// names are special only before a parenthesis. Elsewhere these words are keys: `size > 3` reads the key `size`.
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

  /// Creates the keyword with the given spelling, ignoring case, or returns `nil` if the word is not a keyword.
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
