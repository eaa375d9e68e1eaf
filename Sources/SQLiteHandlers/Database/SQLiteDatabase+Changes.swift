extension SQLiteDatabase {
  /// Calls a closure whenever another process has changed the database, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: The interval in which the database is asked. The changes in an interval cause one call.
  ///   - onChange: The closure.
  /// - Throws: An error if the database cannot be read at the beginning.
  public func watch(
    every interval: Duration, onChange: @Sendable () async -> Void
  ) async throws(DatabaseError) {
    try await watch(waiting: { try await Task.sleep(for: interval) }, onChange: onChange)
  }

  /// Calls a closure whenever another process has changed the database, until waiting for the next interval fails.
  package func watch(
    waiting wait: @Sendable () async throws -> Void, onChange: @Sendable () async -> Void
  ) async throws(DatabaseError) {
    var known = try await dataVersion()
    while true {
      do { try await wait() } catch { return }
      // A database that is locked for a moment is asked again later.
      guard let version = try? await dataVersion(), version != known else { continue }
      known = version
      await onChange()
    }
  }

  /// Returns a number that changes when another connection has changed the database.
  ///
  /// The connection that writes is asked: the changes of this process are its own.
  private func dataVersion() async throws(DatabaseError) -> Int {
    try await write { connection throws(DatabaseError) in try connection.integer("PRAGMA data_version") ?? 0 }
  }
}
