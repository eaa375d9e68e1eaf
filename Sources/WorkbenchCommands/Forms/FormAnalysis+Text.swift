import Documents
import ConsoleIO
import Forms
import FormsAnalysis
import Interface
import Programs
import Values

extension FormAnalysis {
  /// The results as lines of text.
  var text: String {
    let parts = [[headerLine] + testedInputs.map(\.text), witnessLines, problemLines].filter { !$0.isEmpty }
    return parts.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private var headerLine: String {
    let count = stateCount.counted("state")
    return (reachedStateLimit ? "BOUNDED: stopped after \(count)" : count)
      + (testedInputs.isEmpty ? "" : ", with the values")
  }

  private var witnessLines: [String] {
    let later = witnesses.filter { !$0.path.isEmpty }
    return later.map { "\($0.element.text) is visible after \($0.path.text)" }
  }

  private var problemLines: [String] {
    let unchecked = "not checked completely: \(uncheckedElements.map(\.text).joined(separator: ", "))"
    if hasNoFindings {
      return reachedStateLimit
        ? ["no problems found so far", unchecked]
        : ["no problems found: every row can be visible, and every condition can change"]
    }
    return ["problems found with these values:"] + neverVisible.map { "\($0.text) is never visible" }
      + neverEditableRequiredRows.map { "\($0.text) is required but never editable" }
      + unvalidatedRows.map { "\($0.text) can become uneditable with an invalid value, which is submitted" }
      + emptyRowFailures.map(\.text) + constantConditions.map(\.text) + orderDependences.map(\.text)
      + (reachedStateLimit ? [unchecked] : [])
  }

  /// The results as JSON.
  var jsonValue: Value {
    [
      "situations": .integer(Int64(stateCount)), "bounded": .boolean(reachedStateLimit),
      "unchecked": .list(uncheckedElements.map { .text($0.rawValue) }),
      "tried": .object(Dictionary(uniqueKeysWithValues: testedInputs.map { ($0.row.rawValue, .list($0.values)) })),
      "seen": .list(witnesses.map { ["element": .text($0.element.rawValue), "way": $0.path.jsonValue] }),
      "neverSeen": .list(neverVisible.map { .text($0.rawValue) }),
      "neverReached": .list(neverEditableRequiredRows.map { .text($0.rawValue) }),
      "unvalidated": .list(unvalidatedRows.map { .text($0.rawValue) }),
      "failingWhileEmpty": .list(emptyRowFailures.map(\.jsonValue)),
      "settled": .list(constantConditions.map(\.jsonValue)), "disputes": .list(orderDependences.map(\.jsonValue)),
    ]
  }
}

extension FormAnalysis.TestedInput {
  fileprivate var text: String { "  \(row.text): \(values.map(\.jsonText).joined(separator: ", "))".terminalSafe }
}

extension FormAnalysis.ConstantCondition {
  fileprivate var text: String {
    let owner = property == .met ? "a validator of \(element)" : "\(element)"
    return "\(owner) is \(value ? "always" : "never") \(property.rawValue): \(reason)".terminalSafe
  }

  fileprivate var jsonValue: Value {
    [
      "element": .text(element.rawValue), "property": .text(property.rawValue), "result": .boolean(value),
      "text": .text(reason.description),
    ]
  }
}

extension FormAnalysis.EmptyRowFailure {
  fileprivate var text: String {
    "a validator of \(element) fails while \(emptyRow) is empty, which is allowed: `\(comparison)`".terminalSafe
  }

  fileprivate var jsonValue: Value {
    [
      "element": .text(element.rawValue), "emptyRow": .text(emptyRow.rawValue), "comparison": .text(comparison),
    ]
  }
}

extension FormAnalysis.OrderDependence {
  fileprivate var text: String {
    let index = path.isEmpty ? "at the start" : "after \(path.text)"
    return "\(index), \(first.text) prevents \(second.text), which would keep its value if it came first"
  }

  fileprivate var jsonValue: Value {
    ["way": path.jsonValue, "first": [first].jsonValue, "second": [second].jsonValue]
  }
}

extension [ValueAssignment] {
  fileprivate var text: String { map(\.text).joined(separator: ", then ") }

  fileprivate var jsonValue: Value { .list(map { ["row": .text($0.row.rawValue), "value": $0.value] }) }
}

extension ValueAssignment {
  fileprivate var text: String { "\(row.text) = \(value.jsonText)".terminalSafe }
}

extension ElementID {
  fileprivate var text: String { rawValue.terminalSafe }
}

extension CommandRun {
  func proveForm(at path: String, limit: Int) throws {
    let analysis = FormAnalysis(of: try loadForm(at: path), stateLimit: limit)
    try print(.report(analysis.jsonValue, text: analysis.text))
    if !analysis.hasNoFindings {
      throw CommandError(status: .failure, message: "\(path.terminalSafe): the analysis found problems")
    }
    if analysis.reachedStateLimit {
      throw .inconclusive("\(path.terminalSafe): the limit of states was reached; raise it with --limit")
    }
  }
}
