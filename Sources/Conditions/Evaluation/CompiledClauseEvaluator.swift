import Values

/// Evaluates compiled clauses and expressions.
struct CompiledClauseEvaluator<Source: ValueSource> {
  let references: [Reference]
  let valueSource: Source
  /// The elements that the enclosing subqueries test, from the outermost.
  var subqueryMembers: [Value] = []

  func holds(_ clause: CompiledClause) throws(ConditionError) -> Bool {
    switch clause {
    case .constant(let isTrue): return isTrue
    case .not(let clause): return try !holds(clause)
    case .comparison(let comparison): return try holds(comparison)
    case .all(let clauses): return try !contains(false, in: clauses)
    case .any(let clauses): return try contains(true, in: clauses)
    }
  }

  /// Returns whether at least one of the clauses has the given result.
  private func contains(_ result: Bool, in clauses: [CompiledClause]) throws(ConditionError) -> Bool {
    // A `for` loop would allocate memory in builds without optimization.
    var index = 0
    while index < clauses.count {
      if try holds(clauses[index]) == result { return true }
      index += 1
    }
    return false
  }

  private func holds(_ comparison: CompiledComparison) throws(ConditionError) -> Bool {
    let left = try value(of: comparison.left)
    let right = try value(of: comparison.right)
    guard let quantifier = comparison.quantifier else { return try comparison.holds(left, right) }
    // The result of ANY and NONE is known at the first element for which the comparison is true. The result of ALL is
    // known at the first element for which it is false.
    let deciding = quantifier != .all
    for member in left.elements where try comparison.holds(member, right) == deciding { return quantifier == .any }
    return quantifier != .any
  }
}

extension CompiledComparison {
  /// Compares two values, ignoring the quantifier.
  fileprivate func holds(_ left: Value, _ right: Value) throws(ConditionError) -> Bool {
    if comparisonOperator == .matches { return try matches(left, right) }
    return compareOptions == .none
      ? holdsForFolded(left, right)
      : holdsForFolded(left.folded(compareOptions), right.folded(compareOptions))
  }

  /// Compares two values that are folded already.
  private func holdsForFolded(_ left: Value, _ right: Value) -> Bool {
    switch comparisonOperator {
    case .equal: left.isEquivalent(to: right)
    case .notEqual: !left.isEquivalent(to: right)
    case .less: left.compare(to: right) == .less
    case .lessOrEqual: left.isLessOrEqual(right)
    case .greater: left.compare(to: right) == .greater
    case .greaterOrEqual: right.isLessOrEqual(left)
    case .between: left.isBetween(right)
    case .isIn: left.isContained(in: right, substring)
    case .contains: right.isContained(in: left, substring)
    case .beginsWith: left.areTexts(right) { $0.utf8.starts(with: $1.utf8) }
    case .endsWith: left.areTexts(right) { $0.utf8.reversed().starts(with: $1.utf8.reversed()) }
    case .like, .matches: left.areTexts(right) { (wildcardPattern ?? WildcardPattern($1)).matches($0) }
    }
  }

  private func matches(_ left: Value, _ right: Value) throws(ConditionError) -> Bool {
    guard case .text(let text) = left, case .text(let pattern) = right else { return false }
    if let compiled = self.pattern { return compiled.matches(text) }
    do throws(PatternError) {
      return try Pattern(pattern, compareOptions).matches(text)
    } catch {
      throw error.conditionError(
        .evaluation, pattern: pattern, source: patternExpressionText, at: patternPosition.textPosition)
    }
  }
}

extension Value {
  fileprivate func isLessOrEqual(_ other: Value) -> Bool { compare(to: other).map { $0 != .greater } ?? false }

  /// Returns whether the value is between two bounds, including the bounds.
  fileprivate func isBetween(_ bounds: Value) -> Bool {
    guard case .list(let bounds) = bounds, bounds.count == 2 else { return false }
    return bounds[0].isLessOrEqual(self) && isLessOrEqual(bounds[1])
  }

  /// Returns whether the value is an element of a list, a value of an object, or a substring of a text.
  ///
  /// The search for a constant text was prepared when the condition was compiled.
  fileprivate func isContained(in other: Value, _ search: SubstringSearch?) -> Bool {
    switch other {
    case .list(let values): values.contains { isEquivalent(to: $0) }
    case .object(let members): members.values.contains { isEquivalent(to: $0) }
    case .text: areTexts(other) { (search ?? SubstringSearch($0)).matches($1) }
    case .null, .boolean, .integer, .real, .money, .instant: false
    }
  }

  /// Returns whether both values are texts and the test is true for them.
  fileprivate func areTexts(_ other: Value, satisfying test: (String, String) -> Bool) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return false }
    return test(left, right)
  }

  /// Returns the value with all texts folded, including texts in lists.
  fileprivate func folded(_ folding: StringCompareOptions) -> Value {
    switch self {
    case .text(let text): .text(folding.folded(text))
    case .list(let values): .list(values.map { $0.folded(folding) })
    case .null, .boolean, .integer, .real, .money, .instant, .object: self
    }
  }
}
