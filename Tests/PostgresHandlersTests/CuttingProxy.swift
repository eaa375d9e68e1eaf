import Foundation
import PostgresFixtures
import TestInputs

#if os(Linux)
  /// A proxy between a program and a server, which cuts a connection while a transaction is committed.
  final class CuttingProxy: Sendable {
    /// When a connection is cut.
    enum Cut: CaseIterable, Sendable {
      /// The server does not receive the command.
      case beforeCommit
      /// The program does not receive the answer.
      case afterCommit
    }

    private let folder: String
    private let serverPath: String
    private let listener: Int32
    private let next = Locked<Cut?>(nil)

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
      Thread.detachNewThread { [listener, next, serverPath] in
        while true {
          let client = accept(listener, nil, nil)
          if client < 0 { return }
          let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
          if Self.withAddress(serverPath, { connect(server, $0, $1) }) != 0 {
            close(client)
            close(server)
            continue
          }
          Self.forward(client, server, next)
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Returns the address of a database through the proxy.
    func address(of database: String) -> String {
      database.prefix { $0 != "?" } + "?host=\(folder)"
    }

    /// Cuts the connection of the next transaction that is committed.
    func cutNext(_ cut: Cut) { next.withLock { $0 = cut } }

    /// Whether the connection was cut.
    var hasCut: Bool { next.withLock { $0 == nil } }

    private static func forward(_ client: Int32, _ server: Int32, _ next: Locked<Cut?>) {
      let dropsAnswer = Locked(false)
      @Sendable func end() {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
      }
      Thread.detachNewThread {
        while let bytes = receive(from: client) {
          if bytes.firstRange(of: Array("COMMIT\0".utf8)) != nil {
            let cut = next.withLock { cut in
              defer { cut = nil }
              return cut
            }
            if cut == .beforeCommit { break }
            if cut == .afterCommit { dropsAnswer.withLock { $0 = true } }
          }
          if !send(bytes, to: server) { break }
        }
        end()
        close(client)
      }
      Thread.detachNewThread {
        while let bytes = receive(from: server) {
          if dropsAnswer.withLock({ $0 }) || !send(bytes, to: client) { break }
        }
        end()
        close(server)
      }
    }

    private static func receive(from descriptor: Int32) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes, bytes.count)
      return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
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
#endif
