import Documents
import Values

/// The path, the parameters and the help of a command.
///
/// Parsers, help, completion and schemas of all front ends derive from it.
public struct CommandDescription: Hashable, Sendable {
  /// The words that name the command, separated by points, such as `products.add`.
  public let path: String
  /// What the command does, in one line.
  public let summary: String
  /// The parameters, in order.
  public internal(set) var parameters: [ParameterDescription]
  /// What a user should know besides, in paragraphs that are separated by empty lines, or an empty text.
  public let notes: String
  /// The arguments of useful calls, such as `--name Tea --price 3.50`.
  public let examples: [String]

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - path: The words that name the command, separated by points.
  ///   - summary: What the command does, in one line.
  ///   - parameters: The parameters. Those without a name on the command line come first.
  ///   - notes: What a user should know besides, in paragraphs that are separated by empty lines.
  ///   - examples: The arguments of useful calls.
  public init(
    _ path: String, _ summary: String, _ parameters: [ParameterDescription], notes: String = "", examples: [String] = []
  ) {
    self.path = path
    self.summary = summary
    self.parameters = parameters
    self.notes = notes
    self.examples = examples
  }

  /// Returns the parameter with a name, or throws an error that contains the most similar name.
  func parameter(named name: String) throws(InvocationError) -> ParameterDescription {
    if let parameter = parameters.first(where: { $0.name == name }) { return parameter }
    let names = parameters.map(\.name)
    let hint =
      closestMatch(to: name, among: names).map { "did you mean \($0)?" }
      ?? (names.isEmpty ? "it has none" : "expected \(names.joined(separator: ", "))")
    throw InvocationError(.unknownParameter, "\(path) has no parameter \(name.jsonQuoted)", hint: hint)
  }
}

/// An input of a command: a parameter, or several that belong together.
public protocol CommandInput<Content>: Sendable {
  /// The type of the input.
  associatedtype Content: Sendable

  /// The parameters.
  var descriptions: [ParameterDescription] { get }

  /// Returns the content for the values of all parameters of a command.
  ///
  /// - Throws: An error if a value is missing or not valid.
  func content(of values: [String: Value]) throws(InvocationError) -> Content
}

extension Parameter: CommandInput {
  /// The description of the parameter.
  public var descriptions: [ParameterDescription] { [description] }

  /// Returns the content for the value of the parameter.
  public func content(of values: [String: Value]) throws(InvocationError) -> Content {
    try content(of: values[description.name])
  }
}

/// Parameters that several commands have in common.
///
/// ```swift
/// let page = ParameterGroup(Argument.integer("offset", "the rows to skip").defaulting(to: 0),
///   Argument.integer("limit", "the rows to print").optional) { ($0, $1) }
/// ```
public struct ParameterGroup<Content: Sendable>: CommandInput {
  /// The parameters.
  public let descriptions: [ParameterDescription]
  private let makeContent: @Sendable ([String: Value]) throws(InvocationError) -> Content

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - inputs: The parameters.
  ///   - make: A closure that combines their contents, or throws if they contradict each other.
  public init<each Input: CommandInput>(
    _ inputs: repeat each Input,
    make: @escaping @Sendable (repeat (each Input).Content) throws(InvocationError) -> Content
  ) {
    var descriptions: [ParameterDescription] = []
    for input in repeat each inputs { descriptions += input.descriptions }
    self.descriptions = descriptions
    makeContent = { values throws(InvocationError) in try make(repeat try (each inputs).content(of: values)) }
  }

  /// Returns the combined content for the values of the parameters.
  public func content(of values: [String: Value]) throws(InvocationError) -> Content { try makeContent(values) }
}
