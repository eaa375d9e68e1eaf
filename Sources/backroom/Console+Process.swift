import Loop
import ExplorerTool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Console {
  /// The process's standard input, output and error.
  ///
  /// A prompt is printed only where somebody types.
  static var process: Console {
    // A reader that has left and a file that grows too large are met as failed writes: as signals they would end the
    // program in the middle, with another status than the one it owes.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    openClosedStandardDescriptors()
    let input = StandardInput()
    return Console { text throws(OutputError) in
      try writeToStandardOutput(text)
    } printError: { text in
      writeToStandardError(text)
    } readLine: { prompt in
      decodedText(try nextLine(from: input, prompt: prompt))
    } readLineBytes: {
      try nextLine(from: input, prompt: "")
    } readSecretLine: { prompt in
      decodedText(try TerminalEcho.disabled { try nextLine(from: input, prompt: prompt) })
    } createFile: { text, path throws(FileError) in
      try createNewFile(containing: text, at: path)
    } readFile: { path throws(FileError) in
      try contentsOfFile(at: path)
    } openForAppending: { path throws(FileError) in
      try AppendableFile(at: path)
    }
  }

  private static func decodedText(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  private static func nextLine(from input: StandardInput, prompt: String) throws -> [UInt8]? {
    let isSeen = isatty(0) != 0
    if isSeen { try writeToStandardOutput(prompt) }
    let line = try input.readLine()
    if isSeen && line == nil { try writeToStandardOutput("\n") }
    return line
  }

  /// Says on standard error that the program itself is at fault.
  static func reportViolation<Feature>(_ fault: ContractViolation<Feature>) {
    writeToStandardError("backroom: \(fault)\n")
  }

  /// Fills what is closed of the three with something that fails as that would: the number would go to whatever is opened
  /// next, and what is printed with it.
  private static func openClosedStandardDescriptors() {
    for (descriptor, mode): (Int32, Int32) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  private nonisolated static func writeToStandardOutput(_ text: String) throws(OutputError) {
    do {
      try writeAll(text, to: 1)
    } catch {
      throw error.code == EPIPE ? .readerGone : .refused(reason: error.reason)
    }
  }

  private nonisolated static func writeToStandardError(_ text: String) {
    try? writeAll(text, to: 2)
  }

  /// Makes a new file.
  ///
  /// One that is there already is left alone, and one that was begun and cannot be finished is taken away again.
  private nonisolated static func createNewFile(containing text: String, at path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else { throw FileError(.current) }
    do {
      defer { close(descriptor) }
      try writeAll(text, to: descriptor)
    } catch {
      unlink(path)
      throw FileError(error)
    }
  }

  nonisolated static func writeAll(_ text: String, to descriptor: Int32) throws(ErrnoError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes.removeFirst(count) } else if errno != EINTR { throw .current }
    }
  }
}

/// Why the system refused.
struct ErrnoError: Error {
  let code: Int32
  var reason: String { String(cString: strerror(code)) }

  /// The failure of the call that was made last.
  static var current: ErrnoError { ErrnoError(code: errno) }
}

extension FileError {
  init(_ failure: ErrnoError) {
    switch failure.code {
    case EEXIST: self = .nameTaken
    case ENOENT: self = .folderMissing
    default: self = .refused(reason: failure.reason)
    }
  }
}
