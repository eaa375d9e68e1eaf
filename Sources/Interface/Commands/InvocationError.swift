/// The reason why a command cannot be invoked, or why it failed.
public struct InvocationError: Error, Hashable, Sendable {
  /// A reason that programs can distinguish.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// No command has this path.
    case unknownCommand
    /// The command has no parameter of this name.
    case unknownParameter
    /// A required parameter has no value.
    case missingParameter
    /// A parameter has several values, or a value that it does not accept.
    case invalidValue
    /// The text is not a command line, for example because a quotation mark is missing.
    case invalidText
    /// The arguments do not fit the data, or a file cannot be read.
    case invalidData
    /// The command cannot be used now.
    case unavailable
    /// The action was rejected.
    case rejected
    /// The command failed.
    case failed
    /// A file cannot be written.
    case unwritable
    /// A database or a server cannot be reached, so that trying again later may help.
    case unreachable
  }

  /// The reason for programs.
  public let code: Code
  /// The message for the user.
  public let message: String
  /// The next step for the user, or `nil`.
  public let hint: String?

  /// Creates an error.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension InvocationError: CustomStringConvertible {
  /// The message and the hint.
  public var description: String { hint.map { "\(message); \($0)" } ?? message }
}

extension Array {
  /// Returns the element that is not `nil`, or `nil` if all are.
  ///
  /// The names are those of the parameters that the elements stand for.
  ///
  /// - Throws: An error if more than one element is not `nil`.
  func onlyElement<Content>(of names: String) throws(InvocationError) -> Content? where Element == Content? {
    let given = compactMap(\.self)
    if given.count > 1 { throw InvocationError(.invalidValue, "only one of \(names) can be given") }
    return given.first
  }
}
