import Conditions
import Documents
import ConsoleIO
import Interface
import Programs
import Values

/// A condition with its inputs, from the command line or from a line of a batch.
struct ConditionRequest {
  private let text: String
  private let object: Value
  private let variables: [String: Value]
  private let arguments: [ConditionArgument]
  private let nondeterministicInputs: NondeterministicInputs

  init(
    text: String, object: Value?, variables: Value?, arguments: Value?, nondeterministicInputs: NondeterministicInputs
  ) throws(CommandError) {
    self.text = text
    self.nondeterministicInputs = nondeterministicInputs
    self.object = object ?? .null
    guard case .object(let variables) = variables ?? [:] else {
      throw .dataError("--variables: expected \(Self.expectedVariables)")
    }
    guard case .list(let arguments) = arguments ?? [] else {
      throw .dataError("--arguments: expected \(Self.expectedArguments)")
    }
    self.variables = variables
    self.arguments = arguments.map(ConditionArgument.value)
  }

  private static let expectedVariables = "an object with a member for each variable"
  private static let expectedArguments = "a list with a value for each %@"

  private var condition: Condition {
    get throws(ConditionError) { try Condition(parsing: text, arguments: arguments) }
  }

  private func makeEvaluator() throws(ConditionError) -> (Evaluator, NamedValueSource) {
    let evaluator = Evaluator(try condition)
    let values = NamedValueSource(
      evaluator.references, object: object, variables: variables, now: nondeterministicInputs.now,
      random: nondeterministicInputs.random
    )
    return (evaluator, values)
  }
}

extension ConditionRequest {
  /// Returns the canonical text of the condition and the keys and variables that it reads.
  func canonicalOutput() throws(CommandError) -> CommandAnswer {
    try convertingErrors { () throws(ConditionError) in
      let condition = try condition
      let reads = condition.references.map(\.description)
      let text = (["\(condition)"] + reads.map { "reads \($0)" }).map { $0 + "\n" }.joined()
      return .report(["condition": .text("\(condition)"), "reads": .list(reads.map(Value.text))], text: text)
    }
  }

  /// Returns the result of evaluating the condition.
  func evaluationOutput(explains: Bool) throws(CommandError) -> CommandAnswer {
    try convertingErrors { () throws(ConditionError) in
      let (evaluator, values) = try makeEvaluator()
      guard explains else {
        let holds = try evaluator.holds(values)
        return .report(Self.resultObject(holds), text: "\(holds)\n")
      }
      let explanation = try evaluator.explanation(for: values)
      return .report(Self.resultObject(explanation), text: "\(explanation)\n")
    }
  }

  /// Returns the condition translated to SQL as far as possible, with inferred column types.
  ///
  /// Variables that have a value become parameters.
  func sqlOutput(for dialect: SQLDialect) throws(CommandError) -> CommandAnswer {
    try convertingErrors { () throws(ConditionError) in
      let translation = try condition.sqlWithInferredColumns(
        dialect, variables: variables, now: nondeterministicInputs.now, random: nondeterministicInputs.random)
      return .report(translation.jsonObject(for: dialect), text: translation.textOutput(for: dialect))
    }
  }

  /// Runs a closure and converts its error into one that shows the position in the condition's text.
  private func convertingErrors(
    _ body: () throws(ConditionError) -> CommandAnswer
  ) throws(CommandError) -> CommandAnswer {
    do throws(ConditionError) {
      return try body()
    } catch {
      let option = error.optionProvidingMissingValue.map { "\n\($0)" } ?? ""
      throw .dataError(error.description(withExcerptFrom: text) + option)
    }
  }

  private static func resultObject(_ holds: Bool) -> Value { ["result": .boolean(holds)] }

  private static func resultObject(_ explanation: Explanation) -> Value {
    let parts = explanation.decidingComparisons.map { part -> Value in
      ["condition": .text(part.text), "values": .text(part.textWithValues), "result": .boolean(part.holds)]
    }
    return ["result": .boolean(explanation.holds), "because": .list(parts)]
  }
}

extension ConditionRequest {
  /// Returns the response to a line of a batch.
  ///
  /// Line numbers begin at 1. If the line is not a valid request, the error message begins with `request N is invalid`,
  /// because the position in the error then refers to the line and not to the text of the condition.
  static func response(toLine line: String, lineNumber: Int, nondeterministicInputs: NondeterministicInputs) -> Value {
    do throws(DocumentError) {
      let request = try ConditionRequest(line: JSONNode(parsing: line), nondeterministicInputs: nondeterministicInputs)
      return request.response
    } catch {
      return errorObject(
        kind: "parse", at: error.position, message: "request \(lineNumber) is invalid: \(error.message)")
    }
  }

