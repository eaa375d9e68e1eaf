internal import Values

/// A word with a meaning of its own; letters may be capital or small.
///
/// FIRST, LAST and SIZE have theirs in brackets alone, and what is followed by a parenthesis there alone: `size > 3` reads a
/// key.
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
  case begins = "BEGINSWITH"
  case ends = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case isTrue = "TRUE"
  case yes = "YES"
  case isFalse = "FALSE"
  case no = "NO"
  case null = "NULL"
  case `nil` = "NIL"
  case subject = "SELF"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"

  /// Finds the keyword that some letters of ASCII are.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard (2...Self.mostLetters).contains(bytes.count) else { return nil }
    let letters = Self.packed(bytes)
    guard let match = Self.table.first(where: { $0.letters == letters }) else { return nil }
    self = match.keyword
  }

  private static let mostLetters = 14
  private static let table = allCases.map { (letters: packed($0.rawValue.utf8), keyword: $0) }

  /// The letters as one number, all of them capital.
  ///
  /// Capital letters differ from small ones in one bit, which nothing but letters and digits has to be told apart by.
  private static func packed(_ bytes: some Sequence<UInt8>) -> UInt128 {
    bytes.reduce(0) { $0 << 8 | UInt128($1 & 0xDF) }
  }
}

extension Keyword {
  /// What stands between two values.
  var relation: Relation? {
    switch self {
    case .between: .between
    case .isIn: .isIn
    case .contains: .contains
    case .begins: .begins
    case .ends: .ends
    case .like: .like
    case .matches: .matches
    default: nil
    }
  }

  var quantifier: Quantifier? {
    switch self {
    case .any, .some: .any
    case .all: .all
    case .none: Quantifier.none
    default: nil
    }
  }

  var combination: Combination? {
    switch self {
    case .union: .union
    case .intersect: .intersect
    case .minus: .minus
    default: nil
    }
  }

  var constant: Value? {
    switch self {
    case .isTrue, .yes: .boolean(true)
    case .isFalse, .no: .boolean(false)
    case .null, .nil: .null
    default: nil
    }
  }
}
