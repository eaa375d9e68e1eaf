import Analytics

/// A table with the IDs of the batches of events that were stored.
enum BatchTable: String {
  /// The batches whose events are in the database.
  case events = "event_batch"
  /// The batches whose events were added to the outbox.
  case outbox = "outbox_batch"
}

extension SQLiteConnection {
  /// Adds the ID of a batch to a table, and returns `false` if the table contains it.
  func insert(_ id: EventBatch.ID, into table: BatchTable) throws(DatabaseError) -> Bool {
    let value = SQLiteValue.blob(id.bytes)
    if try integer("SELECT 1 FROM \(table.rawValue) WHERE id = ?", [value]) != nil { return false }
    try run("INSERT INTO \(table.rawValue) (id) VALUES (?)", [value])
    return true
  }

  /// Returns the IDs of all batches in a table.
  func batches(in table: BatchTable) throws(DatabaseError) -> [EventBatch.ID] {
    var batches: [EventBatch.ID] = []
    try run("SELECT id FROM \(table.rawValue)") { row throws(DatabaseError) in
      batches.append(try EventBatch.ID(row, 0, path: path))
    }
    return batches
  }
}
