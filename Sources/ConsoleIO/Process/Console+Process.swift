import LineEditor
import TerminalIO
import Values

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

extension Console {
  /// The process's standard input, output and error.
  ///
  /// A prompt is printed only if standard input is a terminal.
  ///
  /// It also decides what signals do: a closed pipe is a failed write, and not the end of the program.
  public static var process: Console {
    // A closed pipe and an exceeded file size limit are handled as failed writes. As signals they would end the program
    // without its own exit status.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Swift's backtracer takes a request to quit for a crash. Several of them overflow the stack of its handler.
    let former = signal(SIGQUIT, SIG_DFL)
    // A shell ignores the signal for programs in the background.
    if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGQUIT, SIG_IGN) }
    openClosedStandardDescriptors()
    let lineReader = LineReader { decodedText(try nextLine(prompt: $0)) }
    var console = Console(isInteractive: isatty(0) != 0) { text throws(StandardOutputError) in
      // Data in any output format may contain escape sequences. A terminal would run them.
      try writeToStandardOutput(isatty(1) != 0 ? text.withoutTerminalControls : text)
    } printError: { text in
      writeToStandardError(isatty(2) != 0 ? text.withoutTerminalControls : text)
    } readLine: { prompt in
      decodedText(try nextLine(prompt: prompt))
    } readAssistedLine: { prompt, assistant in
      do {
        return try lineReader.readLine(prompt, assistant: assistant)
      } catch let error as LineReaderError {
        throw error.asConsoleError
      }
    } readLineBytes: {
      try nextLine(prompt: "")
    } readSecretLine: { prompt in
      try TerminalSettings.changed(of: 0) {
        $0.c_lflag = $0.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
      } during: {
        decodedText(try nextLine(prompt: prompt))
      }
    } createFile: { text, path throws(FileError) in
      try createNewFile(containing: text, at: path)
    } readFile: { path throws(FileError) in
      try contentsOfFile(at: path)
    } readRegularFile: { path throws(FileError) in
      try contentsOfFile(at: path, mustBeRegular: true)
    } openForAppending: { path throws(FileError) in
      try AppendableFile(at: path)
    }
    console.printStyled = { text throws(StandardOutputError) in try writeToStandardOutput(text) }
    console.printStyledError = { writeToStandardError($0) }
    console.showInPager = showInPager
    console.isErrorTerminal = isatty(2) != 0
    console.hasControllingTerminal = processHasTerminal()
    console.environment = processEnvironment()
    console.paths = { [home = console.environment["HOME"]] in ConsoleIO.paths(beginningWith: $0, home: home) }
    if let size = terminalSize(ofDescriptor: 1) {
      (console.outputWidth, console.outputHeight) = (size.columns, size.rows)
    }
    return console
  }

  /// Writes a text to the standard input of a shell command, and waits for it.
  ///
  /// Returns `false` if the shell does not find the program. A program that ends before it has read everything is not
  /// an error.
  private static func showInPager(_ text: String, _ command: String) throws -> Bool {
    // A child process inherits ignored signals.
    signal(SIGPIPE, SIG_DFL)
    let pipe = popen(command, "w")
    signal(SIGPIPE, SIG_IGN)
    guard let pipe else { return false }
    // Control-C is for the pager. The program must not end before it.
    let former = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, former) }
    fputs(text, pipe)
    let status = pclose(pipe)
    // The shell reports a program that it cannot run as 126, and one that it does not find as 127.
    return ![126, 127].contains((status >> 8) & 0xFF)
  }

  private static func decodedText(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  private static func nextLine(prompt: String) throws -> [UInt8]? {
    let isTerminal = isatty(0) != 0
    if isTerminal { try writeToStandardOutput(prompt) }
    let line = try readStandardInputLine()
    if isTerminal && line == nil { try writeToStandardOutput("\n") }
    return line
  }

  /// Returns the next line of standard input without its terminator, or `nil` at the end.
  ///
  /// The line may be invalid UTF-8. The standard library's `readLine` returns `nil` both at the end of input and after
  /// a read error. This function throws the error.
  private static func readStandardInputLine() throws(StandardInputError) -> [UInt8]? {
    var buffer: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(buffer) }
    let count = getline(&buffer, &capacity, stdin)
    if ferror(stdin) != 0 { throw StandardInputError(reason: ErrnoError.current.reason) }
    guard count >= 0 else { return nil }
    var line = UnsafeRawBufferPointer(start: buffer, count: count)[...]
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return Array(line)
  }

  /// Opens each closed standard descriptor in a mode in which its normal use fails.
  ///
  /// Otherwise the next opened file would get the number of the closed descriptor, and output would go to that file.
  private static func openClosedStandardDescriptors() {
    for (descriptor, mode): (Int32, Int32) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  private nonisolated static func writeToStandardOutput(_ text: String) throws(StandardOutputError) {
    do { try writeAll(text, to: 1) } catch { throw StandardOutputError(error) }
  }

  private nonisolated static func writeToStandardError(_ text: String) {
    try? writeAll(text, to: 2)
  }

  /// Creates a file with the given text, which only its owner can read.
  ///
  /// An existing file is not changed. If writing fails, the new file is deleted.
  private nonisolated static func createNewFile(containing text: String, at path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw FileError(.current) }
    do {
      defer { close(descriptor) }
      try writeAll(text, to: descriptor)
    } catch {
      unlink(path)
      throw FileError(error)
    }
  }

  package nonisolated static func writeAll(_ text: String, to descriptor: Int32) throws(ErrnoError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes.removeFirst(count) } else if errno != EINTR { throw .current }
    }
  }
}

/// An error number of a failed system call.
package struct ErrnoError: Error {
  let code: Int32
  /// The reason in the words of the system.
  package var reason: String { String(cString: strerror(code)) }

  /// The error of the most recent system call.
  package static var current: ErrnoError { ErrnoError(code: errno) }
}

extension StandardOutputError {
  fileprivate init(_ failure: ErrnoError) {
    self = failure.code == EPIPE ? .brokenPipe : .systemError(reason: failure.reason)
  }
}

extension LineReaderError {
  fileprivate var asConsoleError: any Error {
    let failure = ErrnoError(code: code)
    return operation == .read ? StandardInputError(reason: failure.reason) : StandardOutputError(failure)
  }
}

extension FileError {
  init(_ failure: ErrnoError) {
    switch failure.code {
    case EEXIST: self = .alreadyExists
    case ENOENT: self = .folderNotFound
    default: self = .systemError(reason: failure.reason)
    }
  }
}
