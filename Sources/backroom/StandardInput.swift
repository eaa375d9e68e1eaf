import ExplorerTool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads standard input line by line.
///
/// The standard library's `readLine` returns `nil` both at the end of input and after a read error. This type throws
/// the error.
@MainActor final class StandardInput {
  private var buffer: [UInt8] = []
  /// The index in the buffer at which the next line begins.
  private var lineStart = 0
  /// The index up to which the buffer contains no line feed of the next line.
  private var scannedEnd = 0
  private var chunk = [UInt8](repeating: 0, count: 65_536)

  /// Returns the next line without its terminator, or `nil` at the end.
  ///
  /// The line may be invalid UTF-8.
  func readLine() throws(InputError) -> [UInt8]? {
    while true {
      if let end = buffer[scannedEnd...].firstIndex(of: UInt8(ascii: "\n")) { return removeLine(upTo: end) }
      scannedEnd = buffer.count
      if try fillBuffer() { continue }
      return lineStart == buffer.count ? nil : removeLine(upTo: buffer.count)
    }
  }

  private func removeLine(upTo end: Int) -> [UInt8] {
    var line = buffer[lineStart..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    lineStart = min(end + 1, buffer.count)
    scannedEnd = lineStart
    return Array(line)
  }

  /// Reads more input, and returns `false` at the end.
  private func fillBuffer() throws(InputError) -> Bool {
    buffer.removeFirst(lineStart)
    scannedEnd -= lineStart
    lineStart = 0
    while true {
      let count = chunk.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      if count >= 0 {
        buffer += chunk[..<count]
        return count > 0
      }
      if errno != EINTR { throw InputError(reason: ErrnoError.current.reason) }
    }
  }
}
