import Values

extension ConditionPrinter {
  /// Writes an expression, in parentheses if its precedence is lower than a minimum.
  mutating func write(_ expression: ConditionExpression, _ least: Precedence = .setOperation) {
    if expression.precedence < least {
      inParentheses { $0.write(expression) }
    } else {
      writeUnparenthesized(expression)
    }
  }

  private mutating func writeUnparenthesized(_ expression: ConditionExpression) {
    switch expression {
    case .constant(let value): text += value.conditionLiteral
    case .subject: text += "SELF"
    case .variable(let name, _): text += "$" + name.conditionName(prefix: "")
    case .path(let base, let steps): writePath(base, steps)
    case .list(let elements): writeList(elements, "{", "}")
    case .negation(let operand): writeNegative(operand)
    case .operatorChain(let first, let links): write(first, links)
    case .setOperation(let left, let combination, let right):
      write(left, .setOperation)
      text += " \(combination.rawValue) "
      write(right, .sum)
    case .call(let function, let arguments, _): writeList(arguments, function.rawValue + "(", ")")
    case .cast(let operand, let type): writeList([operand, .constant(.text(type.rawValue))], "CAST(", ")")
    case .conditional(let clause, let left, let right):
      text += "TERNARY("
      write(clause)
      writeList([left, right], ", ", ")")
    case .subquery(let collection, let variable, let clause):
      writeList([collection, .variable(variable, .none)], "SUBQUERY(", ", ")
      write(clause)
      text += ")"
    }
  }

  /// A nonnegative number needs parentheses, because a minus directly before it would be part of the number.
  private mutating func writeNegative(_ operand: ConditionExpression) {
    text += "-"
    if case .constant(let value) = operand, value.isNonnegativeNumber {
      inParentheses { $0.write(operand) }
    } else {
      write(operand, .prefix)
    }
  }

  /// Operators are left-associative, except powers.
  private mutating func write(_ first: ConditionExpression, _ links: [OperatorTerm]) {
    let level = links.first?.arithmeticOperator.precedence ?? .path
    write(first, level == .power ? level.nextHigher : level)
    for link in links {
      text += " \(link.arithmeticOperator.rawValue) "
      write(link.operand, level == .power ? level : level.nextHigher)
    }
  }

  private mutating func writeList(_ expressions: [ConditionExpression], _ opening: String, _ closing: String) {
    text += opening
    for (place, expression) in expressions.enumerated() {
      if place > 0 { text += ", " }
      write(expression)
    }
    text += closing
  }

  private mutating func writePath(_ base: ConditionExpression, _ steps: [PathStep]) {
    var steps = steps[...]
    if case .subject = base, case .key(let key)? = steps.first {
      text += key.conditionName { Keyword(word: $0) != nil }
      steps.removeFirst()
    } else if case .path = base {
      inParentheses { $0.write(base) }
    } else if case .constant(let value) = base, value.number != nil {
      inParentheses { $0.write(base) }
    } else {
      write(base, .path)
    }
    for step in steps { write(step) }
  }

  private mutating func write(_ step: PathStep) {
    switch step {
    case .key(let key): text += "." + key.conditionName()
    case .index(let index): writeIndex(index)
    case .first: text += "[FIRST]"
    case .last: text += "[LAST]"
    case .size: text += "[SIZE]"
    case .collectionOperator(let gathering, let keys):
      text += ".@" + gathering.rawValue
      for key in keys { text += "." + key.conditionName() }
    }
  }

  /// A key with the name of a position, such as FIRST, needs a mark.
  private mutating func writeIndex(_ index: ConditionExpression) {
    text += "["
    if case .path(.subject, let steps) = index, steps.count == 1, case .key(let key) = steps[0],
      ["FIRST", "LAST", "SIZE"].contains(key.uppercased())
    {
      text += "#" + key
    } else {
      write(index)
    }
    text += "]"
  }
}

extension ConditionExpression {
  /// The precedence of the outermost operator.
  fileprivate var precedence: Precedence {
    switch self {
    case .setOperation: .setOperation
    case .operatorChain(_, let links): links.first?.arithmeticOperator.precedence ?? .path
    case .negation: .prefix
    default: .path
    }
  }
}

extension Value {
  fileprivate var isNonnegativeNumber: Bool {
    switch self {
    case .integer(let integer): integer >= 0
    case .real(let real): real.sign == .plus
    default: false
    }
  }
}
