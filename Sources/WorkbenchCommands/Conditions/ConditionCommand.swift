import Conditions
import Documents
import ConsoleIO
import Interface
import Programs
import Values

extension ProgramCommand where Context == CommandRun {
  static var conditionCommand: ProgramCommand {
    func json(_ name: String, _ summary: String) -> Parameter<JSONText?> {
      Argument.text(name, summary).placeholder("JSON").map { JSONText(text: $0, option: "--\(name)") }.optional
    }
    return ProgramCommand(
      "condition check", "parse a condition and evaluate it",
      Argument.text(
        "text", "condition in NSPredicate syntax, such as '$age.value < 18 AND country IN {\"DE\", \"AT\"}'"
      )
      .positional.optional,
      json("object", "value from which keys are read and that SELF refers to; missing keys are null"),
      json("variables", "object with a value for each variable, named without $"),
      json("arguments", "list with a value for each %@, %K, %d and %f"), NondeterministicInputs.input,
      Argument.flag("explain", "print the comparisons that decided the result"),
      Argument.choice(
        "sql",
        "print the condition as SQL with its parameters, the assumed columns, and the parts that SQL cannot express. The "
          + "type of a column is inferred from the values that it is compared with; for 20 and 19.99 it is the wider type. "
          + "A variable with a value is a parameter, and one without a value is a column. Cannot be used with --object or "
          + "--explain", of: SQLDialect.self
      ).optional,
      Argument.flag(
        "batch",
        #"read one request per line, {"condition":…,"object":…,"variables":…,"arguments":…}, and print one response per "#
          + #"line, {"result":…} or {"error":{"kind":…,"line":…,"column":…,"message":…}}. An empty line is an invalid "#
          + "request. The line and column are positions in the condition, or in the request if the message begins with "
          + #""request N is invalid""#),
      notes: """
        With --object, --variables, --now or --random, prints true or false. Otherwise prints the condition in canonical \
        form and the keys and variables that it reads. A condition that begins with two dashes goes last, after --, as in: \
        condition check -- '--a==1'

        In JSON, {"$date":N} is N seconds after 2001-01-01T00:00:00Z, and {"$null":1} is null.
        """,
      examples: [
        #"'$age.value < 18' --variables '{"age":{"value":15}}' --explain"#,
        #"'price > 10 AND name BEGINSWITH "t"' --sql sqlite"#, "--batch <requests.jsonl",
      ]
    ) { shell, text, object, variables, arguments, inputs, explains, dialect, isBatch in
      let given = [
        ("--object", object != nil), ("--variables", variables != nil), ("--arguments", arguments != nil),
        ("--explain", explains), ("--sql", dialect != nil),
      ]
      if isBatch {
        try reject(given, with: "--batch", because: "each line contains its own inputs")
        if let text { throw InvocationError(.invalidText, "unexpected word \(text.jsonQuoted)") }
        return try shell.checkConditionBatch(inputs)
      }
      if dialect != nil {
        try reject(
          given.filter { ["--object", "--explain"].contains($0.0) }, with: "--sql",
          because: "the condition is translated and not evaluated")
      }
      guard let text else { throw InvocationError(.missingParameter, "text is missing: the condition") }
      let request = try ConditionRequest(
        text: text, object: object?.value, variables: variables?.value, arguments: arguments?.value,
        nondeterministicInputs: inputs)
      if let dialect { return try shell.print(request.sqlOutput(for: dialect)) }
      if object != nil || variables != nil || inputs.isSpecified {
        return try shell.print(request.evaluationOutput(explains: explains))
      }
      if explains { throw InvocationError(.invalidText, "--explain requires --object or --variables") }
      try shell.print(request.canonicalOutput())
    }
  }

  private static func reject(
    _ options: [(name: String, isGiven: Bool)], with other: String, because reason: String
  ) throws(InvocationError) {
    guard let name = options.first(where: \.isGiven)?.name else { return }
    throw InvocationError(.invalidText, "\(name) cannot be used with \(other): \(reason)")
  }
}

extension CommandRun {
  /// Reads a request from each line and prints a response to each.
  ///
  /// An invalid request does not affect the next ones.
  fileprivate func checkConditionBatch(_ nondeterministicInputs: NondeterministicInputs) throws {
    let isOtherFormat = !options.givenOptions.isEmpty && !options.output.format.isJSON
    if isOtherFormat || !options.output.fields.isEmpty {
      throw .usageError("--batch prints JSON, one response a line; -o and --fields cannot change that")
    }
    var number = 0
    while let line = try console.readLine("") {
      number += 1
      try console.print(
        ConditionRequest.response(toLine: line, lineNumber: number, nondeterministicInputs: nondeterministicInputs)
          .jsonText + "\n")
    }
  }
}

/// The values of `now()` and `random()`, which only the command line provides.
struct NondeterministicInputs {
  var now: Instant?
  var random: Double?

  var isSpecified: Bool { now != nil || random != nil }

  static let input = ParameterGroup(
    Argument.instant("now", "value of now(); the system clock is never read").placeholder("INSTANT").optional,
    Argument.text("random", "value of random(); no random number is generated").placeholder("N").map(
      expecting: "a number that is at least 0 and less than 1"
    ) { Double($0).flatMap { (0..<1).contains($0) ? $0 : nil } }.optional
  ) { NondeterministicInputs(now: $0, random: $1) }
}

/// A text of JSON, and the option with it.
private struct JSONText {
  let text: String
  let option: String

  var value: Value { get throws(CommandError) { try Value(parsingJSON: text, option: option) } }
}

extension Value {
  /// Parses the JSON of an option.
  init(parsingJSON text: String, option: String) throws(CommandError) {
    do throws(DocumentError) {
      self = try JSONNode(parsing: text).value
    } catch {
      throw .dataError("\(option): \(error.description(withExcerptFrom: text))")
    }
  }
}
