import Values

extension SQLiteConnection {
  /// Runs a closure in a transaction that changes a kind of data.
  ///
  /// If the closure returns a success, the change is counted and committed.
  func transaction<Success, Failure>(
    changing kind: DataKind, _ body: () throws(DatabaseError) -> Result<Success, Failure>
  ) throws(DatabaseError) -> Result<Success, Failure> {
    let result = try fallibleTransaction { () throws(DatabaseError) in
      let result = try body()
      if case .success = result {
        try run(
          "INSERT INTO change_count (part, count) VALUES (?, 1) ON CONFLICT (part) DO UPDATE SET count = count + 1",
          [.text(kind.name)])
      }
      return result
    }
    if case .success = result { ownChangeCounts[kind, default: 0] += 1 }
    return result
  }

  /// Returns how often each kind of data has been changed by any connection.
  func changeCounts() throws(DatabaseError) -> [DataKind: Int] {
    var counts: [DataKind: Int] = [:]
    try run("SELECT part, count FROM change_count") { row throws(DatabaseError) in
      counts[DataKind(row.text(0))] = row.int(1)
    }
    return counts
  }

  /// Returns how often each kind of data has been changed by other connections.
  func foreignChangeCounts() throws(DatabaseError) -> [DataKind: Int] {
    try changeCounts().merging(ownChangeCounts) { $0 - $1 }
  }

  /// Counts a change of each kind of data.
  ///
  /// The counts then differ from all that the database has had whose data is replaced.
  func countReplacement(of replaced: [DataKind: Int]) throws(DatabaseError) {
    try run("UPDATE change_count SET count = count + 1")
    for (kind, count) in replaced {
      try run(
        "UPDATE change_count SET count = max(count, ?) WHERE part = ?", [SQLiteValue(count + 1), .text(kind.name)])
    }
  }
}
