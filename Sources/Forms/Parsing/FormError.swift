import Values

/// An error in a form definition, with its location.
public struct FormError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// The text is not valid JSON.
    case invalidJSON
    /// An unknown key.
    case unknownKey
    /// A value of the wrong type.
    case wrongType
    /// A value that is not allowed, such as an unknown row kind.
    case invalidValue
    /// A tag that is not allowed.
    case invalidTag
    /// A tag that another element already has.
    case duplicateTag
    /// A condition that cannot be parsed.
    case invalidCondition
    /// A condition that reads an unknown tag.
    case unknownTag
    /// A condition that reads something a form does not provide.
    case unreadableReference
    /// A dependency cycle between conditions.
    case cycle
  }

  /// The kind of error.
  public let kind: Kind
  /// The path to the invalid element in the form.
  public let path: FormPath
  /// The tag of the row or section that contains the error.
  public let tag: String?
  /// The description of the error, without its location.
  public let message: String
  /// The position in the text of a condition, if the error is in one.
  public internal(set) var conditionPosition: TextPosition?
  /// The position in the document, if the form was parsed from one.
  public internal(set) var position: TextPosition?
}

extension FormError: CustomStringConvertible {
  /// The position, the element, the key, and the message.
  public var description: String {
    let owner = tag.map { "\"\($0.escapedForTerminal)\"" } ?? FormPath.text(path.components[..<path.elementLength])
    let place = [owner, FormPath.text(path.components[path.elementLength...])].filter { !$0.isEmpty }
    return [position.map(\.description) ?? "", place.joined(separator: ", "), message].filter { !$0.isEmpty }
      .joined(separator: ": ")
  }
}

/// All errors found in a form.
public struct FormErrors: Error, Hashable, Sendable {
  /// The errors, in document order.
  ///
  /// The list is never empty.
  public let errors: [FormError]

  /// Returns the description of each error with its line of the document and a caret.
  public func description(withExcerptsFrom text: String) -> String {
    let lines = TextLines(text)
    return errors.map { error in error.position.map { "\(error)\n\(lines.caretExcerpt(at: $0))" } ?? "\(error)" }
      .joined(separator: "\n")
  }
}

extension FormErrors: CustomStringConvertible {
  /// The descriptions of the errors, one per line.
  public var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// The path to an element in a form: keys and indices, from the outermost.
public struct FormPath: Hashable, Sendable {
  /// A component of a path.
  enum Component: Hashable, Sendable {
    /// A key of an object.
    case key(String)
    /// A zero-based index in a list.
    case index(Int)
  }

  /// The components, from the outermost.
  var components: [Component] = []

  static func section(_ section: Int) -> FormPath { FormPath(components: [.key("sections"), .index(section)]) }

  static func row(_ row: Int, in section: Int) -> FormPath {
    FormPath(components: [.key("sections"), .index(section), .key("rows"), .index(row)])
  }

  static func + (path: FormPath, key: String) -> FormPath { FormPath(components: path.components + [.key(key)]) }
  static func + (path: FormPath, place: Int) -> FormPath { FormPath(components: path.components + [.index(place)]) }
}

extension FormPath: CustomStringConvertible {
  /// The path as text, such as `sections[1].rows[0].hidden`.
  public var description: String { Self.text(components[...]) }

  /// The number of components of the path to the row or section.
  fileprivate var elementLength: Int {
    if components.count >= 4, components[2] == .key("rows"), case .index = components[3] { return 4 }
    if components.count >= 2, components[0] == .key("sections"), case .index = components[1] { return 2 }
    return 0
  }

  fileprivate static func text(_ steps: ArraySlice<Component>) -> String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key.escapedForTerminal
      case .index(let place): text += "[\(place)]"
      }
    }
  }
}
