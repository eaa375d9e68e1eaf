import Analytics
import Shop
import Values

extension PostgresDatabase {
  /// Calls a closure whenever another program has changed data, until the task is cancelled.
  ///
  /// It is called with each kind at the beginning, because data that was read before may have changed, and again when a
  /// lost connection is back. Other changes, such as those of the saved session and of the outbox, cause no call.
  ///
  /// - Parameters:
  ///   - interval: The interval in which the server is asked. The changes of a kind in an interval cause one call. The
  ///     next interval begins after the calls.
  ///   - onChange: The closure.
  /// - Throws: An error if the database cannot be read at the beginning.
  public func watch(
    every interval: Duration, onChange: @Sendable (DataKind) async -> Void
  ) async throws(PostgresError) {
    try await watch(waiting: { try await Task.sleep(for: interval) }, onChange: onChange)
  }

  /// Calls a closure whenever another program has changed data, until waiting for the next interval fails.
  func watch(
    waiting wait: @Sendable () async throws -> Void, onChange: @Sendable (DataKind) async -> Void
  ) async throws(PostgresError) {
    if !isReadOnly {
      try await runRepeatable { connection throws(PostgresError) in try connection.foldChangeCounts() }
    }
    // A count that another program has committed is in every later sum, so that no change is missed.
    var known = try await foreignChangeCounts()
    for kind in Self.watchedKinds { await onChange(kind) }
    var isLost = false
    while true {
      do { try await wait() } catch { return }
      do throws(PostgresError) {
        let counts = try await foreignChangeCounts()
        for kind in Self.watchedKinds where isLost || counts[kind] != known[kind] { await onChange(kind) }
        (known, isLost) = (counts, false)
      } catch {
        if error.reason == .cancelled { return }
        // The data may be another one when the server is back. What asks for data reports that it is gone.
        isLost = true
      }
    }
  }

  private static let watchedKinds: [DataKind] = [.events, .products]

  private func foreignChangeCounts() async throws(PostgresError) -> [DataKind: Int] {
    try await runRepeatable { [ownConnections] connection throws(PostgresError) in
      try connection.changeCounts(except: ownConnections.all)
    }
  }
}
