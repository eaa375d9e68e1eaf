internal import Values

extension Parser {
  /// Parses the operator and the right side of a comparison.
  mutating func comparison(
    of quantifier: Quantifier?, _ left: Part, from position: TextPosition
  ) throws(ConditionFault) -> Part {
    let value = try expression(left)
    let relation = try relation()
    let folding = try folding()
    let right = try part(.combination)
    let comparison = Comparison(
      quantifier: quantifier, left: value, relation: relation, folding: folding, right: try expression(right),
      place: Place(position), rightPlace: Place(right.position))
    try check(comparison, right.position)
    return Part(Clause.comparison(comparison), at: position, height: max(left.height, right.height) + 1)
  }

  /// Parses a comparison after a quantifier.
  mutating func quantified(_ quantifier: Quantifier) throws(ConditionFault) -> Part {
    let taken = try advance()
    let position = taken.position
    if case .relation = token.kind {
      throw fault("a value", hint: "to read a key with this name, write #\(lexer.source.text(taken.range))")
    }
    let left = try part(.combination)
    return try comparison(of: quantifier, left, from: position)
  }

  private mutating func relation() throws(ConditionFault) -> Relation {
    switch token.kind {
    case .relation(let relation):
      try advance()
      return relation
    case .keyword(let keyword):
      guard let relation = keyword.relation else { break }
      try advance()
      return relation
    default: break
    }
    throw fault("a comparison operator such as == after the value", hint: hint(for: .afterValue))
  }

  /// Parses the options in brackets after an operator.
  private mutating func folding() throws(ConditionFault) -> Folding {
    guard token.kind == .open(.square) else { return .none }
    let opening = try advance().position
    guard case .name(let letters) = token.kind, let folding = Self.folding(letters.lowercased()) else {
      let isList = if case .name = token.kind { false } else { true }
      let hint = isList ? "a list is written in braces, as in {1, 2}" : "c ignores case, d ignores accents"
      throw fault("c, d or cd", hint: hint)
    }
    try advance()
    try close(.square, openedAt: opening)
    return folding
  }

  private static func folding(_ letters: String) -> Folding? {
    switch letters {
    case "c": Folding(ignoresCase: true)
    case "d": Folding(ignoresAccents: true)
    case "cd", "dc": Folding(ignoresCase: true, ignoresAccents: true)
    default: nil
    }
  }

  /// Refuses a comparison that could never be true.
  private func check(_ comparison: Comparison, _ position: TextPosition) throws(ConditionFault) {
    guard let constant = comparison.right.constant else {
      if case .list(let bounds) = comparison.right, comparison.relation == .between, bounds.count != 2 {
        throw Self.notTwoBounds(position)
      }
      return
    }
    switch (comparison.relation, constant) {
    case (.between, .list(let bounds)) where bounds.count == 2: break
    case (.between, _): throw Self.notTwoBounds(position)
    case (.matches, .text(let text)):
      do throws(PatternFault) {
        _ = try Pattern(text, comparison.folding)
      } catch {
        throw error.fault(at: position)
      }
    default: break
    }
  }

  private static func notTwoBounds(_ position: TextPosition) -> ConditionFault {
    ConditionFault(at: position, found: "something else", expected: "two values after BETWEEN, as in {1, 2}")
  }
}
