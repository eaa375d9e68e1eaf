import Values

/// Something that a user can do with a part of a screen.
public protocol CommandRole: RawRepresentable<String>, CaseIterable, CodingKeyRepresentable, Hashable, Codable, Sendable
{
  /// The names of the parameters that a command with the role must have.
  var parameterNames: [String] { get }
}

/// The commands of a part of a screen, by what they do.
///
/// A front end asks for what the user wants, such as `commands.sort(by: "price")`. It gets an invocation, or `nil` if the
/// part does not offer that, and needs to know the path of no command:
///
/// ```swift
/// if case .table(let table, let commands) = element.content, let row = table.rows.first {
///   try commands.open(row.id).map { try store.send($0, of: application.commands) }
/// }
/// ```
///
/// A command that is offered can be unavailable at times. Its `unavailabilityReason(in:)` says why.
public struct RoleCommands<Role: CommandRole>: Hashable, Codable, Sendable {
  /// The name of the group of commands that belong to the part, or `nil` if there are none.
  ///
  /// The keys of these commands work while the part is on the screen.
  public let group: String?
  /// The path of the command with each role that the part offers.
  public let paths: [Role: String]
  /// The paths of the other commands that belong to the part, in the order of the table, for a menu.
  ///
  /// Together with the roles, they are all that a user can do with the part.
  public let menu: [String]

  /// Creates the commands of a part that offers nothing.
  public init() { (group, paths, menu) = (nil, [:], []) }

  init(group: String?, paths: [Role: String], menu: [String]) {
    (self.group, self.paths, self.menu) = (group, paths, menu)
  }

  /// Returns whether the part offers something.
  public func offers(_ role: Role) -> Bool { paths[role] != nil }

  func invocation(_ role: Role, _ arguments: [String: Value?] = [:]) -> Invocation? {
    paths[role].map { Invocation($0, arguments.compactMapValues(\.self)) }
  }
}

/// The commands of a table.
public typealias TableCommands = RoleCommands<TableRole>

/// The commands of a form.
public typealias FormCommands = RoleCommands<FormRole>

/// The commands of a screen that belong to none of its parts.
public typealias ScreenCommands = RoleCommands<ScreenRole>

/// What a user can do anywhere on a screen.
public enum ScreenRole: String, CommandRole {
  /// Go to a tab.
  case tab
  /// Undo the last change.
  case undo
  /// Redo the change that was undone last.
  case redo

  /// The names of the parameters that a command with the role must have.
  public var parameterNames: [String] {
    switch self {
    case .tab: ["name"]
    case .undo, .redo: []
    }
  }
}

extension ScreenCommands {
  /// Returns the invocation that goes to a tab.
  public func goToTab(_ id: String) -> Invocation? { invocation(.tab, ["name": .text(id)]) }

  /// Returns the invocation that undoes the last change.
  public func undo() -> Invocation? { invocation(.undo) }

  /// Returns the invocation that redoes the change that was undone last.
  public func redo() -> Invocation? { invocation(.redo) }
}
