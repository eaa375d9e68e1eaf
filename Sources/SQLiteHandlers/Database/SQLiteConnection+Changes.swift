/// A part of the data whose changes are counted in the database.
enum CountedPart: String, CaseIterable {
  case products
  case events
}

extension SQLiteConnection {
  /// Runs a closure in a transaction that changes a part of the data.
  ///
  /// If the closure returns a success, the change is counted and committed.
  func transaction<Success, Failure>(
    changing part: CountedPart, _ body: () throws(DatabaseError) -> Result<Success, Failure>
  ) throws(DatabaseError) -> Result<Success, Failure> {
    let result = try fallibleTransaction { () throws(DatabaseError) in
      let result = try body()
      if case .success = result {
        try run("UPDATE change_count SET count = count + 1 WHERE part = ?", [.text(part.rawValue)])
      }
      return result
    }
    if case .success = result { ownChangeCounts[part, default: 0] += 1 }
    return result
  }

  /// Returns how often each part has been changed by any connection.
  func changeCounts() throws(DatabaseError) -> [CountedPart: Int] {
    var counts: [CountedPart: Int] = [:]
    try run("SELECT part, count FROM change_count") { row throws(DatabaseError) in
      if let part = CountedPart(rawValue: row.text(0)) { counts[part] = row.int(1) }
    }
    return counts
  }

  /// Returns how often each part has been changed by other connections.
  func foreignChangeCounts() throws(DatabaseError) -> [CountedPart: Int] {
    try changeCounts().merging(ownChangeCounts) { $0 - $1 }
  }

  /// Counts a change of each part, so that the counts differ from all that a database has had whose data is replaced.
  func countReplacement(of replaced: [CountedPart: Int]) throws(DatabaseError) {
    for part in CountedPart.allCases {
      try run(
        "UPDATE change_count SET count = max(count, ?) + 1 WHERE part = ?",
        [SQLiteValue(replaced[part] ?? 0), .text(part.rawValue)])
    }
  }
}
