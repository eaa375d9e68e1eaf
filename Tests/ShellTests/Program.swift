import Foundation

/// The program, run as anybody would.
final class RunningProgram {
  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let complaints = Pipe()
  private var unread = Data()

  /// It stands beside the tests, and is built with them.
  private static let file = Bundle.main.bundleURL.appending(path: "backroom")

  /// Runs the program, in front of a terminal if there is one.
  init(_ words: [String], before terminal: FileHandle? = nil) throws {
    process.executableURL = Self.file
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try run(terminal)
  }

  /// Runs a line of the shell, in which the program is called `backroom`.
  init(shell line: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "backroom() { \"$0\" \"$@\"; }\n\(line)", Self.file.path]
    process.standardError = complaints
    try run()
  }

  private func run(_ terminal: FileHandle? = nil) throws {
    process.standardInput = terminal ?? input
    process.standardOutput = output
    // A thread of a pool hears no signals, and what it starts would hear none either.
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try process.run()
  }

  func type(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  /// Reads until a text has come, and tells whether it has before the end.
  func read(until text: String) -> Bool {
    while true {
      if let place = unread.firstRange(of: Data(text.utf8)) {
        unread.removeSubrange(..<place.upperBound)
        return true
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return false }
      unread += more
    }
  }

  /// What was complained of, up to the end.
  func readErrorOutput() -> String {
    String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Types nothing more, and returns the exit status.
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    _ = read(until: "\u{0}")
    process.waitUntilExit()
    return process.terminationStatus
  }
}
