extension SQLiteDatabase {
  /// Calls a closure whenever another process has changed the database, until the task is cancelled.
  ///
  /// The database is asked once per interval. The changes in an interval cause one call.
  ///
  /// - Parameters:
  ///   - interval: The interval.
  ///   - sleep: A closure that waits for an interval, and throws an error if the task is cancelled.
  ///   - onChange: The closure to call.
  /// - Throws: An error if the database cannot be read at the beginning.
  public func watch(
    every interval: Duration = .seconds(1),
    sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    onChange: @Sendable () async -> Void
  ) async throws(DatabaseError) {
    var known = try await dataVersion()
    while true {
      do { try await sleep(interval) } catch { return }
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
