/// A value as it is printed: the same text for equal values, in every process.
///
/// Sets and dictionaries are sorted by what is printed, and nothing that differs between two runs (a hash seed, an
/// address) shows. What was printed can be read back: see ``decode(_:)``.
///
/// Texts are equal as Swift's are: an é is the same letter, whether it is written as one code point or as an e and an
/// accent. So both are one key, one field and one name, and no difference; a text is printed and read back in the code
/// points that it has. A type that tells them apart does so as a key, too.
///
/// ```
/// open(product: (id: p1, name: "Lamp", price: 19.99), isNew: false)
/// ```
public indirect enum CanonicalValue: Hashable, Sendable {
  /// An absent value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A number, as its shortest text.
  case number(String)
  /// A text, in quotation marks.
  case text(String)
  /// A name: an enum's case without payload, or an identifier.
  case word(String)
  /// An enum's case with its payload.
  case variant(String, [Argument])
  /// Values in order.
  case list([CanonicalValue])
  /// Values in order that carry an identity of their own.
  case keyed([Entry])
  /// Values by key, sorted by key.
  case map([Entry])
  /// The fields of a struct, in order of declaration.
  case record([Field])
  /// A part that stands elsewhere: `...`.
  case elsewhere

  /// One value of an enum's payload.
  public struct Argument: Hashable, Sendable {
    /// Its label, if it has one.
    public var label: String?
    /// The value.
    public var value: CanonicalValue

    /// Makes one value of a payload.
    public init(label: String?, value: CanonicalValue) {
      self.label = label
      self.value = value
    }
  }

  /// One value of a collection, under its key.
  public struct Entry: Hashable, Sendable {
    /// The key or the identity.
    public var key: CanonicalValue
    /// The value.
    public var value: CanonicalValue
  }

  /// One field of a struct.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The value.
    public var value: CanonicalValue

    package init(name: String, value: CanonicalValue) {
      self.name = name
      self.value = value
    }
  }
}

extension CanonicalValue {
  /// Whether it is read as one thing: it holds neither a struct nor values under keys.
  var isAtomic: Bool {
    switch self {
    case .null, .bool, .number, .text, .word, .elsewhere: true
    case .variant(_, let arguments):
      arguments.allSatisfy(\.value.isAtomic)
        || Self.wholePayloadFields(of: arguments)?.allSatisfy(\.value.isAtomic) == true
    case .list(let values): values.allSatisfy(\.isAtomic)
    case .keyed(let entries), .map(let entries): entries.isEmpty
    case .record: false
    }
  }

  /// Whether it stands in one line: it is atomic, or a struct of what is.
  var fitsOneLine: Bool {
    if case .record(let fields) = self { fields.allSatisfy(\.value.isAtomic) } else { isAtomic }
  }
}

extension CanonicalValue.Argument: CustomStringConvertible {
  /// The value after its label.
  public var description: String { (label.map { "\($0): " } ?? "") + value.description }
}

extension CanonicalValue: CustomStringConvertible {
  /// The whole value in one line.
  public var description: String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .number(let text), .word(let text): text
    case .text(let text): Self.quoted(text)
    case .variant(let name, let arguments): "\(name)(\(Self.payloadText(of: arguments)))"
    case .list(let values): "[\(Self.joined(values))]"
    case .keyed(let entries): "[\(Self.joined(entries.map(\.value)))]"
    case .map(let entries) where entries.isEmpty: "[:]"
    case .map(let entries): "[\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
    case .record(let fields): "(\(Self.fieldsText(of: fields)))"
    case .elsewhere: "..."
    }
  }

  /// A struct that is the whole payload is printed without a second pair of parentheses, unless nothing would be left.
  private static func payloadText(of arguments: [Argument]) -> String {
    if let fields = wholePayloadFields(of: arguments), !fields.isEmpty { return fieldsText(of: fields) }
    return arguments.map(\.description).joined(separator: ", ")
  }

  /// The fields of a struct that is all there is to a payload.
  fileprivate static func wholePayloadFields(of arguments: [Argument]) -> [Field]? {
    guard let only = arguments.first, arguments.count == 1, only.label == nil, case .record(let fields) = only.value
    else { return nil }
    return fields
  }

  private static func fieldsText(of fields: [Field]) -> String {
    fields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
  }

  private static func joined(_ values: [CanonicalValue]) -> String {
    values.map(\.description).joined(separator: ", ")
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      default:
        if isVisible(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          quoted += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return quoted + "\""
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  /// A text that names something: bare where it can be read back as one word, else in quotation marks.
  static func identifierOrText(_ text: String) -> CanonicalValue {
    if isNumber(text) { return .number(text) }
    return isIdentifier(text) ? .word(text) : .text(text)
  }

  static func isIdentifier(_ text: String) -> Bool { text.utf8.allSatisfy(isIdentifierByte) && isName(text) }

  /// What a name in Swift may be made of beyond ASCII.
  ///
  /// Cases and fields are printed as they are called; of a text, only what ``isIdentifier(_:)`` knows stands bare.
  static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isIdentifierByte(UInt8(scalar.value)) }
    return !scalar.properties.isWhitespace && isVisible(scalar)
  }

  /// Whether a case or a field may be called so.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || isDigit(first) || first >= 0x80,
      !["nil", "true", "false"].contains(text)
    else { return false }
    return text.unicodeScalars.allSatisfy(isNameScalar)
  }

  static func isNumber(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    func digits() -> Bool {
      let count = rest.prefix(while: isDigit).count
      rest.removeFirst(count)
      return count > 0
    }
    guard digits() else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard digits() else { return false }
    }
    if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
      guard digits() else { return false }
    }
    return rest.isEmpty
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  static func isIdentifierByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
