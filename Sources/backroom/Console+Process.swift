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
    keepDescriptors()
    let input = StandardInput()
    return Console { text throws(OutputFailure) in
      try show(text)
    } complain: { text in
      tell(text)
    } read: { prompt in
      text(try line(from: input, behind: prompt))
    } readBytes: {
      try line(from: input, behind: "")
    } readUnseen: { prompt in
      text(try UnseenTyping.during { try line(from: input, behind: prompt) })
    } save: { text, path throws(FileFailure) in
      try create(text, at: path)
    } load: { path throws(FileFailure) in
      try contents(of: path)
    } openToAdd: { path throws(FileFailure) in
      try GrowingFile(at: path)
    }
  }

  private static func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  private static func line(from input: StandardInput, behind prompt: String) throws -> [UInt8]? {
    let isSeen = isatty(0) != 0
    if isSeen { try show(prompt) }
    let line = try input.line()
    if isSeen && line == nil { try show("\n") }
    return line
  }

  /// Says on standard error that the program itself is at fault.
  static func report<Feature>(_ fault: StoreFault<Feature>) {
    tell("backroom: \(fault)\n")
  }

  /// Fills what is closed of the three with something that fails as that would: the number would go to whatever is opened
  /// next, and what is printed with it.
  private static func keepDescriptors() {
    for (descriptor, mode): (Int32, Int32) in [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }

  private nonisolated static func show(_ text: String) throws(OutputFailure) {
    do {
      try put(text, to: 1)
    } catch {
      throw error.code == EPIPE ? .readerGone : .refused(reason: error.reason)
    }
  }

  private nonisolated static func tell(_ text: String) {
    try? put(text, to: 2)
  }

  /// Makes a new file.
  ///
  /// One that is there already is left alone, and one that was begun and cannot be finished is taken away again.
  private nonisolated static func create(_ text: String, at path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else { throw FileFailure(.current) }
    do {
      defer { close(descriptor) }
      try put(text, to: descriptor)
    } catch {
      unlink(path)
      throw FileFailure(error)
    }
  }

  nonisolated static func put(_ text: String, to descriptor: Int32) throws(SystemFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes.removeFirst(count) } else if errno != EINTR { throw .current }
    }
  }
}

/// Why the system refused.
struct SystemFailure: Error {
  let code: Int32
  var reason: String { String(cString: strerror(code)) }

  /// The failure of the call that was made last.
  static var current: SystemFailure { SystemFailure(code: errno) }
}

extension FileFailure {
  init(_ failure: SystemFailure) {
    switch failure.code {
    case EEXIST: self = .nameTaken
    case ENOENT: self = .folderMissing
    default: self = .refused(reason: failure.reason)
    }
  }
}
