import Values

extension ConditionParser {
  /// Parses the arguments of a call.
  mutating func parseCall(named name: String, at position: TextPosition) throws(ConditionError) -> ParsedNode {
    let opening = try advance().position
    let node =
      switch name.uppercased() {
      case "SUBQUERY": try parseSubquery(at: position)
      case "TERNARY": try parseTernary(at: position)
      case "CAST": try parseCast(at: position)
      case "FUNCTION": try parseFunctionKeywordCall(at: position)
      default: try parseFunctionCall(named: name, at: position)
      }
    try expectClosing(.round, openedAt: opening, or: "a comma or ")
    return node
  }

  private mutating func parseFunctionCall(named name: String, at position: TextPosition) throws(ConditionError)
    -> ParsedNode
  {
    guard let function = BuiltInFunction(rawValue: name.lowercased()) else {
      throw Self.unknownFunctionError(name, at: position)
    }
    var arguments: [ParsedNode] = []
    while token.kind != .close(.round) {
      arguments.append(try parse(minimumPrecedence: .setOperation))
      guard try accept(.comma) else { break }
      if token.kind == .close(.round) { throw syntaxError(expected: "another value after the comma") }
    }
    return try makeCall(of: function, arguments: arguments, at: position)
  }

  private func makeCall(of function: BuiltInFunction, arguments: [ParsedNode], at position: TextPosition)
    throws(ConditionError) -> ParsedNode
  {
    var values: [ConditionExpression] = []
    for argument in arguments { values.append(try requireExpression(argument)) }
    guard function.arity.contains(values.count) else {
      let least = function.arity.lowerBound
      throw ConditionError(
        at: position, found: "\(values.count)",
        expected:
          "\(least == 0 ? "no" : function.arity.count == 1 ? "one" : "at least one") argument in \(function.rawValue)(…)"
      )
    }
    let height = arguments.map(\.height).max() ?? 0
    return ParsedNode(
      .expression(.call(function, values, SyntaxPosition(position))), at: position, height: height + 1)
  }

  private static func unknownFunctionError(_ name: String, at position: TextPosition) -> ConditionError {
    let known = BuiltInFunction.allCases.map(\.rawValue)
    let hint = closestMatch(to: name.lowercased(), among: known + ["subquery", "ternary", "cast", "function"])
    return ConditionError(
      at: position, found: name.excerpt, expected: "the name of a function",
      hint: hint.map { "did you mean \($0)?" } ?? "the functions are \(known.joined(separator: ", "))")
  }

  private mutating func expectComma() throws(ConditionError) {
    if try !accept(.comma) { throw syntaxError(expected: "a comma", hint: hint(for: .afterValue)) }
  }

  /// Parses `SUBQUERY(list, $each, condition)`: the elements for which the condition is true.
  private mutating func parseSubquery(at position: TextPosition) throws(ConditionError) -> ParsedNode {
    let list = try parse(minimumPrecedence: .setOperation)
    let value = try requireExpression(list)
    try expectComma()
    guard case .variable(let name) = token.kind else { throw syntaxError(expected: "a variable such as $each") }
    try advance()
    try expectComma()
    let condition = try parse(minimumPrecedence: .or)
    let expression = ConditionExpression.subquery(value, variable: name, try requireClause(condition))
    return ParsedNode(.expression(expression), at: position, height: max(list.height, condition.height) + 1)
  }

  /// Parses `TERNARY(condition, value, value)`: the first value if the condition is true, otherwise the second.
  private mutating func parseTernary(at position: TextPosition) throws(ConditionError) -> ParsedNode {
    let condition = try parse(minimumPrecedence: .or)
    let clause = try requireClause(condition)
    try expectComma()
    let left = try parse(minimumPrecedence: .setOperation)
    let first = try requireExpression(left)
    try expectComma()
    let right = try parse(minimumPrecedence: .setOperation)
    let expression = ConditionExpression.conditional(clause, first, try requireExpression(right))
    return ParsedNode(
      .expression(expression), at: position, height: max(condition.height, left.height, right.height) + 1)
  }

  private mutating func parseCast(at position: TextPosition) throws(ConditionError) -> ParsedNode {
    let operand = try parse(minimumPrecedence: .setOperation)
    let value = try requireExpression(operand)
    try expectComma()
    guard case .constant(.text(let name)) = token.kind else {
      throw syntaxError(expected: "a type in quotation marks, such as 'NSNumber'")
    }
    guard let type = CastType(rawValue: name) else {
      let known = CastType.allCases.map(\.rawValue)
      let hint = closestMatch(to: name, among: known).map { "did you mean '\($0)'?" }
      throw syntaxError(expected: known.map { "'\($0)'" }.joined(separator: ", "), hint: hint)
    }
    try advance()
    let expression = ConditionExpression.cast(value, type).normalized
    return ParsedNode(.expression(expression), at: position, height: operand.height + 1)
  }

  /// Parses `FUNCTION(value, 'name', …)`: a call of a function by its name, with an optional trailing colon.
  private mutating func parseFunctionKeywordCall(at position: TextPosition) throws(ConditionError) -> ParsedNode {
    var arguments = [try parse(minimumPrecedence: .setOperation)]
    try expectComma()
    guard case .constant(.text(let selector)) = token.kind else {
      throw syntaxError(expected: "a function's name in quotation marks")
    }
    guard let function = BuiltInFunction(selector: selector) else {
      throw Self.unknownFunctionError(selector, at: token.position)
    }
    try advance()
    while try accept(.comma) { arguments.append(try parse(minimumPrecedence: .setOperation)) }
    return try makeCall(of: function, arguments: arguments, at: position)
  }
}
