internal import Conditions
internal import Values

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
      value: try container.decode(.value, or: .null), options: try container.decode(.options, or: []),
      isRequired: try container.decode(.isRequired, or: false),
      placeholder: try container.decodeIfPresent(String.self, forKey: .placeholder),
      hidden: try container.decode(.hidden, or: .never), disabled: try container.decode(.disabled, or: .never),
      validators: try container.decode(.validators, or: []))
  }

  /// Encodes the properties that differ from their default values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tag, .tag, unless: nil)
    try container.encode(kind, .kind, unless: nil)
    try container.encode(title, .title, unless: nil)
    try container.encode(value, .value, unless: .null)
    try container.encode(options, .options, unless: [])
    try container.encode(isRequired, .isRequired, unless: false)
    try container.encode(placeholder, .placeholder, unless: nil)
    try container.encode(hidden, .hidden, unless: .never)
    try container.encode(disabled, .disabled, unless: .never)
    try container.encode(validators, .validators, unless: [])
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
      hidden: try container.decode(.hidden, or: .never), disabled: try container.decode(.disabled, or: .never),
      rows: try container.decode(.rows, or: []),
      template: try container.decodeIfPresent(RowDefinition.self, forKey: .template))
  }

  /// Encodes the properties that differ from their default values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tag, .tag, unless: nil)
    try container.encode(title, .title, unless: nil)
    try container.encode(footer, .footer, unless: nil)
    try container.encode(hidden, .hidden, unless: .never)
    try container.encode(disabled, .disabled, unless: .never)
    try container.encode(rows, .rows, unless: [])
    try container.encode(template, .template, unless: nil)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value for a key, or returns the default value if the key is missing.
  func decode<Some: Decodable>(_ key: Key, or usual: Some) throws -> Some {
    try decodeIfPresent(Some.self, forKey: key) ?? usual
  }
}

extension KeyedEncodingContainer {
  /// Encodes a value unless it equals the default value.
  mutating func encode<Some: Encodable & Equatable>(_ value: Some, _ key: Key, unless usual: Some) throws {
    if value != usual { try encode(value, forKey: key) }
  }
}
