import Documents
import Values

/// A parameter of a command, with the Swift type of its value.
///
/// ``Argument`` creates parameters.
public struct Parameter<Content: Sendable>: Sendable {
  /// The description of the parameter, without the type of its value.
  public private(set) var description: ParameterDescription
  private let decode: @Sendable (Value) throws(InvocationError) -> Content
  /// The content if the parameter is left out.
  private var contentIfMissing: Content?

  fileprivate init(
    _ description: ParameterDescription, contentIfMissing: Content? = nil,
    decode: @escaping @Sendable (Value) throws(InvocationError) -> Content
  ) {
    self.description = description
    self.contentIfMissing = contentIfMissing
    self.decode = decode
  }

  /// Returns the content for a value that the parameter accepts, or for a missing one.
  func content(of value: Value?) throws(InvocationError) -> Content {
    if let value { return try decode(value) }
    if let contentIfMissing { return contentIfMissing }
    throw description.missingError()
  }
}

/// The name of a parameter and what it accepts.
public struct ParameterDescription: Hashable, Sendable {
  /// The name, as in `--name`.
  public let name: String
  /// What the parameter means.
  public let summary: String
  /// The values that it accepts.
  public let kind: ParameterKind
  /// A Boolean value that indicates whether the value can be written without the name.
  public fileprivate(set) var isPositional = false
  /// A Boolean value that indicates whether all further words belong to the value, so that it needs no quotes.
  public fileprivate(set) var takesRest = false
  /// A Boolean value that indicates whether each element of a list is given by itself, so that it can contain commas.
  public fileprivate(set) var isRepeated = false
  /// A Boolean value that indicates whether the parameter can be left out.
  public fileprivate(set) var isOptional = false
  /// The value if the parameter is left out, or `nil` if there is none.
  public fileprivate(set) var defaultValue: Value?
  /// Where a front end finds values to suggest, or `nil` if there are none.
  public fileprivate(set) var suggestions: Suggestions?
  fileprivate var customPlaceholder: String?
  fileprivate var customExpectation: String?
  /// What is used if the parameter is left out, in words, or `nil` if ``defaultValue`` says it.
  public fileprivate(set) var defaultDescription: String?

  /// Values that a front end can suggest to the user.
  public enum Suggestions: Hashable, Sendable {
    /// The names of files.
    case files
    /// Some words, such as the names of columns. Other words are accepted, too.
    case words([String])
    /// The lines that the program prints if it is called with these words, such as the IDs of rows.
    case lines(ofCall: String)
  }

  /// What stands for the value in a usage line.
  public var placeholder: String {
    if let customPlaceholder { return customPlaceholder }
    // Many names would not fit on the line. The explanation lists them.
    if let words = kind.words, words.count <= 6 { return words.joined(separator: "|") }
    return name.uppercased()
  }

  /// The same parameter, which can be left out.
  var optional: Self {
    var copy = self
    copy.isOptional = true
    return copy
  }

  /// Returns the same parameter with other suggestions.
  func suggesting(_ suggestions: Suggestions) -> Self {
    var copy = self
    copy.suggestions = suggestions
    return copy
  }

  /// The same parameter, which cannot be left out.
  package var required: Self {
    var copy = self
    (copy.isOptional, copy.defaultDescription) = (false, nil)
    return copy
  }

  /// What messages call the parameter: the name with two dashes, unless the value can be written without the name.
  var typedName: String { isPositional ? customPlaceholder ?? name : "--\(name)" }

  /// A Boolean value that indicates whether the parameter is false unless it is given, so that `--name` means true.
  package var isFlag: Bool { kind == .boolean && defaultValue == false }

  /// Returns whether the parameter accepts a value.
  public func accepts(_ value: Value) -> Bool { kind.accepted(value) != nil }

  /// What a value looks like.
  public var expectation: String { customExpectation ?? kind.expectation }

  /// Returns the error for a missing value, which says what the parameter means.
  ///
  /// It begins with the path of the command if that is known.
  func missingError(of path: String? = nil) -> InvocationError {
    let hint: String? =
      switch kind {
      case .text, .value, .json: nil
      case .list(of: .text), .list(of: .value): isRepeated ? nil : "several are separated by commas"
      default: "expected \(expectation)"
      }
    return InvocationError(
      .missingParameter, (path.map { "\($0): " } ?? "") + "\(typedName) is missing: \(summary)", hint: hint)
  }

