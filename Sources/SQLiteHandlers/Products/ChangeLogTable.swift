import Shop
import Values

/// The recorded changes of the products.
extension SQLiteConnection {
  /// Returns the latest changes, the newest first.
  func latestChanges(_ count: Int) throws(DatabaseError) -> [RecordedChange] {
    var changes: [RecordedChange] = []
    try run(
      "SELECT number, time, author, summary FROM change_log ORDER BY number DESC LIMIT ?", [SQLiteValue(count)]
    ) { row throws(DatabaseError) in
      changes.append(
        RecordedChange(
          id: row.int(0), time: Instant(milliseconds: row.integer(1)), author: row.text(2), summary: row.text(3)))
    }
    return changes
  }

  /// Adds a change.
  func insert(_ change: RecordedChange) throws(DatabaseError) {
    try run(
      "INSERT INTO change_log (number, time, author, summary) VALUES (?, ?, ?, ?)",
      [
        SQLiteValue(change.id), .integer(change.time.milliseconds), .text(change.author), .text(change.summary),
      ])
  }

  /// Adds a change after the others, and removes the oldest one if there are too many.
  func record(_ summary: String, by recorder: ChangeRecorder) throws(DatabaseError) {
    let id = try (integer("SELECT max(number) FROM change_log") ?? 0) + 1
    try insert(recorder.record(summary, id: id))
    try run("DELETE FROM change_log WHERE number <= ?", [SQLiteValue(id - RecordedChange.keptCount)])
  }
}
