import Conditions
import Documents
import Values

// The JSON of a form has one writer, below, and one parser, `FormParser`. Properties with default values are not
// written: people read these documents, and most properties of a row have them.

extension FormDefinition: Codable {
  /// The form as JSON on one line, which ``CompiledForm`` parses.
  public var jsonText: String { json.text }

  /// Decodes the JSON of a form, or throws all errors in its keys and types.
  public init(from decoder: any Decoder) throws { self = try parse(from: decoder) { $0.parseForm($1) } }

  /// Encodes the form as its JSON.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  private var json: JSONNode {
    .object([
      ("title", title.json), ("policy", policy.json), ("sections", JSONNode(.list(sections.map(\.json)))),
    ])
  }
}

extension SectionDefinition: Codable {
  /// Decodes the JSON of a section, or throws all errors in its keys and types.
  public init(from decoder: any Decoder) throws { self = try parse(from: decoder) { $0.parseSection($1) } }

  /// Encodes the section as its JSON.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  fileprivate var json: JSONNode {
    .object([
      ("tag", tag.json), ("title", title.json), ("footer", footer.json), ("hidden", hidden.jsonUnlessNever),
      ("disabled", disabled.jsonUnlessNever), ("rows", rows.json(of: \.json)), ("template", template?.json),
    ])
  }
}

extension RowDefinition: Codable {
  /// Decodes the JSON of a row, or throws all errors in its keys and types.
  public init(from decoder: any Decoder) throws { self = try parse(from: decoder) { $0.parseRow($1) } }

  /// Encodes the row as its JSON.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  fileprivate var json: JSONNode {
    .object([
      ("tag", tag.json), ("kind", (kind?.rawValue).json), ("title", title.json),
      ("value", value == .null ? nil : JSONNode(value: value)), ("options", options.json(of: \.json)),
      ("required", isRequired ? JSONNode(.boolean(true)) : nil), ("placeholder", placeholder.json),
      ("hidden", hidden.jsonUnlessNever), ("disabled", disabled.jsonUnlessNever),
      ("validators", validators.json(of: \.json)),
    ])
  }
}

/// Parses an element from the JSON that a decoder reads, or throws all errors found.
private func parse<Element>(
  from decoder: any Decoder, _ parse: (inout FormParser, JSONNode) -> Element
) throws -> Element {
  var parser = FormParser()
  let element = parse(&parser, try JSONNode(from: decoder))
  if parser.errors.isEmpty { return element }
  let description = FormErrors(errors: parser.errors).description
  throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
}

extension SubmissionPolicy {
  fileprivate var json: JSONNode? {
    let usual = SubmissionPolicy()
    if self == usual { return nil }
    return .object([
      ("hidden", hidden == usual.hidden ? nil : hidden.rawValue.json),
      ("disabled", disabled == usual.disabled ? nil : disabled.rawValue.json),
    ])
  }
}

extension RowOption {
  /// The value alone if it can be told from an object with a value and a title.
  fileprivate var json: JSONNode {
    switch value {
    case .null, .boolean, .integer, .text, .list: if title == nil { return JSONNode(value: value) }
    case .real, .money, .instant, .object: break
    }
    return .object([("value", JSONNode(value: value)), ("title", title.json)])
  }
}

extension Validator {
  fileprivate var json: JSONNode {
    switch self {
    case .length(let least, let most):
      .object([("length", bounds(least.map { .integer(Int64($0)) }, most.map { .integer(Int64($0)) }))])
    case .range(let least, let most): .object([("range", bounds(least, most))])
    case .pattern(let pattern): .object([("pattern", pattern.json)])
    case .predicate(let condition, let message): .object([("predicate", condition.json), ("message", message.json)])
    case .remoteCheck(let check): .object([("remoteCheck", check.json)])
    }
  }

  private func bounds(_ least: Value?, _ most: Value?) -> JSONNode {
    .object([("min", least.map(JSONNode.init(value:))), ("max", most.map(JSONNode.init(value:)))])
  }
}

extension Condition {
  fileprivate var json: JSONNode {
    self == .always || self == .never ? JSONNode(.boolean(self == .always)) : description.json
  }

  fileprivate var jsonUnlessNever: JSONNode? { self == .never ? nil : json }
}

extension String {
  fileprivate var json: JSONNode { JSONNode(.text(self)) }
}

extension String? {
  fileprivate var json: JSONNode? { map(\.json) }
}

extension Array {
  fileprivate func json(of json: (Element) -> JSONNode) -> JSONNode? {
    isEmpty ? nil : JSONNode(.list(map(json)))
  }
}
