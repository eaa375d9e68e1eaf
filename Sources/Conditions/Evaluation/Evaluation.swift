internal import Values

/// Evaluates compiled clauses and formulas for given values.
struct Evaluation<Reading: Readings> {
  let readings: Reading
  /// The members that the enclosing subqueries test, from the outermost.
  var bound: [Value] = []

  func holds(_ clause: CompiledClause) throws(Trouble) -> Bool {
    switch clause {
    case .constant(let isTrue): return isTrue
    case .not(let clause): return try !holds(clause)
    case .comparison(let comparison): return try holds(comparison)
    case .all(let clauses):
      for clause in clauses where try !holds(clause) { return false }
      return true
    case .any(let clauses):
      for clause in clauses where try holds(clause) { return true }
      return false
    }
  }

  private func holds(_ comparison: CompiledComparison) throws(Trouble) -> Bool {
    let left = try value(of: comparison.left)
    let right = try value(of: comparison.right)
    guard let quantifier = comparison.quantifier else { return try comparison.holds(left, right) }
    // ANY and NONE are decided by the first member that holds, ALL by the first that does not.
    let deciding = quantifier != .all
    for member in left.members where try comparison.holds(member, right) == deciding { return quantifier == .any }
    return quantifier != .any
  }
}

/// Why a condition cannot be evaluated.
enum Trouble: Error {
  /// What is read at an index of the list has no value.
  case unbound(Int, Place)
  case fault(ConditionFault)
}

extension CompiledComparison {
  /// Compares two values, without regard to the quantifier.
  fileprivate func holds(_ left: Value, _ right: Value) throws(Trouble) -> Bool {
    if relation == .matches { return try matches(left, right) }
    let (left, right) = (left.folded(folding), right.folded(folding))
    switch relation {
    case .equal: return left.isSame(as: right)
    case .unequal: return !left.isSame(as: right)
    case .less: return left.order(to: right) == .less
    case .lessOrEqual: return left.isLessOrEqual(right)
    case .greater: return left.order(to: right) == .greater
    case .greaterOrEqual: return right.isLessOrEqual(left)
    case .between: return left.isBetween(right)
    case .isIn: return left.isIn(right)
    case .contains: return right.isIn(left)
    case .begins: return left.areTexts(right) { $0.utf8.starts(with: $1.utf8) }
    case .ends: return left.areTexts(right) { $0.utf8.reversed().starts(with: $1.utf8.reversed()) }
    case .like, .matches: return left.areTexts(right) { (likeness ?? Likeness($1)).matches($0) }
    }
  }

  private func matches(_ left: Value, _ right: Value) throws(Trouble) -> Bool {
    guard case .text(let text) = left, case .text(let pattern) = right else { return false }
    if let compiled = self.pattern { return compiled.matches(text) }
    do throws(PatternFault) {
      return try Pattern(pattern, folding).matches(text)
    } catch {
      throw .fault(error.fault(.evaluation, of: pattern, from: patternSource, at: patternPlace.position))
    }
  }
}

extension Value {
  fileprivate func isLessOrEqual(_ other: Value) -> Bool { order(to: other).map { $0 != .greater } ?? false }

  /// Whether the value is neither less than the first of a list of two nor greater than the second.
  fileprivate func isBetween(_ bounds: Value) -> Bool {
    guard case .list(let bounds) = bounds, bounds.count == 2 else { return false }
    return bounds[0].isLessOrEqual(self) && isLessOrEqual(bounds[1])
  }

  /// Whether the value is a member of a list, one of the values of an object, or a part of a text.
  fileprivate func isIn(_ other: Value) -> Bool {
    switch other {
    case .list(let values): values.contains { isSame(as: $0) }
    case .object(let members): members.values.contains { isSame(as: $0) }
    case .text: areTexts(other) { $1.hasSubstring($0) }
    case .null, .boolean, .integer, .real, .instant: false
    }
  }

  /// Whether both are texts and a test holds for them.
  fileprivate func areTexts(_ other: Value, and test: (String, String) -> Bool) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return false }
    return test(left, right)
  }

  /// The value with its texts folded, and those of its members.
  fileprivate func folded(_ folding: Folding) -> Value {
    if folding == .none { return self }
    return switch self {
    case .text(let text): .text(folding.folded(text))
    case .list(let values): .list(values.map { $0.folded(folding) })
    case .null, .boolean, .integer, .real, .instant, .object: self
    }
  }
}
