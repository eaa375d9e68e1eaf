import Values

extension Plan {
  /// Whether the condition holds.
  ///
  /// `bound` is what the subqueries around have at hand, from the outermost.
  func evaluate<Reading: Readings>(_ readings: Reading, bound: [Value]) throws(Trouble) -> Bool {
    var next = first
    while next >= 0 {
      let (holds, ifHolds, ifNot) = try outcome(Int(next), readings, bound)
      next = holds ? ifHolds : ifNot
    }
    return next == Plan.holds
  }

  func outcome<Reading: Readings>(
    _ place: Int, _ readings: Reading, _ bound: [Value]
  ) throws(Trouble) -> (holds: Bool, ifHolds: Int32, ifNot: Int32) {
    let test = tests[place]
    let left = try value(test.left, readings, bound)
    let right = try value(test.right, readings, bound)
    let holds = test.isPlain ? test.wanted.holds(left, right) : try self.holds(test, left, right)
    return (holds, test.ifHolds, test.ifNot)
  }

  func value<Reading: Readings>(
    _ operand: Operand, _ readings: Reading, _ bound: [Value]
  ) throws(Trouble) -> Value {
    switch operand {
    case .read(let read, let site):
      if let value = readings.value(at: Int(read)) { return value }
      throw trouble(site)
    case .integer(let integer): return .integer(integer)
    case .real(let real): return .real(real)
    case .constant(let place): return tables.constants[Int(place)]
    case .formula(let place): return try computed(Int(place), readings, bound)
    }
  }

  func trouble(_ site: Int32) -> Trouble {
    let site = tables.sites[Int(site)]
    return .unbound(site.read, site.place)
  }

  func computed<Reading: Readings>(
    _ place: Int, _ readings: Reading, _ bound: [Value]
  ) throws(Trouble) -> Value {
    try Computing(readings: readings, bound: bound).value(of: tables.formulas[place])
  }
}

extension Test.Wanted {
  func holds(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .same: return left.isSame(as: right)
    case .different: return !left.isSame(as: right)
    case .less: return left.order(to: right) == .less
    case .greater: return left.order(to: right) == .greater
    case .lessOrEqual:
      let order = left.order(to: right)
      return order == .less || order == .equal
    case .greaterOrEqual:
      let order = left.order(to: right)
      return order == .greater || order == .equal
    }
  }
}

extension Plan {
  /// A test that is not plain: of several values, of texts, or without regard to case or accents.
  func holds(_ test: Test, _ left: Value, _ right: Value) throws(Trouble) -> Bool {
    guard let quantifier = test.quantifier else { return try relates(test, left, right) }
    switch quantifier {
    case .any: return try contains(left.members, test, right)
    case .none: return try !contains(left.members, test, right)
    case .all:
      for member in left.members where try !relates(test, member, right) { return false }
      return true
    }
  }

  private func contains(_ members: [Value], _ test: Test, _ right: Value) throws(Trouble) -> Bool {
    for member in members where try relates(test, member, right) { return true }
    return false
  }

  private func relates(_ test: Test, _ left: Value, _ right: Value) throws(Trouble) -> Bool {
    switch test.relation {
    case .matches: return try matches(test, left, right)
    case .like: return isLike(test, left, right)
    default: break
    }
    let left = left.folded(test.folding)
    let right = right.folded(test.folding)
    switch test.relation {
    case .between: return left.isBetween(right)
    case .isIn: return left.isIn(right)
    case .contains: return right.isIn(left)
    case .begins: return left.texts(right) { $0.utf8.starts(with: $1.utf8) }
    case .ends: return left.texts(right) { $0.utf8.reversed().starts(with: $1.utf8.reversed()) }
    default: return test.wanted.holds(left, right)
    }
  }

  private func matches(_ test: Test, _ left: Value, _ right: Value) throws(Trouble) -> Bool {
    guard case .text(let text) = left, case .text(let pattern) = right else { return false }
    if let place = test.pattern { return tables.patterns[Int(place)].matches(text) }
    do throws(PatternFault) {
      return try Pattern(pattern, test.folding).matches(text)
    } catch {
      let source = test.source.map { tables.sources[Int($0)] } ?? PatternSource(place: .none)
      throw .pattern(error, of: pattern, source)
    }
  }

  private func isLike(_ test: Test, _ left: Value, _ right: Value) -> Bool {
    guard case .text(let text) = left, case .text(let pattern) = right else { return false }
    let likeness = test.pattern.map { tables.likenesses[Int($0)] } ?? Likeness(test.folding.folded(pattern))
    return likeness.matches(test.folding.folded(text))
  }
}

extension Value {
  /// Whether the value is neither less than the first of a list of two nor greater than the second.
  fileprivate func isBetween(_ bounds: Value) -> Bool {
    guard case .list(let bounds) = bounds, bounds.count == 2 else { return false }
    return Test.Wanted.greaterOrEqual.holds(self, bounds[0]) && Test.Wanted.lessOrEqual.holds(self, bounds[1])
  }

  /// Whether the value is a member of a list, one of the values of an object, or a part of a text.
  fileprivate func isIn(_ other: Value) -> Bool {
    switch other {
    case .list(let values): values.contains { isSame(as: $0) }
    case .object(let members): members.values.contains { isSame(as: $0) }
    case .text: texts(other) { $1.hasPart($0) }
    case .null, .boolean, .integer, .real, .instant: false
    }
  }

  fileprivate func texts(_ other: Value, _ holds: (String, String) -> Bool) -> Bool {
    guard case .text(let left) = self, case .text(let right) = other else { return false }
    return holds(left, right)
  }
}
