internal import Conditions
internal import Documents
internal import ExplorerTool
internal import Values

/// A condition as it was asked about on a command line or in a line of a batch.
struct ConditionRequest {
  private let text: String
  private let object: Value
  private let variables: [String: Value]
  private let arguments: [ConditionArgument]
  private let outside: ImplicitInputs

  init(
    text: String, object: Value?, variables: Value?, arguments: Value?, implicitInputs outside: ImplicitInputs
  ) throws(CommandError) {
    self.text = text
    self.outside = outside
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

  private static let expectedVariables = "an object, with a member for each variable"
  private static let expectedArguments = "a list, with a value for each %@"

  private var condition: Condition {
    get throws(ConditionError) { try Condition(parsing: text, arguments: arguments) }
  }

  private func makeEvaluator() throws(ConditionError) -> (Evaluator, NamedValueSource) {
    let evaluator = Evaluator(try condition)
    let values = NamedValueSource(
      evaluator.reads, object: object, variables: variables, now: outside.now, random: outside.random)
    return (evaluator, values)
  }
}

extension ConditionRequest {
  /// The canonical text and what it reads.
  func canonicalOutput(in form: OutputFormat) throws(CommandError) -> String {
    try convertingErrors { () throws(ConditionError) in
      let condition = try condition
      let reads = condition.references.map(\.description)
      switch form {
      case .text: return (["\(condition)"] + reads.map { "reads \($0)" }).map { $0 + "\n" }.joined()
      case .json:
        let answer: Value = ["condition": .text("\(condition)"), "reads": .list(reads.map(Value.text))]
        return answer.jsonText + "\n"
      }
    }
  }

  /// Whether it holds.
  func evaluationOutput(in form: OutputFormat, explains: Bool) throws(CommandError) -> String {
    try convertingErrors { () throws(ConditionError) in
      let (evaluator, values) = try makeEvaluator()
      guard explains else {
        let holds = try evaluator.holds(values)
        return (form == .json ? Self.resultObject(holds).jsonText : "\(holds)") + "\n"
      }
      let explanation = try evaluator.explanation(for: values)
      return (form == .json ? Self.resultObject(explanation).jsonText : "\(explanation)") + "\n"
    }
  }

  /// The condition in SQL, as far as it can be said there, with columns guessed from what they are compared with.
  ///
  /// What is given is a parameter.
  func sqlOutput(for dialect: SQLDialect, in form: OutputFormat) throws(CommandError) -> String {
    try convertingErrors { () throws(ConditionError) in
      let condition = try condition
      let translation = condition.sqlWithInferredColumns(
        dialect, variables: variables, now: outside.now, random: outside.random)
      return form == .json ? translation.jsonObject(for: dialect).jsonText + "\n" : translation.textOutput(for: dialect)
    }
  }

  /// Turns a fault into a failure that shows the place in the text.
  private func convertingErrors(_ answer: () throws(ConditionError) -> String) throws(CommandError) -> String {
    do throws(ConditionError) {
      return try answer()
    } catch {
      let option = error.optionProvidingMissingValue.map { "\n\($0)" } ?? ""
      throw .dataError(error.description(withExcerptFrom: text) + option)
    }
  }

  private static func resultObject(_ holds: Bool) -> Value { ["result": .boolean(holds)] }

  private static func resultObject(_ explanation: Explanation) -> Value {
    let parts = explanation.parts.map { part -> Value in
      ["condition": .text(part.text), "values": .text(part.values), "result": .boolean(part.holds)]
    }
    return ["result": .boolean(explanation.holds), "because": .list(parts)]
  }
}

extension ConditionRequest {
  /// Answers a line of a batch, whatever is in it.
  ///
  /// Lines are counted from 1. Where a line is no request, that is what is said of it, for its place is one in the line and
  /// in no condition.
  static func response(toLine line: String, lineNumber number: Int, implicitInputs outside: ImplicitInputs) -> Value {
    do throws(DocumentError) {
      let request = try ConditionRequest(line: JSONNode(parsing: line), implicitInputs: outside)
      return request.response
    } catch {
      return errorObject(
        kind: "parse", at: error.position, message: "request \(number) itself makes no sense: \(error.message)")
    }
  }

