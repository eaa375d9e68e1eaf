public import Values

/// What is put in the place of an argument: a value, or the name of a variable.
public enum Argument: Hashable, Sendable {
  /// A value; where `%K` stands, a text that is the keys.
  case value(Value)
  /// A variable, without its dollar sign.
  case variable(String)
}
