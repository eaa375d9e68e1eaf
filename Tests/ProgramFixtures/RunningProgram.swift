import Foundation

/// A program, running in its own process.
package final class RunningProgram {
  package let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errorOutput = Pipe()
  private var unreadOutput = Data()

  /// Returns the path of a program, which is built together with the tests in the same folder.
  private static func executable(_ name: String) -> URL { Bundle.main.bundleURL.appending(path: name) }

  /// Runs the program, with a terminal as standard input if one is given.
  package init(_ words: [String], of program: String = "backroom", before terminal: FileHandle? = nil) throws {
    process.executableURL = Self.executable(program)
    process.arguments = words
    process.environment = Self.environment
    process.standardError = errorOutput
    try run(terminal)
  }

  /// Runs the program with a terminal as standard input and output.
  package init(
    _ words: [String], of program: String = "backroom", on terminal: FileHandle, ofType type: String,
    environment: [String: String] = [:]
  ) throws {
    process.executableURL = Self.executable(program)
    process.arguments = words
    process.environment = ["TERM": type, "BACKROOM_DATABASE": ":memory:"].merging(environment) { $1 }
    process.standardError = FileHandle.nullDevice
    try run(terminal, writingTo: terminal)
  }

  /// Runs a shell command in which `backroom` and `workbench` are the programs, and `$0` is the path of the former.
  package init(shell line: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    let programs = ["backroom", "workbench"].map { "\($0)() { '\(Self.executable($0).path)' \"$@\"; }\n" }.joined()
    process.arguments = ["-c", "\(programs)\(line)", Self.executable("backroom").path]
    process.environment = Self.environment
    process.standardError = errorOutput
    try run()
  }

  /// The environment of the tests without the defaults of the user.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BACKROOM_") && !$0.key.hasPrefix("WORKBENCH_") }
      .merging(
        ["XDG_CONFIG_HOME": "/no/such/folder", "XDG_STATE_HOME": "/dev/null", "BACKROOM_DATABASE": ":memory:"]
      ) { $1 }
  }

  private func run(_ terminal: FileHandle? = nil, writingTo outputTerminal: FileHandle? = nil) throws {
    process.standardInput = terminal ?? input
    process.standardOutput = outputTerminal ?? output
    // A process closes this end of a pipe that it is given. Otherwise the pipe would never end.
    if outputTerminal != nil { try output.fileHandleForWriting.close() }
    // Threads of a pool block signals, and a child process would inherit that.
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try process.run()
  }

  package func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Reads output up to and including a text, or returns `false` if the output ends before the text.
  package func read(until text: String) -> Bool {
    while true {
      if let index = unreadOutput.firstRange(of: Data(text.utf8)) {
        unreadOutput.removeSubrange(..<index.upperBound)
        return true
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return false }
      unreadOutput += more
    }
  }

  /// Returns all output that has not been read.
  package func readAllOutput() -> String {
    _ = read(until: "\u{0}")
    defer { unreadOutput = Data() }
    return String(decoding: unreadOutput, as: UTF8.self)
  }

  /// Returns the whole error output.
  package func readErrorOutput() -> String {
    String(decoding: errorOutput.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Closes the input, waits for the program to end, and returns the exit status.
  package func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    _ = read(until: "\u{0}")
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// A folder in which the program runs with the database `shop.db`, and which is removed with the value.
package final class ProgramFolder {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "ShellTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Runs command lines in the folder, and returns what they print and the exit status of the last.
  package func run(_ lines: String) throws -> (output: String, status: Int32) {
    let program = try RunningProgram(
      shell: "cd '\(url.path)'; export BACKROOM_DATABASE=shop.db; { \(lines); } 2>&1; echo \"status $?\"")
    let output = program.readAllOutput()
    _ = program.end()
    let parts = output.components(separatedBy: "status ")
    return (parts.dropLast().joined(separator: "status "), parts.last.flatMap { Int32($0.dropLast()) } ?? -1)
  }

  /// Returns the path of a file in the folder.
  package func path(_ name: String) -> String { url.appending(path: name).path }

  /// Returns the permissions of a file.
  package func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  /// The names of the files.
  package func fileNames() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
}
