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
public enum CanonicalValue: Hashable, Sendable {
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
    var text = ""
    write(to: &text)
    return text
  }

  fileprivate func write(to text: inout String) {
    if let label { text += "\(CanonicalValue.printedName(label)): " }
    value.write(to: &text)
  }
}

extension CanonicalValue: CustomStringConvertible {
  /// The canonical text, on one line.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  fileprivate func write(to text: inout String) {
    switch self {
    case .null: text += "nil"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .identifier(let name): text += Self.printedName(name)
    case .text(let content): text += Self.quoted(content)
    case .variant(let name, let arguments):
      text += Self.printedName(name)
      // If the only value is a struct without a label, its own parentheses are omitted, unless the struct is empty.
      if let fields = Self.wholePayloadFields(of: arguments), !fields.isEmpty { return Self.write(fields, to: &text) }
      Self.write(arguments, to: &text, between: ("(", ")")) { $0.write(to: &$1) }
    case .list(let values): Self.write(values, to: &text, between: ("[", "]")) { $0.write(to: &$1) }
    case .identifiedList(let entries): Self.write(entries, to: &text, between: ("[", "]")) { $0.value.write(to: &$1) }
    case .map(let entries) where entries.isEmpty: text += "[:]"
    case .map(let entries):
      Self.write(entries, to: &text, between: ("[", "]")) { entry, text in
        entry.key.write(to: &text)
        text += ": "
        entry.value.write(to: &text)
      }
    case .record(let fields): Self.write(fields, to: &text)
    case .elided: text += "..."
    }
  }

  /// Appends elements, with commas between them.
  private static func write<Element>(
    _ elements: [Element], to text: inout String, between brackets: (String, String),
    _ writeElement: (Element, inout String) -> Void
  ) {
    text += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      writeElement(element, &text)
    }
    text += brackets.1
  }

  private static func write(_ fields: [Field], to text: inout String) {
    write(fields, to: &text, between: ("(", ")")) { field, text in
      text += printedName(field.name)
      text += ": "
      field.value.write(to: &text)
    }
  }

  /// Returns the fields of a struct that is the only value of a payload and has no label, or `nil` otherwise.
  static func wholePayloadFields(of arguments: [Argument]) -> [Field]? {
    guard let only = arguments.first, arguments.count == 1, only.label == nil, case .record(let fields) = only.value,
      // A field with such a name would be read as a value of the payload.
      !fields.contains(where: { isPositionalKey($0.name) })
    else { return nil }
    return fields
  }

  /// Returns a name as it is printed: in backticks, as in Swift, if it does not parse back as a name without them.
  static func printedName(_ name: String) -> String {
    isName(name) && !isNumber(name) ? name : quoted(name, by: "`")
  }

  static func quoted(_ text: String, by mark: Unicode.Scalar = "\"") -> String {
    // Most texts need no escapes.
    let markByte = UInt8(ascii: mark)
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != markByte && $0 != UInt8(ascii: "\\") }) {
      return "\(mark)\(text)\(mark)"
    }
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
      text != "nil", text != "true", text != "false"
    else { return false }
    return text.utf8.allSatisfy(isIdentifierByte) || text.unicodeScalars.allSatisfy(isNameScalar)
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