  /// Returns the error for a value that the parameter does not accept.
  ///
  /// - Parameters:
  ///   - text: The value.
  ///   - name: What the message calls the parameter, or `nil` for its name.
  /// - Returns: The error.
  package func valueError(_ text: String, named name: String? = nil) -> InvocationError {
    let similar = kind.words.flatMap { closestMatch(to: text, among: $0) }
    return InvocationError(
      .invalidValue, "\(name ?? typedName) \(text.jsonQuoted) is not valid",
      hint: similar.map { "did you mean \($0)?" } ?? kind.problem(with: text) ?? "expected \(expectation)")
  }
}

extension Parameter {
  /// The same parameter, whose value can be written without its name.
  public var positional: Self {
    var copy = self
    copy.description.isPositional = true
    return copy
  }

  /// The same parameter, whose value can be written without its name, and to which all further words belong.
  ///
  /// It must be the last one without a name.
  public var rest: Self {
    var copy = positional
    copy.description.takesRest = true
    return copy
  }

  /// The same parameter, with another placeholder than its name in usage lines.
  public func placeholder(_ text: String) -> Self {
    var copy = self
    copy.description.customPlaceholder = text
    return copy
  }

  /// Returns the same parameter with words that a front end can suggest, if there are some.
  public func suggesting(words: [String]) -> Self { words.isEmpty ? self : suggesting(.words(words)) }

  /// Returns the same parameter with values that a front end can suggest.
  public func suggesting(_ suggestions: ParameterDescription.Suggestions) -> Self {
    var copy = self
    copy.description.suggestions = suggestions
    return copy
  }

  /// The same parameter, which can be left out.
  public var optional: Parameter<Content?> {
    var description = description
    description.isOptional = true
    description.defaultValue = nil
    return Parameter<Content?>(description, contentIfMissing: .some(nil)) { [decode] value throws(InvocationError) in
      try decode(value)
    }
  }

  /// Returns the same parameter, which can be left out.
  ///
  /// - Parameter text: What is used then, in words, such as `now`.
  /// - Returns: The parameter.
  public func optional(otherwise text: String) -> Parameter<Content?> {
    var copy = optional
    copy.description.defaultDescription = text
    return copy
  }

  /// Returns the same parameter with a default value.
  ///
  /// - Parameter value: The value that is used if the parameter is left out. The parameter must accept it.
  /// - Returns: The parameter.
  public func defaulting(to value: Value) -> Self {
    guard let accepted = description.kind.accepted(value), let content = try? decode(accepted) else {
      preconditionFailure("\(description.name) must accept its default")
    }
    var copy = self
    copy.contentIfMissing = content
    copy.description.isOptional = true
    copy.description.defaultValue = accepted
    return copy
  }

  /// Returns a parameter of another type.
  ///
  /// - Parameter decode: A closure that converts the content, or throws if it is not valid.
  /// - Returns: The parameter.
  public func map<New>(
    _ decode: @escaping @Sendable (Content) throws(InvocationError) -> New
  ) -> Parameter<New> {
    // A content that is not valid is not a default.
    Parameter<New>(description, contentIfMissing: contentIfMissing.flatMap { try? decode($0) }) {
      [decodeContent = self.decode] value throws(InvocationError) in
      try decode(decodeContent(value))
    }
  }

  /// Returns a parameter of another type, which accepts only some of the contents.
  ///
  /// - Parameters:
  ///   - expectation: What a content looks like, for error messages, such as `a key such as ctrl+home`.
  ///   - decode: A closure that converts the content, or returns `nil` if it is not valid.
  /// - Returns: The parameter.
  public func map<New>(
    expecting expectation: String, _ decode: @escaping @Sendable (Content) -> New?
  ) -> Parameter<New> {
    var described = description
    described.customExpectation = expectation
    return Parameter<New>(described, contentIfMissing: contentIfMissing.flatMap(decode)) {
      [name = description.typedName, decodeContent = self.decode] value throws(InvocationError) in
      if let new = decode(try decodeContent(value)) { return new }
      let text = JSONNode(value: value).text
      throw InvocationError(.invalidValue, "\(name) \(text) is not valid", hint: "expected \(expectation)")
    }
  }

  /// A parameter whose value is a list, with an element for each word or each `--name`.
  ///
  /// An element can contain commas.
  public var repeated: Parameter<[Content]> {
    var copy = list
    copy.description.isRepeated = true
    return copy
  }

