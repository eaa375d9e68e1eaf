import Values

/// A type whose values have a tag that conditions use as a variable, such as the rows of a form.
public protocol VariableConvertible {
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
  let interpolation: StringInterpolation

  /// Creates a text without interpolated values.
  public init(stringLiteral text: String) {
    interpolation = StringInterpolation(text: text)
  }

  /// Creates a text with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    interpolation = stringInterpolation
  }

  /// Collects the text and its interpolated values.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text: String
    var arguments: [ConditionArgument] = []
    /// The UTF-8 offsets at which the arguments were interpolated.
    var insertionOffsets: Set<Int> = []

    init(text: String) { self.text = text }

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) { text = "" }

    /// Appends text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends the variable of a value with a tag.
    public mutating func appendInterpolation(_ tagged: some VariableConvertible) {
      appendArgument(.variable(tagged.tag), placeholder: "%@")
    }

    /// Appends a value.
    public mutating func appendInterpolation(_ value: some ValueConvertible) {
      appendArgument(.value(value.value), placeholder: "%@")
    }

    /// Appends a value, or null if it is `nil`.
    public mutating func appendInterpolation<Some: ValueConvertible>(_ value: Some?) {
      appendArgument(.value(value.value), placeholder: "%@")
    }

    /// Appends a key path, with dots between the keys.
    public mutating func appendInterpolation(key: String) { appendArgument(.value(.text(key)), placeholder: "%K") }

    private mutating func appendArgument(_ argument: ConditionArgument, placeholder: String) {
      insertionOffsets.insert(text.utf8.count)
      arguments.append(argument)
      text += placeholder
    }
  }
}

extension Condition {
  /// Parses a condition with interpolated values.
  ///
  /// Errors show each interpolated value as `%@`.
  public init(_ format: ConditionFormat) throws(ConditionError) {
    let (text, arguments) = (format.interpolation.text, format.interpolation.arguments)
    var parser = try ConditionParser(
      Lexer(text, arguments: arguments, insertedAt: format.interpolation.insertionOffsets))
    self.init(try parser.parseCondition())
  }
}

/// The replacement for a placeholder: a value or the name of a variable.
public enum ConditionArgument: Hashable, Sendable {
  /// A value. For `%K` it is a text that contains a key path.
  case value(Value)
  /// The name of a variable, without the dollar sign.
  case variable(String)
}
