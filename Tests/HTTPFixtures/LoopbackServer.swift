import Foundation
import TestInputs

/// A request that a server received.
package struct LoopbackRequest: Sendable {
  package let method: String
  /// The path and the query.
  package let target: String
  /// The fields of the header, with names in lowercase.
  package let fields: [String: String]
  package let body: [UInt8]
  /// The number of the connection, from 1.
  package let connection: Int
}

/// An HTTP server on a port of this machine, which behaves as a test says.
///
/// Each connection has a thread, so that a response can wait for anything.
package final class LoopbackServer: Sendable {
  package typealias Respond = @Sendable (LoopbackRequest, LoopbackConnection) -> Void

  package let port: Int
  private let host: String
  private let state = LoopbackState()

  /// Starts a server, on an IPv6 address if that is wanted.
  package init(usesIPv6: Bool = false, respond: @escaping Respond) throws {
    let listener = try SocketDescriptor.listening(usesIPv6: usesIPv6)
    port = listener.port
    host = usesIPv6 ? "[::1]" : "127.0.0.1"
    state.open.withLock { $0 = [listener] }
    let state = state
    Thread.detachNewThread { state.acceptConnections(of: listener, respond) }
  }

  deinit {
    // The threads close the descriptors, and not while they are shut down here: another connection, perhaps of another
    // server, could have the same number by then.
    state.open.withLock { for descriptor in $0 { descriptor.shutDown() } }
  }

  package var url: String { "http://\(host):\(port)" }

  /// Refuses new connections from now on, like a server that is being restarted.
  package func stopListening() { state.stopListening() }

  /// The requests in the order in which they arrived.
  package var requests: [LoopbackRequest] { state.requests.withLock { $0 } }

  /// Returns when a number of connections have been closed by the client.
  package func waitForClosedConnections(_ count: Int) async {
    for await closedCount in state.closedCounts.stream where closedCount >= count { return }
  }

  /// Returns when a number of requests have arrived.
  package func waitForRequests(_ count: Int) async {
    for await requestCount in state.requestCounts.stream where requestCount >= count { return }
  }
}

/// A port of this machine on which connections wait, and which has no room for another one.
package final class FullPort {
  private let listener: SocketDescriptor
  private let waiting: SocketDescriptor

  package init() throws {
    // One connection more than the backlog can wait. Nothing accepts it.
    listener = try SocketDescriptor.listening(backlog: 0)
    waiting = try SocketDescriptor.connected(toPort: listener.port)
  }

  package var url: String { "http://127.0.0.1:\(listener.port)" }

  package func close() {
    waiting.close()
    listener.close()
  }
}

/// What the threads of a server share.
private final class LoopbackState: Sendable {
  let open = Locked<[SocketDescriptor]>([])
  let requests = Locked<[LoopbackRequest]>([])
  private let closedCount = Locked(0)
  let closedCounts = AsyncStream.makeStream(of: Int.self)
  let requestCounts = AsyncStream.makeStream(of: Int.self)

  func stopListening() { open.withLock { $0.first?.shutDown() } }

  func acceptConnections(of listener: SocketDescriptor, _ respond: @escaping LoopbackServer.Respond) {
    var number = 0
    while let descriptor = listener.accept() {
      number += 1
      open.withLock { $0.append(descriptor) }
      Thread.detachNewThread { [self, number] in
        serve(LoopbackConnection(descriptor, number: number), respond)
        close(descriptor)
      }
    }
    close(listener)
  }

  private func close(_ descriptor: SocketDescriptor) {
    open.withLock {
      $0.removeAll { $0 == descriptor }
      descriptor.close()
    }
  }

  private func serve(_ connection: LoopbackConnection, _ respond: LoopbackServer.Respond) {
    while !connection.isClosed, let request = connection.readRequest() {
      requestCounts.continuation.yield(
        requests.withLock {
          $0.append(request)
          return $0.count
        })
      respond(request, connection)
    }
    if !connection.isClosed {
      closedCounts.continuation.yield(
        closedCount.withLock {
          $0 += 1
          return $0
        })
    }
  }
}

/// A connection of a client, which only the thread of the connection uses.
package final class LoopbackConnection {
  private let descriptor: SocketDescriptor
  private let number: Int
  private var received: [UInt8] = []
  /// A Boolean value that indicates whether the server has closed the connection.
  fileprivate var isClosed = false

  fileprivate init(_ descriptor: SocketDescriptor, number: Int) {
    self.descriptor = descriptor
    self.number = number
  }

  /// Sends bytes, and returns whether the client still accepts them.
  @discardableResult package func write(_ bytes: [UInt8]) -> Bool { descriptor.write(bytes) }

  /// Sends a text, and returns whether the client still accepts it.
  @discardableResult package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Sends a whole response.
  package func respond(_ body: [UInt8], status: String = "200 OK", fields: [String] = []) {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields + ["", ""]
    write(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  /// Sends a whole response.
  package func respond(_ body: String = "", status: String = "200 OK", fields: [String] = []) {
    respond(Array(body.utf8), status: status, fields: fields)
  }

  /// Closes the connection.
  package func close() {
    isClosed = true
    descriptor.shutDown()
  }

  /// Closes the connection for writing: the client can still send.
  package func closeHalf() { descriptor.shutDownWriting() }

  /// Returns when the client has sent something else than a request.
  package func waitForBytes() { _ = descriptor.read() }

  /// Returns when the client has closed the connection.
  package func waitUntilClosedByClient() { while descriptor.read() != nil {} }

  /// Returns the next request, or `nil` if the client has closed the connection.
  fileprivate func readRequest() -> LoopbackRequest? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let start = received.firstRange(of: end) {
        let lines = String(decoding: received[..<start.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1)
          if parts.count == 2 { fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        let bodyEnd = start.upperBound + (fields["content-length"].flatMap(Int.init) ?? 0)
        if received.count >= bodyEnd {
          let words = lines[0].split(separator: " ").map(String.init)
          let body = Array(received[start.upperBound..<bodyEnd])
          received.removeFirst(bodyEnd)
          guard words.count == 3 else { return nil }
          return LoopbackRequest(method: words[0], target: words[1], fields: fields, body: body, connection: number)
        }
      }
      guard let bytes = descriptor.read() else { return nil }
      received += bytes
    }
  }
}
