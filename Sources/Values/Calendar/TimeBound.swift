/// A day or a point in time that limits a period, as a user types it.
public struct TimeBound: Hashable, Sendable {
  /// The first point in time: of a whole day, its beginning.
  public let start: Instant
  /// The last point in time: of a whole day, its end.
  public let end: Instant

  /// What can be typed, for messages.
  public static let expectation =
    "a date as in 2023-03-22, 2023-03-22T10:00 or 2023-03-22T10:00:00Z, today, yesterday, or a duration before now as in -7d or -12h"

  /// Parses `2023-03-22`, `2023-03-22T10:00`, `2023-03-22T10:00+01:00`, `2023-03-22T10:00:00Z`, `today`, `yesterday`, or a number of minutes,
  /// hours, days or weeks before now, such as `-7d`.
  ///
  /// Days and times without a zone are those of the given time zone.
  public init?(_ text: String, now: Instant, in zone: TimeZoneRules) {
    if text.hasPrefix("-"), let milliseconds = Self.milliseconds(of: text.dropFirst()) {
      let (start, overflows) = now.milliseconds.subtractingReportingOverflow(milliseconds)
      if overflows { return nil }
      self.init(Instant(milliseconds: start))
      return
    }
    var text = text
    // A table shows a space between the date and the time.
    if let space = text.firstIndex(of: " ") { text.replaceSubrange(space...space, with: "T") }
    // Seconds may be missing, also before an offset.
    let minute = "2023-03-22T10:00".count
    let withSeconds = "\(text.prefix(minute)):00\(text.dropFirst(minute))"
    switch text {
    case "today": self.init(CalendarDay(of: now, in: zone), in: zone)
    case "yesterday": self.init(CalendarDay(number: CalendarDay(of: now, in: zone).number - 1), in: zone)
    default:
      if let day = CalendarDay(text) {
        self.init(day, in: zone)
      } else if let instant = Instant(text) ?? Instant(withSeconds) {
        self.init(instant)
      } else if let local = Instant(text + "Z") ?? Instant(withSeconds + "Z") {
        guard let instant = zone.instant(ofLocalMilliseconds: local.milliseconds) else { return nil }
        self.init(instant)
      } else {
        return nil
      }
    }
  }

  private init(_ instant: Instant) { (start, end) = (instant, instant) }

  private init?(_ day: CalendarDay, in zone: TimeZoneRules) {
    guard let start = zone.start(of: day), let end = zone.end(of: day) else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// Returns the duration of a text such as `7d`.
  private static func milliseconds(of text: Substring) -> Int64? {
    let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]
    guard let unit = text.last.flatMap({ units[$0] }),
      text.dropLast().utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let count = Int64(text.dropLast())
    else { return nil }
    let (milliseconds, overflows) = count.multipliedReportingOverflow(by: unit)
    return overflows ? nil : milliseconds
  }
}
