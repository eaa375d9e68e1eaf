import Documents

/// The text form of the IDs of rows, for commands and screens.
public struct RowIDFormat<ID: Hashable & Sendable>: Sendable {
  /// Returns the text of an ID.
  public let text: @Sendable (ID) -> String
  /// Returns the ID with a text, or `nil` if the text is not that of an ID.
  public let id: @Sendable (String) -> ID?
  private var suggestions: ParameterDescription.Suggestions?

  /// Creates a format.
  public init(text: @escaping @Sendable (ID) -> String, id: @escaping @Sendable (String) -> ID?) {
    self.text = text
    self.id = id
  }

  /// Returns the format with IDs that a front end suggests.
  public func suggesting(_ suggestions: ParameterDescription.Suggestions) -> Self {
    var copy = self
    copy.suggestions = suggestions
    return copy
  }

  func parameter(_ name: String, _ summary: String) -> Parameter<ID> {
    var text = Argument.text(name, summary)
    if let suggestions { text = text.suggesting(suggestions) }
    return text.map { [id] text throws(InvocationError) in
      guard let id = id(text) else { throw InvocationError(.invalidValue, "\(name) \(text.jsonQuoted) is not an ID") }
      return id
    }
  }
}

extension RowIDFormat where ID == String {
  /// IDs that are texts.
  public static var text: Self { Self(text: { $0 }, id: { $0 }) }
}

extension RowIDFormat where ID: LosslessStringConvertible {
  /// IDs with a text form of their own, such as numbers.
  public static var description: Self { Self(text: { $0.description }, id: { ID($0) }) }
}

extension RowIDFormat where ID: RawRepresentable<String> {
  /// IDs that are represented by texts.
  public static var rawValue: Self { Self(text: { $0.rawValue }, id: { ID(rawValue: $0) }) }
}
