/// How a program offers a command on its command line.
public struct CommandLineUse: Hashable, Sendable {
  /// What the command asks the user to confirm, such as `delete`, or `nil` if it asks nothing.
  public let confirmedVerb: String?
  /// The names of the parameters that must be given there.
  public let requiredNames: [String]
}

/// What a command does to the data of an application.
public enum CommandEffect: Hashable, Sendable {
  /// It reads data, and changes nothing.
  case reads
  /// It changes what is shown, and no data.
  case shows
  /// It adds data, and leaves what exists as it is.
  case adds
  /// It changes, replaces or deletes data.
  case changes

  /// A Boolean value that indicates whether the data stays as it is.
  public var keepsData: Bool { self == .reads || self == .shows }
}
