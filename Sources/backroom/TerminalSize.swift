#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns the number of columns of the terminal behind a file descriptor, or `nil` if there is none.
func terminalWidth(ofDescriptor descriptor: Int32) -> Int? {
  var size = winsize()
  guard isatty(descriptor) != 0, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}
