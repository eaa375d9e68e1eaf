internal import Values

extension Parser {
  /// Reads a comparison of which the left side has been read.
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

  /// Reads a comparison behind the word that says of how many it is asked.
  mutating func quantified(_ quantifier: Quantifier) throws(ConditionFault) -> Part {
    let taken = try advance()
    let position = taken.position
    if case .relation = token.kind {
      throw fault("a value", hint: "a key that is called so is written #\(lexer.source.text(taken.range))")
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
    throw fault("a comparison such as == behind the value", hint: hint(for: .afterValue))
  }

  /// Reads the letters in brackets behind an operator.
  private mutating func folding() throws(ConditionFault) -> Folding {
    guard token.kind == .open(.square) else { return .none }
    let opening = try advance().position
    guard case .name(let letters) = token.kind, let folding = Self.folding(letters.lowercased()) else {
      let isList = if case .name = token.kind { false } else { true }
      let hint = isList ? "a list stands in braces, as in {1, 2}" : "c ignores capital letters, d accents"
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

  /// Refuses what could never hold and was surely meant otherwise.
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
    ConditionFault(at: position, found: "something else", expected: "two values behind BETWEEN, as in {1, 2}")
  }
}
