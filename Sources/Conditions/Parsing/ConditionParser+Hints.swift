import Values

extension ConditionParser {
  /// The element that the parser expects.
  enum HintContext { case value, afterValue, afterCondition }

  func hint(for wanted: HintContext) -> String? {
    switch (token.kind, wanted) {
    case (.not, .afterValue) where isAtKeyword: return "NOT goes before the whole comparison, as in NOT a IN {1, 2}"
    case (.name(let word), .afterValue) where word.uppercased() == "IS": return "to compare with null, write == NULL"
    case (.name(let word), .afterValue): return suggestion(for: word, among: Self.operatorWords)
    case (.name(let word), .afterCondition): return suggestion(for: word, among: ["AND", "OR"])
    case (.constant(.text), .afterValue), (.constant(.text), .afterCondition):
      return "a quotation mark inside a text is written \\'"
    case (.comparisonOperator(.equal), .value) where foundText == "=":
      return "did you mean == with a value on either side?"
    case (_, .value) where isAtKeyword: return "to read a key with this name, write #\(foundText)"
    case (.comparisonOperator, .value): return "a comparison has a value on either side"
    case (.comparisonOperator, .afterCondition) where !isAtKeyword:
      return "comparisons cannot be chained; join them with AND"
    default: return nil
    }
  }

  /// Suggests a fix for a value without a comparison.
  func hint(afterLoneValue expression: ConditionExpression) -> String? {
    guard let reference = expression.reference else { return nil }
    if reference.root == .object, let word = reference.keys.first,
      let hint = suggestion(for: word, among: ["TRUEPREDICATE", "FALSEPREDICATE"])
    {
      return hint
    }
    return "to test whether it is true, write == TRUE"
  }

  private func suggestion(for word: String, among known: [String]) -> String? {
    closestMatch(to: word.uppercased(), among: known).map { "did you mean \($0)?" }
  }

  private static let operatorWords =
    ["AND", "OR"] + ComparisonOperator.wordCases.map(\.rawValue) + SetOperator.allCases.map(\.rawValue)
}
