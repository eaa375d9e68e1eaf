internal import Values

/// Reads a condition: operators are weighed against each other, so that no text is read twice.
///
/// A parenthesis may open a condition or a value; which one shows when it is closed. So both are read alike, and told apart
/// where one of them is wanted.
struct Parser {
  /// How deep things may nest: parentheses, lists, calls, NOT and operators, one in the other.
  ///
  /// No condition that a person reads does so; the limit keeps nonsense from exhausting the stack.
  static let deepest = 100
  /// The comparison in the midst of them, and the value in that, are not counted.
  private static let mostHeight = deepest + 2

  var lexer: Lexer
  /// What comes next.
  private(set) var token: Token
  private var depth = 0

  init(_ source: Source) throws(ConditionFault) {
    lexer = Lexer(source: source)
    token = try lexer.token()
  }

  /// Something that was read, whichever it is.
  struct Part {
    enum Kind {
      case clause(Clause)
      case expression(Expression)
    }

    var kind: Kind
    /// Where it begins.
    var position: TextPosition
    /// How deep it nests: what is joined from the left nests deeper and deeper, without ever being read deeply.
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

  /// Reads the whole text.
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

  /// Closes a bracket that was opened.
  mutating func close(_ bracket: Token.Bracket, openedAt opening: TextPosition, or also: String = "")
    throws(ConditionFault)
  {
    if try accept(.close(bracket)) { return }
    throw fault(
      "\(also)\(bracket.closing)", hint: hint(for: .afterValue) ?? "the \(bracket.rawValue) stands at \(opening)")
  }

  var found: String {
    token.kind == .end ? "the end of the text" : lexer.source.text(token.range).shortened
  }

  func fault(_ expected: String, hint: String? = nil) -> ConditionFault {
    ConditionFault(at: token.position, found: found, expected: expected, hint: hint)
  }
}

extension Parser {
  /// Reads everything that binds at least as tightly.
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
      at: position, found: "more", expected: "at most \(Self.deepest) levels, one in the other",
      hint: "each parenthesis, list, call and NOT is one, and so are operators in a row")
  }

  /// How tightly the operator binds that comes next, if one may.
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

  /// Reads as many conditions as are joined by the same word.
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

  /// Reads as many values as are joined by operators that bind alike.
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
      preconditionFailure("Only what combines has such a level.")
    }
    let right = try part(.sum)
    return Part(
      Expression.combined(value, combination, try expression(right)), at: left.position,
      height: max(left.height, right.height) + 1)
  }
}

extension Parser {
  /// Takes what was read for a condition.
  func clause(_ part: Part) throws(ConditionFault) -> Clause {
    switch part.kind {
    case .clause(let clause): return clause
    case .expression(let expression):
      throw fault(
        "a comparison such as == behind the value", hint: hint(for: .afterValue) ?? hint(behindLone: expression))
    }
  }

  /// Takes what was read for a value.
  func expression(_ part: Part) throws(ConditionFault) -> Expression {
    if case .expression(let expression) = part.kind { return expression }
    throw ConditionFault(at: part.position, found: "a condition", expected: "a value")
  }
}
