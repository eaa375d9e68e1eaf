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

/// Returns whether the process has a controlling terminal that can be opened.
func processHasTerminal() -> Bool {
  let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
  if descriptor >= 0 { close(descriptor) }
  return descriptor >= 0
}
