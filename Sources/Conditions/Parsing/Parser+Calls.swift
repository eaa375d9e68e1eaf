internal import Values

extension Parser {
  /// Parses the arguments of a call.
  mutating func call(_ name: String, _ position: TextPosition) throws(ConditionFault) -> Part {
    let opening = try advance().position
    let part: Part
    switch name.uppercased() {
    case "SUBQUERY": part = try subquery(position)
    case "TERNARY": part = try choice(position)
    case "CAST": part = try cast(position)
    case "FUNCTION": part = try dispatched(position)
    default: part = try plainCall(name, position)
    }
    try close(.round, openedAt: opening, or: "a comma or ")
    return part
  }

  private mutating func plainCall(_ name: String, _ position: TextPosition) throws(ConditionFault) -> Part {
    guard let function = Function(rawValue: name.lowercased()) else {
      throw Self.unknownFunction(name, position)
    }
    var arguments: [Part] = []
    while token.kind != .close(.round) {
      arguments.append(try part(.combination))
      guard try accept(.comma) else { break }
      if token.kind == .close(.round) { throw fault("another value after the comma") }
    }
    return try call(function, arguments, position)
  }

  private func call(_ function: Function, _ arguments: [Part], _ position: TextPosition) throws(ConditionFault) -> Part
  {
    var values: [Expression] = []
    for argument in arguments { values.append(try expression(argument)) }
    guard function.arity.contains(values.count) else {
      let least = function.arity.lowerBound
      throw ConditionFault(
        at: position, found: "\(values.count)",
        expected:
          "\(least == 0 ? "no" : function.arity.count == 1 ? "one" : "at least one") argument in \(function.rawValue)(…)"
      )
    }
    let height = arguments.map(\.height).max() ?? 0
    return Part(Expression.call(function, values, Place(position)), at: position, height: height + 1)
  }

  private static func unknownFunction(_ name: String, _ position: TextPosition) -> ConditionFault {
    let known = Function.allCases.map(\.rawValue)
    let hint = nearest(to: name.lowercased(), of: known + ["subquery", "ternary", "cast", "function"])
    return ConditionFault(
      at: position, found: name.shortened, expected: "the name of a function",
      hint: hint.map { "did you mean \($0)?" } ?? "the functions are \(known.joined(separator: ", "))")
  }

  private mutating func comma() throws(ConditionFault) {
    if try !accept(.comma) { throw fault("a comma", hint: hint(for: .afterValue)) }
  }

  /// Parses `SUBQUERY(list, $each, condition)`: the elements for which the condition is true.
  private mutating func subquery(_ position: TextPosition) throws(ConditionFault) -> Part {
    let list = try part(.combination)
    let value = try expression(list)
    try comma()
    guard case .variable(let name) = token.kind else { throw fault("a variable such as $each") }
    try advance()
    try comma()
    let condition = try part(.or)
    let expression = Expression.subquery(value, variable: name, try clause(condition))
    return Part(expression, at: position, height: max(list.height, condition.height) + 1)
  }

  /// Parses `TERNARY(condition, value, value)`: the first value if the condition is true, otherwise the second.
  private mutating func choice(_ position: TextPosition) throws(ConditionFault) -> Part {
    let condition = try part(.or)
    let clause = try clause(condition)
    try comma()
    let left = try part(.combination)
    let first = try expression(left)
    try comma()
    let right = try part(.combination)
    let expression = Expression.choice(clause, first, try expression(right))
    return Part(expression, at: position, height: max(condition.height, left.height, right.height) + 1)
  }

  private mutating func cast(_ position: TextPosition) throws(ConditionFault) -> Part {
    let operand = try part(.combination)
    let value = try expression(operand)
    try comma()
    guard case .constant(.text(let name)) = token.kind else {
      throw fault("a type in quotation marks, such as 'NSNumber'")
    }
    guard let type = ValueType(rawValue: name) else {
      let known = ValueType.allCases.map(\.rawValue)
      let hint = nearest(to: name, of: known).map { "did you mean '\($0)'?" }
      throw fault(known.map { "'\($0)'" }.joined(separator: ", "), hint: hint)
    }
    try advance()
    return Part(Expression.cast(value, type).simplified, at: position, height: operand.height + 1)
  }

  /// Parses `FUNCTION(value, 'name', …)`: a call of a function by its name, with an optional trailing colon.
  private mutating func dispatched(_ position: TextPosition) throws(ConditionFault) -> Part {
    var arguments = [try part(.combination)]
    try comma()
    guard case .constant(.text(let selector)) = token.kind else { throw fault("a function's name in quotation marks") }
    guard let function = Function(selector: selector) else { throw Self.unknownFunction(selector, token.position) }
    try advance()
    while try accept(.comma) { arguments.append(try part(.combination)) }
    return try call(function, arguments, position)
  }
}
