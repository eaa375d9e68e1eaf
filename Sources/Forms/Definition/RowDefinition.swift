public import Conditions
public import Values

/// One row of a form: what is asked for, and when.
public struct RowDefinition: Hashable, Sendable {
  /// What conditions know the row by, and its value in what is submitted; without one it has neither.
  public var tag: String?
  /// What the row takes; where nothing is said, what its value is.
  public var kind: RowKind?
  /// What stands beside it.
  public var title: String?
  /// What it begins with.
  public var value: Value
  /// What can be chosen from.
  public var options: [RowOption]
  /// Whether there must be a value.
  public var isRequired: Bool
  /// What is shown where there is no value.
  public var placeholder: String?
  /// When the row is not seen.
  public var hidden: Condition
  /// When it takes no changes from a person.
  public var disabled: Condition
  /// What its value must be.
  public var validators: [Validator]

  /// Makes one of its parts.
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
  /// The kind, told from the value where none is said.
  package var kindOrItsValues: RowKind { kind ?? RowKind(of: value) }

  /// The same row with another value.
  func holding(_ value: Value) -> RowDefinition {
    var row = self
    row.value = value
    return row
  }
}

/// One of the values that can be chosen in a row.
public struct RowOption: Hashable, Codable, Sendable {
  /// The value.
  public var value: Value
  /// What is shown for it; where nothing is said, the value.
  public var title: String?

  /// Makes one of its parts.
  public init(_ value: Value, title: String? = nil) {
    self.value = value
    self.title = title
  }
}

extension RowOption: ExpressibleByStringLiteral {
  /// A text that is shown as it is.
  public init(stringLiteral text: String) { self.init(.text(text)) }
}

/// Something that the value of a row must meet.
///
/// A row without a value meets all but a predicate: whether there must be one is said by ``RowDefinition/isRequired``.
public enum Validator: Hashable, Codable, Sendable {
  /// So many scalars of a text, as `.length` counts them in a condition, or members of a list.
  case length(min: Int? = nil, max: Int? = nil)
  /// A number within bounds, both included.
  case range(min: Value? = nil, max: Value? = nil)
  /// A text that matches as a whole, as by `MATCHES`.
  case pattern(String)
  /// A condition that holds; `SELF` is the row's own value.
  case predicate(Condition, message: String)
  /// What only the world can tell, such as that a name is free, by the name of the check.
  ///
  /// It is asked of a value that meets everything else, as an effect of the form.
  case asked(String)
}
