import Values

/// The values that are known before a row is read.
struct KnownValues {
  var variables: [String: Value] = [:]
  var now: Instant?
  var random: Double?

  /// Creates an evaluation, or returns `nil` if not all references are given.
  fileprivate func interpreter(for reads: [Reference]) -> ConditionInterpreter<NamedValueSource>? {
    guard reads.allSatisfy(includes) else { return nil }
    return ConditionInterpreter(valueSource: NamedValueSource(reads, variables: variables, now: now, random: random))
  }

  private func includes(_ reference: Reference) -> Bool {
    switch reference.root {
    case .object: false
    case .variable(let name): variables[name] != nil
    case .now: now != nil
    case .random: random != nil
    }
  }
}

extension ConditionExpression {
  /// Returns the value, or `nil` if not all references are given.
  func value(given: KnownValues) -> Value? {
    if let constant { return constant }
    var collector = ReferenceCollector()
    collector.collect(self)
    guard let evaluation = given.interpreter(for: collector.references) else { return nil }
    return try? evaluation.value(of: ConditionCompiler(references: collector.references).compileExpression(self))
  }
}

extension Comparison {
  /// Returns whether the comparison is true, or `nil` if not all references are given.
  func holds(given: KnownValues) -> Bool? {
    var collector = ReferenceCollector()
    collector.collect(.comparison(self))
    guard let evaluation = given.interpreter(for: collector.references) else { return nil }
    return try? evaluation.holds(ConditionCompiler(references: collector.references).compileClause(.comparison(self)))
  }
}
