import Values

/// A token with its position.
struct Token {
  enum Kind: Hashable {
    case end
    case name(String)
    case variable(String)
    case subject
    case collectionOperator(String)
    case constant(Value)
    /// An integer without its sign.
    case integer(UInt64)
    case argument(Value)
    /// The keys in an argument for `%K`.
    case keyPath(String)
    case comparisonOperator(ComparisonOperator)
    case arithmeticOperator(ArithmeticOperator)
    case setOperator(SetOperator)
    case quantifier(Quantifier)
    case constantCondition(Bool)
    case and, or, not
    case comma, colon, dot
    case open(Bracket)
    case close(Bracket)
  }

  enum Bracket: String {
    case round = "("
    case square = "["
    case curly = "{"

    var closing: String {
      switch self {
      case .round: ")"
      case .square: "]"
      case .curly: "}"
      }
    }
  }

  var kind: Kind
  /// The range of the token in UTF-8.
  var byteRange: Range<Int>
  var position: TextPosition
}

extension Token.Kind {
  /// Returns the meaning of a word that is a keyword in upper or lower case, or `nil` if the word is not a keyword.
  static func keyword(_ word: String) -> Token.Kind? {
    word.utf8.allSatisfy { $0 < 0x80 } ? keywords[word.uppercased()] : nil
  }

  /// The meaning of each keyword.
  ///
  /// FIRST, LAST and SIZE are not keywords, because they are special only in brackets, as in `a[FIRST]`. Function names
  /// are special only before a parenthesis. Elsewhere these words are keys: `size > 3` reads the key `size`.
  private static let keywords: [String: Token.Kind] = {
    var keywords: [String: Token.Kind] = [
      "AND": .and, "OR": .or, "NOT": .not, "SOME": .quantifier(.any), "SELF": .subject,
      "TRUEPREDICATE": .constantCondition(true), "FALSEPREDICATE": .constantCondition(false),
      "TRUE": .constant(true), "YES": .constant(true), "FALSE": .constant(false), "NO": .constant(false),
      "NULL": .constant(nil), "NIL": .constant(nil),
    ]
    for quantifier in Quantifier.allCases { keywords[quantifier.rawValue] = .quantifier(quantifier) }
    for comparisonOperator in ComparisonOperator.wordCases {
      keywords[comparisonOperator.rawValue] = .comparisonOperator(comparisonOperator)
    }
    for setOperator in SetOperator.allCases { keywords[setOperator.rawValue] = .setOperator(setOperator) }
    return keywords
  }()

  /// The precedence of the binary operator, if the token is one.
  var precedence: Precedence? {
    switch self {
    case .or: .or
    case .and: .and
    case .comparisonOperator: .comparison
    case .setOperator: .setOperation
    case .arithmeticOperator(let arithmeticOperator): arithmeticOperator.precedence
    default: nil
    }
  }
}

extension ComparisonOperator {
  /// The operators that are words.
  static let wordCases = allCases.filter { $0.rawValue.utf8.allSatisfy(\.isNameStart) }
}
