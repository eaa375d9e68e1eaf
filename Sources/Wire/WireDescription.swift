import Documents
import Interface
import Values

extension CommandRole {
  /// The roles with the names of their parameters.
  static var wireDescription: JSONNode {
    .object(allCases.map { ($0.rawValue, .texts($0.parameterNames)) })
  }
}

extension WireError {
  /// A JSON Schema of the errors.
  static var schema: Value {
    let reasons =
      InvocationError.Code.allCases.map(\.rawValue) + Refusal.allCases.map(\.rawValue)
      + Code.allCases.filter { $0 != .refused }.map { "\($0)" }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Error", "type": "object",
      "properties": [
        "code": ["enum": .list(Code.allCases.map { .integer(Int64($0.rawValue)) })], "message": ["type": "string"],
        "data": [
          "type": "object",
          "properties": [
            "reason": ["enum": .list(Set(reasons).sorted().map { .text($0) })], "hint": ["type": "string"],
            "allowed": ["type": "array", "items": ["type": "string"]],
          ],
          "required": ["reason"],
        ],
      ],
      "required": ["code", "message", "data"],
    ]
  }
}

extension JSONNode {
  /// Creates the node of an array of texts.
  static func texts(_ texts: [String]) -> JSONNode { JSONNode(.list(texts.map { JSONNode(.text($0)) })) }

  /// The text, or `nil` if this is none.
  var textContent: String? { if case .text(let text) = content { text } else { nil } }

  /// The number, or `nil` if this is no whole one.
  var integerContent: Int? { if case .integer(let integer) = content { Int(exactly: integer) } else { nil } }
}
