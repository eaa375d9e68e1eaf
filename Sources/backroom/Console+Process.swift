import Loop
import Shell

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
    Console {
      put($0, to: 1)
    } complain: {
      put($0, to: 2)
    } read: { prompt in
      let isSeen = isatty(0) != 0
      if isSeen { put(prompt, to: 1) }
      let line = readLine()
      if isSeen && line == nil { put("\n", to: 1) }
      return line
    } save: { text, path in
      try create(text, at: path)
    }
  }

  /// Says on standard error that the program itself is at fault.
  static func report<Feature>(_ fault: StoreFault<Feature>) {
    put("backroom: \(fault)\n", to: 2)
  }

  private nonisolated static func put(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes.removeFirst(count) } else if errno != EINTR { exit(1) }
    }
  }

  /// Makes a new file.
  ///
  /// One that is there already is left alone.
  private nonisolated static func create(_ text: String, at path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    guard descriptor >= 0 else { throw FileFailure(path: path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    put(text, to: descriptor)
  }

  private struct FileFailure: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "\(path): \(reason)" }
  }
}
