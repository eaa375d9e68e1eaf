internal import Values

extension Condition {
  /// Returns the condition with texts converted to instants where they are compared with a reference that holds
  /// instants.
  ///
  /// If `born` holds instants, `born < '2024-02-01'` becomes `born < CAST('2024-02-01T00:00:00Z', 'NSDate')`: an
  /// instant is never the same as a text, and neither is less. A date means the midnight at which the day starts. A
  /// text that is not an instant is an error, and so is an operator that applies to texts only.
  package func readingInstants(
    where holdsInstants: (Reference) -> Bool
  ) throws(ConditionFault) -> Condition {
    Condition(try clause.readingInstants(where: holdsInstants))
  }
}

extension Clause {
  fileprivate func readingInstants(where holdsInstants: (Reference) -> Bool) throws(ConditionFault) -> Clause {
    func read(_ clause: Clause) throws(ConditionFault) -> Clause { try clause.readingInstants(where: holdsInstants) }
    switch self {
    case .constant: return self
    case .all(let clauses): return .all(try clauses.map(read))
    case .any(let clauses): return .any(try clauses.map(read))
    case .not(let clause, let place): return .not(try read(clause), place)
    case .comparison(var comparison):
      if comparison.left.isRead(where: holdsInstants) {
        comparison.right = try comparison.instant(of: comparison.right)
      } else if comparison.right.isRead(where: holdsInstants) {
        comparison.left = try comparison.instant(of: comparison.left)
      }
      return .comparison(comparison)
    }
  }
}

extension Expression {
  /// Whether the expression is nothing but a reference for which a test holds.
  fileprivate func isRead(where isMeant: (Reference) -> Bool) -> Bool {
    guard let reference, stepsBehindReference.isEmpty else { return false }
    return isMeant(reference)
  }
}

extension Comparison {
  /// Returns an operand that is compared with an instant, with its texts converted to instants.
  fileprivate func instant(of expression: Expression) throws(ConditionFault) -> Expression {
    switch expression {
    case .constant(.list(let values)): return .constant(.list(try values.map(instant)))
    case .constant(let value): return .constant(try instant(of: value))
    case .list(let elements): return .list(try elements.map(instant))
    case .subject, .variable, .path, .negative, .chain, .combined, .call, .cast, .choice, .subquery: return expression
    }
  }

  private func instant(of value: Value) throws(ConditionFault) -> Value {
    guard case .text(let text) = value else { return value }
    switch relation {
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .isIn:
      if let instant = Instant(reading: text) { return .instant(instant) }
      throw ConditionFault(
        .evaluation, at: rightPlace.position, found: value.conditionText,
        expected: "a date such as '2024-02-01', or a point in time such as '2024-02-01T14:05:09Z'")
    case .contains, .begins, .ends, .like, .matches:
      throw ConditionFault(
        .evaluation, at: place.position, found: relation.rawValue,
        expected: "dates to be compared by ==, !=, <, <=, >, >=, BETWEEN or IN")
    }
  }
}
