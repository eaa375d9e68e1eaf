import Conditions

/// The reason why an element is hidden or disabled or a predicate is met, or why not.
public struct ConditionReason: Hashable, Sendable {
  /// The properties that have a reason.
  public enum Property: String, Hashable, Sendable {
    /// Whether the element is hidden.
    case hidden
    /// Whether the element is disabled.
    case disabled
    /// Whether the predicate of a validator holds.
    case met
  }

  /// The explained property.
  public let property: Property
  /// The section whose condition decides, or `nil` if the element's own condition does.
  public let section: ElementID?
  /// The value of the property.
  public let holds: Bool
  /// The explanation of the condition's result, or `nil` if the property is constant.
  public let explanation: Explanation?
  /// The message of the error because of which the condition could not be evaluated.
  public let evaluationError: String?
}

extension ConditionReason: CustomStringConvertible {
  /// The reason as text, such as "hidden because `$age < 18`: 15 < 18".
  public var description: String {
    let index = section == nil ? property.rawValue : "\(property.rawValue) with its section"
    if let evaluationError { return "not \(index) because the condition cannot be evaluated: \(evaluationError)" }
    return explanation?.sentence(outcome: holds ? index : "not \(index)") ?? "\(holds ? "always" : "never") \(index)"
  }
}

extension FormFeature.State {
  /// Returns the reasons why an element is hidden and disabled, or not.
  ///
  /// The reasons of a row's section follow its own.
  public func reasons(_ id: ElementID) -> [ConditionReason] {
    switch form.elements[id] {
    case .section(let section)?:
      return [reason(.hidden, form.sections[section].hidden), reason(.disabled, form.sections[section].disabled)]
    case .row(let row)?:
      let (row, section) = (form.rows[row], form.rows[row].section)
      let outer = form.sections[section]
      return [
        reason(.hidden, row.ownHidden), reason(.hidden, outer.hidden, of: section), reason(.disabled, row.ownDisabled),
        reason(.disabled, outer.disabled, of: section),
      ]
    case nil: return []
    }
  }

  package func reason(_ property: ConditionReason.Property, _ signal: BooleanSignal, of section: Int? = nil)
    -> ConditionReason
  {
    var explanation: Explanation?
    var evaluationError: String?
    if let node = signal.node, case .condition(let evaluator, let sources) = form.graph.nodes[node].rule {
      do throws(ConditionError) {
        let whole = try evaluator.explanation(
          for: FormValueSource(self, sources: sources))
        // The value of a password is never shown, not even in an explanation.
        explanation = sources.contains(where: readsPassword) ? whole.redactingValues : whole
      } catch {
        evaluationError = message(of: error, atNode: node)
      }
    }
    return ConditionReason(
      property: property, section: section.map { form.elementIDs.sections[$0] }, holds: isTrue(signal),
      explanation: explanation, evaluationError: evaluationError)
  }

  /// Returns the message of an error, without the value of a password, which may be an invalid pattern.
  func message(of error: ConditionError, atNode node: Int) -> String {
    guard case .condition(_, let sources) = form.graph.nodes[node].rule, sources.contains(where: readsPassword) else {
      return "\(error)"
    }
    return "it reads a password"
  }

  private func readsPassword(_ source: ReadSource) -> Bool {
    switch source {
    case .value(let row, _): form.rows[row].kind == .password
    // A multivalued section contains no passwords.
    case .list, .boolean: false
    }
  }
}
