import Values

extension Clause {
  /// The canonical text, with as few parentheses as possible.
  var text: String {
    switch self {
    case .constant(let isTrue): isTrue ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .all(let clauses):
      clauses.map { if case .any = $0 { "(\($0.text))" } else { $0.text } }.joined(separator: " AND ")
    case .any(let clauses): clauses.map(\.text).joined(separator: " OR ")
    case .not(let clause, _):
      switch clause {
      case .all, .any: "NOT (\(clause.text))"
      case .constant, .not, .comparison: "NOT \(clause.text)"
      }
    case .comparison(let comparison): comparison.text
    }
  }
}

extension Comparison {
  /// The canonical text.
  var text: String {
    let quantifier = quantifier.map { $0.rawValue + " " } ?? ""
    return "\(quantifier)\(left.text) \(comparisonOperator.rawValue)\(compareOptions.optionSuffix) \(right.text)"
  }
}

extension StringCompareOptions {
  /// The options in brackets after an operator.
  var optionSuffix: String {
    self == .none ? "" : "[\(ignoresCase ? "c" : "")\(ignoresAccents ? "d" : "")]"
  }
}

extension ConditionExpression {
  /// The canonical text.
  var text: String {
    switch self {
    case .constant(let value): value.conditionLiteral
    case .subject: "SELF"
    case .variable(let name, _): "$" + name.conditionName(prefix: "")
    case .path(let base, let steps): Self.pathText(base, steps)
    case .list(let elements): "{\(Self.listText(elements))}"
    case .negation(let operand): "-" + operand.negatedText
    case .operatorChain(let first, let terms): Self.chainText(first, terms)
    case .setOperation(let left, let setOperator, let right):
      "\(left.text) \(setOperator.rawValue) \(right.text(minimumPrecedence: .sum))"
    case .call(let function, let arguments, _): "\(function.rawValue)(\(Self.listText(arguments)))"
    case .cast(let operand, let type): "CAST(\(operand.text), '\(type.rawValue)')"
    case .conditional(let clause, let left, let right): "TERNARY(\(clause.text), \(left.text), \(right.text))"
    case .subquery(let list, let variable, let clause):
      "SUBQUERY(\(list.text), $\(variable.conditionName(prefix: "")), \(clause.text))"
    }
  }

  /// Returns the text, in parentheses if the precedence of the outermost operator is lower than the minimum.
  private func text(minimumPrecedence: Precedence) -> String {
    precedence < minimumPrecedence ? "(\(text))" : text
  }

  /// The precedence of the outermost operator.
  private var precedence: Precedence {
    switch self {
    case .setOperation: .setOperation
    case .operatorChain(_, let terms): terms.first?.arithmeticOperator.precedence ?? .path
    case .negation: .prefix
    default: .path
    }
  }

  private static func listText(_ expressions: [ConditionExpression]) -> String {
    expressions.map(\.text).joined(separator: ", ")
  }

  /// The text after a minus.
  ///
  /// A nonnegative number needs parentheses, because a minus directly before it would be part of the number.
  private var negatedText: String {
    switch self {
    case .constant(.integer(let integer)) where integer >= 0: "(\(text))"
    case .constant(.real(let real)) where real.sign == .plus: "(\(text))"
    default: text(minimumPrecedence: .prefix)
    }
  }

  /// Operators are left-associative, except powers.
  private static func chainText(_ first: ConditionExpression, _ terms: [OperatorTerm]) -> String {
    let precedence = terms.first?.arithmeticOperator.precedence ?? .path
    let isPower = precedence == .power
    let operands = terms.map { term in
      let operand = term.operand.text(minimumPrecedence: isPower ? precedence : precedence.nextHigher)
      return " \(term.arithmeticOperator.rawValue) \(operand)"
    }
    return first.text(minimumPrecedence: isPower ? precedence.nextHigher : precedence) + operands.joined()
  }

  private static func pathText(_ base: ConditionExpression, _ steps: [PathStep]) -> String {
    switch base {
    case .subject:
      guard case .key(let key)? = steps.first else { break }
      let name = key.conditionName { Token.Kind.keyword($0) != nil }
      return name + steps.dropFirst().map(\.text).joined()
    case .constant(let value) where value.number != nil: return "(\(base.text))" + steps.map(\.text).joined()
    case .path: return "(\(base.text))" + steps.map(\.text).joined()
    default: break
    }
    return base.text(minimumPrecedence: .path) + steps.map(\.text).joined()
  }
}

extension PathStep {
  /// The text after a value.
  fileprivate var text: String {
    switch self {
    case .key(let key): "." + key.conditionName()
    // A key with the name of a position needs a mark.
    case .index(.path(.subject, let steps)) where steps.count == 1 && steps[0].key.map(Self.isPositionKeyword) == true:
      "[#\(steps[0].key ?? "")]"
    case .index(let index): "[\(index.text)]"
    case .first: "[FIRST]"
    case .last: "[LAST]"
    case .size: "[SIZE]"
    case .collectionOperator(let collectionOperator, let keys):
      ".@" + ([collectionOperator.rawValue] + keys.map { $0.conditionName() }).joined(separator: ".")
    }
  }

  private static func isPositionKeyword(_ key: String) -> Bool { positions[key.uppercased()] != nil }

  /// The steps that are written as a word in brackets.
  static let positions: [String: PathStep] = ["FIRST": .first, "LAST": .last, "SIZE": .size]
}
