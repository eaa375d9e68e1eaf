/// What a session of a terminal waits for.
public enum TerminalEvent: Hashable, Sendable {
  /// Keys, the mouse and answers, as many as have arrived.
  case input([InputEvent])
  /// The window has another size.
  case resized(TerminalSize)
  /// The program was stopped and continues, so everything has to be drawn again.
  case resumed
  /// The terminal has taken all bytes that were written, so that another frame can be drawn.
  case drained
  /// ``TerminalSession/wake()`` was called.
  case woken
  /// The terminal is gone, or a signal asks the program to end. The program should save its state and end.
  case closed
}

/// A failure to use a terminal.
public struct TerminalError: Error, Hashable {
  /// The operation that failed.
  public enum Operation: Hashable, Sendable {
    /// The terminal could not be opened: neither the output nor the input is one.
    case open
    /// The session could not be started.
    case start
  }

  /// The operation.
  public let operation: Operation
  /// The error number of the system.
  public let code: Int32
}
