public import Values

/// Something that conditions know by a tag, such as a row of a form.
public protocol Tagged {
  /// The tag: the name of its variable.
  var tag: String { get }
}

/// The text of a condition with values put into it.
///
/// What has a tag becomes the variable of that name. Any other value becomes an argument: it is never read as text, so
/// nothing that a person has typed can change what the condition asks.
///
/// ```swift
/// try Condition("\(age) < \(limit) && \(city) == \(typed)")  // $age < 18 AND $city == '…'
/// ```
public struct ConditionFormat: ExpressibleByStringInterpolation, Sendable {
  let text: String
  let arguments: [Argument]
  /// Where the arguments were put in, in bytes.
  let insertions: Set<Int>

  /// Takes a text into which nothing is put.
  public init(stringLiteral text: String) {
    self.text = text
    arguments = []
    insertions = []
  }

  /// Takes a text and what is put into it.
  public init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    arguments = stringInterpolation.arguments
    insertions = stringInterpolation.insertions
  }

  /// Gathers a text and what is put into it.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""
    var arguments: [Argument] = []
    var insertions: Set<Int> = []

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Adds text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds the variable of what has a tag.
    public mutating func appendInterpolation(_ tagged: some Tagged) { add(.variable(tagged.tag), "%@") }

    /// Adds a value.
    public mutating func appendInterpolation(_ value: some ValueConvertible) { add(.value(value.value), "%@") }

    /// Adds a value, or null where there is none.
    public mutating func appendInterpolation<Some: ValueConvertible>(_ value: Some?) { add(.value(value.value), "%@") }

    /// Adds keys, with points between them.
    public mutating func appendInterpolation(key: String) { add(.value(.text(key)), "%K") }

    private mutating func add(_ argument: Argument, _ mark: String) {
      insertions.insert(text.utf8.count)
      arguments.append(argument)
      text += mark
    }
  }
}

extension Condition {
  /// Reads a condition from text with values put into it.
  ///
  /// In a fault each value that was put in stands as `%@`.
  public init(_ format: ConditionFormat) throws(ConditionFault) {
    var parser = try Parser(Source(format.text, format.arguments, insertedAt: format.insertions))
    self.init(try parser.condition())
  }
}

/// What is put in the place of an argument: a value, or the name of a variable.
public enum Argument: Hashable, Sendable {
  /// A value; where `%K` stands, a text that is the keys.
  case value(Value)
  /// A variable, without its dollar sign.
  case variable(String)
}
