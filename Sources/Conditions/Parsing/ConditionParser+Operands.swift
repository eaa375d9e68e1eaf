import Values

extension ConditionParser {
  /// Parses an operand with its prefix operators and path steps.
  mutating func parseOperand() throws(ConditionError) -> ParsedNode {
    let position = token.position
    switch token.kind {
    case .not, .keyword(.not): return try parseNot(at: position)
    case .arithmeticOperator(.minus): return try parseMinus(at: position)
    case .keyword(.truePredicate):
      try advance()
      return ParsedNode(Clause.constant(true), at: position)
    case .keyword(.falsePredicate):
      try advance()
      return ParsedNode(Clause.constant(false), at: position)
    case .keyword(let keyword):
      if let quantifier = keyword.quantifier { return try parseQuantifiedComparison(quantifier) }
      return try parseSteps(after: parsePrimary())
    default: return try parseSteps(after: parsePrimary())
    }
  }

  private mutating func parseNot(at position: TextPosition) throws(ConditionError) -> ParsedNode {
    try advance()
    let operand = try parse(minimumPrecedence: .comparison)
    return ParsedNode(
      Clause.not(try requireClause(operand), SyntaxPosition(position)), at: position, height: operand.height + 1)
  }

  /// Parses a minus sign.
  ///
  /// Before a number, the sign is part of the literal. Otherwise `Int64.min` could not be written.
  private mutating func parseMinus(at position: TextPosition) throws(ConditionError) -> ParsedNode {
    try advance()
    switch token.kind {
    case .integer(let magnitude):
      try advance()
      let least = magnitude == 1 << 63 ? Int64.min : -Int64(magnitude)
      return try parseSteps(after: ParsedNode(ConditionExpression.constant(.integer(least)), at: position))
    case .constant(.real(let real)):
      try advance()
      return try parseSteps(after: ParsedNode(ConditionExpression.constant(.real(-real)), at: position))
    default:
      let operand = try parse(minimumPrecedence: .prefix)
      return ParsedNode(
        ConditionExpression.negation(try requireExpression(operand)), at: position, height: operand.height + 1)
    }
  }

  private mutating func parsePrimary() throws(ConditionError) -> ParsedNode {
    let (kind, position) = (token.kind, token.position)
    switch kind {
    case .open(let bracket): return try parseBracketed(bracket)
    case .name(let name): return try parseName(name, at: position)
    case .collectionOperator: return ParsedNode(ConditionExpression.subject, at: position)
    default: break
    }
    guard let value = try singleTokenExpression(kind, at: position) else {
      throw syntaxError(expected: "a value", hint: hint(for: .value))
    }
    try advance()
    let height = if case .argument(let value) = kind { value.nestingDepth } else { 1 }
    return ParsedNode(value, at: position, height: height)
  }

  /// Returns the expression that a single token represents, or `nil` if the token is not a complete expression.
  private func singleTokenExpression(_ kind: Token.Kind, at position: TextPosition) throws(ConditionError)
    -> ConditionExpression?
  {
    switch kind {
    case .constant(let value), .argument(let value): return .constant(value)
    case .integer(let magnitude):
      guard let integer = Int64(exactly: magnitude) else {
        throw syntaxError(expected: "a whole number of 64 bits", hint: "append .0 to make it a real")
      }
      return .constant(.integer(integer))
    case .variable(let name): return .variable(name, SyntaxPosition(position))
    case .keyPath(let keys): return .path(.subject, try parseKeyPath(keys, at: position))
    case .keyword(.subject): return .subject
    case .keyword(let keyword): return keyword.constant.map(ConditionExpression.constant)
    default: return nil
    }
  }

  private mutating func parseBracketed(_ bracket: Token.Bracket) throws(ConditionError) -> ParsedNode {
    let position = token.position
    switch bracket {
    case .square: throw syntaxError(expected: "a value", hint: "a list is written in braces, as in {1, 2}")
    case .curly: return try parseBraces()
    case .round:
      try advance()
      var part = try parse(minimumPrecedence: .or)
      if token.kind == .comma, case .expression = part.kind {
        throw syntaxError(expected: ")", hint: "a list is written in braces, as in {1, 2}")
      }
      try expectClosing(.round, openedAt: position, or: part.isClause ? "AND, OR or " : "an operator or ")
      part.position = position
      part.height += 1
      return part
    }
  }

  private mutating func parseName(_ name: String, at position: TextPosition) throws(ConditionError) -> ParsedNode {
    let isMarked = lexer.scanner.bytes[token.byteRange.lowerBound] == UInt8(ascii: "#")
    try advance()
    if token.kind == .open(.round), !isMarked { return try parseCall(named: name, at: position) }
    return ParsedNode(ConditionExpression.path(.subject, [.key(name)]), at: position)
  }
}

extension ConditionParser.ParsedNode {
  var isClause: Bool { if case .clause = kind { true } else { false } }
}

extension ConditionParser {
  /// Parses a list or an object.
  private mutating func parseBraces() throws(ConditionError) -> ParsedNode {
    let position = try advance().position
    if token.kind == .colon { return try parseObject(startingWith: [], openedAt: position) }
    var elements: [ConditionExpression] = []
    var height = 0
    while token.kind != .close(.curly) {
      let element = try parse(minimumPrecedence: .setOperation)
      let value = try requireExpression(element)
      if token.kind == .colon, elements.isEmpty { return try parseObject(startingWith: [value], openedAt: position) }
      elements.append(value)
      height = max(height, element.height)
      guard try accept(.comma) else { break }
      if token.kind == .close(.curly) { throw syntaxError(expected: "another value after the comma") }
    }
    try expectClosing(.curly, openedAt: position, or: "a comma or ")
    return ParsedNode(ConditionExpression.list(elements).normalized, at: position, height: height + 1)
  }

  /// Parses an object of constants, for example `{'a': 1}`.
  ///
  /// `{:}` is the empty object.
  private mutating func parseObject(startingWith first: [ConditionExpression], openedAt position: TextPosition)
    throws(ConditionError) -> ParsedNode
  {
    var members: [String: Value] = [:]
    var key = first.first
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
    return ParsedNode(ConditionExpression.constant(.object(members)), at: position, height: height + 1)
  }
}
