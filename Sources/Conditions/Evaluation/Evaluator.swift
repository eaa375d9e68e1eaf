public import Values

/// A condition that is ready to be evaluated many times.
///
/// ```swift
/// let evaluator = Evaluator(condition)
/// let isHidden = try evaluator.holds(form)  // form gives the values of evaluator.reads, by their places
/// ```
public struct Evaluator: Sendable {
  /// The condition.
  public let condition: Condition
  /// What is read, in the order of ``Condition/reads``.
  public let reads: [Reference]
  private let clause: CompiledClause

  /// Gets a condition ready.
  public init(_ condition: Condition) {
    self.condition = condition
    reads = condition.reads
    clause = Compiler(reads: reads).clause(condition.clause)
  }

  /// Whether the condition holds for what is read.
  ///
  /// What is not needed is not read: of `a == 1 OR b == 2` the second is not looked at where the first holds.
  public func holds<Reading: Readings>(_ readings: Reading) throws(ConditionFault) -> Bool {
    do throws(Trouble) {
      return try Evaluation(readings: readings).holds(clause)
    } catch {
      throw fault(error, readings.variableNames)
    }
  }

  func fault(_ trouble: Trouble, _ variables: [String]) -> ConditionFault {
    switch trouble {
    case .unbound(let read, let place):
      let reference = reads[read]
      let hint =
        switch reference.root {
        case .variable(let name):
          nearest(to: name, of: variables).map { "did you mean \(Reference(.variable($0)))?" }
            ?? "a variable must be given, if only as null"
        case .object: "it must be given, if only as null"
        case .now, .random: "it is given from outside, so that the condition stays the same value for the same input"
        }
      return ConditionFault(
        .evaluation, at: place.position, found: "none", expected: "a value of \(reference.bare)", hint: hint,
        missing: reference.bare)
    case .fault(let fault): return fault
    }
  }
}

extension Reference {
  /// The variable without the keys.
  fileprivate var bare: Reference { Reference(root) }
}

extension Condition {
  /// Whether the condition holds for an object and variables.
  ///
  /// Where the same condition is asked many times, an ``Evaluator`` is quicker.
  public func holds(
    for object: Value = .null, variables: [String: Value] = [:], now: Instant? = nil, random: Double? = nil
  ) throws(ConditionFault) -> Bool {
    let evaluator = Evaluator(self)
    return try evaluator.holds(
      GivenValues(evaluator.reads, object: object, variables: variables, now: now, random: random))
  }
}
