internal import Values

/// The least that a text is made of, and where it stands.
struct Token {
  enum Kind: Hashable {
    case end
    case name(String)
    case keyword(Keyword)
    case variable(String)
    case gathering(String)
    case constant(Value)
    /// A whole number, which may still get a minus.
    case integer(UInt64)
    case argument(Value)
    /// The keys that an argument is.
    case keys(String)
    case relation(Relation)
    case computation(Computation)
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
  /// Where it stands in the bytes of the text.
  var range: Range<Int>
  var position: TextPosition
}
