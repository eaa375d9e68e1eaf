import Foundation
import PostgresFixtures
import TestInputs

#if os(Linux)
  /// A proxy between a program and a server, which cuts connections, is slow, and changes what the server says.
  final class CuttingProxy: Sendable {
    /// When a connection is cut.
    enum Cut: CaseIterable, Sendable {
      /// The server does not receive the command.
      case beforeCommand
      /// The program does not receive the answer.
      case afterCommand
    }

    /// What happens on the way.
    struct Faults {
      /// The next cut, and what the command contains.
      var cut: (Cut, command: [UInt8])?
      /// How many bytes are sent at once.
      var partSize = 65_536
      /// Whether the answers of the server wait.
      var holdsAnswers = false
      /// The number of answers that wait.
      var heldAnswerCount = 0
      /// Whether programs receive no notifications of the server, as from most poolers.
      var dropsNotifications = false
      /// The number of notifications that programs have not received.
      var droppedNotificationCount = 0
      /// The version that the server names instead of its own one, in two digits.
      var serverVersion: String?
    }

    private let folder: String
    private let serverPath: String
    private let listener: Int32
    private let faults = Locked(Faults())

    struct SocketError: Error {
      let code = errno
    }

    /// Starts a proxy.
    init(to server: TestServer) throws {
      folder = "/tmp/backroom-proxy-\(UUID().uuidString.prefix(8))"
      serverPath = "\(server.folder)/.s.PGSQL.5432"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      guard Self.withAddress("\(folder)/.s.PGSQL.5432", { [listener] in bind(listener, $0, $1) }) == 0,
        listen(listener, 16) == 0
      else { throw SocketError() }
      Thread.detachNewThread { [listener, faults, serverPath] in
        while true {
          let client = accept(listener, nil, nil)
          if client < 0 { return }
          let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
          if Self.withAddress(serverPath, { connect(server, $0, $1) }) != 0 {
            close(client)
            close(server)
            continue
          }
          Self.forward(client, server, faults)
        }
      }
    }

    deinit {
      faults.withLock { $0.holdsAnswers = false }
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Returns the address of a database through the proxy.
    func address(of database: String) -> String {
      database.prefix { $0 != "?" } + "?host=\(folder)"
    }

    /// Returns the address of a database without the proxy.
    func directAddress(of database: String) -> String {
      database.replacing(folder, with: serverPath.dropLast("/.s.PGSQL.5432".count))
    }

    /// Changes what happens on the way from now on.
    func with<Answer>(_ body: (inout Faults) -> Answer) -> Answer { faults.withLock(body) }

    /// Cuts the connection of the next command that contains a text.
    func cutNext(_ cut: Cut, at command: String = "COMMIT\0") {
      with { $0.cut = (cut, Array(command.utf8)) }
    }

    /// Whether the connection was cut.
    var hasCut: Bool { with { $0.cut == nil } }

    private static func forward(_ client: Int32, _ server: Int32, _ faults: Locked<Faults>) {
      let dropsAnswer = Locked(false)
      // A closed descriptor can soon be another connection.
      let openDirectionCount = Locked(2)
      @Sendable func end() {
        openDirectionCount.withLock { count in
          count -= 1
          for descriptor in [client, server] {
            if count == 0 { close(descriptor) } else { shutdown(descriptor, Int32(SHUT_RDWR)) }
          }
        }
      }
      Thread.detachNewThread {
        while let bytes = receive(from: client) {
          let cut = faults.withLock { faults -> Cut? in
            guard let (cut, command) = faults.cut, bytes.firstRange(of: command) != nil else { return nil }
            faults.cut = nil
            return cut
          }
          if cut == .beforeCommand { break }
          if cut == .afterCommand { dropsAnswer.withLock { $0 = true } }
          if !send(bytes, to: server, faults) { break }
        }
        end()
      }
      Thread.detachNewThread {
        var messages = ServerMessages()
        while var bytes = receive(from: server) {
          faults.withLock { bytes = messages.changed(bytes, by: &$0) }
          waitWhileHeld(faults)
          if dropsAnswer.withLock({ $0 }) || !send(bytes, to: client, faults) { break }
        }
        end()
      }
    }

    private static func waitWhileHeld(_ faults: Locked<Faults>) {
      guard faults.withLock({ $0.holdsAnswers }) else { return }
      faults.withLock { $0.heldAnswerCount += 1 }
      while faults.withLock({ $0.holdsAnswers }) { sched_yield() }
      faults.withLock { $0.heldAnswerCount -= 1 }
    }

    private static func receive(from descriptor: Int32) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes, bytes.count)
      return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32, _ faults: Locked<Faults>) -> Bool {
      let partSize = faults.withLock { $0.partSize }
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].prefix(partSize).withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
      }
    }
  }

  /// The messages of a server: a letter, and the length of the rest in four bytes.
  private struct ServerMessages {
    private var incomplete: [UInt8] = []

    /// Returns the complete messages as faults change them.
    mutating func changed(_ bytes: [UInt8], by faults: inout CuttingProxy.Faults) -> [UInt8] {
      incomplete += bytes
      var changed: [UInt8] = []
      while incomplete.count >= 5 {
        let end = 1 + incomplete[1...4].reduce(0) { $0 << 8 | Int($1) }
        if incomplete.count < end { break }
        var message = Array(incomplete[..<end])
        incomplete.removeFirst(end)
        if faults.dropsNotifications, message[0] == UInt8(ascii: "A") {
          faults.droppedNotificationCount += 1
          continue
        }
        if let version = faults.serverVersion, let name = message.firstRange(of: Array("server_version\0".utf8)) {
          message.replaceSubrange(name.upperBound..<name.upperBound + 2, with: Array(version.utf8))
        }
        changed += message
      }
      return changed
    }
  }
#endif
