/// A unit of time for which numbers of events are stored.
///
/// Days and hours are those of UTC. Times are in milliseconds since 1970.
enum CountUnit {
  case day
  case hour
  /// The units of the numbers of groups of users. A block consists of 32 days.
  case groupBlock, groupDay, groupHour
  /// The unit of the numbers of each frequent user.
  case userDay

  /// The units of the numbers for each flag and kind of action.
  static let units: [CountUnit] = [.day, .hour]
  /// The units of the numbers for each group of users.
  static let groupUnits: [CountUnit] = [.groupBlock, .groupDay, .groupHour]

  /// The table with the numbers.
  var table: String {
    switch self {
    case .day: "event_day_count"
    case .hour: "event_count"
    case .groupBlock: "event_group_block_count"
    case .groupDay: "event_group_day_count"
    case .groupHour: "event_group_hour_count"
    case .userDay: "event_user_day_count"
    }
  }

  /// The next smaller unit, or `nil` if it is the smallest.
  var smaller: CountUnit? {
    switch self {
    case .day: .hour
    case .groupBlock: .groupDay
    case .groupDay: .groupHour
    case .hour, .groupHour, .userDay: nil
    }
  }

  private var length: Int64 {
    switch self {
    case .groupBlock: 32 * 86_400_000
    case .day, .groupDay, .userDay: 86_400_000
    case .hour, .groupHour: 3_600_000
    }
  }

  /// Returns the beginning of the unit of a time, which is negative before 1970.
  ///
  /// The first unit begins earlier than the first time, which counts as its beginning.
  func start(of time: Int64) -> Int64 {
    time < endOfFirstUnit ? .min : time - (time % length + length) % length
  }

  /// The expression of SQL for the beginning of the unit of a time.
  func startSQL(of time: String) -> String {
    "CASE WHEN \(time) < \(endOfFirstUnit) THEN \(Int64.min) "
      + "ELSE \(time) - (\(time) % \(length) + \(length)) % \(length) END"
  }

  /// Returns the last time of the unit that begins at a time.
  func end(ofUnitAt start: Int64) -> Int64 {
    if start == .min { return endOfFirstUnit - 1 }
    let (end, overflows) = start.addingReportingOverflow(length - 1)
    return overflows ? .max : end
  }

  /// The time after the first unit.
  private var endOfFirstUnit: Int64 { .min / length * length }

  /// A part of an interval that consists of whole units, or of no whole one if the unit is `nil`.
  typealias Part = (times: ClosedRange<Int64>, unit: CountUnit?)

  /// Returns the parts of an interval in order: as many whole units as possible, then smaller ones.
  static func divide(_ times: ClosedRange<Int64>, by unit: CountUnit?) -> [Part] {
    guard let unit else { return [(times, nil)] }
    guard let whole = unit.wholeUnits(in: times) else { return divide(times, by: unit.smaller) }
    var parts: [Part] = []
    if times.lowerBound < whole.lowerBound {
      parts += divide(times.lowerBound...whole.lowerBound - 1, by: unit.smaller)
    }
    parts.append((whole, unit))
    if whole.upperBound < times.upperBound {
      parts += divide(whole.upperBound + 1...times.upperBound, by: unit.smaller)
    }
    return parts
  }

  /// Returns the part of an interval that consists of whole units, or `nil` if there is none.
  private func wholeUnits(in times: ClosedRange<Int64>) -> ClosedRange<Int64>? {
    let isOpenAtStart = times.lowerBound == .min
    let isOpenAtEnd = times.upperBound == .max
    let farthest = Int64.max - 2 * length
    if !isOpenAtStart && times.lowerBound.magnitude > farthest
      || !isOpenAtEnd && times.upperBound.magnitude > farthest
    {
      return nil
    }
    // The first time of the first whole unit, and the one after the last.
    let first = isOpenAtStart ? .min : start(of: times.lowerBound) + (times.lowerBound % length == 0 ? 0 : length)
    let end = isOpenAtEnd ? .max : start(of: times.upperBound + 1)
    return first < end ? first...(isOpenAtEnd ? .max : end - 1) : nil
  }
}
