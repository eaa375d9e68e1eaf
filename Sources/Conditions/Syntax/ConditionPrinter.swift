import Values

/// Prints the canonical text of a condition, with as few parentheses as possible.
struct ConditionPrinter {
  var text = ""

  mutating func write(_ clause: Clause, inside join: Clause.Connective? = nil) {
    switch clause {
    case .constant(let isTrue): text += isTrue ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .all(let clauses): write(clauses, " AND ", as: .and)
    case .any(let clauses) where join == .and: inParentheses { $0.write(clauses, " OR ", as: .or) }
    case .any(let clauses): write(clauses, " OR ", as: .or)
    case .not(let clause, _): writeNegation(of: clause)
    case .comparison(let comparison): write(comparison)
    }
  }

  private mutating func write(_ clauses: [Clause], _ separator: String, as join: Clause.Connective) {
    for (place, clause) in clauses.enumerated() {
      if place > 0 { text += separator }
      write(clause, inside: join)
    }
  }

  private mutating func writeNegation(of clause: Clause) {
    text += "NOT "
    switch clause {
    case .all, .any: inParentheses { $0.write(clause) }
    default: write(clause)
    }
  }

  mutating func inParentheses(_ write: (inout ConditionPrinter) -> Void) {
    text += "("
    write(&self)
    text += ")"
  }

  mutating func write(_ comparison: Comparison) {
    if let quantifier = comparison.quantifier { text += quantifier.rawValue + " " }
    write(comparison.left, .setOperation)
    text += " \(comparison.comparisonOperator.rawValue)\(comparison.compareOptions.optionSuffix) "
    write(comparison.right, .setOperation)
  }
}

extension Comparison {
  /// The canonical text.
  var text: String {
    var printer = ConditionPrinter()
    printer.write(self)
    return printer.text
  }
}

extension ConditionExpression {
  /// The canonical text.
  var text: String {
    var printer = ConditionPrinter()
    printer.write(self)
    return printer.text
  }
}

extension StringCompareOptions {
  /// The options in brackets after an operator.
  var optionSuffix: String {
    switch (ignoresCase, ignoresAccents) {
    case (false, false): ""
    case (true, false): "[c]"
    case (false, true): "[d]"
    case (true, true): "[cd]"
    }
  }
}
