internal import Values

extension Parser {
  /// Parses an operand with its prefix operators and steps.
  mutating func operand() throws(ConditionFault) -> Part {
    let position = token.position
    switch token.kind {
    case .not, .keyword(.not): return try negation(position)
    case .computation(.minus): return try negative(position)
    case .keyword(.truePredicate):
      try advance()
      return Part(Clause.constant(true), at: position)
    case .keyword(.falsePredicate):
      try advance()
      return Part(Clause.constant(false), at: position)
    case .keyword(let keyword):
      if let quantifier = keyword.quantifier { return try quantified(quantifier) }
      return try withSteps(primary())
    default: return try withSteps(primary())
    }
  }

  private mutating func negation(_ position: TextPosition) throws(ConditionFault) -> Part {
    try advance()
    let operand = try part(.comparison)
    return Part(Clause.not(try clause(operand), Place(position)), at: position, height: operand.height + 1)
  }

  /// A minus before a number is part of the number, so that the least 64-bit integer can be written.
  private mutating func negative(_ position: TextPosition) throws(ConditionFault) -> Part {
    try advance()
    switch token.kind {
    case .integer(let magnitude):
      try advance()
      let least = magnitude == 1 << 63 ? Int64.min : -Int64(magnitude)
      return try withSteps(Part(Expression.constant(.integer(least)), at: position))
    case .constant(.real(let real)):
      try advance()
      return try withSteps(Part(Expression.constant(.real(-real)), at: position))
    default:
      let operand = try part(.prefix)
      return Part(Expression.negative(try expression(operand)), at: position, height: operand.height + 1)
    }
  }

  private mutating func primary() throws(ConditionFault) -> Part {
    let (kind, position) = (token.kind, token.position)
    switch kind {
    case .open(let bracket): return try bracketed(bracket)
    case .name(let name): return try named(name, position)
    case .gathering: return Part(Expression.subject, at: position)
    default: break
    }
    guard let value = try plain(kind, position) else { throw fault("a value", hint: hint(for: .value)) }
    try advance()
    let height = if case .argument(let value) = kind { value.height } else { 1 }
    return Part(value, at: position, height: height)
  }

  /// Returns the expression for a single token, or `nil` if the token is not one.
  private func plain(_ kind: Token.Kind, _ position: TextPosition) throws(ConditionFault) -> Expression? {
    switch kind {
    case .constant(let value), .argument(let value): return .constant(value)
    case .integer(let magnitude):
      guard let integer = Int64(exactly: magnitude) else {
        throw fault("a whole number of 64 bits", hint: "append .0 to make it a real")
      }
      return .constant(.integer(integer))
    case .variable(let name): return .variable(name, Place(position))
    case .keys(let keys): return .path(.subject, try steps(of: keys, position))
    case .keyword(.subject): return .subject
    case .keyword(let keyword): return keyword.constant.map(Expression.constant)
    default: return nil
    }
  }

  private mutating func bracketed(_ bracket: Token.Bracket) throws(ConditionFault) -> Part {
    let position = token.position
    switch bracket {
    case .square: throw fault("a value", hint: "a list is written in braces, as in {1, 2}")
    case .curly: return try braces()
    case .round:
      try advance()
      var part = try part(.or)
      if token.kind == .comma, case .expression = part.kind {
        throw fault(")", hint: "a list is written in braces, as in {1, 2}")
      }
      try close(.round, openedAt: position, or: part.isClause ? "AND, OR or " : "an operator or ")
      part.position = position
      part.height += 1
      return part
    }
  }

  private mutating func named(_ name: String, _ position: TextPosition) throws(ConditionFault) -> Part {
    let isMarked = lexer.source.bytes[token.range.lowerBound] == UInt8(ascii: "#")
    try advance()
    if token.kind == .open(.round), !isMarked { return try call(name, position) }
    return Part(Expression.path(.subject, [.key(name)]), at: position)
  }
}

extension Parser.Part {
  var isClause: Bool { if case .clause = kind { true } else { false } }
}

extension Parser {
  /// Parses a list or an object.
  private mutating func braces() throws(ConditionFault) -> Part {
    let position = try advance().position
    if token.kind == .colon { return try members([], openedAt: position) }
    var elements: [Expression] = []
    var height = 0
    while token.kind != .close(.curly) {
      let element = try part(.combination)
      let value = try expression(element)
      if token.kind == .colon, elements.isEmpty { return try members([value], openedAt: position) }
      elements.append(value)
      height = max(height, element.height)
      guard try accept(.comma) else { break }
      if token.kind == .close(.curly) { throw fault("another value after the comma") }
    }
    try close(.curly, openedAt: position, or: "a comma or ")
    return Part(Expression.list(elements).simplified, at: position, height: height + 1)
  }

  /// Parses an object of constants, for example `{'a': 1}`.
  ///
  /// `{:}` is the empty object.
  private mutating func members(_ first: [Expression], openedAt position: TextPosition) throws(ConditionFault) -> Part {
    var members: [String: Value] = [:]
    var key = first.first
    var height = 0
    while token.kind == .colon {
      let colon = try advance().position
      guard let name = key else { break }
      guard case .constant(.text(let text)) = name else {
        throw ConditionFault(at: colon, found: "a colon", expected: "a text before the colon", hint: "as in {'key': 1}")
      }
      let start = token.position
      let member = try part(.combination)
      guard case .constant(let value) = try expression(member) else {
        throw ConditionFault(at: start, found: "an expression", expected: "a constant in an object")
      }
      if members.updateValue(value, forKey: text) != nil {
        throw ConditionFault(at: colon, found: "\(text.shortened) again", expected: "each key once")
      }
      height = max(height, member.height)
      guard try accept(.comma) else { break }
      let next = try part(.combination)
      key = try expression(next)
      if token.kind != .colon { throw fault("a colon") }
    }
    try close(.curly, openedAt: position, or: "a comma or ")
    return Part(Expression.constant(.object(members)), at: position, height: height + 1)
  }
}
