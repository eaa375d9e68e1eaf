import Documents
import Values

/// A server that exchanges lines with one client.
///
/// A server reads and writes nothing itself: it is given lines, and gives messages to its output. Several servers can
/// share a store.
@MainActor public protocol LineServer: AnyObject {
  /// A Boolean value that indicates whether the client has ended the connection.
  var isShutDown: Bool { get }

  /// Handles a line of the client.
  func receive(_ line: [UInt8])

  /// Answers a line that was too long to be read.
  func refuseLine(longerThan limit: Int)

  /// Sends the changes that were collected while the client did not receive messages.
  func flush()

  /// Ends the connection, after the running commands: every request has then been answered.
  func finish() async
}

extension JSONNode {
  /// The name in an object with which a client introduces itself, or `nil` if there is none.
  var clientName: String? {
    guard let name = members?["name"]?.textContent?.trimmed, !name.isEmpty else { return nil }
    return String(String.UnicodeScalarView(name.unicodeScalars.prefix(80)))
  }
}
