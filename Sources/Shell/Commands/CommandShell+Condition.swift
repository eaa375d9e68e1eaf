internal import Conditions
internal import Documents
internal import ExplorerTool
internal import Values

extension CommandShell {
  func runConditionCommand(_ words: [String]) async throws {
    try await runSubcommand(words, of: "condition", ["check": checkCondition])
  }

  private func checkCondition(_ words: [String]) throws {
    var options = try CommandArguments(words.movingConditionTextToEnd, help: Help.conditionCheck)
    let outside = try ImplicitInputs(&options)
    if try options.flag("--batch") {
      let others = ["--object", "--variables", "--arguments", "--explain", "--sql"]
      try options.rejectOptions(others, with: "--batch", because: "each line says what it is about")
      _ = try options.value("-o", { $0 == "json" ? $0 : nil }, expected: "json, as --batch answers nothing else")
      try options.rejectOperands()
      return try checkConditionBatch(outside)
    }
    let form = try options.value("-o", OutputFormat.init, expected: "text or json") ?? .text
    let dialect = try options.value("--sql", SQLDialect.init, expected: "sqlite or postgres")
    if dialect != nil {
      try options.rejectOptions(
        ["--object", "--explain"], with: "--sql",
        because: "what is read of an object is a column, and nothing is evaluated")
    }
    let explains = try options.flag("--explain")
    let object = try options.jsonValue("--object")
    let variables = try options.jsonValue("--variables")
    let arguments = try options.jsonValue("--arguments")
    let text = try options.operands("the condition's text", atLeast: 1, atMost: 1)[0]
    let request = try ConditionRequest(
      text: text, object: object, variables: variables, arguments: arguments, implicitInputs: outside)
    if let dialect { return try console.print(request.sqlOutput(for: dialect, in: form)) }
    guard object != nil || variables != nil || outside.isSpecified else {
      if explains { throw .usageError("--explain wants --object or --variables\n\(options.usage)") }
      return try console.print(request.canonicalOutput(in: form))
    }
    try console.print(request.evaluationOutput(in: form, explains: explains))
  }

  /// Reads a request from each line and answers it in one: a fault in one is no fault in the next.
  private func checkConditionBatch(_ outside: ImplicitInputs) throws {
    var number = 0
    while let line = try console.read("") {
      number += 1
      try console.print(
        ConditionRequest.response(toLine: line, lineNumber: number, implicitInputs: outside).jsonText + "\n")
    }
  }
}

/// What conditions read and no object has: it is given on the command line or not at all.
struct ImplicitInputs {
  var now: Instant?
  var random: Double?

  var isSpecified: Bool { now != nil || random != nil }

  init(_ options: inout CommandArguments) throws(CommandError) {
    now = try options.value("--now", { Instant($0) }, expected: "an instant such as 2026-11-21T17:00:00Z")
    random = try options.value(
      "--random", { Double($0).flatMap { (0..<1).contains($0) ? $0 : nil } }, expected: "a number from 0 up to 1")
  }
}

/// How an answer is written.
enum OutputFormat: String { case text, json }

extension [String] {
  /// The words with the text behind the others, if it comes first and begins with a minus that makes no option of it.
  fileprivate var movingConditionTextToEnd: [String] {
    guard let text = first, text.hasPrefix("-") else { return self }
    let name = text.prefix { $0 != "=" }.drop { $0 == "-" }
    let isOption = name.allSatisfy { $0.isASCII && $0.isLowercase }
    return isOption ? self : dropFirst() + ["--", text]
  }
}

extension CommandArguments {
  /// Refuses options that make no sense beside another.
  fileprivate func rejectOptions(_ names: [String], with other: String, because reason: String) throws(CommandError) {
    guard let name = names.first(where: containsOption) else { return }
    throw .usageError("\(name) makes no sense beside \(other): \(reason)\n\(usage)")
  }

  /// Takes an option's value as JSON.
  fileprivate mutating func jsonValue(_ name: String) throws(CommandError) -> Value? {
    guard let text = try value(name) else { return nil }
    do throws(DocumentError) {
      return try JSONNode(parsing: text).value
    } catch {
      throw .dataError("\(name): \(error.description(withExcerptFrom: text))")
    }
  }
}

extension Help {
  static let conditionCheck = """
    Usage: backroom condition check TEXT [--object JSON] [--variables JSON] [--arguments JSON] [--now INSTANT]
                                      [--random N] [--explain] [--sql sqlite|postgres] [-o text|json]
           backroom condition check --batch [--now INSTANT] [--random N]

      TEXT         a condition in the language of NSPredicate, as '$age.value < 18 AND country IN {"DE", "AT"}'
      --object     what keys are read from, and what SELF is, be it an object or any other value; a key that is missing
                   is null
      --variables  an object with a value for each variable, without its $
      --arguments  a list with a value for each %@, %K, %d and %f
      --now        what now() is, as 2026-11-21T17:00:00Z; no clock is looked at
      --random     what random() is, from 0 up to 1; nothing is drawn
      --explain    say which parts decided
      --sql        print the condition as SQL, and what SQL cannot say and why. Nobody says what the columns hold: it is
                   guessed from what each is compared with, of 20 and 19.99 the wider type, and printed as assumed. A
                   variable that is given is a parameter, and one that is not is a column; --object and --explain make
                   no sense beside it
      -o           the answer as text, or as JSON
      --batch      read lines {"condition":…,"object":…,"variables":…,"arguments":…}, and answer each with one:
                   {"result":…} or {"error":{"kind":…,"line":…,"column":…,"message":…}}, also a line that is empty. The
                   place is one in the condition, or in the request where the message says that it makes no sense itself
      A text that looks like an option stands at the end behind --, as in: condition check -- '-a==1'
      With an object, variables, --now or --random it prints true or false, else the condition as it was understood and
      what it reads.
      In JSON {"$date":N} is N seconds after 2001-01-01T00:00:00Z, and {"$null":1} is null.
    """
}
