import Foundation

#if os(Linux)
  import Glibc

  /// Waits for input, and returns `false` if none comes in a minute: the program is stuck.
  func hasInput(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&request, 1, 20_000)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// A program that uses a pseudoterminal, and that reports what it does on standard error.
  package final class TerminalProgram {
    /// How a program has ended or stopped.
    package enum Ending: Equatable {
      case exit(Int32)
      case signal(Int32)
      case stop(Int32)
    }

    private let identifier: pid_t
    private let log: FileHandle
    private var unreadLog = Data()

    /// Starts a program, which is one beside the tests if its name has no folder.
    ///
    /// The terminal can become the one that controls the program: then its end is a hang-up and a change of its size is
    /// a signal. A program that leads a session like that is never stopped.
    package init(
      _ words: [String], on terminal: PseudoTerminal, controlsTerminal: Bool = false,
      variables: [String] = ["TERM=xterm"]
    ) throws {
      let folder = Bundle.main.bundleURL
      let path = words[0].hasPrefix("/") ? words[0] : folder.appending(path: words[0]).path
      let pipe = Pipe()
      log = pipe.fileHandleForReading
      for end in [log, pipe.fileHandleForWriting] { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR | (controlsTerminal ? 0 : O_NOCTTY), 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 2)
      // Signals that the process of the tests ignores or blocks are usual ones for the program.
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var (all, none) = (sigset_t(), sigset_t())
      sigfillset(&all)
      sigemptyset(&none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setsigmask(&attributes, &none)
      let newSession: Int32 = 0x80
      let group = controlsTerminal ? newSession : POSIX_SPAWN_SETPGROUP
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
      var arguments = Self.pointers(to: [path] + words.dropFirst())
      var environment = Self.pointers(to: variables + ["PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no"])
      defer { for text in arguments + environment { free(text) } }
      var identifier: pid_t = 0
      let code = posix_spawn(&identifier, path, &actions, &attributes, &arguments, &environment)
      guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
      self.identifier = identifier
      try pipe.fileHandleForWriting.close()
    }

    private static func pointers(to texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
      texts.map { (text: String) in strdup(text) } + [nil]
    }

    /// A failed test leaves no program behind.
    ///
    /// As long as an ended program is not waited for, Swift Testing does not see the ends of its exit tests.
    deinit {
      if hasEnded { return }
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    }

    private var hasEnded = false

    /// Sends a signal.
    package func send(_ number: Int32) { kill(identifier, number) }

    /// Reads the log up to and including a text, or returns `false` if it ends before.
    package func logs(_ text: String) -> Bool {
      while true {
        if let index = unreadLog.firstRange(of: Data((text + "\n").utf8)) {
          unreadLog.removeSubrange(..<index.upperBound)
          return true
        }
        guard hasInput(log.fileDescriptor) else { return false }
        let more = log.availableData
        if more.isEmpty { return false }
        unreadLog += more
      }
    }

    /// Reads the rest of the log, until the program has ended.
    package func readLogToEnd() -> String {
      _ = logs("\u{0}")
      return String(decoding: unreadLog, as: UTF8.self)
    }

    /// Waits until the program ends or stops.
    package func wait() -> Ending {
      var status: Int32 = 0
      while waitpid(identifier, &status, WUNTRACED) < 0 && errno == EINTR {}
      if status & 0xFF == 0x7F { return .stop(status >> 8 & 0xFF) }
      hasEnded = true
      return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }

    /// The memory of the program that is in use, or 0 if it has ended.
    package var residentByteCount: Int {
      let status = try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    }

    /// How often the threads of the program have waited for something and continued, and whether all wait now.
    package var waits: (count: Int, areAllWaiting: Bool) {
      let folder = "/proc/\(identifier)/task"
      var (count, areAllWaiting) = (0, true)
      for task in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        let lines = (try? String(contentsOfFile: "\(folder)/\(task)/status", encoding: .utf8))?.split(separator: "\n")
        for line in lines ?? [] {
          let words = line.split(whereSeparator: \.isWhitespace)
          if words.first == "voluntary_ctxt_switches:", let number = Int(words[1]) { count += number }
          if words.first == "State:" { areAllWaiting = areAllWaiting && words[1] == "S" }
        }
      }
      return (count, areAllWaiting)
    }
  }
#endif
