public import Conditions

/// Why a row or a section is hidden or disabled, or what a validator asks is met, or why that is not so.
public struct FormReason: Hashable, Sendable {
  /// What it is about.
  public enum Property: String, Hashable, Sendable {
    /// Whether it is seen.
    case hidden
    /// Whether it takes changes from a person.
    case disabled
    /// Whether what a validator asks of it holds.
    case met
  }

  /// What it is about.
  public let property: Property
  /// The section whose condition it is, if it is not the row's own.
  public let section: ElementID?
  /// Whether it is so.
  public let holds: Bool
  /// What decided; nil where it was said once and for all.
  public let explanation: Explanation?
  /// Why the condition could not be evaluated, if it could not.
  public let trouble: ConditionFault?
}

extension FormReason: CustomStringConvertible {
  /// The reason in words, as in "hidden because `$age < 18`: 15 < 18".
  public var description: String {
    let place = section == nil ? property.rawValue : "\(property.rawValue) with its section"
    if let trouble { return "not \(place), for the condition cannot be evaluated: \(trouble)" }
    return explanation?.told(as: holds ? place : "not \(place)") ?? "\(holds ? "always" : "never") \(place)"
  }
}

extension Form.State {
  /// Why a row or a section is hidden and disabled, or is not; of a row its section's reasons come behind its own.
  public func reasons(_ id: ElementID) -> [FormReason] {
    switch form.elements[id] {
    case .section(let section)?:
      return [reason(.hidden, form.sections[section].hidden), reason(.disabled, form.sections[section].disabled)]
    case .row(let row)?:
      let (row, section) = (form.rows[row], form.rows[row].section)
      let outer = form.sections[section]
      return [
        reason(.hidden, row.hidden), reason(.hidden, outer.hidden, of: section), reason(.disabled, row.disabled),
        reason(.disabled, outer.disabled, of: section),
      ]
    case nil: return []
    }
  }

  package func reason(_ property: FormReason.Property, _ signal: Signal, of section: Int? = nil) -> FormReason {
    let id = section.map { form.names.sections[$0] }
    guard let node = signal.node, case .condition(let evaluator, let sources) = form.graph.nodes[node].rule else {
      return FormReason(property: property, section: id, holds: truth(signal), explanation: nil, trouble: nil)
    }
    let readings = FormReadings(form: form, fields: fields, truths: truths, sources: sources)
    do throws(ConditionFault) {
      let whole = try evaluator.explanation(readings)
      // What stands in a password's row is shown to nobody, by no detour either.
      let explanation = sources.contains(where: isSecret) ? whole.withoutValues : whole
      return FormReason(
        property: property, section: id, holds: explanation.holds, explanation: explanation, trouble: nil)
    } catch {
      return FormReason(property: property, section: id, holds: false, explanation: nil, trouble: error)
    }
  }

  private func isSecret(_ source: Source) -> Bool {
    switch source {
    case .value(let row, _): form.rows[row].kind == .password
    case .list(let section, _): form.sections[section].rows.contains { form.rows[$0].kind == .password }
    case .signal: false
    }
  }
}
