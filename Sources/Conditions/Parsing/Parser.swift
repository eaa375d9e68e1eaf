internal import Values

/// An operator precedence parser for conditions, which reads each token once.
///
/// A parenthesis may enclose a condition or a value, which is known only when it closes. So both are parsed by the same
/// functions and told apart where one of them is required.
struct Parser {
  /// The maximum depth of nested parentheses, lists, calls, NOT and operators.
  ///
  /// The limit keeps deeply nested input from overflowing the stack.
  static let deepest = 100
  /// The innermost comparison and its value do not count.
  private static let mostHeight = deepest + 2

  var lexer: Lexer
  /// The next token.
  private(set) var token: Token
  private var depth = 0

  init(_ source: Source) throws(ConditionFault) {
    lexer = Lexer(source: source)
    token = try lexer.token()
  }

  /// A parsed condition or value.
  struct Part {
    enum Kind {
      case clause(Clause)
      case expression(Expression)
    }

    var kind: Kind
    /// The position at which it begins.
    var position: TextPosition
    /// The depth of the tree.
    ///
    /// Left-associative operators deepen the tree without recursion of the parser.
    var height: Int

    init(_ expression: Expression, at position: TextPosition, height: Int = 1) {
      kind = .expression(expression)
      self.position = position
      self.height = height
    }

    init(_ clause: Clause, at position: TextPosition, height: Int = 1) {
      kind = .clause(clause)
      self.position = position
      self.height = height
    }
  }

  /// Parses the whole text.
  mutating func condition() throws(ConditionFault) -> Clause {
    let part = try part(.or)
    let clause = try clause(part)
    guard token.kind == .end else { throw fault("AND, OR or the end", hint: hint(for: .afterCondition)) }
    try lexer.source.checkThatNoArgumentIsLeft()
    return clause
  }

  @discardableResult
  mutating func advance() throws(ConditionFault) -> Token {
    let taken = token
    token = try lexer.token()
    return taken
  }

  mutating func accept(_ kind: Token.Kind) throws(ConditionFault) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  /// Parses a closing bracket.
  mutating func close(_ bracket: Token.Bracket, openedAt opening: TextPosition, or also: String = "")
    throws(ConditionFault)
  {
    if try accept(.close(bracket)) { return }
    throw fault(
      "\(also)\(bracket.closing)", hint: hint(for: .afterValue) ?? "the \(bracket.rawValue) is at \(opening)")
  }

  var found: String {
    token.kind == .end ? "the end of the text" : lexer.source.text(token.range).shortened
  }

  func fault(_ expected: String, hint: String? = nil) -> ConditionFault {
    ConditionFault(at: token.position, found: found, expected: expected, hint: hint)
  }
}

extension Parser {
  /// Parses operators with at least a minimum precedence.
  mutating func part(_ least: Level) throws(ConditionFault) -> Part {
    guard depth < Self.mostHeight else { throw tooDeep(token.position) }
    depth += 1
    defer { depth -= 1 }
    var part = try operand()
    if part.height > Self.mostHeight { throw tooDeep(part.position) }
    while let level = level(behind: part), level >= least {
      part = try joined(part, level)
      if part.height > Self.mostHeight { throw tooDeep(part.position) }
    }
    return part
  }

  private func tooDeep(_ position: TextPosition) -> ConditionFault {
    ConditionFault(
      at: position, found: "more", expected: "at most \(Self.deepest) levels of nesting",
      hint: "each parenthesis, list, call, NOT, sign and power is a level")
  }

  /// The precedence of the next operator, if it may follow.
  private func level(behind part: Part) -> Level? {
    guard let level = token.kind.level else { return nil }
    return level > .and && part.isClause ? nil : level
  }

  private mutating func joined(_ left: Part, _ level: Level) throws(ConditionFault) -> Part {
    switch level {
    case .or: return try joined(left, .or, level)
    case .and: return try joined(left, .and, level)
    case .comparison: return try comparison(of: nil, left, from: left.position)
    case .combination: return try combined(left)
    default: return try computed(left, level)
    }
  }

  /// Parses conditions that are joined by the same operator.
  private mutating func joined(_ left: Part, _ join: Clause.Join, _ level: Level) throws(ConditionFault) -> Part {
    var clauses: [Clause] = []
    clauses.reserveCapacity(4)
    clauses.append(try clause(left))
    var height = left.height
    while self.level(behind: left) == level {
      try advance()
      let next = try part(level.above)
      clauses.append(try clause(next))
      height = max(height, next.height)
    }
    return Part(Clause.joined(join, clauses), at: left.position, height: height + 1)
  }

  /// Parses values that are joined by operators of the same precedence.
  private mutating func computed(_ left: Part, _ level: Level) throws(ConditionFault) -> Part {
    let first = try expression(left)
    var links: [Link] = []
    var height = left.height
    while case .computation(let computation) = token.kind, computation.level == level {
      try advance()
      let right = try part(computation == .power ? .power : level.above)
      links.append(Link(computation: computation, operand: try expression(right)))
      height = max(height, right.height)
    }
    return Part(Expression.computed(first, links), at: left.position, height: height + 1)
  }

  private mutating func combined(_ left: Part) throws(ConditionFault) -> Part {
    let value = try expression(left)
    guard case .keyword(let keyword) = try advance().kind, let combination = keyword.combination else {
      preconditionFailure("Only set operators have this precedence.")
    }
    let right = try part(.sum)
    return Part(
      Expression.combined(value, combination, try expression(right)), at: left.position,
      height: max(left.height, right.height) + 1)
  }
}

extension Parser {
  /// Returns the parsed condition, or throws an error if it is a value.
  func clause(_ part: Part) throws(ConditionFault) -> Clause {
    switch part.kind {
    case .clause(let clause): return clause
    case .expression(let expression):
      throw fault(
        "a comparison operator such as == after the value", hint: hint(for: .afterValue) ?? hint(behindLone: expression)
      )
    }
  }

  /// Returns the parsed value, or throws an error if it is a condition.
  func expression(_ part: Part) throws(ConditionFault) -> Expression {
    if case .expression(let expression) = part.kind { return expression }
    throw ConditionFault(at: part.position, found: "a condition", expected: "a value")
  }
}
