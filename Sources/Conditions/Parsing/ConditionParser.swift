import Values

/// An operator precedence parser for conditions, which reads each token once.
///
/// A parenthesis may enclose a condition or a value, and only its contents show which. So both are parsed by the same
/// functions, and their kind is checked where one of them is required.
struct ConditionParser {
  /// The maximum depth of nested parentheses, lists, calls, NOT and operators.
  ///
  /// The limit keeps deeply nested input from overflowing the stack.
  static let maxDepth = 100
  /// The innermost comparison and its value do not count.
  private static let maxHeight = maxDepth + 2

  var lexer: Lexer
  /// The next token.
  private(set) var token: Token
  private var depth = 0

  init(_ lexer: Lexer) throws(ConditionError) {
    self.lexer = lexer
    token = try self.lexer.nextToken()
  }

  /// A parsed condition or value.
  struct ParsedNode {
    enum Kind {
      case clause(Clause)
      case expression(ConditionExpression)
    }

    var kind: Kind
    /// The position at which it begins.
    var position: TextPosition
    /// The depth of the tree.
    ///
    /// Left-associative operators deepen the tree without recursion of the parser.
    var height: Int

    init(_ kind: Kind, at position: TextPosition, height: Int = 1) {
      self.kind = kind
      self.position = position
      self.height = height
    }

    var isClause: Bool { if case .clause = kind { true } else { false } }
  }

  /// Parses the whole text.
  mutating func parseCondition() throws(ConditionError) -> Clause {
    let node = try parse(minimumPrecedence: .or)
    let clause = try requireClause(node)
    guard token.kind == .end else {
      throw syntaxError(expected: "AND, OR or the end", hint: hint(for: .afterCondition))
    }
    try lexer.rejectUnusedArguments()
    return clause
  }

  @discardableResult
  mutating func advance() throws(ConditionError) -> Token {
    let previous = token
    token = try lexer.nextToken()
    return previous
  }

  mutating func accept(_ kind: Token.Kind) throws(ConditionError) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  /// Parses a closing bracket.
  mutating func expectClosing(_ bracket: Token.Bracket, openedAt opening: TextPosition, or also: String = "")
    throws(ConditionError)
  {
    if try accept(.close(bracket)) { return }
    throw syntaxError(
      expected: "\(also)\(bracket.closing)", hint: hint(for: .afterValue) ?? "the \(bracket.rawValue) is at \(opening)")
  }

  /// Whether the next token is a keyword, and not a symbol such as `&&`.
  var isAtKeyword: Bool {
    if case .name = token.kind { return false }
    return token.kind != .end && lexer.bytes[token.byteRange.lowerBound].isNameStart
  }

  var foundText: String {
    token.kind == .end ? "the end of the text" : lexer.text(in: token.byteRange).excerpt
  }

  func syntaxError(expected: String, hint: String? = nil) -> ConditionError {
    ConditionError(at: token.position, found: foundText, expected: expected, hint: hint)
  }
}

extension ConditionParser {
  /// Parses operators with at least a minimum precedence.
  mutating func parse(minimumPrecedence: Precedence) throws(ConditionError) -> ParsedNode {
    guard depth < Self.maxHeight else { throw Self.nestingError(at: token.position) }
    depth += 1
    defer { depth -= 1 }
    var part = try parseOperand()
    if part.height > Self.maxHeight { throw Self.nestingError(at: part.position) }
    while let level = precedenceOfNextOperator(after: part), level >= minimumPrecedence {
      part = try parseInfixOperator(after: part, precedence: level)
      if part.height > Self.maxHeight { throw Self.nestingError(at: part.position) }
    }
    return part
  }

  static func nestingError(at position: TextPosition?) -> ConditionError {
    ConditionError(
      at: position, found: "more", expected: "at most \(maxDepth) levels of nesting",
      hint: "each parenthesis, list, call, NOT, sign and power is a level")
  }

  /// The precedence of the next operator, if it may follow.
  private func precedenceOfNextOperator(after part: ParsedNode) -> Precedence? {
    guard let level = token.kind.precedence else { return nil }
    return level > .and && part.isClause ? nil : level
  }

  private mutating func parseInfixOperator(after left: ParsedNode, precedence: Precedence) throws(ConditionError)
    -> ParsedNode
  {
    switch token.kind {
    case .or: try parseJoinedClauses(after: left, connective: .or)
    case .and: try parseJoinedClauses(after: left, connective: .and)
    case .setOperator(let setOperator): try parseSetOperation(setOperator, after: left)
    case .arithmeticOperator: try parseArithmetic(after: left, precedence: precedence)
    default: try parseComparison(quantifier: nil, left: left, at: left.position)
    }
  }

  /// Parses conditions that are joined by the same operator.
  private mutating func parseJoinedClauses(after left: ParsedNode, connective: Clause.Connective)
    throws(ConditionError) -> ParsedNode
  {
    let precedence: Precedence = connective == .and ? .and : .or
    var clauses = [try requireClause(left)]
    var height = left.height
    while token.kind.precedence == precedence {
      try advance()
      let next = try parse(minimumPrecedence: precedence.nextHigher)
      clauses.append(try requireClause(next))
      height = max(height, next.height)
    }
    return ParsedNode(.clause(.joined(by: connective, clauses)), at: left.position, height: height + 1)
  }

  /// Parses values that are joined by operators of the same precedence.
  private mutating func parseArithmetic(after left: ParsedNode, precedence: Precedence) throws(ConditionError)
    -> ParsedNode
  {
    let first = try requireExpression(left)
    var terms: [OperatorTerm] = []
    var height = left.height
    while case .arithmeticOperator(let arithmeticOperator) = token.kind, arithmeticOperator.precedence == precedence {
      try advance()
      let right = try parse(minimumPrecedence: precedence == .power ? .power : precedence.nextHigher)
      terms.append(OperatorTerm(arithmeticOperator: arithmeticOperator, operand: try requireExpression(right)))
      height = max(height, right.height)
    }
    return ParsedNode(.expression(.flattenedChain(first, terms)), at: left.position, height: height + 1)
  }

  private mutating func parseSetOperation(_ setOperator: SetOperator, after left: ParsedNode) throws(ConditionError)
    -> ParsedNode
  {
    let value = try requireExpression(left)
    try advance()
    let right = try parse(minimumPrecedence: .sum)
    return ParsedNode(
      .expression(.setOperation(value, setOperator, try requireExpression(right))), at: left.position,
      height: max(left.height, right.height) + 1)
  }
}

extension ConditionParser {
  /// Returns the parsed condition, or throws an error if it is a value.
  func requireClause(_ part: ParsedNode) throws(ConditionError) -> Clause {
    switch part.kind {
    case .clause(let clause): return clause
    case .expression(let expression):
      throw syntaxError(
        expected: "a comparison operator such as == after the value",
        hint: hint(for: .afterValue) ?? hint(afterLoneValue: expression)
      )
    }
  }

  /// Returns the parsed value, or throws an error if it is a condition.
  func requireExpression(_ part: ParsedNode) throws(ConditionError) -> ConditionExpression {
    if case .expression(let expression) = part.kind { return expression }
    throw ConditionError(at: part.position, found: "a condition", expected: "a value")
  }
}
