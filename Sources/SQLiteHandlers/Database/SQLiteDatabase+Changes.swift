import Values

extension SQLiteDatabase {
  /// Calls a closure whenever another process has changed data, until the task is cancelled.
  ///
  /// It is called with each kind at the beginning, because data that was read before may have changed, and also when the
  /// file is moved, deleted or replaced, and when it is back. Other changes, such as those of the saved session and of the
  /// outbox, cause no call.
  ///
  /// - Parameters:
  ///   - interval: The interval in which the database is asked. The changes of a kind in an interval cause one call. The
  ///     next interval begins after the calls.
  ///   - onChange: The closure.
  /// - Throws: An error if the database cannot be read at the beginning.
  public func watch(
    every interval: Duration, onChange: @Sendable (DataKind) async -> Void
  ) async throws(DatabaseError) {
    try await watch(waiting: { try await Task.sleep(for: interval) }, onChange: onChange)
  }

  /// Calls a closure whenever another process has changed data, until waiting for the next interval fails.
  package func watch(
    waiting wait: @Sendable () async throws -> Void, onChange: @Sendable (DataKind) async -> Void
  ) async throws(DatabaseError) {
    var (version, known) = try await write { connection throws(DatabaseError) in
      (try connection.dataVersion(), try connection.foreignChangeCounts())
    }
    func report(where hasChanged: (DataKind) -> Bool = { _ in true }) async {
      // Settings that have never been stored have no count.
      let kinds = Set(known.keys).union([.settings])
      for kind in kinds.sorted(by: { $0.name < $1.name }) where hasChanged(kind) { await onChange(kind) }
    }
    await report()
    var isMoved = false
    while true {
      do { try await wait() } catch { return }
      let change: (version: Int, counts: [DataKind: Int])?
      let wasMoved = isMoved
      do throws(DatabaseError) {
        change = try await foreignChange(after: version)
        isMoved = false
      } catch {
        // A database that is locked for a moment is asked again later.
        if error.reason != .moved { continue }
        (change, isMoved) = (nil, true)
      }
      if isMoved != wasMoved { await report() }
      guard let change else { continue }
      version = change.version
      await report { change.counts[$0] != known[$0] }
      known = change.counts
    }
  }

  /// Returns the counts of changes if another connection has changed anything since a version of the data.
  ///
  /// The connection that writes is asked: the changes of this process are its own.
  private func foreignChange(
    after version: Int
  ) async throws(DatabaseError) -> (version: Int, counts: [DataKind: Int])? {
    try await write { connection throws(DatabaseError) in
      try connection.checkFile()
      let current = try connection.dataVersion()
      return current == version ? nil : (current, try connection.foreignChangeCounts())
    }
  }
}

extension SQLiteConnection {
  /// Returns a number that changes when another connection has changed the database.
  fileprivate func dataVersion() throws(DatabaseError) -> Int { try integer("PRAGMA data_version") ?? 0 }
}
