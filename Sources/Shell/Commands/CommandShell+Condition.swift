import Conditions
import Documents
import ConsoleIO
import Values

extension CommandShell {
  func checkCondition(_ options: inout CommandArguments) throws {
    let nondeterministicInputs = try NondeterministicInputs(&options)
    if try options.popFlag("--batch") {
      let others = ["--object", "--variables", "--arguments", "--explain", "--sql"]
      try options.rejectOptions(others, with: "--batch", because: "each line contains its own inputs")
      let isOtherFormat = !self.options.givenOptions.isEmpty && !self.options.format.isJSON
      if isOtherFormat || !self.options.fields.isEmpty {
        throw .usageError("--batch prints JSON, one response a line; -o and --fields cannot change that")
      }
      try options.rejectOperands()
      return try checkConditionBatch(nondeterministicInputs)
    }
    let dialect = try options.popValue("--sql", SQLDialect.init, expected: "sqlite or postgres")
    if dialect != nil {
      try options.rejectOptions(
        ["--object", "--explain"], with: "--sql",
        because: "the condition is translated and not evaluated")
    }
    let explains = try options.popFlag("--explain")
    let object = try options.popJSONValue("--object")
    let variables = try options.popJSONValue("--variables")
    let arguments = try options.popJSONValue("--arguments")
    let text = try options.singleOperand("TEXT")
    let request = try ConditionRequest(
      text: text, object: object, variables: variables, arguments: arguments,
      nondeterministicInputs: nondeterministicInputs)
    if let dialect { return try print(request.sqlOutput(for: dialect)) }
    guard object != nil || variables != nil || nondeterministicInputs.isSpecified else {
      if explains { throw .usageError("--explain requires --object or --variables", usage: options.usage) }
      return try print(request.canonicalOutput())
    }
    try print(request.evaluationOutput(explains: explains))
  }

  /// Reads a request from each line and prints a response to each.
  ///
  /// An invalid request does not affect the next ones.
  private func checkConditionBatch(_ nondeterministicInputs: NondeterministicInputs) throws {
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

  init(_ options: inout CommandArguments) throws(CommandError) {
    now = try options.popValue("--now", { Instant($0) }, expected: "an instant such as 2026-11-21T17:00:00Z")
    random = try options.popValue(
      "--random", { Double($0).flatMap { (0..<1).contains($0) ? $0 : nil } },
      expected: "a number that is at least 0 and less than 1")
  }
}

extension [String] {
  /// The words, in an order in which a condition that begins with a minus is not an option.
  ///
  /// If the first word is such a condition, it is moved to the end, after `--`.
  ///
  /// A word is an option, and not a condition, if its name consists of lowercase letters.
  var movingConditionTextToEnd: [String] {
    guard let text = first, text.hasPrefix("-") else { return self }
    let name = text.prefix { $0 != "=" }.drop { $0 == "-" }
    let isOption = name.allSatisfy { $0.isASCII && $0.isLowercase }
    return isOption ? self : dropFirst() + ["--", text]
  }
}

extension CommandArguments {
  /// Throws an error if one of the options is combined with another option.
  fileprivate func rejectOptions(_ names: [String], with other: String, because reason: String) throws(CommandError) {
    guard let name = names.first(where: containsOption) else { return }
    throw .usageError("\(name) cannot be used with \(other): \(reason)", usage: usage)
  }

  /// Removes an option and returns its value parsed as JSON.
  fileprivate mutating func popJSONValue(_ name: String) throws(CommandError) -> Value? {
    guard let text = try popValue(name) else { return nil }
    return try Self.parseJSON(text, option: name)
  }

  /// Returns the value of an option parsed as JSON.
  static func parseJSON(_ text: String, option: String) throws(CommandError) -> Value {
    do throws(DocumentError) {
      return try JSONNode(parsing: text).value
    } catch {
      throw .dataError("\(option): \(error.description(withExcerptFrom: text))")
    }
  }
}

extension Help {
  static let conditionCheck = """
    Usage: backroom condition check TEXT [--object JSON] [--variables JSON] [--arguments JSON] [--now INSTANT]
                                      [--random N] [--explain] [--sql sqlite|postgres] [-o FORMAT]
           backroom condition check --batch [--now INSTANT] [--random N]

      TEXT         condition in NSPredicate syntax, such as '$age.value < 18 AND country IN {"DE", "AT"}'
      --object     value from which keys are read and that SELF refers to; missing keys are null
      --variables  object with a value for each variable, named without $
      --arguments  list with a value for each %@, %K, %d and %f
      --now        value of now(), such as 2026-11-21T17:00:00Z; the system clock is never read
      --random     value of random(), at least 0 and less than 1; no random number is generated
      --explain    print the comparisons that decided the result
      --sql        print the condition as SQL with its parameters, the assumed columns, and the parts that SQL cannot
                   express. The type of a column is inferred from the values that it is compared with; for 20 and 19.99
                   it is the wider type. A variable with a value is a parameter, and one without a value is a column.
                   Cannot be used with --object and --explain
    \(outputOptions)
      --batch      read one request per line, {"condition":…,"object":…,"variables":…,"arguments":…}, and print one
                   response per line, {"result":…} or {"error":{"kind":…,"line":…,"column":…,"message":…}}. An empty line
                   is an invalid request. The line and column are positions in the condition, or in the request if the
                   message begins with "request N is invalid"

      With --object, --variables, --now or --random, prints true or false. Otherwise prints the condition in canonical
      form and the keys and variables that it reads.
      A condition that looks like an option goes last, after --, as in: condition check -- '-a==1'
      In JSON, {"$date":N} is N seconds after 2001-01-01T00:00:00Z, and {"$null":1} is null.

    Examples:
      backroom condition check '$age.value < 18' --variables '{"age":{"value":15}}' --explain
      backroom condition check 'price > 10 AND name BEGINSWITH "t"' --sql sqlite
      echo '{"condition":"a == 1","object":{"a":1}}' | backroom condition check --batch
    """
}
