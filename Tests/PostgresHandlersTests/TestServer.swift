import Foundation
import Synchronization
import TestInputs
import Testing

@testable import PostgresHandlers

/// A PostgreSQL server in a folder of its own, which ends with the value or with the process.
final class TestServer: Sendable {
  /// The folder with the socket.
  let folder: String
  private let input: FileHandle
  private let output: FileHandle
  private let databaseCount = Mutex(0)

  /// The server that the tests share, or `nil` if PostgreSQL is not installed.
  ///
  /// With `CI` set, that is a failure.
  static let shared = Result { try TestServer() }

  /// Whether tests run, also to fail with the reason.
  static var isExpected: Bool {
    programFolder != nil || ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty } == true
  }

  /// The folder with the programs, which Debian does not put into the path.
  private static let programFolder: String? = {
    let path = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map(String.init)
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = path + versions.sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    return folders.first { folder in
      ["initdb", "pg_ctl"].allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
    }
  }()

  struct StartError: Error, CustomStringConvertible {
    let description: String
  }

  /// Starts a server, and waits until it accepts connections.
  ///
  /// The shell that starts it stops it when its standard input ends, also if this process is killed.
  init() throws {
    guard let programs = Self.programFolder else { throw StartError(description: "PostgreSQL is not installed") }
    folder = "/tmp/backroom-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      PATH="\(programs):$PATH"; cd "$1"
      start() {
        pg_ctl -D data -w -l log -o "-k $1 -c listen_addresses= -c fsync=off -c max_connections=300" start >>messages 2>&1 &&
          echo ready || { cat messages log; echo failed; }
      }
      initdb -D data -U shop -A trust -E UTF8 --locale=C --locale-provider=icu --icu-locale=en --no-sync >messages 2>&1
      start "$1"
      while read command; do
        pg_ctl -D data -m immediate stop >>messages 2>&1
        if [ "$command" = restart ]; then start "$1"; else echo stopped; fi
      done
      pg_ctl -D data -m immediate stop >>messages 2>&1
      cd /; rm -rf "$1"
      """
    var command = ["/bin/sh", "-c", script, "sh", folder]
    if getuid() == 0 {
      // PostgreSQL refuses to run as root.
      let user = ["postgres", "nobody"].first { (name: String) in getpwnam(name) != nil } ?? "nobody"
      guard let entry = getpwnam(user) else { throw StartError(description: "there is no user \(user)") }
      chown(folder, entry.pointee.pw_uid, entry.pointee.pw_gid)
      command =
        ["/usr/bin/setpriv", "--reuid=\(entry.pointee.pw_uid)", "--regid=\(entry.pointee.pw_gid)", "--clear-groups"]
        + command
    }
    (input, output) = try Self.start(command)
    try expect("ready")
  }

  /// Starts a program, and returns its standard input and output.
  ///
  /// A program that is started at the same time as another one can get the pipes of that one. A server would keep them open,
  /// and whoever reads from them would wait for it.
  private static func start(_ command: [String]) throws -> (input: FileHandle, output: FileHandle) {
    let (input, output) = (Pipe(), Pipe())
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, input.fileHandleForReading.fileDescriptor, 0)
      posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, 1)
      for descriptor in 3..<min(Int32(sysconf(Int32(_SC_OPEN_MAX))), 8192) {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
      var arguments = command.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var id: pid_t = 0
      let error = posix_spawn(&id, command[0], &actions, nil, &arguments, environ)
      if error != 0 { throw StartError(description: String(cString: strerror(error))) }
      // The library of the tests polls for the end of its own processes as long as another one has ended and nobody waits.
      Thread.detachNewThread { [id] in
        while waitpid(id, nil, 0) < 0, errno == EINTR {}
      }
      try input.fileHandleForReading.close()
      try output.fileHandleForWriting.close()
    #else
      let process = Process()
      process.executableURL = URL(fileURLWithPath: command[0])
      process.arguments = Array(command.dropFirst())
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
    #endif
    return (input.fileHandleForWriting, output.fileHandleForReading)
  }

  deinit {
    try? input.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Stops the server as a crash does, without writing what is in memory.
  func stop() throws {
    try input.write(contentsOf: Data("stop\n".utf8))
    try expect("stopped")
  }

  /// Starts the server again, after a crash if it is running.
  func restart() throws {
    try input.write(contentsOf: Data("restart\n".utf8))
    try expect("ready")
  }

  private func expect(_ word: String) throws {
    var text = ""
    while true {
      let data = output.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
      if text.hasSuffix("\(word)\n") { return }
      if text.hasSuffix("failed\n") { break }
    }
    throw StartError(description: "the server answers: \(text)")
  }

  /// Returns the address of a database.
  func address(_ database: String = "postgres", user: String = "shop") -> String {
    "postgres://\(user)@/\(database)?host=\(folder)"
  }

  /// Creates an empty database, and returns its address.
  func makeDatabase() throws -> String {
    let name = databaseCount.withLock { count in
      count += 1
      return "shop\(count)"
    }
    try execute("CREATE DATABASE \(name)")
    return address(name)
  }

  /// Runs a statement.
  func execute(_ sql: String, in database: String? = nil) throws {
    _ = try PostgresConnection(PostgresAddress(database ?? address())).run(sql)
  }
}
