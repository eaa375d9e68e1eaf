import Analytics

/// What is kept of the data that a copy replaces.
struct KeptContents: Sendable {
  /// How often each part has been changed.
  var changeCounts: [CountedPart: Int]
  /// The events that wait to be sent.
  var outbox: [OutboxEntry]
  /// The highest number that an entry of the outbox has had, or 0.
  var lastOutboxNumber: Int
}

extension SQLiteConnection {
  /// Returns what is kept when a copy replaces the data of this database.
  func keptContents() throws(DatabaseError) -> KeptContents {
    try KeptContents(
      changeCounts: changeCounts(), outbox: outboxEntries(), lastOutboxNumber: lastOutboxNumber())
  }

  /// Returns what is kept of a newer database, or `nil` if it has another format or is damaged.
  func readableKeptContents() throws(DatabaseError) -> KeptContents? {
    do throws(DatabaseError) { return try keptContents() } catch {
      switch error.reason {
      case .failed, .corrupt, .notADatabase: return nil
      default: throw error
      }
    }
  }

  /// Replaces the contents of another database by those of this temporary copy, except for what is kept.
  ///
  /// - Parameters:
  ///   - replaced: The other database.
  ///   - read: A closure that returns what is kept, or `nil` if that cannot be read. No other connection can change the
  ///     data between this call and the replacement.
  /// - Throws: An error if nothing was replaced.
  func replaceContents(
    of replaced: SQLiteConnection, keeping read: (SQLiteConnection) throws(DatabaseError) -> KeptContents?
  ) throws(DatabaseError) {
    if replaced.path == SQLiteDatabase.memoryPath {
      // No other connection exists.
      try keep(read(replaced))
      return try copy(to: replaced) { () throws(DatabaseError) in }
    }
    try copy(to: replaced) { () throws(DatabaseError) in
      // While the copy is incomplete, the connection that is its destination cannot be used.
      let reader = try SQLiteConnection(
        replaced.path, flags: SQLiteCode.openReadWrite, failNextCall: replaced.failNextCall)
      try keep(read(reader))
    }
  }

  /// Adds to a copy what is kept of the data that it replaces.
  private func keep(_ kept: KeptContents?) throws(DatabaseError) {
    try transaction { () throws(DatabaseError) in
      try countReplacement(of: kept?.changeCounts ?? [:])
      let lastNumber = kept?.lastOutboxNumber ?? 0
      // Entries that the replaced database has had are in its outbox, or have been sent since.
      try run("DELETE FROM outbox WHERE number <= ?", [SQLiteValue(lastNumber)])
      try countBeforeSending()
      try insert(kept?.outbox ?? [])
      // A number is never used again, even if no entry is left.
      let highest = try max(lastNumber, lastOutboxNumber())
      try run("DELETE FROM sqlite_sequence WHERE name = 'outbox'")
      try run("INSERT INTO sqlite_sequence (name, seq) VALUES ('outbox', ?)", [SQLiteValue(highest)])
    }
  }

  /// Lets the number of equal events on the server decide whether the entries of a copy have been sent since.
  private func countBeforeSending() throws(DatabaseError) {
    struct Key: Hashable {
      let server: String
      let event: UserEvent
    }
    var counts: [Key: Int] = [:]
    for var entry in try outboxEntries() {
      // If the server has two equal events, the first two of several entries have been sent.
      let count = counts[Key(server: entry.server, event: entry.event), default: 0]
      counts[Key(server: entry.server, event: entry.event)] = max(count, entry.copiesBefore ?? 0) + 1
      if entry.copiesBefore != nil { continue }
      entry.copiesBefore = count
      try store(entry)
    }
  }

  private func lastOutboxNumber() throws(DatabaseError) -> Int {
    try integer("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0
  }
}
