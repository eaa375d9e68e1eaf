/// A tree of encoded values with a canonical text: equal values have equal text in every process.
///
/// ```
/// open(product: (id: p1, name: "Lamp", price: 19.99), isNew: false)
/// ```
///
/// Sets and dictionaries are sorted by the text of their elements. The text contains nothing that differs between two
/// processes, such as hash seeds or addresses. It can be parsed and decoded; see ``decode(_:)``.
///
/// Texts are compared as Swift compares strings: "é" equals "e" with a combining accent. Such texts are equal as keys,
/// fields and names, and do not count as a difference. A text is still printed and parsed with its own code points. A
/// type that distinguishes them also distinguishes them as keys.
public indirect enum CanonicalValue: Hashable, Sendable {
  /// An absent value (`nil`).
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A number, as its shortest text.
  case number(String)
  /// A text, printed in quotation marks.
  case text(String)
  /// A name: an enum case without a payload, or an identifier.
  case identifier(String)
  /// An enum case with its payload.
  case variant(String, [Argument])
  /// A list of values.
  case list([CanonicalValue])
  /// A list of values with unique IDs.
  case identifiedList([Entry])
  /// A dictionary, sorted by the text of its keys.
  case map([Entry])
  /// A struct, with its fields in order of declaration.
  case record([Field])
  /// A part that is printed on lines of its own: `...`.
  case elided

  /// One value of the payload of an enum case.
  public struct Argument: Hashable, Sendable {
    /// The label, or `nil` if the value has none.
    public var label: String?
    /// The value.
    public var value: CanonicalValue

    /// Creates one value of a payload.
    public init(label: String?, value: CanonicalValue) {
      self.label = label
      self.value = value
    }
  }

  /// One element of a collection, with its key or ID.
  public struct Entry: Hashable, Sendable {
    /// The key or the ID.
    public var key: CanonicalValue
    /// The value.
    public var value: CanonicalValue
  }

  /// One field of a struct.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
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
  /// A Boolean value that indicates whether the value contains neither a struct nor a keyed collection with elements.
  ///
  /// A struct that is the whole payload of an enum case does not count.
  var isAtomic: Bool {
    switch self {
    case .null, .bool, .number, .text, .identifier, .elided: true
    case .variant(_, let arguments):
      arguments.allSatisfy(\.value.isAtomic)
        || Self.wholePayloadFields(of: arguments)?.allSatisfy(\.value.isAtomic) == true
    case .list(let values): values.allSatisfy(\.isAtomic)
    case .identifiedList(let entries), .map(let entries): entries.isEmpty
    case .record: false
    }
  }

  /// A Boolean value that indicates whether the value prints on one line: it is atomic, or a struct of atomic values.
  var fitsOneLine: Bool {
    if case .record(let fields) = self { fields.allSatisfy(\.value.isAtomic) } else { isAtomic }
  }
}

extension CanonicalValue.Argument: CustomStringConvertible {
  /// The label, if there is one, and the value.
  public var description: String {
    (label.map { "\(CanonicalValue.printedName($0)): " } ?? "") + value.description
  }
}

extension CanonicalValue: CustomStringConvertible {
  /// The canonical text, on one line.
  public var description: String {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .identifier(let name): Self.printedName(name)
    case .text(let text): Self.quoted(text)
    case .variant(let name, let arguments): "\(Self.printedName(name))(\(Self.payloadText(of: arguments)))"
    case .list(let values): "[\(Self.joined(values))]"
    case .identifiedList(let entries): "[\(Self.joined(entries.map(\.value)))]"
    case .map(let entries) where entries.isEmpty: "[:]"
    case .map(let entries): "[\(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
    case .record(let fields): "(\(Self.fieldsText(of: fields)))"
    case .elided: "..."
    }
  }

  /// Returns the text of a payload.
  ///
  /// If the only value is a struct without a label, its own parentheses are omitted, unless the struct is empty.
  private static func payloadText(of arguments: [Argument]) -> String {
    if let fields = wholePayloadFields(of: arguments), !fields.isEmpty { return fieldsText(of: fields) }
    return arguments.map(\.description).joined(separator: ", ")
  }

  /// Returns the fields of a struct that is the only value of a payload and has no label, or `nil` otherwise.
  static func wholePayloadFields(of arguments: [Argument]) -> [Field]? {
    guard let only = arguments.first, arguments.count == 1, only.label == nil, case .record(let fields) = only.value,
      // A field with such a name would be read as a value of the payload.
      !fields.contains(where: { isPositionalKey($0.name) })
    else { return nil }
    return fields
  }

  private static func fieldsText(of fields: [Field]) -> String {
    fields.map { "\(printedName($0.name)): \($0.value)" }.joined(separator: ", ")
  }

  private static func joined(_ values: [CanonicalValue]) -> String {
    values.map(\.description).joined(separator: ", ")
  }

  /// Returns a name as it is printed: in backticks, as in Swift, if it does not parse back as a name without them.
  static func printedName(_ name: String) -> String {
    isName(name) && !isNumber(name) ? name : quoted(name, by: "`")
  }

  static func quoted(_ text: String, by mark: Unicode.Scalar = "\"") -> String {
    var quoted = String(mark)
    for scalar in text.unicodeScalars {
      switch scalar {
      case mark: quoted += "\\\(mark)"
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
    return quoted + String(mark)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Joiners and the tags of flags are parts of words and emoji.
    case .format: [0x200C, 0x200D].contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  /// Returns a text as a number or a name if it parses back as one, or as a quoted text otherwise.
  static func identifierOrText(_ text: String) -> CanonicalValue {
    if isNumber(text) { return .number(text) }
    return isIdentifier(text) ? .identifier(text) : .text(text)
  }

  static func isIdentifier(_ text: String) -> Bool { text.utf8.allSatisfy(isIdentifierByte) && isName(text) }

  /// Returns a Boolean value that indicates whether a name may contain a scalar.
  ///
  /// Names of cases and fields print unquoted and may contain scalars beyond ASCII, as in Swift. Other texts print
  /// unquoted only if ``isIdentifier(_:)`` accepts them.
  static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isIdentifierByte(UInt8(scalar.value)) }
    return !scalar.properties.isWhitespace && isVisible(scalar)
  }

  /// Returns a Boolean value that indicates whether a text can be the name of a case or a field.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || isDigit(first) || first >= 0x80,
      !["nil", "true", "false"].contains(text)
    else { return false }
    return text.unicodeScalars.allSatisfy(isNameScalar)
  }

  static func isNumber(_ text: String) -> Bool {
    var rest = Substring(text).utf8
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    func removeLeadingDigits() -> Bool {
      let count = rest.prefix(while: isDigit).count
      rest.removeFirst(count)
      return count > 0
    }
    guard removeLeadingDigits() else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard removeLeadingDigits() else { return false }
    }
    if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
      guard removeLeadingDigits() else { return false }
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
