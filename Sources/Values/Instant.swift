/// A point in time in UTC, with a precision of one millisecond.
public struct Instant: Hashable, Sendable, Comparable {
  /// The number of milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  /// Creates a point in time from the number of milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Returns whether the left point in time is before the right one.
  public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }
}

extension Instant {
  fileprivate static let millisecondsPerDay: Int64 = 86_400_000

  /// The date, for example `2023-03-22`.
  public var dateText: String { Self.dateText(ofDay: dayNumber) }

  /// Returns the date of a day, given the number of days since 1970-01-01.
  static func dateText(ofDay day: Int64) -> String {
    let (year, month, day) = civilDate(ofDay: day)
    return "\(yearText(year))-\(padded(month, toWidth: 2))-\(padded(day, toWidth: 2))"
  }

  /// Returns the number of days from 1970-01-01 to a date, or `nil` if the text is not a date.
  static func dayNumber(ofDate text: String) -> Int64? {
    var parser = TimestampParser(text)
    guard let day = parser.parseDate(), parser.isAtEnd else { return nil }
    return day
  }

  private static func yearText(_ year: Int64) -> String { (year < 0 ? "-" : "") + padded(year.magnitude, toWidth: 4) }

  /// The time of day, for example `14:05:09`.
  public var timeText: String {
    let seconds = millisecondOfDay / 1000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { Self.padded($0, toWidth: 2) }.joined(separator: ":")
  }

