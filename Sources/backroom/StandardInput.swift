import ExplorerTool

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// Returns the next line of standard input without its terminator, or `nil` at the end.
///
/// The line may be invalid UTF-8. The standard library's `readLine` returns `nil` both at the end of input and after a
/// read error. This function throws the error.
@MainActor func readStandardInputLine() throws(InputError) -> [UInt8]? {
  var buffer: UnsafeMutablePointer<CChar>?
  var capacity = 0
  defer { free(buffer) }
  let count = getline(&buffer, &capacity, stdin)
  if ferror(stdin) != 0 { throw InputError(reason: ErrnoError.current.reason) }
  guard count >= 0 else { return nil }
  var line = UnsafeRawBufferPointer(start: buffer, count: count)[...]
  if line.last == UInt8(ascii: "\n") { line.removeLast() }
  if line.last == UInt8(ascii: "\r") { line.removeLast() }
  return Array(line)
}
