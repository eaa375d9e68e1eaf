/// Where the shell prints and reads: real descriptors, or strings in a test.
@MainActor public struct Console {
  /// Prints what was asked for.
  public let print: (String) -> Void
  /// Prints what went wrong.
  public let complain: (String) -> Void
  /// Reads a line, after a prompt where somebody sees it; nil at the end.
  public let read: (_ prompt: String) -> String?
  /// Writes a new file.
  ///
  /// Refuses to overwrite one.
  public let save: (_ text: String, _ path: String) throws -> Void

  /// Makes one of its parts.
  public init(
    print: @escaping (String) -> Void, complain: @escaping (String) -> Void,
    read: @escaping (_ prompt: String) -> String?, save: @escaping (_ text: String, _ path: String) throws -> Void
  ) {
    self.print = print
    self.complain = complain
    self.read = read
    self.save = save
  }
}
