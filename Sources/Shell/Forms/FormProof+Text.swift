internal import Documents
internal import ExplorerTool
internal import Forms
internal import FormsAnalysis
internal import Values

extension FormProof {
  /// What was found, as lines of text.
  var text: String {
    let parts = [[heading] + tried.map(\.text), sights, faults].filter { !$0.isEmpty }
    return parts.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  private var heading: String {
    let count = "\(situations) situation\(situations == 1 ? "" : "s")"
    return (isBounded ? "BOUNDED: \(count), and more that were not looked at" : count)
      + (tried.isEmpty ? "" : ", over")
  }

  private var sights: [String] {
    let later = seen.filter { !$0.way.isEmpty }
    return later.map { "\($0.element.text) is seen after \($0.way.text)" }
  }

  private var faults: [String] {
    if isClean {
      return ["every row can be seen, and every condition changes\(isBounded ? ", as far as was looked" : "")"]
    }
    let never = isBounded ? "not seen" : "never seen"
    return ["over these values:"] + neverSeen.map { "\($0.text) is \(never)" }
      + neverReached.map { "\($0.text) is required, and \(isBounded ? "did not take" : "never takes") a value" }
      + settled.map(\.text)
      + disputes.map(\.text)
  }

  /// What was found, for a program.
  var answer: Value {
    [
      "situations": .integer(Int64(situations)), "bounded": .boolean(isBounded),
      "tried": .object(Dictionary(uniqueKeysWithValues: tried.map { ($0.row.rawValue, .list($0.values)) })),
      "seen": .list(seen.map { ["element": .text($0.element.rawValue), "way": $0.way.answer] }),
      "neverSeen": .list(neverSeen.map { .text($0.rawValue) }),
      "neverReached": .list(neverReached.map { .text($0.rawValue) }),
      "settled": .list(settled.map(\.answer)), "disputes": .list(disputes.map(\.answer)),
    ]
  }
}

extension FormProof.Trial {
  fileprivate var text: String { "  \(row.text): \(values.map(\.json).joined(separator: ", "))".visible }
}

extension FormProof.Settled {
  fileprivate var text: String {
    let owner = property == .met ? "a validator of \(element)" : "\(element)"
    return "\(owner) is \(holds ? "always" : "never") \(property.rawValue): \(reason)".visible
  }

  fileprivate var answer: Value {
    [
      "element": .text(element.rawValue), "property": .text(property.rawValue), "result": .boolean(holds),
      "text": .text(reason.description),
    ]
  }
}

extension FormProof.Dispute {
  fileprivate var text: String {
    let place = way.isEmpty ? "at the start" : "after \(way.text)"
    return "\(place), \(first.text) leaves no way to \(second.text), which could have come before and would be kept"
  }

  fileprivate var answer: Value { ["way": way.answer, "first": [first].answer, "second": [second].answer] }
}

extension [Assignment] {
  fileprivate var text: String { map(\.text).joined(separator: ", then ") }

  fileprivate var answer: Value { .list(map { ["row": .text($0.row.rawValue), "value": $0.value] }) }
}

extension Assignment {
  fileprivate var text: String { "\(row.text) = \(value.json)".visible }
}

extension ElementID {
  fileprivate var text: String { rawValue.visible }
}

extension CommandShell {
  func proveForm(_ words: [String]) throws {
    var options = try Options(words, help: Help.formProve)
    let output = try options.value("-o", OutputForm.init, expected: "text or json") ?? .text
    let limit = try options.value(
      "--limit", { Int($0).flatMap { $0 > 0 ? $0 : nil } }, expected: "a number such as 1000")
    let path = try options.only("the file")
    let proof = FormProof(of: try compiledForm(path), limit: limit ?? 20_000)
    try console.print(output == .json ? proof.answer.json + "\n" : proof.text)
    if !proof.isClean {
      throw ShellFailure(
        status: .failure, message: "\(path.visible): something can never happen, or depends on an order")
    }
  }
}
