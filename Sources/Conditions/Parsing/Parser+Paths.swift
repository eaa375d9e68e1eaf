internal import Values

extension Parser {
  /// Parses the steps after a value.
  mutating func withSteps(_ base: Part) throws(ConditionFault) -> Part {
    guard token.kind.beginsStep, case .expression(let expression) = base.kind else { return base }
    var steps: [Step] = []
    var height = base.height
    if case .gathering(let name) = token.kind {
      guard case .subject = expression else { return base }
      steps.append(.gathered(try gathering(name), []))
      try advance()
    }
    while true {
      switch token.kind {
      case .dot:
        try advance()
        try key(into: &steps)
      case .open(.square):
        let (step, depth) = try index()
        steps.append(step)
        height = max(height, depth + 1)
      default:
        let path = Expression.path(expression, steps).simplified
        return Part(path, at: base.position, height: height)
      }
    }
  }

  /// Parses the key after a point.
  ///
  /// Any word is a key there.
  private mutating func key(into steps: inout [Step]) throws(ConditionFault) {
    switch token.kind {
    case .name(let name): Step.add(.key(name), to: &steps)
    case .keyword: Step.add(.key(lexer.source.text(token.range)), to: &steps)
    case .gathering(let name): Step.add(.gathered(try gathering(name), []), to: &steps)
    case .keys(let keys): for step in try self.steps(of: keys, token.position) { Step.add(step, to: &steps) }
    default: throw fault("a key after the point", hint: token.kind.isText ? "as in ['key'] or .#'key'" : nil)
    }
    try advance()
  }

  private func gathering(_ name: String) throws(ConditionFault) -> Gathering {
    if let gathering = Gathering(rawValue: name) { return gathering }
    let known = Gathering.allCases.map(\.rawValue)
    let hint = nearest(to: name, of: known).map { "did you mean @\($0)?" }
    throw fault("one of \(known.map { "@\($0)" }.joined(separator: ", "))", hint: hint)
  }

  /// Parses the keys in an argument.
  func steps(of keys: String, _ position: TextPosition) throws(ConditionFault) -> [Step] {
    var steps: [Step] = []
    for key in keys.split(separator: ".", omittingEmptySubsequences: false) {
      if key.hasPrefix("@"), let gathering = Gathering(rawValue: String(key.dropFirst())) {
        Step.add(.gathered(gathering, []), to: &steps)
      } else if key.isEmpty || key.hasPrefix("@") {
        throw ConditionFault(
          at: position, found: keys.inQuotationMarks.shortened, expected: "keys with points between them")
      } else {
        Step.add(.key(String(key)), to: &steps)
      }
    }
    return steps
  }

  private mutating func index() throws(ConditionFault) -> (Step, height: Int) {
    let opening = try advance().position
    if case .name(let word) = token.kind, let place = Self.places[word.uppercased()] {
      let isMarked = lexer.source.bytes[token.range.lowerBound] == UInt8(ascii: "#")
      // A copy of the parser looks ahead: FIRST, LAST and SIZE are positions only if the bracket closes after them.
      var ahead = self
      try ahead.advance()
      if !isMarked, ahead.token.kind == .close(.square) {
        try ahead.advance()
        self = ahead
        return (place, 0)
      }
    }
    let index = try part(.combination)
    let value = try expression(index)
    try close(.square, openedAt: opening)
    return (.index(value), index.height)
  }

  private static let places: [String: Step] = ["FIRST": .first, "LAST": .last, "SIZE": .size]
}

extension Token.Kind {
  /// Whether the token begins a step.
  fileprivate var beginsStep: Bool {
    switch self {
    case .dot, .open(.square), .gathering: true
    default: false
    }
  }

  fileprivate var isText: Bool { if case .constant(.text) = self { true } else { false } }
}
