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
    guard bytes.count < Self.byLength.count else { return nil }
    let match = Self.byLength[bytes.count].first { candidate in
      // Capital letters differ from small ones in one bit; nothing but letters and digits gets here.
      zip(candidate.letters, bytes).allSatisfy { $0 == $1 & 0xDF }
    }
    guard let match else { return nil }
    self = match.keyword
  }

  private static let byLength: [[(letters: [UInt8], keyword: Keyword)]] = {
    var table: [[(letters: [UInt8], keyword: Keyword)]] = Array(repeating: [], count: 15)
    for keyword in allCases { table[keyword.rawValue.utf8.count].append((Array(keyword.rawValue.utf8), keyword)) }
    return table
  }()
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
