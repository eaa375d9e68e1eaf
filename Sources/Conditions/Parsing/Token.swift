import Values

/// A token with its position.
struct Token {
  enum Kind: Hashable {
    case end
    case name(String)
    case keyword(Keyword)
    case variable(String)
    case collectionOperator(String)
    case constant(Value)
    /// An integer without its sign.
    case integer(UInt64)
    case argument(Value)
    /// The keys in an argument for `%K`.
    case keyPath(String)
    case comparisonOperator(ComparisonOperator)
    case arithmeticOperator(ArithmeticOperator)
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
