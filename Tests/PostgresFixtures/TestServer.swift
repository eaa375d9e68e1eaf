import Foundation
import Synchronization

/// A PostgreSQL server in a folder of its own, which ends with the value or with the process.
package final class TestServer: Sendable {
  /// The folder with the socket.
  package let folder: String
  private let input: FileHandle
  private let output: FileHandle
  private let lock = Mutex(())
  private let databaseCount = Mutex(0)

  /// The server that the tests share, or `nil` if PostgreSQL is not installed.
  ///
  /// With `CI` set, that is a failure.
  package static let shared = Result { try TestServer() }

  /// Whether tests run, also to fail with the reason.
  package static var isExpected: Bool {
    isInstalled || ProcessInfo.processInfo.environment["CI"].map { !$0.isEmpty } == true
  }

  /// Whether PostgreSQL is installed.
  package static var isInstalled: Bool { programFolder != nil }

  /// The folder with the programs, which Debian does not put into the path.
  private static let programFolder: String? = {
    let path = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map(String.init)
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let folders = path + versions.sorted().reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    return folders.first { folder in
      ["initdb", "pg_ctl"].allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
    }
  }()

  package struct StartError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Whether servers can have a disk of their own, which only the superuser can mount.
  package static var canHaveSmallDisk: Bool {
    getuid() == 0 && FileManager.default.fileExists(atPath: "/usr/bin/unshare")
  }

  /// Starts a server, and waits until it accepts connections.
  ///
  /// The shell that starts it stops it when its standard input ends, also if this process is killed.
  ///
  /// - Parameters:
  ///   - isDurable: Whether the server waits for the disk.
  ///   - hasSmallDisk: Whether the data is on a disk of 100 megabytes, which nothing else uses.
  /// - Throws: An error if the server does not start.
  package init(isDurable: Bool = false, hasSmallDisk: Bool = false) throws {
    guard let programs = Self.programFolder else { throw StartError(description: "PostgreSQL is not installed") }
    folder = "/tmp/backroom-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      PATH="\(programs):$PATH"; cd "$1"
      start() {
        pg_ctl -D data -w -l log -o "-k $1 -c listen_addresses= -c fsync=\(isDurable ? "on" : "off") -c max_connections=300 -c checkpoint_timeout=1d" start >>messages 2>&1 &&
          echo ready || { cat messages log; echo failed; }
      }
      initdb -D data -U shop -A trust -E UTF8 --locale=C --locale-provider=icu --icu-locale=en --no-sync >messages 2>&1
      start "$1"
      while read command name; do
        case "$command" in
          database) createdb -h "$1" -U shop "$name" >>messages 2>&1 && echo created || { cat messages; echo failed; } ;;
          fill) cat /dev/zero >data/filler 2>>messages; echo filled ;;
          free) rm data/filler; echo freed ;;
          pause|resume)
            signal=$([ "$command" = pause ] && echo STOP || echo CONT)
            server=$(head -n 1 data/postmaster.pid)
            kill -$signal $server $(cat "/proc/$server/task/$server/children")
            echo ${command}d ;;
          stop) pg_ctl -D data -m immediate stop >>messages 2>&1; echo stopped ;;
          restart) pg_ctl -D data -m immediate stop >>messages 2>&1; start "$1" ;;
        esac
      done
      pg_ctl -D data -m immediate stop >>messages 2>&1
      cd /; rm -rf "$1"
      """
    var command = ["/bin/sh", "-c", script, "sh", folder]
    if getuid() == 0 {
      // PostgreSQL refuses to run as root.
      let user = ["postgres", "nobody"].first { (name: String) in getpwnam(name) != nil } ?? "nobody"
      guard let entry = getpwnam(user) else { throw StartError(description: "there is no user \(user)") }
      let (owner, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
      chown(folder, owner, group)
      command = ["/usr/bin/setpriv", "--reuid=\(owner)", "--regid=\(group)", "--clear-groups"] + command
      if hasSmallDisk {
        // The disk disappears with the processes that see it.
        let mount =
          "mkdir \"$0/data\" && mount -t tmpfs -o size=100m,mode=0700,uid=\(owner),gid=\(group) tmpfs \"$0/data\""
        command = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", "\(mount) && exec \"$@\"", folder] + command
      }
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
  package func stop() throws { try send("stop", expecting: "stopped") }

  /// Starts the server again, after a crash if it is running.
  package func restart() throws { try send("restart", expecting: "ready") }

  /// Fills the small disk.
  package func fillDisk() throws { try send("fill", expecting: "filled") }

  /// Removes what has filled the small disk.
  package func freeDisk() throws { try send("free", expecting: "freed") }

  /// Lets the server answer nothing, although its connections stay open.
  package func pause() throws { try send("pause", expecting: "paused") }

  /// Lets the server answer again.
  package func resume() throws { try send("resume", expecting: "resumed") }

  private func send(_ command: String, expecting answer: String) throws {
    // Tests that run at the same time share a server.
    try lock.withLock { _ in
      try input.write(contentsOf: Data("\(command)\n".utf8))
      try expect(answer)
    }
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
  package func address(_ database: String = "postgres", user: String = "shop") -> String {
    "postgres://\(user)@/\(database)?host=\(folder)"
  }

  /// Creates an empty database, and returns its address.
  package func makeDatabase() throws -> String {
    let name = databaseCount.withLock { count in
      count += 1
      return "shop\(count)"
    }
    try send("database \(name)", expecting: "created")
    return address(name)
  }
}
