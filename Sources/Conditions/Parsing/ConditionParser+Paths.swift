import Values

extension ConditionParser {
  /// Parses the steps after a value.
  mutating func parseSteps(after base: ParsedNode) throws(ConditionError) -> ParsedNode {
    guard case .expression(let expression) = base.kind else { return base }
    var steps: [PathStep] = []
    var height = base.height
    if case .collectionOperator(let name) = token.kind {
      guard case .subject = expression else { return base }
      steps.append(.collectionOperator(try collectionOperator(named: name), []))
      try advance()
    }
    while true {
      switch token.kind {
      case .dot:
        try advance()
        try parseKey(appendingTo: &steps)
      case .open(.square):
        let (step, depth) = try parseSubscript()
        steps.append(step)
        height = max(height, depth + 1)
      case _ where steps.isEmpty: return base
      default:
        let path = ConditionExpression.path(expression, steps).normalized
        return ParsedNode(.expression(path), at: base.position, height: height)
      }
    }
  }

  /// Parses the key after a point.
  ///
  /// Any word is a key there.
  private mutating func parseKey(appendingTo steps: inout [PathStep]) throws(ConditionError) {
    switch token.kind {
    case .name(let name): PathStep.append(.key(name), to: &steps)
    case _ where isAtKeyword: PathStep.append(.key(lexer.text(in: token.byteRange)), to: &steps)
    case .collectionOperator(let name):
      PathStep.append(.collectionOperator(try collectionOperator(named: name), []), to: &steps)
    case .keyPath(let keys):
      for step in try parseKeyPath(keys, at: token.position) { PathStep.append(step, to: &steps) }
    default:
      let isText = if case .constant(.text) = token.kind { true } else { false }
      throw syntaxError(expected: "a key after the point", hint: isText ? "as in ['key'] or .#'key'" : nil)
    }
    try advance()
  }

  private func collectionOperator(named name: String) throws(ConditionError) -> CollectionOperator {
    if let gathering = CollectionOperator(rawValue: name) { return gathering }
    let known = CollectionOperator.allCases.map(\.rawValue)
    let hint = closestMatch(to: name, among: known).map { "did you mean @\($0)?" }
    throw syntaxError(expected: "one of \(known.map { "@\($0)" }.joined(separator: ", "))", hint: hint)
  }

  /// Parses the keys in an argument.
  func parseKeyPath(_ keys: String, at position: TextPosition) throws(ConditionError) -> [PathStep] {
    var steps: [PathStep] = []
    for key in keys.split(separator: ".", omittingEmptySubsequences: false) {
      if key.hasPrefix("@"), let gathering = CollectionOperator(rawValue: String(key.dropFirst())) {
        PathStep.append(.collectionOperator(gathering, []), to: &steps)
      } else if key.isEmpty || key.hasPrefix("@") {
        throw ConditionError(
          at: position, found: keys.conditionQuoted.excerpt, expected: "keys with points between them")
      } else {
        PathStep.append(.key(String(key)), to: &steps)
      }
    }
    return steps
  }

  private mutating func parseSubscript() throws(ConditionError) -> (PathStep, height: Int) {
    let opening = try advance().position
    if case .name(let word) = token.kind, let step = PathStep.positions[word.uppercased()] {
      let isMarked = lexer.bytes[token.byteRange.lowerBound] == UInt8(ascii: "#")
      // A copy of the parser looks ahead: FIRST, LAST and SIZE are positions only if the bracket closes after them.
      var ahead = self
      try ahead.advance()
      if !isMarked, ahead.token.kind == .close(.square) {
        try ahead.advance()
        self = ahead
        return (step, 0)
      }
    }
    let index = try parse(minimumPrecedence: .setOperation)
    let value = try requireExpression(index)
    try expectClosing(.square, openedAt: opening)
    return (.index(value), index.height)
  }
}