  private var dayNumber: Int64 {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsPerDay)
    return rest < 0 ? whole - 1 : whole
  }

  /// The number of milliseconds since midnight.
  private var millisecondOfDay: Int64 {
    let rest = milliseconds % Self.millisecondsPerDay
    return rest < 0 ? rest + Self.millisecondsPerDay : rest
  }

  private static func padded(_ number: some BinaryInteger, toWidth width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Returns the date of a day, given the number of days since 1970-01-01.
  ///
  /// The calculation starts each year in March, so that a leap day is the last day of its year. It groups years into
  /// eras of 400 years, which all have the same number of days.
  static func civilDate(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Returns the number of days from 1970-01-01 to a date.
  static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Instant: LosslessStringConvertible {
  /// The text of the point in time, for example `2023-03-22T14:05:09Z`.
  ///
  /// It includes the milliseconds unless they are zero.
  public var description: String {
    let rest = millisecondOfDay % 1000
    return "\(dateText)T\(timeText)\(rest == 0 ? "" : ".\(Self.padded(rest, toWidth: 3))")Z"
  }

  /// Parses a point in time in the format of ISO 8601, for example `2023-03-22T14:05:09.250+01:00`.
  ///
  /// The offset from UTC is `Z`, `+01:00`, `+0100` or `+01`. Digits after the milliseconds are cut off, so that a point
  /// in time never moves to the next second. The result is `nil` if the date or the time does not exist or is out of
  /// range.
  public init?(_ text: String) {
    guard let parsed = TimestampParser.parse(text) else { return nil }
    self = parsed.instant
  }

  /// Parses a point in time without losing digits after the milliseconds, unless they are zeros.
  package init?(exactly text: String) {
    guard let parsed = TimestampParser.parse(text), !parsed.losesDigits else { return nil }
    self = parsed.instant
  }

  /// Parses a date, for example `2023-03-22`, as the midnight at which the day starts.
  ///
  /// The result is `nil` if the date does not exist or is out of range.
  public init?(dateText: String) {
    var parser = TimestampParser(dateText)
    guard let day = parser.parseDate(), parser.isAtEnd else { return nil }
    self.init(dayNumber: day, millisecondOfDay: 0)
  }

  /// Parses a point in time or a date.
  ///
  /// A date means the midnight at which the day starts.
  public init?(dateOrTimestamp text: String) {
    guard let instant = Instant(text) ?? Instant(dateText: text) else { return nil }
    self = instant
  }

  /// Parses a time of day with or without seconds, for example `14:05`, as a point in time on January 1, 2001.
  package init?(timeText: String) {
    guard let instant = Instant("2001-01-01T\(timeText):00Z") ?? Instant("2001-01-01T\(timeText)Z") else { return nil }
    self = instant
  }

  fileprivate init?(dayNumber: Int64, millisecondOfDay: Int64) {
    // Before 1970, the midnight before a point in time may be out of range although the point in time is not. So count
    // from the following midnight.
    let (whole, part) =
      dayNumber < 0 ? (dayNumber + 1, millisecondOfDay - Self.millisecondsPerDay) : (dayNumber, millisecondOfDay)
    let (midnight, isFar) = whole.multipliedReportingOverflow(by: Self.millisecondsPerDay)
    let (milliseconds, isFarther) = midnight.addingReportingOverflow(part)
    if isFar || isFarther { return nil }
    self.milliseconds = milliseconds
  }
}

/// Parses the parts of a date and a time of day, byte by byte.
private struct TimestampParser {
  /// Bytes are many times faster than characters.
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text.utf8[...] }

  var isAtEnd: Bool { rest.isEmpty }

  static func parse(_ text: String) -> (instant: Instant, losesDigits: Bool)? {
    var parser = TimestampParser(text)
    guard let day = parser.parseDate(), parser.accept("T"), let time = parser.parseTimeOfDay(),
      let offset = parser.parseOffset(), parser.isAtEnd
    else { return nil }
    // In UTC, it may be the day before or after.
    let millisecond = time.millisecond - offset
    let shift: Int64 = millisecond < 0 ? -1 : millisecond >= Instant.millisecondsPerDay ? 1 : 0
    let instant = Instant(
      dayNumber: day + shift, millisecondOfDay: millisecond - shift * Instant.millisecondsPerDay)
    return instant.map { ($0, time.losesDigits) }
  }

  /// Returns the number of days since 1970-01-01.
  mutating func parseDate() -> Int64? {
    let isBefore = accept("-")
    let digits = parseDigits()
    guard (4...9).contains(digits.count), accept("-"), let month = parseTwoDigits(), accept("-"),
      let day = parseTwoDigits()
    else { return nil }
    // A year has extra zeros only up to four digits, and there is no year -0.
    if digits.count > 4, digits.first == UInt8(ascii: "0") { return nil }
    let year = Self.number(digits)
    if isBefore, year == 0 { return nil }
    let date = (isBefore ? -year : year, month, day)
    let dayNumber = Instant.dayNumber(year: date.0, month: month, day: day)
    // A month or day that does not exist is converted back to another date.
    return Instant.civilDate(ofDay: dayNumber) == date ? dayNumber : nil
  }

  private mutating func parseTimeOfDay() -> (millisecond: Int64, losesDigits: Bool)? {
    guard let hour = parseTwoDigits(), hour < 24, accept(":"), let minute = parseTwoDigits(), minute < 60, accept(":"),
      let second = parseTwoDigits(), second < 60
    else { return nil }
    let start = ((hour * 60 + minute) * 60 + second) * 1000
    if !accept(".") { return (start, false) }
    let digits = parseDigits()
    if digits.isEmpty { return nil }
    var fraction = Self.number(digits.prefix(3))
    for _ in digits.prefix(3).count..<3 { fraction *= 10 }
    return (start + fraction, digits.dropFirst(3).contains { $0 != UInt8(ascii: "0") })
  }

  /// Returns the offset from UTC in milliseconds.
  private mutating func parseOffset() -> Int64? {
    if accept("Z") { return 0 }
    let isBehind = accept("-")
    guard isBehind || accept("+"), let hours = parseTwoDigits(), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if accept(":") || !isAtEnd {
      guard let parsed = parseTwoDigits(), parsed < 60 else { return nil }
      minutes = parsed
    }
    return (hours * 60 + minutes) * (isBehind ? -60_000 : 60_000)
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func parseTwoDigits() -> Int64? {
    let digits = rest.prefix(2)
    guard digits.count == 2, digits.allSatisfy(\.isDigit) else { return nil }
    rest.removeFirst(2)
    return Self.number(digits)
  }

  private mutating func parseDigits() -> Substring.UTF8View {
    let digits = rest.prefix(while: \.isDigit)
    rest.removeFirst(digits.count)
    return digits
  }

  /// Returns the value of at most nine digits, which cannot overflow.
  private static func number(_ digits: Substring.UTF8View) -> Int64 {
    digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}

extension Instant: Codable {
  /// Decodes a point in time from its text.
  public init(from decoder: any Decoder) throws {
    self = try decodeFromText(from: decoder, expected: "a point in time such as 2023-03-22T14:05:09Z")
  }

  /// Encodes the point in time as text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension Instant {
  /// The number of milliseconds from 1970 to 2001-01-01T00:00:00Z, the reference date of `NSDate`.
  private static let millisecondsFrom1970To2001: Int64 = 978_307_200_000

  /// Creates a point in time from the number of seconds since 2001-01-01T00:00:00Z, rounded to the millisecond.
  ///
  /// Returns `nil` if it is out of range.
  package init?(secondsSince2001 seconds: Double) {
    guard let milliseconds = Int64(exactly: (seconds * 1000).rounded()) else { return nil }
    self.init(millisecondsSince2001: milliseconds)
  }

  /// The number of seconds since 2001-01-01T00:00:00Z.
  package var secondsSince2001: Double { (Double(milliseconds) - Double(Self.millisecondsFrom1970To2001)) / 1000 }

  /// The number of seconds since 2001-01-01T00:00:00Z as a decimal number without an exponent, for example `-0.25`.
  ///
  /// Unlike ``secondsSince2001``, it is exact.
  package var secondsSince2001Text: String {
    // The division comes first, because the difference in milliseconds may be out of range.
    let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let isBeforeSecond = rest < 0
    let second = (isBeforeSecond ? quotient - 1 : quotient) - Self.millisecondsFrom1970To2001 / 1000
    let millisecond = isBeforeSecond ? rest + 1000 : rest
    if millisecond == 0 { return "\(second)" }
    let isNegative = second < 0
    let digits = Self.padded(isNegative ? 1000 - millisecond : millisecond, toWidth: 3)
    let whole = isNegative ? (second + 1).magnitude : second.magnitude
    return "\(isNegative ? "-" : "")\(whole).\(digits.trimmingZeros)"
  }

  /// Creates a point in time from the number of milliseconds since 2001-01-01T00:00:00Z, or returns `nil` if it is out
  /// of range.
  package init?(millisecondsSince2001 milliseconds: Int64) {
    let (sum, isTooFar) = milliseconds.addingReportingOverflow(Self.millisecondsFrom1970To2001)
    if isTooFar { return nil }
    self.init(milliseconds: sum)
  }
}

extension String {
  /// The text without zeros at its end.
  fileprivate var trimmingZeros: Substring { self[..<(lastIndex { $0 != "0" }.map(index(after:)) ?? startIndex)] }
}
