import TerminalIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lines that a user edits on a terminal, and plain lines elsewhere.
///
/// The terminal is in raw mode only while a line is read.
@MainActor public final class LineReader {
  private let input: Int32
  private let output: Int32
  private let readPlainLine: (_ prompt: String) throws -> String?
  private var line: EditableLine
  private var decoder = InputDecoder()
  /// What was typed ahead.
  private var events: ArraySlice<InputEvent> = []
  /// The frame on the terminal, or `nil` if the cursor is in a row that the line has not reached yet.
  private var frame: LineFrame?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - input: The file descriptor of the input.
  ///   - output: The file descriptor of the output.
  ///   - history: The lines that were read before.
  ///   - readPlainLine: Reads a line if it cannot be edited. The default prints the prompt if a user types the input.
  public init(
    input: Int32 = 0, output: Int32 = 1, history: LineHistory = LineHistory(),
    readPlainLine: ((_ prompt: String) throws -> String?)? = nil
  ) {
    self.input = input
    self.output = output
    self.readPlainLine = readPlainLine ?? Self.readStandardInputLine
    line = EditableLine(history: history)
  }

  /// The lines that were read.
  public var history: LineHistory { line.history }

  /// A Boolean value that indicates whether lines can be edited: input and output are terminals that can move the
  /// cursor.
  public var canEdit: Bool {
    guard isatty(input) != 0, isatty(output) != 0, let terminal = getenv("TERM") else { return false }
    return !["", "dumb"].contains(String(cString: terminal))
  }

  /// Reads a line without its end, or returns `nil` at the end of the input.
  ///
  /// Control-C discards the line. On an empty line it interrupts the program.
  ///
  /// Throws a ``LineReaderError``, or the error of the closure that reads plain lines.
  public func readLine(_ prompt: String, assistant: LineAssistant = LineAssistant()) throws -> String? {
    guard canEdit else { return try readPlainLine(prompt) }
    line.begin()
    line.assistant = assistant
    frame = nil
    defer { line.assistant = LineAssistant() }
    // The sequences enable and disable bracketed paste, so that a pasted line ending does not submit the line.
    return try TerminalSettings.changed(of: input, output: output, start: "\u{1B}[?2004h", end: "\u{1B}[?2004l") {
      $0.makeRaw()
    } during: {
      while let input = try nextEvent(prompt) {
        let event = line.apply(input)
        switch event {
        case .edited: break
        case .submitted(let text):
          try leave(prompt)
          return text
        case .endOfInput:
          try leave(prompt)
          return nil
        case .cancelled, .interrupted:
          try leave(prompt, with: "^C")
          if event == .interrupted { raise(SIGINT) }
          line.begin()
        case .candidates(let candidates):
          try leave(prompt)
          try show(LineFrame.list(candidates, columns: size.columns))
        case .clearScreen:
          try show("\u{1B}[H\u{1B}[2J")
          frame = nil
        case .suspended:
          try leave(prompt)
          TerminalSettings.suspend()
        }
      }
      return nil
    }
  }

  private static func readStandardInputLine(_ prompt: String) -> String? {
    if isatty(0) != 0 {
      print(prompt, terminator: "")
      fflush(nil)
    }
    return Swift.readLine()
  }
}

extension LineReader {
  /// Returns the next event, or `nil` if the terminal is gone.
  ///
  /// The line is drawn only when all keys typed so far have been applied.
  private func nextEvent(_ prompt: String) throws -> InputEvent? {
    while events.isEmpty {
      try draw(prompt)
      var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      switch poll(&request, 1, decoder.timeout ?? -1) {
      case 0: events += decoder.resolve()
      case 1:
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(input, &bytes, bytes.count)
        if count == 0 { return nil }
        if count > 0 {
          events += decoder.decode(bytes[..<count])
        } else if errno != EINTR && errno != EAGAIN {
          throw LineReaderError(operation: .read, code: errno)
        }
      default:
        if errno != EINTR { throw LineReaderError(operation: .read, code: errno) }
        // The program was stopped and continues, so another program may have used the terminal.
        frame = nil
      }
    }
    return events.popFirst()
  }

  private func draw(_ prompt: String) throws(LineReaderError) {
    let (columns, rows) = size
    let new = LineFrame(prompt: prompt, line: line, columns: columns, rows: rows)
    if new == frame { return }
    try show(new.text(replacing: frame))
    frame = new
  }

  /// Moves to the row below the line, so that something else can be shown there.
  private func leave(_ prompt: String, with text: String = "") throws(LineReaderError) {
    try draw(prompt)
    try show(text + (frame?.textBelow ?? ""))
    frame = nil
  }

  private var size: (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
    return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
  }

  private func show(_ text: String) throws(LineReaderError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        throw LineReaderError(operation: .write, code: errno)
      }
    }
  }
}

/// A failure to read from or write to the terminal.
public struct LineReaderError: Error {
  /// The operation that failed.
  public enum Operation: Hashable, Sendable {
    /// The input could not be read.
    case read
    /// The output could not be written.
    case write
  }

  /// The operation.
  public let operation: Operation
  /// The error number of the system.
  public let code: Int32
}
