public import Values

/// A type whose values have a tag that conditions use as a variable, such as the rows of a form.
public protocol Tagged {
  /// The tag, which is the name of the variable.
  var tag: String { get }
}

/// The text of a condition with interpolated values.
///
/// A value with a tag becomes the variable of that name. Any other value becomes an argument and is never parsed, so
/// user input cannot change the structure of the condition.
///
/// ```swift
/// try Condition("\(age) < \(limit) && \(city) == \(typed)")  // $age < 18 AND $city == '…'
/// ```
public struct ConditionFormat: ExpressibleByStringInterpolation, Sendable {
  let text: String
  let arguments: [Argument]
  /// The offsets of the interpolated arguments in UTF-8.
  let insertions: Set<Int>

  /// Creates a text without interpolated values.
  public init(stringLiteral text: String) {
    self.text = text
    arguments = []
    insertions = []
  }

  /// Creates a text with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    arguments = stringInterpolation.arguments
    insertions = stringInterpolation.insertions
  }

  /// Collects the text and its interpolated values.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""
    var arguments: [Argument] = []
    var insertions: Set<Int> = []

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Appends text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends the variable of a value with a tag.
    public mutating func appendInterpolation(_ tagged: some Tagged) { add(.variable(tagged.tag), "%@") }

    /// Appends a value.
    public mutating func appendInterpolation(_ value: some ValueConvertible) { add(.value(value.value), "%@") }

    /// Appends a value, or null.
    public mutating func appendInterpolation<Some: ValueConvertible>(_ value: Some?) { add(.value(value.value), "%@") }

    /// Appends a key path, with points between the keys.
    public mutating func appendInterpolation(key: String) { add(.value(.text(key)), "%K") }

    private mutating func add(_ argument: Argument, _ mark: String) {
      insertions.insert(text.utf8.count)
      arguments.append(argument)
      text += mark
    }
  }
}

extension Condition {
  /// Parses a condition with interpolated values.
  ///
  /// Errors show each interpolated value as `%@`.
  public init(_ format: ConditionFormat) throws(ConditionFault) {
    var parser = try Parser(Source(format.text, format.arguments, insertedAt: format.insertions))
    self.init(try parser.condition())
  }
}

/// The replacement for a placeholder: a value or the name of a variable.
public enum Argument: Hashable, Sendable {
  /// A value. For `%K` it is a text with the keys.
  case value(Value)
  /// The name of a variable, without the dollar sign.
  case variable(String)
}
