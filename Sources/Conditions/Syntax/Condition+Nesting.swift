import Values

extension Condition {
  /// The levels of a tree whose text can be parsed in any case: each is at most two levels of the text.
  private static let safeLevelCount = 40
  /// The levels of a tree whose text cannot be parsed in any case: three of them are at least one level of the text.
  private static let tooManyLevels = 4 * ConditionParser.maxDepth

  /// The error of parsing the condition's text, if the condition is nested too deep.
  ///
  /// Only a condition that was built in Swift can be.
  var nestingError: ConditionError? {
    if clause.isNested(atMost: Self.safeLevelCount) { return nil }
    // Printing a tree of any depth could overflow the stack.
    guard clause.isNested(atMost: Self.tooManyLevels) else { return ConditionParser.nestingError(at: nil) }
    do throws(ConditionError) {
      _ = try Condition(parsing: description)
      return nil
    } catch {
      return error
    }
  }
}

extension Clause {
  /// Returns whether the tree has at most a number of levels.
  fileprivate func isNested(atMost levels: Int) -> Bool {
    if levels <= 0 { return false }
    return switch self {
    case .constant: true
    case .all(let clauses), .any(let clauses): clauses.allSatisfy { $0.isNested(atMost: levels - 1) }
    case .not(let clause, _): clause.isNested(atMost: levels - 1)
    case .comparison(let comparison):
      comparison.left.isNested(atMost: levels - 1) && comparison.right.isNested(atMost: levels - 1)
    }
  }
}

extension ConditionExpression {
  fileprivate func isNested(atMost levels: Int) -> Bool {
    func areNested(_ expressions: ConditionExpression...) -> Bool {
      expressions.allSatisfy { $0.isNested(atMost: levels - 1) }
    }
    if levels <= 0 { return false }
    return switch self {
    case .subject, .variable: true
    case .constant(let value): value.isNested(atMost: levels - 1)
    case .path(let base, let steps):
      areNested(base) && steps.allSatisfy { if case .index(let index) = $0 { areNested(index) } else { true } }
    case .list(let elements), .call(_, let elements, _): elements.allSatisfy { areNested($0) }
    case .negation(let operand), .cast(let operand, _): areNested(operand)
    case .operatorChain(let first, let terms): areNested(first) && terms.allSatisfy { areNested($0.operand) }
    case .setOperation(let left, _, let right): areNested(left, right)
    case .conditional(let clause, let left, let right):
      clause.isNested(atMost: levels - 1) && areNested(left, right)
    case .subquery(let list, _, let clause): areNested(list) && clause.isNested(atMost: levels - 1)
    }
  }
}

extension Value {
  fileprivate func isNested(atMost levels: Int) -> Bool {
    if levels <= 0 { return false }
    return switch self {
    case .list(let values): values.allSatisfy { $0.isNested(atMost: levels - 1) }
    case .object(let members): members.values.allSatisfy { $0.isNested(atMost: levels - 1) }
    case .null, .boolean, .integer, .real, .money, .text, .instant: true
    }
  }
}
