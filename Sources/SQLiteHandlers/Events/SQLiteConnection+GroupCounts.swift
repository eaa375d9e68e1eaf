import Analytics
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored numbers of events of each group of users, one row for each period that has events.
///
/// They tell which group a page of a list in the order of users begins in, also if the list has a limit of time.
extension SQLiteConnection {
  /// Adds events to the stored numbers.
  func addToGroupCounts(_ events: [UserEvent]) throws(DatabaseError) {
    for unit in CountUnit.groupUnits {
      let periods = Dictionary(grouping: events) { unit.start(of: $0.timestamp.milliseconds) }
      for (start, events) in periods {
        var counts = GroupCounts()
        try add(to: &counts, unit, from: start, through: start)
        for event in events { counts.add(group: event.userID.uuid.0, flag: event.flag, action: event.action) }
        try store(counts, unit, start)
      }
    }
  }

  /// Returns the number of events of each group that match a filter with stored counts.
  func groupCounts(of filter: EventFilterSQL) throws(DatabaseError) -> [Int] {
    var counts = GroupCounts()
    for part in filter.times.map({ CountUnit.divide($0, by: .groupBlock) }) ?? [] {
      if let unit = part.unit {
        try add(to: &counts, unit, from: part.times.lowerBound, through: part.times.upperBound)
      } else {
        try run(
          "SELECT user, flag, action FROM event WHERE timestamp BETWEEN ? AND ?",
          [.integer(part.times.lowerBound), .integer(part.times.upperBound)]
        ) { row throws(DatabaseError) in try counts.add(row, path: path) }
      }
    }
    return counts.totals(flags: filter.flags, actions: filter.actions)
  }

  /// Creates the stored numbers of all events.
  func fillGroupCounts() throws(DatabaseError) {
    try forEachGroupPeriod { unit, start, counts throws(DatabaseError) in try store(counts, unit, start) }
  }

  /// Returns the tables whose numbers differ from the events.
  func wrongGroupTables() throws(DatabaseError) -> [String] {
    var (periodCounts, wrongUnits) = ([CountUnit: Int](), Set<CountUnit>())
    try forEachGroupPeriod { unit, start, counts throws(DatabaseError) in
      periodCounts[unit, default: 0] += 1
      var isEqual = false
      let expected = counts.bytes
      try run("SELECT counts FROM \(unit.table) WHERE start = ?", [.integer(start)]) { row throws(DatabaseError) in
        isEqual = unsafe row.withBlob(0) { unsafe $0.elementsEqual(expected) }
      }
      if !isEqual { wrongUnits.insert(unit) }
    }
    for unit in CountUnit.groupUnits {
      let count = try integer("SELECT count(*) FROM \(unit.table)")
      if count != periodCounts[unit, default: 0] { wrongUnits.insert(unit) }
    }
    return CountUnit.groupUnits.filter(wrongUnits.contains).map(\.table)
  }

  private func store(_ counts: GroupCounts, _ unit: CountUnit, _ start: Int64) throws(DatabaseError) {
    try run(
      "INSERT OR REPLACE INTO \(unit.table) (start, counts) VALUES (?, ?)", [.integer(start), .blob(counts.bytes)])
  }

  /// Adds the stored numbers of the periods that begin at some times.
  private func add(
    to counts: inout GroupCounts, _ unit: CountUnit, from first: Int64, through last: Int64
  ) throws(DatabaseError) {
    try run("SELECT counts FROM \(unit.table) WHERE start BETWEEN ? AND ?", [.integer(first), .integer(last)]) {
      row throws(DatabaseError) in
      if unsafe !row.withBlob(0, { unsafe counts.add($0) }) {
        throw DatabaseError(path, .corrupt("the numbers of events in \(unit.table) cannot be read"))
      }
    }
  }

  /// Counts all events, and passes the numbers of each period to a closure.
  private func forEachGroupPeriod(
    _ visit: (CountUnit, Int64, GroupCounts) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    var periods = CountUnit.groupUnits.map { (unit: $0, start: Int64?.none, counts: GroupCounts()) }
    try run("SELECT user, flag, action, timestamp FROM event ORDER BY timestamp DESC") { row throws(DatabaseError) in
      for index in periods.indices {
        let start = periods[index].unit.start(of: row.integer(3))
        if let last = periods[index].start, last != start {
          try visit(periods[index].unit, last, periods[index].counts)
          periods[index].counts = GroupCounts()
        }
        periods[index].start = start
        try periods[index].counts.add(row, path: path)
      }
    }
    for case (let unit, let start?, let counts) in periods { try visit(unit, start, counts) }
  }
}

extension GroupCounts {
  /// Adds the event in the columns user, flag and action.
  fileprivate mutating func add(_ row: SQLiteRow, path: String) throws(DatabaseError) {
    let group = unsafe row.withBlob(0) { unsafe $0.first }
    guard let group else { throw DatabaseError(path, .corrupt("an event has a user ID without sixteen bytes")) }
    add(group: group, flag: row.integer(1) != 0, action: try UserEvent.Action(row, 2, path: path))
  }
}