  /// A parameter whose value is a list.
  public var list: Parameter<[Content]> {
    var listed = ParameterDescription(
      name: description.name, summary: description.summary, kind: .list(of: description.kind))
    listed.isPositional = description.isPositional
    listed.suggestions = description.suggestions
    listed.customPlaceholder = description.customPlaceholder
    listed.customExpectation = description.customExpectation.map { "\($0), or several" }
    let list = listed
    return Parameter<[Content]>(list) { [decode] value throws(InvocationError) in
      guard case .list(let values) = value else { throw list.valueError(value.messageExcerpt) }
      var contents: [Content] = []
      for value in values { contents.append(try decode(value)) }
      return contents
    }
  }
}

/// Creates parameters.
///
/// ```swift
/// Argument.text("id", "the product").positional
/// Argument.money("price", "the new price").optional
/// Argument.text("tags", "the tags").list.defaulting(to: [])
/// ```
public enum Argument {
  /// Creates a parameter that accepts any text.
  public static func text(_ name: String, _ summary: String) -> Parameter<String> {
    .make(name, summary, .text) {
      if case .text(let text) = $0 { text } else { nil }
    }
  }

  /// Creates a parameter that accepts a whole number in a range.
  public static func integer(
    _ name: String, _ summary: String, in range: ClosedRange<Int> = .min ... .max
  ) -> Parameter<Int> {
    .make(name, summary, .integer(Int64(range.lowerBound)...Int64(range.upperBound))) {
      if case .integer(let integer) = $0 { Int(integer) } else { nil }
    }
  }

  /// Creates a parameter that accepts a whole number without a greatest value, such as a limit.
  public static func number(_ name: String, _ summary: String, from least: Int) -> Parameter<Int> {
    integer(name, summary, in: least ... .max).placeholder("N")
  }

  /// Creates a parameter that is true or false.
  public static func boolean(_ name: String, _ summary: String) -> Parameter<Bool> {
    .make(name, summary, .boolean) {
      if case .boolean(let isTrue) = $0 { isTrue } else { nil }
    }
  }

  /// Creates a parameter that is false unless it is given: `--name` means true.
  public static func flag(_ name: String, _ summary: String) -> Parameter<Bool> {
    boolean(name, summary).defaulting(to: false)
  }

  /// Creates a parameter that accepts an amount of money.
  public static func money(_ name: String, _ summary: String) -> Parameter<Money> {
    .make(name, summary, .money) {
      Money($0)
    }
  }

  /// Creates a parameter that accepts a point in time.
  public static func instant(_ name: String, _ summary: String) -> Parameter<Instant> {
    .make(name, summary, .instant) {
      if case .instant(let instant) = $0 { instant } else { nil }
    }
  }

  /// Creates a parameter that accepts any JSON value.
  public static func json(_ name: String, _ summary: String) -> Parameter<Value> {
    .make(name, summary, .json) {
      $0
    }
  }

  /// Creates a parameter that accepts any value: JSON, or else the text itself.
  public static func value(_ name: String, _ summary: String) -> Parameter<Value> {
    .make(name, summary, .value) {
      $0
    }
  }

  /// Creates a parameter that accepts one of several texts.
  public static func choice(_ name: String, _ summary: String, among names: [String]) -> Parameter<String> {
    .make(name, summary, .choice(names)) {
      if case .text(let text) = $0 { text } else { nil }
    }
  }

  /// Creates a parameter that accepts the name of a case.
  public static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ summary: String, of type: Choice.Type = Choice.self
  ) -> Parameter<Choice> {
    .make(name, summary, .choice(Choice.allCases.map(\.rawValue))) {
      if case .text(let text) = $0 { Choice(rawValue: text) } else { nil }
    }
  }
}

extension Parameter {
  fileprivate static func make(
    _ name: String, _ summary: String, _ kind: ParameterKind, decode: @escaping @Sendable (Value) -> Content?
  ) -> Self {
    var given = ParameterDescription(name: name, summary: summary, kind: kind)
    given.suggestions = kind.words.map { .words($0) }
    let description = given
    return Self(description) { value throws(InvocationError) in
      guard let content = kind.accepted(value).flatMap(decode) else {
        throw description.valueError(value.messageExcerpt)
      }
      return content
    }
  }
}
