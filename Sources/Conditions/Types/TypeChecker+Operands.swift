import Values

extension TypeChecker {
  /// One of the values that a comparison compares.
  struct Operand {
    let expression: ConditionExpression
    let type: ValueType?
    let note: String?
    let position: SyntaxPosition

    static let listHint = "to compare the elements of a list, write ANY, ALL, CONTAINS or IN"

    var isReference: Bool { expression.reference != nil }

    var isConstantText: Bool { if case .text? = expression.constant { true } else { false } }

    /// The operand in an error message.
    var description: String {
      guard let type else { return expression.text.excerpt }
      return expression.constant == nil
        ? "\(expression.text.excerpt), which is \(type)" : "\(type.noun) \(expression.text.excerpt)"
    }
  }

  /// Returns an expression as an operand.
  func operand(_ expression: ConditionExpression, at position: SyntaxPosition) -> Operand {
    Operand(
      expression: expression, type: type(of: expression), note: note(on: expression), position: position)
  }

  /// Returns the operands of one side of a comparison: the expression itself, or the elements of a list.
  func operands(of expression: ConditionExpression, at position: SyntaxPosition, areElements: Bool = false)
    -> [Operand]
  {
    guard areElements else { return [operand(expression, at: position)] }
    switch expression {
    case .constant(.list(let values)): return values.map { operand(.constant($0), at: position) }
    case .list(let expressions): return expressions.map { operand($0, at: position) }
    default:
      return [
        Operand(
          expression: expression, type: type(of: expression)?.elementType, note: note(on: expression),
          position: position)
      ]
    }
  }

  private func note(on expression: ConditionExpression) -> String? {
    guard let reference = expression.wholeReference, !isSubqueryVariable(reference) else { return nil }
    return referenceType(reference)?.note
  }

  private func isSubqueryVariable(_ reference: Reference) -> Bool {
    if case .variable(let name) = reference.root { subqueryVariables[name] != nil } else { false }
  }

  /// Returns an operand that is compared with a point in time, with its constant texts converted to points in time.
  func converting(_ expression: ConditionExpression, at position: SyntaxPosition, to type: ValueType)
    throws(ConditionError) -> ConditionExpression
  {
    switch expression {
    case .constant(let value): return .constant(try converting(value, at: position, to: type))
    case .list(let elements):
      var converted: [ConditionExpression] = []
      for element in elements { converted.append(try converting(element, at: position, to: type)) }
      return .list(converted)
    case .conditional(let clause, let left, let right):
      return .conditional(
        clause, try converting(left, at: position, to: type), try converting(right, at: position, to: type))
    case .subject, .variable, .path, .negation, .operatorChain, .setOperation, .call, .cast, .subquery:
      return expression
    }
  }

  private func converting(_ value: Value, at position: SyntaxPosition, to type: ValueType) throws(ConditionError)
    -> Value
  {
    switch value {
    case .list(let values):
      var converted: [Value] = []
      for value in values { converted.append(try converting(value, at: position, to: type)) }
      return .list(converted)
    case .text(let text):
      if let instant = type == .timeOfDay ? Instant(timeText: text) : Instant(dateOrTimestamp: text) {
        return .instant(instant)
      }
      throw ConditionError(
        at: position.textPosition, found: value.conditionLiteral.excerpt, expected: type.expectation)
    case .null, .boolean, .integer, .real, .money, .instant, .object: return value
    }
  }
}

extension ValueType {
  /// A description of the values of this type, for an error about a value of another type.
  var expectation: String {
    switch self {
    case .instant: "a date such as '2024-02-01', or a point in time such as '2024-02-01T14:05:09Z'"
    case .timeOfDay: "a time such as '14:05'"
    case .number, .boolean, .text, .list, .object: description
    }
  }

  /// The type with the definite article.
  fileprivate var noun: String {
    switch self {
    case .number: "the number"
    case .boolean: "the Boolean value"
    case .text: "the text"
    case .instant, .timeOfDay: "the point in time"
    case .list: "the list"
    case .object: "the object"
    }
  }
}
