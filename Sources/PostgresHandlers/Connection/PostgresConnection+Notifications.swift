import CPostgreSQL
import Dispatch

extension PostgresConnection {
  /// The channel of the notifications.
  private static let channel = "backroom"

  /// Tells those who listen that this connection has changed data.
  ///
  /// It is a hint after the transaction, and not a part of it: the server commits transactions with notifications one
  /// after the other. A server that knows no notifications is not asked again.
  func notifyListeners() {
    if !canNotify { return }
    do throws(PostgresError) {
      try runScript("SET LOCAL synchronous_commit = off; NOTIFY \(Self.channel), '\(id)'")
    } catch {
      if case .failed = error.reason { canNotify = false }
    }
  }

  /// Calls a closure with the ID of the connection that has changed data, until this connection is lost or closed.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the connection is used and the closure is called.
  ///   - onNotification: The closure.
  /// - Throws: An error if the server does not listen.
  func listen(
    on queue: DispatchQueue, _ onNotification: @escaping @Sendable (_ sender: Int64?) -> Void
  ) throws(PostgresError) {
    if listening != nil { return }
    try run("LISTEN \(Self.channel)")
    let source = DispatchSource.makeReadSource(fileDescriptor: unsafe cpostgresql_socket(handle), queue: queue)
    source.setEventHandler { [weak self] in self?.receiveNotifications(onNotification) }
    // The socket stays open as long as the source uses it.
    source.setCancelHandler { [handle = unsafe handle] in unsafe cpostgresql_finish(handle) }
    source.activate()
    listening = source
  }

  private func receiveNotifications(_ onNotification: (_ sender: Int64?) -> Void) {
    if unsafe cpostgresql_consumeInput(handle) == 0 {
      isBroken = true
      listening?.cancel()
      return
    }
    while let notification = unsafe cpostgresql_notifies(handle) {
      onNotification(unsafe Int64(String(cString: notification.pointee.payload)))
      unsafe cpostgresql_freemem(notification)
    }
  }
}
