import Values

/// Data of an application that a program can read, such as all products, or the product with an ID.
public struct ReadableResource: Hashable, Sendable {
  /// The name, which is one word.
  public let name: String
  /// What it is, in one line.
  public let summary: String
  /// The command that answers with the data.
  public let invocation: Invocation
  /// The name of the parameter that takes the IDs of what is read, or `nil` if all is read.
  public let parameter: String?

  /// Creates a resource.
  ///
  /// - Parameters:
  ///   - name: The name, which is one word.
  ///   - summary: What it is, in one line.
  ///   - invocation: The command that answers with the data.
  ///   - parameter: The name of the parameter that takes the IDs of what is read, or `nil` if all is read.
  public init(_ name: String, _ summary: String, reading invocation: Invocation, parameter: String? = nil) {
    (self.name, self.summary, self.invocation, self.parameter) = (name, summary, invocation, parameter)
  }

  /// Returns the command that reads the element with an ID.
  package func invocation(forID id: String) -> Invocation {
    var invocation = invocation
    if let parameter { invocation.arguments[parameter] = [.text(id)] }
    return invocation
  }
}
