internal import Values

extension Parser {
  /// The element that the parser expects.
  enum Wanted { case value, afterValue, afterCondition }

  func hint(for wanted: Wanted) -> String? {
    switch (token.kind, wanted) {
    case (.keyword(.not), .afterValue): return "NOT goes before the whole comparison, as in NOT a IN {1, 2}"
    case (.name(let word), .afterValue) where word.uppercased() == "IS": return "to compare with null, write == NULL"
    case (.name(let word), .afterValue): return near(word, Self.operators)
    case (.name(let word), .afterCondition): return near(word, ["AND", "OR"])
    case (.constant(.text), .afterValue), (.constant(.text), .afterCondition):
      return "a quotation mark inside a text is written \\'"
    case (.relation(.equal), .value) where found == "=": return "did you mean == with a value on either side?"
    case (.relation, .afterCondition): return "comparisons cannot be chained; join them with AND"
    case (.relation, .value): return "a comparison has a value on either side"
    case (.and, .value), (.or, .value), (.keyword, .value):
      return token.kind.isReserved ? "to read a key with this name, write #\(found)" : nil
    default: return nil
    }
  }

  /// Suggests a fix for a value without a comparison.
  func hint(behindLone expression: Expression) -> String? {
    guard let reference = expression.reference else { return nil }
    let constants = [Keyword.truePredicate, .falsePredicate].map(\.rawValue)
    if reference.root == .object, let word = reference.keys.first, let hint = near(word, constants) { return hint }
    return "to test whether it is true, write == TRUE"
  }

  private func near(_ word: String, _ known: [String]) -> String? {
    nearest(to: word.uppercased(), of: known).map { "did you mean \($0)?" }
  }

  private static let operators =
    ["AND", "OR"] + Relation.allCases.map(\.rawValue).filter { $0.count > 2 || $0 == "IN" }
    + Combination.allCases.map(\.rawValue)
}

extension Token.Kind {
  fileprivate var isReserved: Bool { if case .keyword = self { true } else { false } }
}
