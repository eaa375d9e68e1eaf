#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns the size of the terminal behind a file descriptor, or `nil` if there is none.
func terminalSize(ofDescriptor descriptor: Int32) -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard isatty(descriptor) != 0, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}
