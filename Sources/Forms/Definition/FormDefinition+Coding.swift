import Conditions
import Values

// Properties with default values are not encoded: people read these documents, and most properties of a row have them.

extension RowDefinition: Codable {
  private enum CodingKeys: String, CodingKey {
    case tag, kind, title, value, options, isRequired, placeholder, hidden, disabled, validators
  }

  /// Decodes a row.
  ///
  /// Missing properties get their default values.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tag: try container.decodeIfPresent(String.self, forKey: .tag),
      kind: try container.decodeIfPresent(RowKind.self, forKey: .kind),
      title: try container.decodeIfPresent(String.self, forKey: .title),
      value: try container.decode(.value, default: .null), options: try container.decode(.options, default: []),
      isRequired: try container.decode(.isRequired, default: false),
      placeholder: try container.decodeIfPresent(String.self, forKey: .placeholder),
      hidden: try container.decode(.hidden, default: .never),
      disabled: try container.decode(.disabled, default: .never),
      validators: try container.decode(.validators, default: []))
  }

  /// Encodes the properties that differ from their default values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tag, .tag, unlessEqualTo: nil)
    try container.encode(kind, .kind, unlessEqualTo: nil)
    try container.encode(title, .title, unlessEqualTo: nil)
    try container.encode(value, .value, unlessEqualTo: .null)
    try container.encode(options, .options, unlessEqualTo: [])
    try container.encode(isRequired, .isRequired, unlessEqualTo: false)
    try container.encode(placeholder, .placeholder, unlessEqualTo: nil)
    try container.encode(hidden, .hidden, unlessEqualTo: .never)
    try container.encode(disabled, .disabled, unlessEqualTo: .never)
    try container.encode(validators, .validators, unlessEqualTo: [])
  }
}

extension SectionDefinition: Codable {
  private enum CodingKeys: String, CodingKey { case tag, title, footer, hidden, disabled, rows, template }

  /// Decodes a section.
  ///
  /// Missing properties get their default values.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      tag: try container.decodeIfPresent(String.self, forKey: .tag),
      title: try container.decodeIfPresent(String.self, forKey: .title),
      footer: try container.decodeIfPresent(String.self, forKey: .footer),
      hidden: try container.decode(.hidden, default: .never),
      disabled: try container.decode(.disabled, default: .never),
      rows: try container.decode(.rows, default: []),
      template: try container.decodeIfPresent(RowDefinition.self, forKey: .template))
  }

  /// Encodes the properties that differ from their default values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tag, .tag, unlessEqualTo: nil)
    try container.encode(title, .title, unlessEqualTo: nil)
    try container.encode(footer, .footer, unlessEqualTo: nil)
    try container.encode(hidden, .hidden, unlessEqualTo: .never)
    try container.encode(disabled, .disabled, unlessEqualTo: .never)
    try container.encode(rows, .rows, unlessEqualTo: [])
    try container.encode(template, .template, unlessEqualTo: nil)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value for a key, or returns the default value if the key is missing.
  func decode<Some: Decodable>(_ key: Key, default usual: Some) throws -> Some {
    try decodeIfPresent(Some.self, forKey: key) ?? usual
  }
}

extension KeyedEncodingContainer {
  /// Encodes a value unless it equals the default value.
  mutating func encode<Some: Encodable & Equatable>(_ value: Some, _ key: Key, unlessEqualTo usual: Some) throws {
    if value != usual { try encode(value, forKey: key) }
  }
}
