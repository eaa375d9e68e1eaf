import Documents
import Values

extension CommandTable {
  /// A JSON Schema of the invocations that the table accepts.
  ///
  /// That of a command also has its `answer`, and `listed` is false if only front ends use the command.
  public var schema: Value {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Invocation of a command",
      "oneOf": .list(
        commands.map { command in
          guard case .object(var schema) = command.description.schema else { return command.description.schema }
          schema["title"] = .text(command.title)
          schema["answer"] = command.answer?.schema
          if !command.isListed { schema["listed"] = false }
          return .object(schema)
        }),
    ]
  }
}

extension CommandDescription {
  /// A JSON Schema of the invocations of the command.
  var schema: Value {
    let isArgumentRequired = parameters.contains { !$0.isOptional }
    return [
      "description": .text(summary), "type": "object",
      "properties": ["path": ["const": .text(path)], "arguments": argumentsSchema],
      "required": isArgumentRequired ? ["path", "arguments"] : ["path"], "additionalProperties": false,
    ]
  }

  /// A JSON Schema of the object with the arguments.
  package var argumentsSchema: Value {
    let properties = parameters.map { ($0.name, $0.schema) }
    return [
      "type": "object", "properties": .object(Dictionary(uniqueKeysWithValues: properties)),
      "required": .list(parameters.filter { !$0.isOptional }.map { .text($0.name) }), "additionalProperties": false,
    ]
  }
}

extension ParameterDescription {
  fileprivate var schema: Value {
    guard case .object(var members) = kind.schema else { return true }
    members["description"] = .text(summary)
    members["default"] = defaultValue
    return .object(members)
  }
}

extension ParameterKind {
  fileprivate var schema: Value {
    switch self {
    case .text: ["type": "string"]
    case .integer(let range):
      ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    case .money: ["anyOf": [["type": ["number", "string"]], Self.object("$numberDecimal", ["type": "string"])]]
    case .boolean: ["type": "boolean"]
    case .instant:
      ["anyOf": [["type": "string", "format": "date-time"], Self.object("$date", ["type": "number"])]]
    case .choice(let names): ["type": "string", "enum": .list(names.map(Value.text))]
    case .json, .value: [:]
    case .list(let kind): ["type": "array", "items": kind.schema]
    }
  }

  /// Returns a schema of objects with one member, which JSON has no type of its own for.
  private static func object(_ key: String, _ schema: Value) -> Value {
    ["type": "object", "properties": .object([key: schema]), "required": [.text(key)], "additionalProperties": false]
  }
}

extension InvocationError {
  /// A JSON Schema of the JSON form of an error.
  public static var schema: Value {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Error", "type": "object",
      "properties": [
        "error": [
          "type": "object",
          "properties": [
            "code": ["type": "string", "enum": .list(Code.allCases.map { .text($0.rawValue) })],
            "message": ["type": "string"], "hint": ["type": "string"],
          ],
          "required": ["code", "message"], "additionalProperties": false,
        ]
      ],
      "required": ["error"], "additionalProperties": false,
    ]
  }

  /// The error as JSON on one line: `{"error":{"code":…,"hint":…,"message":…}}`.
  public var jsonText: String {
    var members: [String: Value] = ["code": .text(code.rawValue), "message": .text(message)]
    members["hint"] = hint.map(Value.text)
    return Value.object(["error": .object(members)]).jsonText
  }
}
