import Values

extension ConditionParser {
  /// Parses an operand with its prefix operators and path steps.
  mutating func parseOperand() throws(ConditionError) -> ParsedNode {
    switch token.kind {
    case .not: return try parseNot()
    case .arithmeticOperator(.minus): return try parseMinus()
    case .constantCondition(let isTrue):
      return ParsedNode(.clause(.constant(isTrue)), at: try advance().position)
    case .quantifier(let quantifier): return try parseQuantifiedComparison(quantifier)
    default: return try parseSteps(after: parsePrimary())
    }
  }

  private mutating func parseNot() throws(ConditionError) -> ParsedNode {
    let position = try advance().position
    let operand = try parse(minimumPrecedence: .comparison)
    let clause = Clause.not(try requireClause(operand), SyntaxPosition(position))
    return ParsedNode(.clause(clause), at: position, height: operand.height + 1)
  }

  /// Parses a minus sign.
  ///
  /// Before a number, the sign is part of the literal. Otherwise `Int64.min` could not be written.
  private mutating func parseMinus() throws(ConditionError) -> ParsedNode {
    let position = try advance().position
    let literal: Value
    switch token.kind {
    case .integer(let magnitude): literal = .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    case .constant(.real(let real)): literal = .real(-real)
    case .constant(.money(let money)): literal = Value.money(money).negated
    default:
      let operand = try parse(minimumPrecedence: .prefix)
      let expression = ConditionExpression.negation(try requireExpression(operand))
      return ParsedNode(.expression(expression), at: position, height: operand.height + 1)
    }
    try advance()
    return try parseSteps(after: ParsedNode(.expression(.constant(literal)), at: position))
  }

  private mutating func parsePrimary() throws(ConditionError) -> ParsedNode {
    let position = token.position
    let expression: ConditionExpression
    var height = 1
    switch token.kind {
    case .open(.round): return try parseParentheses()
    case .open(.curly): return try parseBraces()
    case .open(.square): throw syntaxError(expected: "a value", hint: Self.listHint)
    case .name(let name): return try parseName(name, at: position)
    case .collectionOperator: return ParsedNode(.expression(.subject), at: position)
    case .constant(let value): expression = .constant(value)
    case .argument(let value):
      expression = .constant(value)
      height = value.nestingDepth
    case .integer(let magnitude):
      guard let integer = Int64(exactly: magnitude) else {
        throw syntaxError(expected: "a whole number of 64 bits", hint: "append .0 to make it a real")
      }
      expression = .constant(.integer(integer))
    case .variable(let name): expression = .variable(name, SyntaxPosition(position))
    case .keyPath(let keys): expression = .path(.subject, try parseKeyPath(keys, at: position))
    case .subject: expression = .subject
    default: throw syntaxError(expected: "a value", hint: hint(for: .value))
    }
    try advance()
    return ParsedNode(.expression(expression), at: position, height: height)
  }

  /// A suggestion for a list that is not in braces.
  static let listHint = "a list is written in braces, as in {1, 2}"

  private mutating func parseParentheses() throws(ConditionError) -> ParsedNode {
    let position = try advance().position
    var node = try parse(minimumPrecedence: .or)
    if token.kind == .comma, !node.isClause { throw syntaxError(expected: ")", hint: Self.listHint) }
    try expectClosing(.round, openedAt: position, or: node.isClause ? "AND, OR or " : "an operator or ")
    node.position = position
    node.height += 1
    return node
  }

  private mutating func parseName(_ name: String, at position: TextPosition) throws(ConditionError) -> ParsedNode {
    let isMarked = lexer.bytes[token.byteRange.lowerBound] == UInt8(ascii: "#")
    try advance()
    if token.kind == .open(.round), !isMarked { return try parseCall(named: name, at: position) }
    return ParsedNode(.expression(.path(.subject, [.key(name)])), at: position)
  }
}

extension ConditionParser {
  /// Parses a list or an object.
  private mutating func parseBraces() throws(ConditionError) -> ParsedNode {
    let position = try advance().position
    if token.kind == .colon { return try parseObject(startingWith: nil, openedAt: position) }
    var elements: [ConditionExpression] = []
    var height = 0
    while token.kind != .close(.curly) {
      let element = try parse(minimumPrecedence: .setOperation)
      let value = try requireExpression(element)
      if token.kind == .colon, elements.isEmpty { return try parseObject(startingWith: value, openedAt: position) }
      elements.append(value)
      height = max(height, element.height)
      guard try accept(.comma) else { break }
      if token.kind == .close(.curly) { throw syntaxError(expected: "another value after the comma") }
    }
    try expectClosing(.curly, openedAt: position, or: "a comma or ")
    return ParsedNode(.expression(ConditionExpression.list(elements).normalized), at: position, height: height + 1)
  }

  /// Parses an object of constants, for example `{'a': 1}`.
  ///
  /// `{:}` is the empty object.
  private mutating func parseObject(startingWith firstKey: ConditionExpression?, openedAt position: TextPosition)
    throws(ConditionError) -> ParsedNode
  {
    var members: [String: Value] = [:]
    var key = firstKey
    var height = 0
    while token.kind == .colon {
      let colon = try advance().position
      guard let name = key else { break }
      guard case .constant(.text(let text)) = name else {
        throw ConditionError(at: colon, found: "a colon", expected: "a text before the colon", hint: "as in {'key': 1}")
      }
      let start = token.position
      let member = try parse(minimumPrecedence: .setOperation)
      guard case .constant(let value) = try requireExpression(member) else {
        throw ConditionError(at: start, found: "an expression", expected: "a constant in an object")
      }
      if members.updateValue(value, forKey: text) != nil {
        throw ConditionError(at: colon, found: "\(text.excerpt) again", expected: "each key once")
      }
      height = max(height, member.height)
      guard try accept(.comma) else { break }
      let next = try parse(minimumPrecedence: .setOperation)
      key = try requireExpression(next)
      if token.kind != .colon { throw syntaxError(expected: "a colon") }
    }
    try expectClosing(.curly, openedAt: position, or: "a comma or ")
    return ParsedNode(.expression(.constant(.object(members))), at: position, height: height + 1)
  }
}