  private var response: Value {
    do throws(ConditionError) {
      let (evaluator, values) = try makeEvaluator()
      return Self.resultObject(try evaluator.holds(values))
    } catch {
      let option = error.optionProvidingMissingValue.map { "; \($0)" } ?? ""
      return Self.errorObject(
        kind: error.phase.rawValue, at: error.position ?? TextPosition(), message: error.message + option)
    }
  }

  private static func errorObject(kind: String, at position: TextPosition, message: String) -> Value {
    [
      "error": [
        "kind": .text(kind), "line": .integer(Int64(position.line)), "column": .integer(Int64(position.column)),
        "message": .text(message),
      ]
    ]
  }

  /// Creates the request from a line of a batch.
  private init(line node: JSONNode, nondeterministicInputs: NondeterministicInputs) throws(DocumentError) {
    self.nondeterministicInputs = nondeterministicInputs
    guard case .object(let members) = node.content else {
      throw DocumentError(
        at: node.position, found: "something else", expected: #"an object such as {"condition": "a == 1"}"#)
    }
    var given: [String: JSONNode] = [:]
    for member in members {
      guard ["condition", "object", "variables", "arguments"].contains(member.key) else {
        throw DocumentError(
          at: member.position, found: member.key.quoted, expected: "condition, object, variables or arguments")
      }
      given[member.key] = member.node
    }
    func error(at key: String, found: String, expected: String) -> DocumentError {
      DocumentError(at: given[key]?.position ?? node.position, found: found, expected: expected)
    }
    guard case .text(let text)? = given["condition"]?.content else {
      throw error(at: "condition", found: "none", expected: "the condition's text")
    }
    self.text = text
    object = try given["object"]?.value ?? .null
    guard case .object(let variables) = try Self.value(of: given["variables"], default: [:]) else {
      throw error(at: "variables", found: "something else", expected: Self.expectedVariables)
    }
    guard case .list(let arguments) = try Self.value(of: given["arguments"], default: []) else {
      throw error(at: "arguments", found: "something else", expected: Self.expectedArguments)
    }
    self.variables = variables
    self.arguments = arguments.map(ConditionArgument.value)
  }

  /// Returns the value of a member, or the default value if the member is missing or null.
  private static func value(of node: JSONNode?, default other: Value) throws(DocumentError) -> Value {
    guard let node, node.content != .null else { return other }
    return try node.value
  }
}

extension ConditionError {
  /// A hint that names the option for the missing value, or `nil` if there is no such option.
  fileprivate var optionProvidingMissingValue: String? {
    switch missingReference?.root {
    case .now: "use --now INSTANT, as in --now 2026-11-21T17:00:00Z"
    case .random: "use --random N, as in --random 0.5"
    case .object, .variable, nil: nil
    }
  }
}

extension SQLTranslation {
  /// Returns the SQL text, followed by a line for each parameter, assumed column and untranslated part.
  fileprivate func textOutput(for dialect: SQLDialect) -> String {
    let parameters = zip(1..., parameters).map { "parameter \($0): \($1.jsonText)" }
    let columns = columns.map { "assumed: column \($0.quotedName) \($0.type(in: dialect))\($0.typeNote(in: dialect))" }
    let rest = untranslated.map { part in
      "not translated\(part.position.map { " (\($0))" } ?? ""): \(part.condition)\n  because \(part.reason)"
    }
    return ([whereClause] + parameters + columns + rest).map { $0 + "\n" }.joined()
  }

  fileprivate func jsonObject(for dialect: SQLDialect) -> Value {
    let columns = columns.map { column -> Value in
      ["name": .text(column.name), "holds": .text(column.kind.rawValue), "type": .text(column.type(in: dialect))]
    }
    let rest = untranslated.map { part -> Value in
      let position = part.position ?? TextPosition()
      return [
        "condition": .text("\(part.condition)"), "line": .integer(Int64(position.line)),
        "column": .integer(Int64(position.column)), "reason": .text(part.reason),
      ]
    }
    return [
      "sql": .text(whereClause), "parameters": .list(parameters), "columns": .list(columns), "rest": .list(rest),
    ]
  }
}

extension SQLColumn {
  /// Returns a note on how SQLite represents the values, or an empty string.
  fileprivate func typeNote(in dialect: SQLDialect) -> String {
    switch (kind, dialect) {
    case (.boolean, .sqlite): " (0 or 1)"
    case (.instant, .sqlite), (.milliseconds, _): " (milliseconds since 1970)"
    case (.money, _): " (whole cents)"
    case (.boolean, _), (.integer, _), (.real, _), (.text, _), (.instant, _): ""
    }
  }
}