  private var response: Value {
    do throws(ConditionError) {
      let (evaluator, values) = try makeEvaluator()
      return Self.resultObject(try evaluator.holds(values))
    } catch {
      let option = error.optionProvidingMissingValue.map { "; \($0)" } ?? ""
      return Self.errorObject(
        kind: error.kind.rawValue, at: error.position ?? TextPosition(), message: error.message + option)
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

  /// Reads a line of a batch.
  private init(line node: JSONNode, implicitInputs outside: ImplicitInputs) throws(DocumentError) {
    self.outside = outside
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
    guard case .text(let text)? = given["condition"]?.content else {
      let position = given["condition"]?.position ?? node.position
      throw DocumentError(at: position, found: "none", expected: "the condition's text")
    }
    self.text = text
    object = try given["object"]?.value ?? .null
    guard case .object(let variables) = try Self.value(of: given["variables"], default: [:]) else {
      throw DocumentError(
        at: given["variables"]?.position ?? node.position, found: "something else", expected: Self.expectedVariables)
    }
    guard case .list(let arguments) = try Self.value(of: given["arguments"], default: []) else {
      throw DocumentError(
        at: given["arguments"]?.position ?? node.position, found: "something else", expected: Self.expectedArguments)
    }
    self.variables = variables
    self.arguments = arguments.map(ConditionArgument.value)
  }

  /// The value of a member, or another where it is missing or null.
  private static func value(of node: JSONNode?, default other: Value) throws(DocumentError) -> Value {
    guard let node, node.content != .null else { return other }
    return try node.value
  }
}

extension ConditionError {
  /// How the command line gives what is missing, if it is nothing that a condition is about.
  fileprivate var optionProvidingMissingValue: String? {
    switch missing?.root {
    case .now: "--now INSTANT gives one, as in --now 2026-11-21T17:00:00Z"
    case .random: "--random N gives one, from 0 up to 1"
    case .object, .variable, nil: nil
    }
  }
}

extension SQLTranslation {
  /// The text, then a line for each parameter, for each column it takes to be there, and for each part that is left over.
  fileprivate func textOutput(for dialect: SQLDialect) -> String {
    let parameters = zip(1..., parameters).map { "parameter \($0): \($1.jsonText)" }
    let columns = columns.map { "assumed: column \($0.quotedName) \($0.type(in: dialect))\($0.typeNote(in: dialect))" }
    let rest = rest.map { part in
      "left over\(part.position.map { " (\($0))" } ?? ""): \(part.condition)\n  because \(part.reason)"
    }
    return ([text] + parameters + columns + rest).map { $0 + "\n" }.joined()
  }

  fileprivate func jsonObject(for dialect: SQLDialect) -> Value {
    let columns = columns.map { column -> Value in
      ["name": .text(column.name), "holds": .text(column.kind.rawValue), "type": .text(column.type(in: dialect))]
    }
    let rest = rest.map { part -> Value in
      let position = part.position ?? TextPosition()
      return [
        "condition": .text("\(part.condition)"), "line": .integer(Int64(position.line)),
        "column": .integer(Int64(position.column)), "reason": .text(part.reason),
      ]
    }
    return [
      "sql": .text(text), "parameters": .list(parameters), "columns": .list(columns), "rest": .list(rest),
    ]
  }
}

extension SQLColumn {
  /// What the type alone does not tell.
  fileprivate func typeNote(in dialect: SQLDialect) -> String {
    switch (kind, dialect) {
    case (.boolean, .sqlite): " (0 or 1)"
    case (.instant, .sqlite): " (milliseconds since 1970)"
    case (.boolean, _), (.integer, _), (.real, _), (.text, _), (.instant, _): ""
    }
  }
}
