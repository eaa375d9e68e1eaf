internal import Values

/// Something that a text answers with yes or no, by how it is written or by how long it is.
package struct TextQuestion: Hashable, Sendable {
  /// What is read.
  package let reference: Reference
  let asked: Asked

  enum Asked: Hashable, Sendable {
    /// Whether the whole text matches.
    case pattern(Pattern)
    /// How many scalars it has, against these.
    case length([Int])
  }
}

extension TextQuestion {
  /// Asks whether a text matches a pattern as a whole; nil, if that is none, or too long to be run.
  package init?(of reference: Reference, matching pattern: String) {
    guard let pattern = try? Pattern(pattern) else { return nil }
    self.init(reference: reference, asked: .pattern(pattern))
  }

  /// Asks how long a text is, against some lengths.
  package init(of reference: Reference, lengths: [Int]) {
    self.init(reference: reference, asked: .length(lengths))
  }
}

extension Comparison {
  /// What is asked of a text, if one is read by itself on one side and on the other stands a constant.
  ///
  /// A pattern that is too long to be run asks nothing: that it is so is told to whoever reads the condition.
  var question: TextQuestion? {
    if quantifier != nil { return nil }
    if let constant = right.constant, let question = question(of: left, constant) { return question }
    guard let constant = left.constant else { return nil }
    switch relation {
    case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: return question(of: right, constant)
    case .isIn:
      guard case .text(let text) = constant, let reference = right.whole else { return nil }
      return question(of: reference, .sequence([.anything, .text(folded(text)), .anything]))
    case .between, .contains, .begins, .ends, .like, .matches: return nil
    }
  }

  private func question(of expression: Expression, _ constant: Value) -> TextQuestion? {
    if case .call(.length, let arguments, _) = expression, arguments.count == 1, let reference = arguments[0].whole {
      return lengths(constant).map { TextQuestion(of: reference, lengths: $0) }
    }
    guard let reference = expression.whole else { return nil }
    if reference.keys.last == "length" {
      return lengths(constant).map { TextQuestion(of: reference, lengths: $0) }
    }
    switch (relation, constant) {
    case (.matches, .text(let text)):
      return (try? Pattern(text, folding)).map { TextQuestion(reference: reference, asked: .pattern($0)) }
    case (.isIn, .list(let values)):
      let texts = values.compactMap { if case .text(let text) = $0 { PatternNode.text(folded(text)) } else { nil } }
      return texts.count == values.count ? question(of: reference, .choice(texts)) : nil
    case (_, .text(let text)): return node(folded(text)).flatMap { question(of: reference, $0) }
    default: return nil
    }
  }

  private func question(of reference: Reference, _ node: PatternNode) -> TextQuestion? {
    (try? Pattern(node, folding)).map { TextQuestion(reference: reference, asked: .pattern($0)) }
  }

  /// What the relation asks, as a pattern of the whole text.
  private func node(_ text: String) -> PatternNode? {
    switch relation {
    case .equal, .unequal: .text(text)
    case .begins: .sequence([.text(text), .anything])
    case .ends: .sequence([.anything, .text(text)])
    case .contains: .sequence([.anything, .text(text), .anything])
    case .like: Likeness(text).node
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .isIn, .matches: nil
    }
  }

  private func folded(_ text: String) -> String { folding.folded(text) }

  /// The lengths that a constant stands for, if they are such as can be written out.
  private func lengths(_ constant: Value) -> [Int]? {
    let values = if case .list(let values) = constant { values } else { [constant] }
    let lengths = values.compactMap { $0.number.flatMap { Int(exactly: $0.real.rounded(.up)) } }
    return lengths.count == values.count && lengths.allSatisfy { (0...1000).contains($0) } ? lengths : nil
  }
}

extension Expression {
  /// What is read, if nothing else is done with it.
  fileprivate var whole: Reference? { stepsBehindReference.isEmpty ? reference : nil }
}
