import Values

extension Condition {
  /// Returns the condition with texts converted to instants where they are compared with a reference that holds
  /// instants.
  ///
  /// If `born` holds instants, `born < '2024-02-01'` becomes `born < CAST('2024-02-01T00:00:00Z', 'NSDate')`: an
  /// instant is never the same as a text, and neither is less. A date means the midnight at which the day starts. A
  /// text that is not an instant is an error, and so is an operator that applies to texts only.
  package func convertingTextsToInstants(
    where holdsInstants: (Reference) -> Bool
  ) throws(ConditionError) -> Condition {
    Condition(try clause.convertingTextsToInstants(where: holdsInstants))
  }
}

extension Clause {
  fileprivate func convertingTextsToInstants(where holdsInstants: (Reference) -> Bool) throws(ConditionError) -> Clause
  {
    func convert(_ clause: Clause) throws(ConditionError) -> Clause {
      try clause.convertingTextsToInstants(where: holdsInstants)
    }
    switch self {
    case .constant: return self
    case .all(let clauses): return .all(try clauses.map(convert))
    case .any(let clauses): return .any(try clauses.map(convert))
    case .not(let clause, let position): return .not(try convert(clause), position)
    case .comparison(var comparison):
      if comparison.left.wholeReference.map(holdsInstants) == true {
        comparison.right = try comparison.convertingTextsToInstants(in: comparison.right)
      } else if comparison.right.wholeReference.map(holdsInstants) == true {
        comparison.left = try comparison.convertingTextsToInstants(in: comparison.left)
      }
      return .comparison(comparison)
    }
  }
}

extension Comparison {
  /// Returns an operand that is compared with an instant, with its texts converted to instants.
  fileprivate func convertingTextsToInstants(in expression: ConditionExpression) throws(ConditionError)
    -> ConditionExpression
  {
    switch expression {
    case .constant(.list(let values)): return .constant(.list(try values.map(convertingTextsToInstants)))
    case .constant(let value): return .constant(try convertingTextsToInstants(in: value))
    case .list(let elements): return .list(try elements.map(convertingTextsToInstants))
    case .subject, .variable, .path, .negation, .operatorChain, .setOperation, .call, .cast, .conditional, .subquery:
      return expression
    }
  }

  private func convertingTextsToInstants(in value: Value) throws(ConditionError) -> Value {
    guard case .text(let text) = value else { return value }
    switch comparisonOperator {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .isIn:
      if let instant = Instant(dateOrTimestamp: text) { return .instant(instant) }
      throw ConditionError(
        .evaluation, at: rightPosition.textPosition, found: value.conditionLiteral,
        expected: "a date such as '2024-02-01', or a point in time such as '2024-02-01T14:05:09Z'")
    case .contains, .beginsWith, .endsWith, .like, .matches:
      throw ConditionError(
        .evaluation, at: position.textPosition, found: comparisonOperator.rawValue,
        expected: "dates to be compared by ==, !=, <, <=, >, >=, BETWEEN or IN")
    }
  }
}
