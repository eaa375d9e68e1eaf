/// A day of the calendar, which is the same in every time zone.
public struct CalendarDay: Hashable, Sendable, Comparable {
  /// The number of days since 1970-01-01.
  let number: Int64

  init(number: Int64) { self.number = number }

  /// Creates the day of a point in time in a time zone.
  public init(of instant: Instant, in zone: TimeZoneRules = .utc) {
    // Twice the day and the rest, so that the offset cannot cause an overflow.
    let (day, rest) = instant.milliseconds.flooredQuotientAndRemainder(dividingBy: Self.milliseconds)
    let local = rest + Int64(zone.offset(at: instant)) * 1000
    number = day + local.flooredQuotientAndRemainder(dividingBy: Self.milliseconds).quotient
  }

  private static let milliseconds: Int64 = 86_400_000

  /// Returns whether the left day is before the right one.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

  /// The day of the week.
  public var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday.allCases[Int((number + 3).flooredQuotientAndRemainder(dividingBy: 7).remainder)]
  }

  /// Returns the first day of the period that contains the day.
  public func start(of period: CalendarPeriod, firstWeekday: Weekday = .monday) -> CalendarDay {
    switch period {
    case .day: return self
    case .week:
      let distance = Int64(weekday.index - firstWeekday.index)
      return CalendarDay(number: number - (distance < 0 ? distance + 7 : distance))
    case .month:
      let (year, month, _) = Instant.civilDate(ofDay: number)
      return CalendarDay(number: Instant.dayNumber(year: year, month: month, day: 1))
    }
  }

  /// Returns the first day of the period after the one that begins with this day.
  public func startOfNext(_ period: CalendarPeriod) -> CalendarDay {
    switch period {
    case .day: return CalendarDay(number: number + 1)
    case .week: return CalendarDay(number: number + 7)
    case .month:
      let (year, month, _) = Instant.civilDate(ofDay: number)
      let (nextYear, nextMonth) = month == 12 ? (year + 1, 1) : (year, month + 1)
      return CalendarDay(number: Instant.dayNumber(year: nextYear, month: nextMonth, day: 1))
    }
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// The date, for example `2023-03-22`.
  public var description: String { Instant.dateText(ofDay: number) }

  /// Parses a date, for example `2023-03-22`.
  public init?(_ text: String) {
    guard let number = Instant.dayNumber(ofDate: text) else { return nil }
    self.number = number
  }
}

extension CalendarDay: Codable {
  /// Decodes a day from its date.
  public init(from decoder: any Decoder) throws {
    self = try decodeFromText(from: decoder, expected: "a date such as 2023-03-22")
  }

  /// Encodes the day as its date.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

/// A period of the calendar.
public enum CalendarPeriod: String, Hashable, Codable, Sendable, CaseIterable {
  /// A day.
  case day
  /// Seven days.
  case week
  /// A month.
  case month
}

/// A day of the week.
public enum Weekday: String, Hashable, Codable, Sendable, CaseIterable {
  /// The days of the week, from the first day of an ISO week.
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The number of days since Monday.
  fileprivate var index: Int {
    switch self {
    case .monday: 0
    case .tuesday: 1
    case .wednesday: 2
    case .thursday: 3
    case .friday: 4
    case .saturday: 5
    case .sunday: 6
    }
  }
}

extension Int64 {
  /// Returns the quotient, rounded down, and the rest, which is not negative.
  func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
