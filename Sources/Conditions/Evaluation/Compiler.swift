internal import Values

/// Makes a plan of a condition.
struct Compiler {
  /// Where each reference stands in the list.
  private let reads: [Reference: Int]
  /// The variables of the subqueries around.
  private var bound: [String] = []

  init(reads: [Reference]) {
    self.reads = Dictionary(uniqueKeysWithValues: zip(reads, 0...))
  }

  func plan(_ clause: Clause) -> Plan {
    var plan = Plan()
    plan.first = add(clause, to: &plan, ifHolds: Plan.holds, ifNot: Plan.fails)
    return plan
  }

  /// Adds tests from the last to the first: each knows already where it leads.
  ///
  /// Returns where the clause begins.
  private func add(_ clause: Clause, to plan: inout Plan, ifHolds: Int32, ifNot: Int32) -> Int32 {
    switch clause {
    case .constant(let isTrue): return isTrue ? ifHolds : ifNot
    case .not(let clause, _): return add(clause, to: &plan, ifHolds: ifNot, ifNot: ifHolds)
    case .all(let clauses):
      return clauses.reversed().reduce(ifHolds) { next, clause in
        add(clause, to: &plan, ifHolds: next, ifNot: ifNot)
      }
    case .any(let clauses):
      return clauses.reversed().reduce(ifNot) { next, clause in
        add(clause, to: &plan, ifHolds: ifHolds, ifNot: next)
      }
    case .comparison(let comparison):
      plan.tests.append(test(comparison, in: &plan.tables, ifHolds: ifHolds, ifNot: ifNot))
      return Int32(plan.tests.count - 1)
    }
  }

  private func test(_ comparison: Comparison, in tables: inout Plan.Tables, ifHolds: Int32, ifNot: Int32) -> Test {
    let wanted = comparison.relation.wanted
    let constant = comparison.right.constant
    return Test(
      left: operand(comparison.left, in: &tables),
      right: operand(comparison.right.folded(comparison.folding), in: &tables),
      isPlain: wanted != nil && comparison.folding == .none && comparison.quantifier == nil,
      wanted: wanted ?? .same, relation: comparison.relation, quantifier: comparison.quantifier,
      folding: comparison.folding, pattern: pattern(comparison, constant, in: &tables),
      source: source(comparison, in: &tables), ifHolds: ifHolds, ifNot: ifNot)
  }

  private func pattern(_ comparison: Comparison, _ constant: Value?, in tables: inout Plan.Tables) -> Int32? {
    guard case .text(let text) = constant else { return nil }
    switch comparison.relation {
    case .matches:
      guard let pattern = try? Pattern(text, comparison.folding) else { return nil }
      tables.patterns.append(pattern)
      return Int32(tables.patterns.count - 1)
    case .like:
      tables.likenesses.append(Likeness(comparison.folding.folded(text)))
      return Int32(tables.likenesses.count - 1)
    default: return nil
    }
  }

  /// Where a pattern comes from, so that one that is none can be told.
  private func source(_ comparison: Comparison, in tables: inout Plan.Tables) -> Int32? {
    guard comparison.relation == .matches else { return nil }
    let text = comparison.right.constant == nil ? comparison.right.text : nil
    tables.sources.append(PatternSource(text: text, place: comparison.rightPlace))
    return Int32(tables.sources.count - 1)
  }

  private func operand(_ expression: Expression, in tables: inout Plan.Tables) -> Operand {
    switch formula(expression) {
    case .read(let read, let place):
      tables.sites.append(Site(read: read, place: place))
      return .read(Int32(read), site: Int32(tables.sites.count - 1))
    case .constant(.integer(let integer)): return .integer(integer)
    case .constant(.real(let real)): return .real(real)
    case .constant(let value):
      tables.constants.append(value)
      return .constant(Int32(tables.constants.count - 1))
    case let formula:
      tables.formulas.append(formula)
      return .formula(Int32(tables.formulas.count - 1))
    }
  }
}

extension Compiler {
  private func formula(_ expression: Expression) -> Formula {
    if let reading = reading(expression) { return reading }
    switch expression {
    case .constant(let value): return .constant(value)
    case .subject, .variable: preconditionFailure("What reads has been compiled as reading.")
    case .path(let base, let steps): return .path(formula(base), steps.map(hop))
    case .list(let elements): return .list(elements.map(formula))
    case .negative(let operand): return .negative(formula(operand))
    case .chain(let first, let links):
      return .chain(formula(first), links.map { ($0.computation, formula($0.operand)) })
    case .combined(let left, let combination, let right): return .combined(formula(left), combination, formula(right))
    case .call(let function, let arguments, _): return .call(function, arguments.map(formula))
    case .cast(let operand, let type): return .cast(formula(operand), type)
    case .choice(let clause, let left, let right): return .choice(plan(clause), formula(left), formula(right))
    case .subquery(let list, let variable, let clause):
      var inner = self
      inner.bound.append(variable)
      return .subquery(formula(list), inner.plan(clause))
    }
  }

  /// What begins with a reference, and the steps behind it.
  private func reading(_ expression: Expression) -> Formula? {
    guard let reference = expression.reference else { return nil }
    let rest = expression.stepsBehindReference.map(hop)
    let base: Formula
    if case .variable(let name) = reference.root, let level = bound.lastIndex(of: name) {
      let hops = reference.keys.map(Formula.Hop.key) + rest
      return hops.isEmpty ? .bound(level) : .path(.bound(level), hops)
    } else if let read = reads[reference] {
      base = .read(read, expression.referencePlace)
    } else {
      preconditionFailure("What is read has been collected.")
    }
    return rest.isEmpty ? base : .path(base, rest)
  }

  private func hop(_ step: Step) -> Formula.Hop {
    switch step {
    case .key(let key): .key(key)
    case .index(let index): .index(formula(index))
    case .first: .first
    case .last: .last
    case .size: .size
    case .gathered(let gathering, let keys): .gathered(gathering, keys)
    }
  }
}

extension Relation {
  fileprivate var wanted: Test.Wanted? {
    switch self {
    case .equal: .same
    case .unequal: .different
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .between, .isIn, .contains, .begins, .ends, .like, .matches: nil
    }
  }
}

extension Expression {
  /// A constant is folded once, and not at each evaluation.
  fileprivate func folded(_ folding: Folding) -> Expression {
    guard folding != .none, case .constant(let value) = self else { return self }
    return .constant(value.folded(folding))
  }
}

extension Value {
  /// The value with its texts folded, and those of its members.
  func folded(_ folding: Folding) -> Value {
    if folding == .none { return self }
    return switch self {
    case .text(let text): .text(folding.folded(text))
    case .list(let values): .list(values.map { $0.folded(folding) })
    case .null, .boolean, .integer, .real, .instant, .object: self
    }
  }
}
