public import Values

/// Why a condition holds, or does not: the parts of it that decided, and no others.
///
/// ```
/// true because `$age.value < 18`: 15 < 18
/// ```
///
/// Where several parts were needed all are told; where one was enough, it is the first.
public struct Explanation: Hashable, Sendable {
  /// One comparison that decided.
  public struct Part: Hashable, Sendable {
    /// The comparison as it is written.
    public let text: String
    /// The comparison with the values that were compared.
    public let values: String
    /// Whether it holds.
    public let holds: Bool
    /// Where it stands.
    public let position: TextPosition?
  }

  /// Whether the condition holds.
  public let holds: Bool
  /// What decided, in the order of the text.
  public let parts: [Part]

  /// The same without what was compared, where that is nobody's business.
  public var withoutValues: Explanation {
    Explanation(
      holds: holds,
      parts: parts.map { Part(text: $0.text, values: $0.text, holds: $0.holds, position: $0.position) })
  }

  /// The explanation behind a word for what came of it, as in `hidden because …`.
  public func told(as outcome: String) -> String {
    parts.isEmpty ? outcome : "\(outcome) because \(parts.map(\.description).joined(separator: ", and "))"
  }
}

extension Explanation: CustomStringConvertible {
  /// The explanation behind `true` or `false`.
  public var description: String { told(as: "\(holds)") }
}

extension Explanation.Part: CustomStringConvertible {
  /// The comparison, and what was compared.
  public var description: String {
    let told = holds ? values : "not \(values)"
    return text == values ? "\(holds ? "" : "not ")`\(text)`" : "`\(text)`: \(told)"
  }
}

extension Evaluator {
  /// Evaluates the condition and tells what decided.
  public func explanation(_ readings: some Readings) throws(ConditionFault) -> Explanation {
    let explainer = Explainer(compiler: Compiler(reads: reads), evaluation: Evaluation(readings: readings))
    do throws(Trouble) {
      return try explainer.explanation(of: condition.clause)
    } catch {
      throw fault(error, readings.variableNames)
    }
  }
}

/// Walks a condition as it is evaluated, and keeps what decided.
private struct Explainer<Reading: Readings> {
  let compiler: Compiler
  let evaluation: Evaluation<Reading>

  func explanation(of clause: Clause) throws(Trouble) -> Explanation {
    switch clause {
    case .constant(let isTrue): return Explanation(holds: isTrue, parts: [])
    case .not(let clause, _):
      let inner = try explanation(of: clause)
      return Explanation(holds: !inner.holds, parts: inner.parts)
    case .all(let clauses): return try explanation(of: clauses, decidedBy: false)
    case .any(let clauses): return try explanation(of: clauses, decidedBy: true)
    case .comparison(let comparison): return try explanation(of: comparison)
    }
  }

  /// One that comes to what decides is enough; else all were needed.
  private func explanation(of clauses: [Clause], decidedBy deciding: Bool) throws(Trouble) -> Explanation {
    var parts: [Explanation.Part] = []
    for clause in clauses {
      let inner = try explanation(of: clause)
      if inner.holds == deciding { return inner }
      parts += inner.parts
    }
    return Explanation(holds: !deciding, parts: parts)
  }

  private func explanation(of comparison: Comparison) throws(Trouble) -> Explanation {
    let holds = try evaluation.holds(compiler.clause(.comparison(comparison)))
    var seen = comparison
    seen.left = .constant(try evaluation.value(of: compiler.formula(comparison.left)))
    seen.right = .constant(try evaluation.value(of: compiler.formula(comparison.right)))
    let part = Explanation.Part(
      text: comparison.text, values: seen.text, holds: holds, position: comparison.place.position)
    return Explanation(holds: holds, parts: [part])
  }
}
