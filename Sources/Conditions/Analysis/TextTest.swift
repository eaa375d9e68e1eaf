import Values

/// A yes-or-no test about a text: whether it matches a pattern, or how long it is.
package struct TextTest: Hashable, Sendable {
  /// The reference to the text.
  package let reference: Reference
  package let kind: Kind

  package enum Kind: Hashable, Sendable {
    /// Whether the whole text matches.
    case pattern(Pattern)
    /// Whether the number of scalars is less than, equal to or greater than each length.
    case length([Int])
  }
}

extension TextTest {
  /// Creates the test whether a text matches a regular expression, or `nil` if that is invalid or too long.
  package init?(of reference: Reference, matching pattern: String) {
    guard let pattern = try? Pattern(pattern) else { return nil }
    self.init(reference: reference, kind: .pattern(pattern))
  }

  /// Creates the test how a text's length compares with some lengths.
  package init(of reference: Reference, lengths: [Int]) {
    self.init(reference: reference, kind: .length(lengths))
  }
}

extension Comparison {
  /// The test about a text, if one side is a reference to it and the other a constant.
  ///
  /// There is none for an invalid pattern, which is reported elsewhere.
  var textTest: TextTest? {
    if quantifier != nil { return nil }
    if let constant = right.constant, let test = textTest(of: left, constant) { return test }
    guard let constant = left.constant else { return nil }
    switch comparisonOperator {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return textTest(of: right, constant)
    case .isIn:
      guard case .text(let text) = constant, let reference = right.wholeReference else { return nil }
      return textTest(of: reference, .sequence([.anyText, .text(folded(text)), .anyText]))
    case .between, .contains, .beginsWith, .endsWith, .like, .matches: return nil
    }
  }

  private func textTest(of expression: ConditionExpression, _ constant: Value) -> TextTest? {
    if case .call(.length, let arguments, _) = expression, arguments.count == 1,
      let reference = arguments[0].wholeReference
    {
      return lengths(from: constant).map { TextTest(of: reference, lengths: $0) }
    }
    guard let reference = expression.wholeReference else { return nil }
    if reference.keys.last == "length" {
      return lengths(from: constant).map { TextTest(of: reference, lengths: $0) }
    }
    switch (comparisonOperator, constant) {
    case (.matches, .text(let text)):
      return (try? Pattern(text, compareOptions)).map { TextTest(reference: reference, kind: .pattern($0)) }
    case (.isIn, .list(let values)):
      let texts = values.compactMap { if case .text(let text) = $0 { PatternNode.text(folded(text)) } else { nil } }
      return texts.count == values.count ? textTest(of: reference, .alternation(texts)) : nil
    case (_, .text(let text)):
      return makeComparisonPattern(operand: folded(text)).flatMap { textTest(of: reference, $0) }
    default: return nil
    }
  }

  private func textTest(of reference: Reference, _ node: PatternNode) -> TextTest? {
    (try? Pattern(node, compareOptions)).map { TextTest(reference: reference, kind: .pattern($0)) }
  }

  /// Returns the pattern of the whole text that the operator tests.
  private func makeComparisonPattern(operand text: String) -> PatternNode? {
    switch comparisonOperator {
    case .equal, .notEqual: .text(text)
    case .beginsWith: .sequence([.text(text), .anyText])
    case .endsWith: .sequence([.anyText, .text(text)])
    case .contains: .sequence([.anyText, .text(text), .anyText])
    case .like: WildcardPattern(text).patternNode
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .isIn, .matches: nil
    }
  }

  private func folded(_ text: String) -> String { compareOptions.folded(text) }

  /// Returns the lengths in a constant, if all are between 0 and 1000.
  private func lengths(from constant: Value) -> [Int]? {
    let values = if case .list(let values) = constant { values } else { [constant] }
    let lengths = values.compactMap { $0.number.flatMap { Int(exactly: $0.real.rounded(.up)) } }
    return lengths.count == values.count && lengths.allSatisfy { (0...1000).contains($0) } ? lengths : nil
  }
}
