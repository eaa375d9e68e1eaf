import Values

extension ConditionInterpreter {
  func value(of formula: CompiledExpression) throws(EvaluationError) -> Value {
    switch formula {
    case .constant(let value): return value
    case .reference(let read, let place):
      guard let value = valueSource.value(at: read) else { throw .missingValue(read, place) }
      return value
    case .subqueryMember(let level): return subqueryMembers[level]
    case .path(let base, let hops):
      var value = try value(of: base)
      for hop in hops { value = try apply(hop, to: value) }
      return value
    case .list(let formulas): return .list(try formulas.map(value(of:)))
    case .negation(let operand): return try value(of: operand).negated
    case .operatorChain(let first, let links):
      var value = try value(of: first)
      for (computation, operand) in links { value = try value.applying(computation, with: self.value(of: operand)) }
      return value
    case .setOperation(let left, let combination, let right):
      return .list(combination.apply(try value(of: left).elements, try value(of: right).elements))
    case .call(let function, let arguments): return function.apply(to: try arguments.map(value(of:)))
    case .cast(let operand, let type): return try value(of: operand).cast(to: type)
    case .conditional(let clause, let left, let right):
      return try holds(clause) ? value(of: left) : value(of: right)
    case .subquery(let list, let clause):
      var members: [Value] = []
      for member in try value(of: list).elements
      where try ConditionInterpreter(valueSource: valueSource, subqueryMembers: subqueryMembers + [member]).holds(
        clause)
      {
        members.append(member)
      }
      return .list(members)
    }
  }

  private func apply(_ hop: CompiledExpression.PathStep, to value: Value) throws(EvaluationError) -> Value {
    switch (hop, value) {
    case (.key(let key), _): return value.member(at: CollectionOfOne(key))
    case (.collectionOperator(let gathering, let keys), _):
      return gathering.apply(to: value.elements.map { $0.member(at: keys) })
    case (.index(let index), .list(let values)):
      guard case .integer(let place) = try self.value(of: index), place >= 0, place < values.count else { return .null }
      return values[Int(place)]
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
  fileprivate func apply(_ left: [Value], _ right: [Value]) -> [Value] {
    if self == .union { return (left + right).removingDuplicates }
    let known = Set(right.map(\.comparisonKey))
    return left.removingDuplicates.filter { known.contains($0.comparisonKey) == (self == .intersect) }
  }
}

extension [Value] {
  /// The values without duplicates.
  ///
  /// Of equal values, the first one is kept.
  fileprivate var removingDuplicates: [Value] {
    var known: Set<Value> = []
    return filter { known.insert($0.comparisonKey).inserted }
  }
}

extension CollectionOperator {
  fileprivate func apply(to values: [Value]) -> Value {
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
    case (_, .null), (.text, .text), (.number, .integer), (.number, .real), (.instant, .instant): self
    case (.text, .boolean), (.text, .integer), (.text, .real): .text(conditionLiteral.lowercased())
    case (.text, .instant(let instant)): .text(instant.description)
    case (.number, .boolean(let isTrue)): .integer(isTrue ? 1 : 0)
    case (.number, .text(let text)): Value(parsingNumber: text)
    case (.number, .instant(let instant)): .real(instant.secondsSince2001)
    case (.instant, .text(let text)): Instant(dateOrTimestamp: text).map(Value.instant) ?? .null
    case (.instant, .integer), (.instant, .real):
      number.flatMap { Instant(secondsSince2001: $0.real) }.map(Value.instant) ?? .null
    case (_, .list), (_, .object), (.instant, .boolean): .null
    }
  }

  /// Creates a number from its text, or null if the text is not a number.
  private init(parsingNumber text: String) {
    if let integer = Int64(text) {
      self = .integer(integer)
    } else {
      let isPlain = text.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
      self = isPlain ? Double(text).map(Value.init(finiteOrNull:)) ?? .null : .null
    }
  }
}
