import Values

/// A day or a point in time that limits a period, as a user types it.
enum TimeBound: Hashable {
  case instant(Instant)
  /// A date and a time of day in the time zone of the shop, stored as if they were in UTC.
  case localTime(Instant)
  /// A whole day in the time zone of the shop.
  case day(CalendarDay)

  /// What can be typed, for messages.
  static let expectation =
    "a date as in 2023-03-22, 2023-03-22T10:00 or 2023-03-22T10:00:00Z, today, yesterday, or a duration before now as in -7d or -12h"

  /// Parses `2023-03-22`, `2023-03-22T10:00`, `2023-03-22T10:00:00Z`, `today`, `yesterday`, or a number of minutes,
  /// hours, days or weeks before now, such as `-7d`.
  init?(_ text: String, now: Instant, zone: TimeZoneRules) {
    let today = CalendarDay(of: now, in: zone)
    switch text {
    case "today": self = .day(today)
    case "yesterday":
      guard let midnight = Instant(dateText: today.description) else { return nil }
      self = .day(CalendarDay(of: Instant(milliseconds: midnight.milliseconds - 1)))
    case _ where text.hasPrefix("-"):
      guard let milliseconds = Self.milliseconds(of: text.dropFirst()) else { return nil }
      let (start, overflows) = now.milliseconds.subtractingReportingOverflow(milliseconds)
      if overflows { return nil }
      self = .instant(Instant(milliseconds: start))
    default:
      if let day = CalendarDay(text) {
        self = .day(day)
      } else if let instant = Instant(text) {
        self = .instant(instant)
      } else if let time = Instant(text + "Z") ?? Instant(text + ":00Z") {
        self = .localTime(time)
      } else {
        return nil
      }
    }
  }

  /// Returns the duration of a text such as `7d`.
  private static func milliseconds(of text: Substring) -> Int64? {
    let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]
    guard let unit = text.last.flatMap({ units[$0] }), text.dropLast().utf8.allSatisfy(\.isDigit),
      let count = Int64(text.dropLast())
    else { return nil }
    let (milliseconds, overflows) = count.multipliedReportingOverflow(by: unit)
    return overflows ? nil : milliseconds
  }

  /// Returns whether a point in time is at or after the bound.
  func isAtOrBefore(_ instant: Instant, in zone: TimeZoneRules) -> Bool {
    switch self {
    case .instant(let bound): bound <= instant
    case .localTime(let bound): bound <= instant.localTime(in: zone)
    case .day(let bound): bound <= CalendarDay(of: instant, in: zone)
    }
  }

  /// Returns whether a point in time is at or before the bound.
  func isAtOrAfter(_ instant: Instant, in zone: TimeZoneRules) -> Bool {
    switch self {
    case .instant(let bound): bound >= instant
    case .localTime(let bound): bound >= instant.localTime(in: zone)
    case .day(let bound): bound >= CalendarDay(of: instant, in: zone)
    }
  }
}

extension Instant {
  /// Returns the date and the time of day in a time zone, as if they were in UTC.
  fileprivate func localTime(in zone: TimeZoneRules) -> Instant {
    let (sum, overflows) = milliseconds.addingReportingOverflow(Int64(zone.offset(at: self)) * 1000)
    return overflows ? self : Instant(milliseconds: sum)
  }
}
