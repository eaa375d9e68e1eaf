import Conditions
import Values

/// The declaration of a form row: what it accepts and when it is visible.
public struct RowDefinition: Hashable, Sendable {
  /// The name by which conditions refer to the row, and the key of its value on submission.
  ///
  /// A row without a tag cannot be read by conditions and is not submitted by itself.
  public var tag: String?
  /// The kind of value the row accepts, or `nil` to infer it from the initial value.
  public var kind: RowKind?
  /// The label of the row.
  public var title: String?
  /// The initial value.
  public var value: Value
  /// The values to choose from.
  public var options: [RowOption]
  /// A Boolean value that indicates whether the row must have a value.
  public var isRequired: Bool
  /// The text that is shown when the row has no value.
  public var placeholder: String?
  /// The condition under which the row is hidden.
  public var hidden: Condition
  /// The condition under which the user cannot change the row.
  public var disabled: Condition
  /// The requirements on the row's value.
  public var validators: [Validator]

  /// Creates a row.
  public init(
    tag: String? = nil, kind: RowKind? = nil, title: String? = nil, value: Value = .null, options: [RowOption] = [],
    isRequired: Bool = false, placeholder: String? = nil, hidden: Condition = .never, disabled: Condition = .never,
    validators: [Validator] = []
  ) {
    self.tag = tag
    self.kind = kind
    self.title = title
    self.value = value
    self.options = options
    self.isRequired = isRequired
    self.placeholder = placeholder
    self.hidden = hidden
    self.disabled = disabled
    self.validators = validators
  }
}

extension RowDefinition {
  /// The declared kind, or the kind inferred from the initial value.
  package var effectiveKind: RowKind { kind ?? RowKind(of: value.kind) }
}

/// A value that can be chosen in a row.
public struct RowOption: Hashable, Codable, Sendable {
  /// The value.
  public var value: Value
  /// The text shown for the option, or `nil` to show the value.
  public var title: String?

  /// Creates an option.
  public init(_ value: Value, title: String? = nil) {
    self.value = value
    self.title = title
  }
}

extension RowOption: ExpressibleByStringLiteral {
  /// Creates an option whose value and title are the same text.
  public init(stringLiteral text: String) { self.init(.text(text)) }
}

/// A requirement on the value of a row.
///
/// A row without a value meets every requirement except a predicate. Use ``RowDefinition/isRequired`` to require a
/// value.
public enum Validator: Hashable, Sendable {
  /// Bounds on the number of Unicode scalars of a text, as `.length` counts them in a condition, or of the elements of
  /// a list.
  case length(min: Int? = nil, max: Int? = nil)
  /// Bounds on a number, both inclusive.
  case range(min: Value? = nil, max: Value? = nil)
  /// A regular expression that must match the whole text, as with `MATCHES`.
  case pattern(String)
  /// A condition that must hold.
  ///
  /// `SELF` is the row's value.
  case predicate(Condition, message: String)
  /// A remote check, such as whether a name is available, identified by the name of the check.
  ///
  /// The form runs it as an effect, for a value that meets all other requirements.
  case remoteCheck(String)
}
