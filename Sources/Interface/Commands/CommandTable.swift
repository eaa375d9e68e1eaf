import Documents
import Loop
import Values

/// A command with arguments, independent of any front end.
public struct Invocation: Hashable, Sendable {
  /// The path of the command.
  public var path: String
  /// The given arguments, by the name of the parameter.
  public var arguments: [String: Value]

  /// Creates an invocation.
  public init(_ path: String, _ arguments: [String: Value] = [:]) {
    self.path = path
    self.arguments = arguments
  }
}

extension Invocation: Codable {
  private enum CodingKeys: CodingKey { case path, arguments }

  /// Encodes the invocation as the JSON that ``CommandTable/schema`` describes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(path, forKey: .path)
    if !arguments.isEmpty { try container.encode(JSONNode(value: .object(arguments)), forKey: .arguments) }
  }

  /// Decodes the JSON of an invocation.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let path = try container.decode(String.self, forKey: .path)
    let node = try container.decodeIfPresent(JSONNode.self, forKey: .arguments)
    do throws(DocumentError) { try self.init(path, argumentsIn: node) } catch {
      throw DecodingError.dataCorruptedError(forKey: .arguments, in: container, debugDescription: "\(error)")
    }
  }

  /// Creates an invocation with the arguments in an object, if there is one.
  ///
  /// - Throws: An error if the node is no object, or if the value of a member is not valid.
  package init(_ path: String, argumentsIn node: JSONNode?) throws(DocumentError) {
    self.init(path)
    guard let node else { return }
    guard case .object(let members) = node.content else {
      throw DocumentError(at: node.position, found: "something else", expected: "an object with the arguments")
    }
    // Each argument is read by itself: an object with the one key `$date` must not become a date.
    for member in members { arguments[member.key] = try member.node.value }
  }
}

/// All commands of an application.
///
/// A front end derives its command line, palette, key bindings and help from it.
public struct CommandTable<Feature: Reducer>: Sendable {
  /// The state of the feature.
  public typealias State = Feature.State
  /// The actions of the feature.
  public typealias Action = Feature.Action

  /// The commands, in the order in which help lists them.
  public let commands: [Command<Feature>]
  /// The commands that have a role for the whole screen.
  public let screenCommands: ScreenCommands
  /// The largest number of words in a path.
  let maxPathWordCount: Int
  private let indicesByPath: [String: Int]
  private let tableCommands: [String?: TableCommands]
  private let formCommands: [String?: FormCommands]

  /// Creates a table of commands, whose paths must be unique, and so must their roles in each group.
  public init(_ commands: [Command<Feature>]) {
    self.commands = commands
    indicesByPath = Dictionary(zip(commands.map(\.path), commands.indices)) { first, _ in first }
    precondition(indicesByPath.count == commands.count, "two commands must not have the same path")
    maxPathWordCount = commands.map { $0.path.count { $0 == "." } + 1 }.max() ?? 0
    screenCommands = roleCommands(of: commands)[nil] ?? ScreenCommands()
    tableCommands = roleCommands(of: commands)
    formCommands = roleCommands(of: commands)
  }

  /// Returns the commands of a group as those of a table.
  public func table(_ group: String) -> TableCommands { commands(group, in: tableCommands) }

  /// Returns the commands of a group as those of a form.
  public func form(_ group: String) -> FormCommands { commands(group, in: formCommands) }

  private func commands<Role>(_ group: String, in groups: [String?: RoleCommands<Role>]) -> RoleCommands<Role> {
    guard let commands = groups[group] else { preconditionFailure("the group \(group) must exist") }
    return commands
  }

  /// The commands that lists contain.
  public var listed: [Command<Feature>] { commands.filter(\.isListed) }

  /// The command with a path, or `nil`.
  public subscript(path: String) -> Command<Feature>? { indicesByPath[path].map { commands[$0] } }

  /// Returns the command with which a line begins, or `nil` if there is none.
  ///
  /// The words of its path are separated by points or by white space.
  public func command(ofLine line: String) -> Command<Feature>? {
    let words = line.split(maxSplits: maxPathWordCount, whereSeparator: \.isWhitespace).prefix(maxPathWordCount)
    return (0...words.count).reversed().lazy.compactMap { self[words.prefix($0).joined(separator: ".")] }.first
  }

  /// Returns the command with a path, or throws an error that contains the most similar path.
  func command(at path: String) throws(InvocationError) -> Command<Feature> {
    if let command = self[path] { return command }
    let hint = closestMatch(to: path, among: listed.map(\.path)).map { "did you mean \($0)?" }
    throw InvocationError(.unknownCommand, "unknown command \(path.jsonQuoted)", hint: hint)
  }

