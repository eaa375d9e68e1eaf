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
    if clause.fitsNestingLimit(Self.safeLevelCount) { return nil }
    // Printing a tree of any depth could overflow the stack.
    guard clause.fitsNestingLimit(Self.tooManyLevels) else { return ConditionParser.nestingError(at: nil) }
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
  fileprivate func fitsNestingLimit(_ levels: Int) -> Bool {
    if levels <= 0 { return false }
    return switch self {
    case .constant: true
    case .all(let clauses), .any(let clauses): clauses.allSatisfy { $0.fitsNestingLimit(levels - 1) }
    case .not(let clause, _): clause.fitsNestingLimit(levels - 1)
    case .comparison(let comparison):
      comparison.left.fitsNestingLimit(levels - 1) && comparison.right.fitsNestingLimit(levels - 1)
    }
  }
}

extension ConditionExpression {
  fileprivate func fitsNestingLimit(_ levels: Int) -> Bool {
    func fitNestingLimit(_ expressions: ConditionExpression...) -> Bool {
      expressions.allSatisfy { $0.fitsNestingLimit(levels - 1) }
    }
    if levels <= 0 { return false }
    return switch self {
    case .subject, .variable: true
    case .constant(let value): value.fitsNestingLimit(levels - 1)
    case .path(let base, let steps):
      fitNestingLimit(base)
        && steps.allSatisfy { if case .index(let index) = $0 { fitNestingLimit(index) } else { true } }
    case .list(let elements), .call(_, let elements, _): elements.allSatisfy { fitNestingLimit($0) }
    case .negation(let operand), .cast(let operand, _): fitNestingLimit(operand)
    case .operatorChain(let first, let terms):
      fitNestingLimit(first) && terms.allSatisfy { fitNestingLimit($0.operand) }
    case .setOperation(let left, _, let right): fitNestingLimit(left, right)
    case .conditional(let clause, let left, let right):
      clause.fitsNestingLimit(levels - 1) && fitNestingLimit(left, right)
    case .subquery(let list, _, let clause): fitNestingLimit(list) && clause.fitsNestingLimit(levels - 1)
    }
  }
}

extension Value {
  fileprivate func fitsNestingLimit(_ levels: Int) -> Bool {
    if levels <= 0 { return false }
    return switch self {
    case .list(let values): values.allSatisfy { $0.fitsNestingLimit(levels - 1) }
    case .object(let members): members.values.allSatisfy { $0.fitsNestingLimit(levels - 1) }
    case .null, .boolean, .integer, .real, .money, .text, .instant: true
    }
  }
}
