import Values

/// Finds comparisons that are the same for all values, because a number is never the same as a text.
///
/// A type may be unknown, and is then compatible with every other type, and so is null. Texts that are compared with
/// points in time are converted to points in time.
struct TypeChecker {
  /// Returns the type of a reference, or `nil` if it is unknown.
  let referenceType: (Reference) -> ReferenceType?
  /// The types of the variables of the enclosing subqueries.
  private(set) var subqueryVariables: [String: ValueType?] = [:]

  init(_ referenceType: @escaping (Reference) -> ReferenceType?) { self.referenceType = referenceType }

  func checked(_ clause: Clause) throws(ConditionError) -> Clause {
    switch clause {
    case .constant: return clause
    case .all(let clauses): return .all(try checked(clauses))
    case .any(let clauses): return .any(try checked(clauses))
    case .not(let clause, let position): return .not(try checked(clause), position)
    case .comparison(let comparison): return .comparison(try checked(comparison))
    }
  }

  private func checked(_ clauses: [Clause]) throws(ConditionError) -> [Clause] {
    var results: [Clause] = []
    for clause in clauses { results.append(try checked(clause)) }
    return results
  }

  private func checked(_ comparison: Comparison) throws(ConditionError) -> Comparison {
    var checked = comparison
    checked.left = try self.checked(comparison.left, at: comparison.position)
    checked.right = try self.checked(comparison.right, at: comparison.rightPosition)
    switch comparison.comparisonOperator {
    case .equal, .notEqual: try relate(&checked)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: try relate(&checked, isOrdered: true)
    case .between: try relate(&checked, comparesElements: .right, isOrdered: true)
    case .isIn: try relate(&checked, comparesElements: .right)
    case .contains: try relate(&checked, comparesElements: .left)
    case .beginsWith, .endsWith, .like, .matches: try requireTexts(checked)
    }
    return checked
  }

  /// Returns the checker for the condition of a subquery.
  func inSubquery(over list: ConditionExpression, variable: String) -> TypeChecker {
    var inner = self
    inner.subqueryVariables[variable] = .some(type(of: list)?.elementType)
    return inner
  }
}

extension TypeChecker {
  enum Side { case left, right }

  /// Converts the texts on one side to points in time if the other side is one, and requires the sides to be comparable.
  private func relate(_ comparison: inout Comparison, comparesElements side: Side? = nil, isOrdered: Bool = false)
    throws(ConditionError)
  {
    let left = operands(of: comparison.left, at: comparison.position, areElements: comparison.quantifier != nil)
    let right = operands(of: comparison.right, at: comparison.rightPosition)
    let (lefts, rights): ([Operand], [Operand])
    switch side {
    case nil: (lefts, rights) = (left, right)
    case .left: (lefts, rights) = (try elements(of: left, comparison, others: right), right)
    case .right: (lefts, rights) = (left, try elements(of: right, comparison, others: left))
    }
    if let type = lefts.lazy.compactMap(\.type).first(where: \.isInstant) {
      comparison.right = try converting(comparison.right, at: comparison.rightPosition, to: type)
    } else if let type = rights.lazy.compactMap(\.type).first(where: \.isInstant) {
      comparison.left = try converting(comparison.left, at: comparison.position, to: type)
    }
    for left in lefts {
      for right in rights { try requireComparable(left, right, isOrdered: isOrdered) }
    }
  }

  private func requireComparable(_ left: Operand, _ right: Operand, isOrdered: Bool)
    throws(ConditionError)
  {
    guard let leftType = left.type, let rightType = right.type else { return }
    if leftType.isInstant && right.isConstantText || rightType.isInstant && left.isConstantText { return }
    if !leftType.isComparable(with: rightType) {
      throw left.isReference || !right.isReference
        ? mismatch(of: right, comparedWith: left) : mismatch(of: left, comparedWith: right)
    }
    if isOrdered && !leftType.isOrdered {
      throw ConditionError(
        at: left.position.textPosition, found: left.description, expected: "values that have an order",
        hint: Operand.listHint)
    }
  }

  private func mismatch(of operand: Operand, comparedWith other: Operand) -> ConditionError {
    let expected = other.type?.expectation ?? "a value"
    return ConditionError(
      at: operand.position.textPosition, found: operand.description,
      expected: "\(expected) to compare with \(other.expression.text.excerpt)",
      hint: hint(for: operand, comparedWith: other))
  }

  private func hint(for operand: Operand, comparedWith other: Operand) -> String? {
    if let note = other.note ?? operand.note { return note }
    switch (operand.type, other.type) {
    case (.list?, _), (_, .list?): return Operand.listHint
    case (.number?, .instant?): return "a date is written in quotation marks, as in '2024-02-01'"
    case (.number?, .timeOfDay?): return "a time is written in quotation marks, as in '14:05'"
    case (.text?, .number?), (.text?, .boolean?):
      guard case .text(let text)? = operand.expression.constant,
        case .comparison(let parsed)? = try? Condition(parsing: "0 == \(text)").clause,
        parsed.right.constant.flatMap(ValueType.init)?.isNumber == true
      else { return nil }
      return "write \(text.excerpt) without quotation marks"
    default: return nil
    }
  }

  /// Returns the operands for the elements of a container.
  private func elements(of containers: [Operand], _ comparison: Comparison, others: [Operand])
    throws(ConditionError)
    -> [Operand]
  {
    var elements: [Operand] = []
    for container in containers {
      switch (container.type, container.expression) {
      case (nil, _): break
      case (.list?, _): elements += self.operands(of: container.expression, at: container.position, areElements: true)
      case (.object?, .constant(.object(let members))):
        elements += members.values.map { operand(.constant($0), at: container.position) }
      case (.object?, _): break
      // A text contains texts.
      case (.text?, _) where comparison.comparisonOperator != .between: elements.append(container)
      case (.text?, _), (.number?, _), (.boolean?, _), (.instant?, _), (.timeOfDay?, _):
        let isBetween = comparison.comparisonOperator == .between
        throw ConditionError(
          at: container.position.textPosition, found: container.description,
          expected: isBetween ? "two values after BETWEEN, as in {1, 2}" : "a list or a text that can contain a value",
          hint: container.note)
      }
    }
    return elements
  }

  private func requireTexts(_ comparison: Comparison) throws(ConditionError) {
    let name = comparison.comparisonOperator.rawValue
    let left = operands(of: comparison.left, at: comparison.position, areElements: comparison.quantifier != nil)
    for operand in left + operands(of: comparison.right, at: comparison.rightPosition) {
      guard let type = operand.type, type != .text else { continue }
      let hint: String? =
        switch type {
        case .list: Operand.listHint
        case .instant, .timeOfDay: "dates and times are compared by ==, !=, <, <=, >, >=, BETWEEN or IN"
        case .number, .boolean, .text, .object: nil
        }
      throw ConditionError(
        at: operand.position.textPosition, found: operand.description, expected: "texts for \(name)",
        hint: operand.note ?? hint)
    }
  }
}
