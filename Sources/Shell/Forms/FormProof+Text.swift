internal import Documents
internal import ExplorerTool
internal import Forms
internal import FormsAnalysis
internal import Values

extension FormAnalysis {
  /// What was found, as lines of text.
  var text: String {
    let parts = [[headerLine] + tried.map(\.text), witnessLines, problemLines].filter { !$0.isEmpty }
    return parts.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private var headerLine: String {
    let count = "\(situations) situation\(situations == 1 ? "" : "s")"
    return (isBounded ? "BOUNDED: \(count), and more that were not looked at" : count)
      + (tried.isEmpty ? "" : ", over")
  }

  private var witnessLines: [String] {
    let later = seen.filter { !$0.way.isEmpty }
    return later.map { "\($0.element.text) is seen after \($0.way.text)" }
  }

  private var problemLines: [String] {
    if hasNoFindings {
      return ["every row can be seen, and every condition changes\(isBounded ? ", as far as was looked" : "")"]
    }
    let never = isBounded ? "not seen" : "never seen"
    return ["over these values:"] + neverSeen.map { "\($0.text) is \(never)" }
      + neverReached.map { "\($0.text) is required, and \(isBounded ? "did not take" : "never takes") a value" }
      + settled.map(\.text)
      + disputes.map(\.text)
  }

  /// What was found, for a program.
  var jsonValue: Value {
    [
      "situations": .integer(Int64(situations)), "bounded": .boolean(isBounded),
      "tried": .object(Dictionary(uniqueKeysWithValues: tried.map { ($0.row.rawValue, .list($0.values)) })),
      "seen": .list(seen.map { ["element": .text($0.element.rawValue), "way": $0.way.jsonValue] }),
      "neverSeen": .list(neverSeen.map { .text($0.rawValue) }),
      "neverReached": .list(neverReached.map { .text($0.rawValue) }),
      "settled": .list(settled.map(\.jsonValue)), "disputes": .list(disputes.map(\.jsonValue)),
    ]
  }
}

extension FormAnalysis.TestedInput {
  fileprivate var text: String { "  \(row.text): \(values.map(\.jsonText).joined(separator: ", "))".terminalSafe }
}

extension FormAnalysis.ConstantCondition {
  fileprivate var text: String {
    let owner = property == .met ? "a validator of \(element)" : "\(element)"
    return "\(owner) is \(holds ? "always" : "never") \(property.rawValue): \(reason)".terminalSafe
  }

  fileprivate var jsonValue: Value {
    [
      "element": .text(element.rawValue), "property": .text(property.rawValue), "result": .boolean(holds),
      "text": .text(reason.description),
    ]
  }
}

extension FormAnalysis.OrderConflict {
  fileprivate var text: String {
    let place = way.isEmpty ? "at the start" : "after \(way.text)"
    return "\(place), \(first.text) leaves no way to \(second.text), which could have come before and would be kept"
  }

  fileprivate var jsonValue: Value { ["way": way.jsonValue, "first": [first].jsonValue, "second": [second].jsonValue] }
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

extension CommandShell {
  func proveForm(_ words: [String]) throws {
    var options = try CommandArguments(words, help: Help.formProve)
    let output = try options.value("-o", OutputFormat.init, expected: "text or json") ?? .text
    let limit = try options.value(
      "--limit", { Int($0).flatMap { $0 > 0 ? $0 : nil } }, expected: "a number such as 1000")
    let path = try options.singleOperand("the file")
    let proof = FormAnalysis(of: try loadForm(at: path), stateLimit: limit ?? 20_000)
    try console.print(output == .json ? proof.jsonValue.jsonText + "\n" : proof.text)
    if !proof.hasNoFindings {
      throw CommandError(
        status: .failure, message: "\(path.terminalSafe): something can never happen, or depends on an order")
    }
  }
}
