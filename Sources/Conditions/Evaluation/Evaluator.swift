import Values

/// A condition prepared for repeated evaluation.
///
/// ```swift
/// let evaluator = Evaluator(condition)
/// let isHidden = try evaluator.holds(form)  // form returns the values of evaluator.references, by index
/// ```
public struct Evaluator: Sendable {
  /// The condition.
  public let condition: Condition
  /// The references that the condition reads, in the order of ``Condition/references``.
  public let references: [Reference]
  private let compiledClause: CompiledClause

  /// Prepares a condition.
  public init(_ condition: Condition) {
    self.condition = condition
    references = condition.references
    compiledClause = ConditionCompiler(references: references).compileClause(condition.clause)
  }

  /// Returns whether the condition is true for the values that it reads.
  ///
  /// Values that do not affect the result are not read: if the first part of `a == 1 OR b == 2` is true, `b` is not
  /// read.
  public func holds<Reading: ValueSource>(_ readings: Reading) throws(ConditionError) -> Bool {
    do throws(EvaluationError) {
      return try ConditionInterpreter(valueSource: readings).holds(compiledClause)
    } catch {
      throw conditionError(for: error, variableNames: readings.variableNames)
    }
  }

  func conditionError(for trouble: EvaluationError, variableNames variables: [String]) -> ConditionError {
    switch trouble {
    case .missingValue(let read, let place):
      let reference = references[read]
      let hint =
        switch reference.root {
        case .variable(let name):
          closestMatch(to: name, among: variables).map { "did you mean \(Reference(.variable($0)))?" }
            ?? "give it a value, or null"
        case .object: "give it a value, or null"
        case .now, .random: "the caller has to provide it"
        }
      return ConditionError(
        .evaluation, at: place.textPosition, found: "none", expected: "a value of \(reference.withoutKeys)", hint: hint,
        missingReference: reference.withoutKeys)
    case .conditionError(let fault): return fault
    }
  }
}

extension Reference {
  /// The reference without its keys.
  fileprivate var withoutKeys: Reference { Reference(root) }
}

extension Condition {
  /// Returns whether the condition is true for an object and variables.
  ///
  /// To evaluate the same condition often, use an ``Evaluator``.
  public func holds(
    for object: Value = .null, variables: [String: Value] = [:], now: Instant? = nil, random: Double? = nil
  ) throws(ConditionError) -> Bool {
    let evaluator = Evaluator(self)
    return try evaluator.holds(
      NamedValueSource(evaluator.references, object: object, variables: variables, now: now, random: random))
  }
}
