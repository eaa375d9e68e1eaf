import Values

/// The state of a row: its content, and how the user and remote checks have affected it.
public struct FieldState: Hashable, Codable, Sendable {
  /// The current content.
  public package(set) var entry: FieldEntry
  /// The value that a reset restores.
  ///
  /// A password has none.
  public internal(set) var initialValue: Value
  /// A Boolean value that indicates whether the user has changed or left the row, or tried to submit it.
  public internal(set) var isTouched = false
  /// The errors reported from outside for the current content.
  public internal(set) var reportedErrors: [String] = []
  /// The state of the remote validation of the value.
  public internal(set) var remoteValidation = RemoteValidation.notRequested

  /// Creates a field that holds a value.
  init(_ value: Value) {
    entry = .value(value)
    initialValue = value
  }

  /// Creates the field of a new row.
  init(of row: RowDefinition) { self.init(row.effectiveKind.normalized(row.value) ?? .null) }

  /// Replaces the content, and discards the reported errors and the remote validation, which belong to the old one.
  ///
  /// Another text with the same value keeps its remote validation.
  mutating func setEntry(_ other: FieldEntry) {
    if entry == other { return }
    if entry.value != other.value { remoteValidation = .notRequested }
    entry = other
    reportedErrors = []
  }
}

/// The content of a row.
public enum FieldEntry: Hashable, Codable, Sendable {
  /// A value.
  case value(Value)
  /// A text as it was typed, and the value it represents, or `nil` if it represents none.
  case typed(String, as: Value?)
  /// A password, which is not empty.
  case secret(Secret)

  /// Returns the content of a password row.
  static func password(_ secret: Secret) -> FieldEntry { secret.text.isEmpty ? .value(.null) : .secret(secret) }

  /// The typed text, if it cannot be parsed as a value of the row.
  public var unparseableText: String? { if case .typed(let text, as: nil) = self { text } else { nil } }

  /// The value of the entry, or `nil` if the text cannot be parsed.
  var value: Value? {
    switch self {
    case .value(let value), .typed(_, as: .some(let value)): value
    case .typed(_, as: nil): nil
    case .secret(let secret): .text(secret.text)
    }
  }

  /// Returns the value of the entry, which is the kind's empty value if the text cannot be parsed.
  func value(for kind: RowKind) -> Value { value ?? kind.emptyValue }
}

/// The state of the remote validation of a row's value.
///
/// It lasts until the value changes: it stays when the row is hidden or when another requirement is no longer met.
public enum RemoteValidation: Hashable, Codable, Sendable {
  /// No validation of the value was requested.
  case notRequested
  /// A validation of the value is pending.
  case pending
  /// The validation completed with these errors.
  ///
  /// The value is valid if the list is empty.
  case completed([String])
  /// The validation failed for the given reason.
  case failed(String)
}
