import Values

extension TypeChecker {
  /// Returns the type of an expression, or `nil` if it is unknown.
  func type(of expression: ConditionExpression) -> ValueType? {
    if let reference = expression.reference {
      return type(of: expression.stepsAfterReference, after: type(of: reference))
    }
    switch expression {
    case .constant(let value): return ValueType(of: value)
    case .subject, .variable: return nil
    case .path(let base, let steps): return type(of: steps[...], after: type(of: base))
    case .list(let elements): return .list(of: .common(elements.map(type)))
    case .negation, .operatorChain: return .number
    case .setOperation(let left, _, let right):
      return .list(of: .common([left, right].map { type(of: $0)?.elementType }))
    case .call(let function, let arguments, _): return type(of: function, arguments)
    case .cast(_, .text): return .text
    case .cast(_, .number), .cast(_, .money): return .number
    case .cast(_, .instant): return .instant
    case .conditional(_, let left, let right): return .common([left, right].filter { $0.constant != .null }.map(type))
    case .subquery(let list, _, _): return .list(of: type(of: list)?.elementType)
    }
  }

  private func type(of reference: Reference) -> ValueType? {
    switch reference.root {
    case .variable(let name):
      guard let member = subqueryVariables[name] else { return referenceType(reference)?.type }
      return member?.member(at: reference.keys)
    case .object: return referenceType(reference)?.type
    case .now: return reference.keys.isEmpty ? .instant : nil
    case .random: return reference.keys.isEmpty ? .number : nil
    }
  }

  private func type(of steps: ArraySlice<PathStep>, after base: ValueType?) -> ValueType? {
    steps.reduce(base) { type, step in
      switch step {
      case .key(let key): return type?.member(at: CollectionOfOne(key))
      case .size, .collectionOperator(.count, _), .collectionOperator(.sum, _), .collectionOperator(.avg, _):
        return .number
      case .index, .first, .last:
        guard case .list(let element)? = type else { return nil }
        return element
      case .collectionOperator(.min, let keys), .collectionOperator(.max, let keys):
        return type?.elementType?.member(at: keys)
      case .collectionOperator(.distinct, let keys): return .list(of: type?.elementType?.member(at: keys))
      }
    }
  }

  private func type(of function: BuiltInFunction, _ arguments: [ConditionExpression]) -> ValueType? {
    switch function {
    case .sum, .count, .average, .median, .stddev, .sqrt, .log, .ln, .exp, .floor, .ceiling, .abs, .trunc, .length,
      .random:
      return .number
    case .lowercase, .uppercase: return .text
    case .now: return .instant
    case .min, .max, .mode: return .common(aggregateOperands(of: arguments).map(type))
    }
  }

  /// Returns the expressions whose values an aggregate gets from its arguments, if they are known.
  private func aggregateOperands(of arguments: [ConditionExpression]) -> [Operand] {
    arguments.count == 1
      ? operands(of: arguments[0], at: .none, areElements: true) : arguments.map { operand($0, at: .none) }
  }

  private func type(of operand: Operand) -> ValueType? { operand.type }
}

extension TypeChecker {
  /// Checks the operands of operators and functions, and the conditions inside an expression.
  func checked(_ expression: ConditionExpression, at position: SyntaxPosition) throws(ConditionError)
    -> ConditionExpression
  {
    switch expression {
    case .constant, .subject, .variable: return expression
    case .path(let base, let steps): return .path(try checked(base, at: position), steps)
    case .list(let elements): return .list(try checked(elements, at: position))
    case .negation(let operand):
      try requireNumber(operand, for: "the minus sign", at: position)
      return .negation(try checked(operand, at: position))
    case .operatorChain(let first, let terms):
      for (operand, name) in zip([first] + terms.map(\.operand), [terms[0]] + terms) {
        try requireNumber(operand, for: name.arithmeticOperator.rawValue, at: position)
      }
      var checkedTerms = terms
      for index in terms.indices { checkedTerms[index].operand = try checked(terms[index].operand, at: position) }
      return .operatorChain(try checked(first, at: position), checkedTerms)
    case .setOperation(let left, let setOperator, let right):
      return .setOperation(try checked(left, at: position), setOperator, try checked(right, at: position))
    case .call(let function, let arguments, let place):
      return .call(function, try checked(arguments, at: position), place)
    case .cast(let operand, let type): return .cast(try checked(operand, at: position), type)
    case .conditional(let clause, let left, let right):
      return .conditional(try checked(clause), try checked(left, at: position), try checked(right, at: position))
    case .subquery(let list, let variable, let clause):
      return .subquery(
        try checked(list, at: position), variable: variable,
        try inSubquery(over: list, variable: variable).checked(clause))
    }
  }

  private func checked(_ expressions: [ConditionExpression], at position: SyntaxPosition) throws(ConditionError)
    -> [ConditionExpression]
  {
    var results: [ConditionExpression] = []
    for expression in expressions { results.append(try checked(expression, at: position)) }
    return results
  }

  /// Throws an error if the result of an operator is always null, because an operand is not a number.
  private func requireNumber(_ expression: ConditionExpression, for name: String, at position: SyntaxPosition)
    throws(ConditionError)
  {
    let operand = operand(expression, at: position)
    guard let type = operand.type, !type.isNumber else { return }
    throw ConditionError(
      at: position.textPosition, found: operand.description, expected: "numbers for \(name)", hint: operand.note)
  }
}

extension Condition {
  /// Returns the condition with its types checked.
  ///
  /// If `born` holds points in time, `born < '2024-02-01'` becomes `born < CAST('2024-02-01T00:00:00Z', 'NSDate')`. A
  /// date means the midnight at which the day starts. The closure returns the type of a reference, or `nil` if it is
  /// unknown.
  ///
  /// - Throws: An error if a comparison has the same result for all values, because its sides have different types.
  package func checkingTypes(_ referenceType: (Reference) -> ReferenceType?) throws(ConditionError) -> Condition {
    var types: [Reference: ReferenceType] = [:]
    for reference in references { types[reference] = referenceType(reference) }
    return Condition(try TypeChecker { [types] in types[$0] }.checked(clause))
  }
}
