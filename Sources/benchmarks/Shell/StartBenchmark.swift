#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Benchmark {
  /// The program `backroom`, which is next to this one, starts, prints its version and ends.
  ///
  /// The floor is a program in C that prints a line.
  static let shellStart = Benchmark(
    "shell.start", size: 20, unit: "starts/s",
    subject: { run([programFolder + "/backroom", "--version"], times: $0) },
    floor: { run(["/bin/echo", "hello"], times: $0) })
}

/// The folder of this program.
let programFolder: String = {
  let path = CommandLine.arguments.first ?? ""
  return path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) : "."
}()

/// Runs a program many times, one after the other, without its output.
private func run(_ command: [String], times: Int) -> Duration {
  ContinuousClock().measure {
    for _ in 0..<times { run(command) }
  }
}

/// Runs a program without its output.
func run(_ command: [String]) {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
  defer { for argument in arguments { free(argument) } }
  arguments.append(nil)
  var process = pid_t()
  let code = posix_spawn(&process, command[0], &actions, nil, arguments, environ)
  precondition(code == 0, "\(command[0]) cannot be started: build it first, with swift build -c release")
  var status: Int32 = 0
  waitpid(process, &status, 0)
  precondition(status == 0, "\(command[0]) failed with status \(status)")
}
