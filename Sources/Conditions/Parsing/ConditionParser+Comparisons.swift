import Values

extension ConditionParser {
  /// Parses the operator and the right side of a comparison.
  mutating func parseComparison(
    quantifier: Quantifier?, left: ParsedNode, at position: TextPosition
  ) throws(ConditionError) -> ParsedNode {
    let value = try requireExpression(left)
    guard case .comparisonOperator(let comparisonOperator) = token.kind else {
      throw syntaxError(expected: "a comparison operator such as == after the value", hint: hint(for: .afterValue))
    }
    try advance()
    let compareOptions = try parseCompareOptions()
    let right = try parse(minimumPrecedence: .setOperation)
    let comparison = Comparison(
      quantifier: quantifier, left: value, comparisonOperator: comparisonOperator, compareOptions: compareOptions,
      right: try requireExpression(right),
      position: SyntaxPosition(position), rightPosition: SyntaxPosition(right.position))
    try validate(comparison, rightPosition: right.position)
    return ParsedNode(.clause(.comparison(comparison)), at: position, height: max(left.height, right.height) + 1)
  }

  /// Parses a quantifier and the comparison after it.
  mutating func parseQuantifiedComparison(_ quantifier: Quantifier) throws(ConditionError) -> ParsedNode {
    let word = try advance()
    if case .comparisonOperator = token.kind, !isAtKeyword {
      throw syntaxError(
        expected: "a value", hint: "to read a key with this name, write #\(lexer.text(in: word.byteRange))")
    }
    let left = try parse(minimumPrecedence: .setOperation)
    return try parseComparison(quantifier: quantifier, left: left, at: word.position)
  }

  /// Parses the compare options, such as `[cd]`, that may follow an operator.
  private mutating func parseCompareOptions() throws(ConditionError) -> StringCompareOptions {
    guard token.kind == .open(.square) else { return .none }
    let opening = try advance().position
    let isMarked = lexer.bytes[token.byteRange].first == UInt8(ascii: "#")
    guard case .name(let letters) = token.kind, !isMarked, ["c", "d", "cd", "dc"].contains(letters.lowercased()) else {
      let isList = if case .name = token.kind { false } else { true }
      let hint = isList ? Self.listHint : "c ignores case, d ignores accents"
      throw syntaxError(expected: "c, d or cd", hint: hint)
    }
    try advance()
    try expectClosing(.square, openedAt: opening)
    let options = letters.lowercased()
    return StringCompareOptions(ignoresCase: options.contains("c"), ignoresAccents: options.contains("d"))
  }

  /// Throws an error if BETWEEN does not have two bounds, or if the pattern of MATCHES is invalid.
  ///
  /// A right side that is known only during evaluation is not checked.
  private func validate(_ comparison: Comparison, rightPosition: TextPosition) throws(ConditionError) {
    switch (comparison.comparisonOperator, comparison.right) {
    case (.between, .constant(.list(let bounds))) where bounds.count != 2:
      throw Self.betweenBoundsError(at: rightPosition)
    case (.between, .list(let bounds)) where bounds.count != 2: throw Self.betweenBoundsError(at: rightPosition)
    case (.between, .constant(.list)): break
    case (.between, .constant): throw Self.betweenBoundsError(at: rightPosition)
    case (.matches, .constant(.text(let text))):
      do throws(PatternError) {
        _ = try Pattern(text, comparison.compareOptions)
      } catch {
        throw error.conditionError(at: rightPosition)
      }
    default: break
    }
  }

  private static func betweenBoundsError(at position: TextPosition) -> ConditionError {
    ConditionError(at: position, found: "not a list of two values", expected: "two values after BETWEEN, as in {1, 2}")
  }
}