  /// Returns the action with which an invocation begins, after the questions of the command.
  ///
  /// - Throws: An error if the invocation has no step, or if it begins with another one.
  public func action(for invocation: Invocation, in state: State) throws(InvocationError) -> Action {
    var first = try step(for: invocation, in: state)
    while case .confirm(_, _, _, _, let next) = first { first = try next() }
    if case .send(let actions, _) = first, let action = actions.first { return action }
    throw InvocationError(.unavailable, "\(invocation.path) does not begin with an action")
  }

  /// Returns the first step of an invocation.
  ///
  /// - Throws: An error if the command does not exist or is unavailable, or if an argument is missing or not accepted.
  public func step(for invocation: Invocation, in state: State) throws(InvocationError) -> CommandStep<Feature> {
    var (command, values) = try acceptedValues(of: invocation, in: state)
    for (name, value) in command.defaults where values[name] == nil { values[name] = value(state) }
    return try command.makeStep(state, values)
  }

  /// Returns what a person is asked before a program runs an invocation for them, or `nil` if nothing is.
  ///
  /// - Throws: An error if the command does not exist or is unavailable, or if an argument is not accepted.
  package func assistantQuestion(
    about invocation: Invocation, in state: State
  ) throws(InvocationError) -> String? {
    let (command, values) = try acceptedValues(of: invocation, in: state)
    return command.assistantQuestion(in: state, values: values)
  }

  /// Returns the command of an invocation and the given values, as the parameters accept them.
  private func acceptedValues(
    of invocation: Invocation, in state: State
  ) throws(InvocationError) -> (command: Command<Feature>, values: [String: Value]) {
    let command = try command(at: invocation.path)
    var values: [String: Value] = [:]
    for (name, value) in invocation.arguments.sorted(by: { $0.key < $1.key }) {
      let parameter = try command.description.parameter(named: name)
      guard let accepted = parameter.kind.accepted(value) else { throw parameter.valueError(value.messageExcerpt) }
      values[name] = accepted
    }
    if let reason = command.unavailabilityReason(in: state) {
      throw InvocationError(.unavailable, "\(command.path) is not available: \(reason)")
    }
    return (command, values)
  }

  /// Returns the commands whose keys work, those first whose keys take precedence.
  ///
  /// - Parameter groups: The groups whose keys work, as `Screen.commandGroups(focus:)` returns them. The commands of an
  ///   earlier group come before those of later ones, and those without a group come last.
  /// - Returns: The commands.
  public func commands(withKeysOf groups: [String]) -> [Command<Feature>] {
    let found = commands.filter { !$0.keys.isEmpty }
    return (groups + [nil]).flatMap { group in found.filter { $0.keyGroup == group } }
  }

  /// Returns the command that a key invokes, or `nil`.
  ///
  /// - Parameters:
  ///   - key: The key, such as `ctrl+z`.
  ///   - groups: The groups whose keys work, as `Screen.commandGroups(focus:)` returns them.
  /// - Returns: The command.
  public func command(forKey key: String, groups: [String] = []) -> Command<Feature>? {
    commands(withKeysOf: groups).first { $0.keys.contains(key) }
  }
}

/// Returns the commands with roles of one kind, by group.
private func roleCommands<Feature, Role: CommandRole>(
  of commands: [Command<Feature>]
) -> [String?: RoleCommands<Role>] {
  Dictionary(grouping: commands, by: \.group).reduce(into: [:]) { found, group in
    let paths = group.value.compactMap { command in (command.role as? Role).map { ($0, command.path) } }
    let unique = Dictionary(paths) { first, _ in first }
    precondition(unique.count == paths.count, "two commands of a group must not have the same role")
    let others = group.value.filter { $0.role == nil && $0.isListed }
    found[group.key] = RoleCommands(group: group.key, paths: unique, menu: others.map(\.path))
  }
}

extension Store {
  /// Sends the action with which an invocation begins, with the command line as its input.
  ///
  /// A command of several steps is carried out by ``Application/run(_:in:for:)``.
  ///
  /// - Throws: An error, and sends nothing, if the invocation does not begin with an action.
  public func send(
    _ invocation: Invocation, of commands: CommandTable<Feature>
  ) throws(InvocationError) {
    send(try commands.action(for: invocation, in: state), input: commands.text(of: invocation))
  }
}
