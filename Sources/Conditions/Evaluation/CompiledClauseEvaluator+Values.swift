import Values

extension CompiledClauseEvaluator {
  func value(of expression: CompiledExpression) throws(ConditionError) -> Value {
    switch expression {
    case .constant(let value): return value
    case .reference(let index, let position):
      guard let value = valueSource.value(at: index) else { throw missingValueError(references[index], at: position) }
      return value
    case .subqueryMember(let level): return subqueryMembers[level]
    case .path(let base, let steps):
      var value = try value(of: base)
      for step in steps { value = try apply(step, to: value) }
      return value
    case .list(let elements): return .list(try elements.map(value(of:)))
    case .negation(let operand): return try value(of: operand).negated
    case .operatorChain(let first, let terms):
      var value = try value(of: first)
      for (arithmeticOperator, operand) in terms {
        value = try value.applying(arithmeticOperator, with: self.value(of: operand))
      }
      return value
    case .setOperation(let left, let setOperator, let right):
      return .list(setOperator.applySetOperation(try value(of: left).elements, try value(of: right).elements))
    case .call(let function, let arguments): return function.apply(to: try arguments.map(value(of:)))
    case .cast(let operand, let type): return try value(of: operand).cast(to: type)
    case .conditional(let clause, let left, let right):
      return try holds(clause) ? value(of: left) : value(of: right)
    case .subquery(let list, let clause):
      var (inner, members) = (self, [Value]())
      for member in try value(of: list).elements {
        inner.subqueryMembers = subqueryMembers + [member]
        if try inner.holds(clause) { members.append(member) }
      }
      return .list(members)
    }
  }

  private func missingValueError(_ reference: Reference, at position: SyntaxPosition) -> ConditionError {
    let root = Reference(reference.root)
    let hint =
      switch reference.root {
      case .variable(let name):
        closestMatch(to: name, among: valueSource.variableNames).map { "did you mean \(Reference(.variable($0)))?" }
          ?? "give it a value, or null"
      case .object: "give it a value, or null"
      case .now, .random: "the caller has to provide it"
      }
    return ConditionError(
      .evaluation, at: position.textPosition, found: "none", expected: "a value of \(root)", hint: hint,
      missingReference: root)
  }

  private func apply(_ step: CompiledExpression.PathStep, to value: Value) throws(ConditionError) -> Value {
    switch (step, value) {
    case (.key(let key), _): return value.member(at: CollectionOfOne(key))
    case (.collectionOperator(let collectionOperator, let keys), _):
      return collectionOperator.applyCollectionOperator(to: value.elements.map { $0.member(at: keys) })
    case (.index(let index), .list(let values)):
      guard case .integer(let index) = try self.value(of: index), values.indices.contains(Int(index)) else {
        return .null
      }
      return values[Int(index)]
    case (.index(let index), .object(let members)):
      guard case .text(let key) = try self.value(of: index) else { return .null }
      return members[key] ?? .null
    case (.first, .list(let values)): return values.first ?? .null
    case (.last, .list(let values)): return values.last ?? .null
    case (.size, _): return .integer(Int64(value.elements.count))
    case (.index, _), (.first, _), (.last, _): return .null
    }
  }
}

extension SetOperator {
  /// Returns the result of a set operation: each value once, in the order of the operands.
  fileprivate func applySetOperation(_ left: [Value], _ right: [Value]) -> [Value] {
    if self == .union { return (left + right).removingDuplicates }
    let keys = Set(right.map(\.comparisonKey))
    return left.removingDuplicates.filter { keys.contains($0.comparisonKey) == (self == .intersect) }
  }
}

extension [Value] {
  /// The values without duplicates.
  ///
  /// Of equal values, the first one is kept.
  fileprivate var removingDuplicates: [Value] {
    var keys: Set<Value> = []
    return filter { keys.insert($0.comparisonKey).inserted }
  }
}

extension CollectionOperator {
  fileprivate func applyCollectionOperator(to values: [Value]) -> Value {
    switch self {
    case .count: .integer(Int64(values.count))
    case .sum: BuiltInFunction.sum.aggregate(values)
    case .avg: BuiltInFunction.average.aggregate(values)
    case .min: BuiltInFunction.min.aggregate(values)
    case .max: BuiltInFunction.max.aggregate(values)
    case .distinct: .list(values.removingDuplicates)
    }
  }
}

extension Value {
  /// Returns the value converted to another type, or null if that is impossible.
  fileprivate func cast(to type: CastType) -> Value {
    switch (type, self) {
    case (_, .null), (.text, .text), (.number, .integer), (.number, .real), (.number, .money), (.money, .money),
      (.instant, .instant):
      self
    case (.text, .boolean), (.text, .integer), (.text, .real): .text(conditionLiteral.lowercased())
    case (.text, .money(let money)): .text(money.description)
    case (.text, .instant(let instant)): .text(instant.description)
    case (.number, .boolean(let isTrue)): .integer(isTrue ? 1 : 0)
    case (.number, .text(let text)): NumberLiteral(written: text)?.nearestValue ?? .null
    case (.number, .instant(let instant)): .real(instant.secondsSince2001)
    case (.instant, .text(let text)): Instant(dateOrTimestamp: text).map(Value.instant) ?? .null
    case (.money, .text(let text)): Money(text).value
    case (.money, .integer(let integer)): Money(exactly: integer).value
    case (.money, .real(let real)): Money(rounding: real).value
    case (.instant, .integer), (.instant, .real), (.instant, .money):
      number.flatMap { Instant(secondsSince2001: $0.real) }.map(Value.instant) ?? .null
    case (_, .list), (_, .object), (.instant, .boolean), (.money, .boolean), (.money, .instant): .null
    }
  }
}
