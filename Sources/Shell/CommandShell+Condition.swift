internal import Conditions
internal import Documents
internal import Values

extension CommandShell {
  func condition(_ words: [String]) throws {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "check": try checkCondition(rest)
    case "--help", "-h": throw ShellFailure(status: .success, message: Help.condition)
    case nil: throw .usage("condition: check")
    case let word?: throw .unknown(word, "command", of: ["check"])
    }
  }

  private func checkCondition(_ words: [String]) throws {
    var options = try Options(words.withTextBehindOptions, help: Help.conditionCheck)
    let form = try options.value("-o", OutputForm.init, expected: "text or json") ?? .text
    if try options.flag("--batch") {
      _ = try options.rest("", atMost: 0)
      return try checkConditions()
    }
    let dialect = try options.value("--sql", SQLDialect.init, expected: "sqlite or postgres")
    let explains = try options.flag("--explain")
    let object = try options.json("--object")
    let variables = try options.json("--variables")
    let arguments = try options.json("--arguments")
    let text = try options.rest("the condition's text", atLeast: 1, atMost: 1)[0]
    let request = try ConditionRequest(text: text, object: object, variables: variables, arguments: arguments)
    if let dialect { return try console.print(request.translated(to: dialect, in: form)) }
    guard object != nil || variables != nil else {
      if explains { throw .usage("--explain wants --object or --variables\n\(options.usage)") }
      return try console.print(request.described(in: form))
    }
    try console.print(request.answered(in: form, explains: explains))
  }

  /// Reads a request from each line and answers it in one: a fault in one is no fault in the next.
  private func checkConditions() throws {
    while let line = try console.read("") {
      if line.trimmed.isEmpty { continue }
      try console.print(ConditionRequest.answer(toLine: line).json + "\n")
    }
  }
}

/// How an answer is written.
enum OutputForm: String { case text, json }

extension [String] {
  /// The words with the text behind the others, if it comes first and begins with a minus that makes no option of it.
  fileprivate var withTextBehindOptions: [String] {
    guard let text = first, text.hasPrefix("-") else { return self }
    let name = text.prefix { $0 != "=" }.drop { $0 == "-" }
    let isOption = name.allSatisfy { $0.isASCII && $0.isLowercase }
    return isOption ? self : dropFirst() + ["--", text]
  }
}

extension Options {
  /// Takes an option's value as JSON.
  fileprivate mutating func json(_ name: String) throws(ShellFailure) -> Value? {
    guard let text = try value(name) else { return nil }
    do throws(JSONFault) {
      return try JSONNode(parsing: text).value
    } catch {
      throw .data("\(name): \(error.shown(in: text))")
    }
  }
}
