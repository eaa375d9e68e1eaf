import Analytics
import Shop
import Values

/// The data of a database that restoring a copy does not replace.
struct PreservedData: Sendable {
  /// How often each kind of data has been changed.
  var changeCounts: [DataKind: Int]
  /// The last version of each product that the database has or has had.
  var versions: [ProductTable.StoredVersion]
  /// The recorded changes of the products, the newest first.
  var changes: [RecordedChange]
  /// The events that wait to be sent.
  var outbox: [OutboxEntry]
  /// The highest number that an entry of the outbox has had, or 0.
  var lastOutboxNumber: Int
  /// The batches that were added to the outbox.
  var outboxBatches: [EventBatch.ID]
}

extension SQLiteConnection {
  /// Returns the data that restoring a copy must not replace.
  func preservedData() throws(DatabaseError) -> PreservedData {
    try PreservedData(
      changeCounts: changeCounts(), versions: ProductTable(connection: self).lastVersions(),
      changes: recordedChanges(), outbox: outboxEntries(), lastOutboxNumber: lastOutboxNumber(),
      outboxBatches: batches(in: .outbox))
  }

  /// Returns all recorded changes of a database that may have an earlier format, in which there are none.
  private func recordedChanges() throws(DatabaseError) -> [RecordedChange] {
    try integer("SELECT count(*) FROM sqlite_master WHERE name = 'change_log'") == 0
      ? [] : latestChanges(RecordedChange.keptCount)
  }

  /// Returns the preserved data of a newer database, or `nil` if its format differs or it is damaged.
  func readablePreservedData() throws(DatabaseError) -> PreservedData? {
    do throws(DatabaseError) { return try preservedData() } catch {
      switch error.reason {
      case .failed, .corrupt, .notADatabase: return nil
      default: throw error
      }
    }
  }

  /// Replaces the contents of another database, except for its preserved data, by those of this temporary copy.
  ///
  /// - Parameters:
  ///   - replaced: The other database.
  ///   - recorder: What records who replaces the data, or `nil` if that is not recorded.
  ///   - read: A closure that returns the preserved data, or `nil` if it cannot be read. Other connections cannot change
  ///     the data between this call and the replacement.
  /// - Throws: An error if nothing was replaced.
  func replaceContents(
    of replaced: SQLiteConnection, recordedBy recorder: ChangeRecorder?,
    preserving read: (SQLiteConnection) throws(DatabaseError) -> PreservedData?
  ) throws(DatabaseError) {
    if replaced.path == SQLiteDatabase.memoryPath {
      // No other connection exists.
      try add(read(replaced), recordedBy: recorder)
      return try copyPages(to: replaced)
    }
    try copyPages(to: replaced) { () throws(DatabaseError) in
      // While the copy is incomplete, the connection that is its destination cannot be used.
      let reader = try SQLiteConnection(
        replaced.path, flags: SQLiteCode.openReadWrite, failNextCall: replaced.failNextCall)
      try add(read(reader), recordedBy: recorder)
    }
  }

  /// Adds the preserved data of the replaced database to this copy, and records who replaces its data.
  func add(_ preserved: PreservedData?, recordedBy recorder: ChangeRecorder?) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try countReplacement(of: preserved?.changeCounts ?? [:])
      try ProductTable(connection: self).raiseVersions(above: preserved?.versions ?? [])
      // A new database has the changes of the copy.
      if let changes = preserved?.changes, !changes.isEmpty {
        try run("DELETE FROM change_log")
        for change in changes.reversed() { try insert(change) }
      }
      if let recorder { try record("Replaced all data by a backup", by: recorder) }
      let lastNumber = preserved?.lastOutboxNumber ?? 0
      // Entries that the replaced database has had are in its outbox, or have been sent since.
      try run("DELETE FROM outbox WHERE number <= ?", [SQLiteValue(lastNumber)])
      try countBeforeSending()
      try insert(preserved?.outbox ?? [])
      for batch in preserved?.outboxBatches ?? [] { _ = try insert(batch, into: .outbox) }
      // A number is never used again, even if no entry is left.
      let highest = try max(lastNumber, lastOutboxNumber())
      try run("DELETE FROM sqlite_sequence WHERE name = 'outbox'")
      try run("INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?)", [SQLiteValue(highest)])
    }
  }

  /// Lets the number of equal events on the server decide whether the entries of a copy have been sent since.
  func countBeforeSending() throws(DatabaseError) {
    for entry in OutboxEntry.changedInCopy(try outboxEntries()) { try store(entry) }
  }

  private func lastOutboxNumber() throws(DatabaseError) -> Int {
    try integer("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0
  }
}
