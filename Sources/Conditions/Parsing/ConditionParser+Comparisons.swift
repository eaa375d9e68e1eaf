import Values

extension ConditionParser {
  /// Parses the operator and the right side of a comparison.
  mutating func parseComparison(
    quantifier: Quantifier?, left: ParsedNode, at position: TextPosition
  ) throws(ConditionError) -> ParsedNode {
    let value = try requireExpression(left)
    let relation = try parseComparisonOperator()
    let folding = try parseCompareOptions()
    let right = try parse(minimumPrecedence: .setOperation)
    let comparison = Comparison(
      quantifier: quantifier, left: value, comparisonOperator: relation, compareOptions: folding,
      right: try requireExpression(right),
      position: SyntaxPosition(position), rightPosition: SyntaxPosition(right.position))
    try validate(comparison, rightPosition: right.position)
    return ParsedNode(Clause.comparison(comparison), at: position, height: max(left.height, right.height) + 1)
  }

  /// Parses a comparison after a quantifier.
  mutating func parseQuantifiedComparison(_ quantifier: Quantifier) throws(ConditionError) -> ParsedNode {
    let quantifierToken = try advance()
    let position = quantifierToken.position
    if case .comparisonOperator = token.kind {
      throw syntaxError(
        expected: "a value",
        hint: "to read a key with this name, write #\(lexer.scanner.text(in: quantifierToken.byteRange))")
    }
    let left = try parse(minimumPrecedence: .setOperation)
    return try parseComparison(quantifier: quantifier, left: left, at: position)
  }

  private mutating func parseComparisonOperator() throws(ConditionError) -> ComparisonOperator {
    switch token.kind {
    case .comparisonOperator(let relation):
      try advance()
      return relation
    case .keyword(let keyword):
      guard let relation = keyword.comparisonOperator else { break }
      try advance()
      return relation
    default: break
    }
    throw syntaxError(expected: "a comparison operator such as == after the value", hint: hint(for: .afterValue))
  }

  /// Parses the options in brackets after an operator.
  private mutating func parseCompareOptions() throws(ConditionError) -> StringCompareOptions {
    guard token.kind == .open(.square) else { return .none }
    let opening = try advance().position
    guard case .name(let letters) = token.kind, let folding = Self.compareOptions(fromLetters: letters.lowercased())
    else {
      let isList = if case .name = token.kind { false } else { true }
      let hint = isList ? "a list is written in braces, as in {1, 2}" : "c ignores case, d ignores accents"
      throw syntaxError(expected: "c, d or cd", hint: hint)
    }
    try advance()
    try expectClosing(.square, openedAt: opening)
    return folding
  }

  private static func compareOptions(fromLetters letters: String) -> StringCompareOptions? {
    switch letters {
    case "c": StringCompareOptions(ignoresCase: true)
    case "d": StringCompareOptions(ignoresAccents: true)
    case "cd", "dc": StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    default: nil
    }
  }

  /// Throws an error for a comparison that can never be true.
  private func validate(_ comparison: Comparison, rightPosition: TextPosition) throws(ConditionError) {
    guard let constant = comparison.right.constant else {
      if case .list(let bounds) = comparison.right, comparison.comparisonOperator == .between, bounds.count != 2 {
        throw Self.betweenBoundsError(at: rightPosition)
      }
      return
    }
    switch (comparison.comparisonOperator, constant) {
    case (.between, .list(let bounds)) where bounds.count == 2: break
    case (.between, _): throw Self.betweenBoundsError(at: rightPosition)
    case (.matches, .text(let text)):
      do throws(PatternError) {
        _ = try Pattern(text, comparison.compareOptions)
      } catch {
        throw error.conditionError(at: rightPosition)
      }
    default: break
    }
  }

  private static func betweenBoundsError(at position: TextPosition) -> ConditionError {
    ConditionError(at: position, found: "something else", expected: "two values after BETWEEN, as in {1, 2}")
  }
}
