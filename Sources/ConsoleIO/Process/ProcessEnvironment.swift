import Values

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  @preconcurrency import Darwin
#endif

/// Returns the environment variables, with a replacement character for each part that is not UTF-8.
func processEnvironment() -> [String: String] {
  var variables: [String: String] = [:]
  var entry = environ
  while let text = entry.pointee {
    let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    entry += 1
  }
  return variables
}

/// Returns the current point in time.
@Sendable package func currentInstant() -> Instant {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
}

extension Console {
  /// The unmodified bytes of the program's arguments, or `nil` if the system does not tell them.
  ///
  /// `CommandLine.arguments` replaces bytes that are not valid UTF-8.
  public static var processArguments: [[UInt8]]? {
    // The first argument is the name of the program. On Linux all of them are read from /proc.
    if CommandLine.argc == 0 { return nil }
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { word in (0..<strlen(word)).map { UInt8(bitPattern: word[$0]) } }
    }
  }
}
