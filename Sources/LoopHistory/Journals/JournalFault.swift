/// What is wrong with a journal that was to be read, and in which line.
public struct JournalFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; absent where no single line is at fault.
  public let line: Int?
  /// What is wrong.
  public let message: String

  package init(line: Int?, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
