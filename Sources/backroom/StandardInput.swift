import ExplorerTool

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is typed or piped in, line by line.
///
/// The standard library's `readLine` ends in the same way where there is nothing more and where nothing can be read.
@MainActor final class StandardInput {
  private var bytes: [UInt8] = []
  /// Where the next line begins, and how far it was looked through for its end.
  private var start = 0
  private var looked = 0
  private var part = [UInt8](repeating: 0, count: 65_536)

  /// The next line, without what ends it, whether it is text or not; none at the end.
  func readLine() throws(InputError) -> [UInt8]? {
    while true {
      if let end = bytes[looked...].firstIndex(of: UInt8(ascii: "\n")) { return removeLine(upTo: end) }
      looked = bytes.count
      if try fillBuffer() { continue }
      return start == bytes.count ? nil : removeLine(upTo: bytes.count)
    }
  }

  private func removeLine(upTo end: Int) -> [UInt8] {
    var line = bytes[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    start = min(end + 1, bytes.count)
    looked = start
    return Array(line)
  }

  /// Reads more, and tells whether there was more.
  private func fillBuffer() throws(InputError) -> Bool {
    bytes.removeFirst(start)
    looked -= start
    start = 0
    while true {
      let count = part.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes += part[..<count]
        return count > 0
      }
      if errno != EINTR { throw InputError(reason: ErrnoError.current.reason) }
    }
  }
}
