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
  private static let millisecondsPerDay: Int64 = 86_400_000

  /// The date, for example `2023-03-22`.
  public var dateText: String {
    let (year, month, day) = Self.civilDate(ofDay: dayNumber)
    return "\(Self.yearText(year))-\(Self.padded(month, toWidth: 2))-\(Self.padded(day, toWidth: 2))"
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
  private static func civilDate(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
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
  private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
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

  /// Parses a point in time in the format of ``description``.
  ///
  /// The result is `nil` if the date or the time does not exist or is out of range.
  public init?(_ text: String) {
    guard text.utf8.last == UInt8(ascii: "Z") else { return nil }
    let halves = text.utf8.dropLast().split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    guard halves.count == 2, let day = Self.parseDate(halves[0]), let rest = Self.parseTimeOfDay(halves[1]) else {
      return nil
    }
    self.init(dayNumber: day, millisecondOfDay: rest)
  }

  /// Parses a date, for example `2023-03-22`, as the midnight at which the day starts.
  ///
  /// The result is `nil` if the date does not exist or is out of range.
  public init?(dateText: String) {
    guard let day = Self.parseDate(dateText.utf8[...]) else { return nil }
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

  private init?(dayNumber: Int64, millisecondOfDay: Int64) {
    // Before 1970, the midnight before a point in time may be out of range although the point in time is not. So count
    // from the following midnight.
    let (whole, part) =
      dayNumber < 0 ? (dayNumber + 1, millisecondOfDay - Self.millisecondsPerDay) : (dayNumber, millisecondOfDay)
    let (midnight, isFar) = whole.multipliedReportingOverflow(by: Self.millisecondsPerDay)
    let (milliseconds, isFarther) = midnight.addingReportingOverflow(part)
    if isFar || isFarther { return nil }
    self.milliseconds = milliseconds
  }

  /// A part of the text as bytes, because searching in characters is many times slower.
  private typealias UTF8Slice = Substring.UTF8View

  private static func parseDate(_ text: UTF8Slice) -> Int64? {
    let isBefore = text.first == UInt8(ascii: "-")
    let parts = text.dropFirst(isBefore ? 1 : 0).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, (4...9).contains(parts[0].count), let numbers = parseNumbers(parts, widths: [nil, 2, 2])
    else {
      return nil
    }
    let year = isBefore ? -numbers[0] : numbers[0]
    let day = dayNumber(year: year, month: numbers[1], day: numbers[2])
    // Reject a month or day that does not exist, which converts back to another date, and a year with extra zeros.
    let isOne =
      civilDate(ofDay: day) == (year, numbers[1], numbers[2]) && yearText(year).utf8.elementsEqual(text.dropLast(6))
    return isOne ? day : nil
  }

  private static func parseTimeOfDay(_ text: UTF8Slice) -> Int64? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let clock = parts[0].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let time = parseNumbers(clock, widths: [2, 2, 2]), time[0] < 24, time[1] < 60, time[2] < 60,
      let fraction = parts.count == 2 ? parseNumbers([parts[1]], widths: [3]) : [0]
    else { return nil }
    return ((time[0] * 60 + time[1]) * 60 + time[2]) * 1000 + fraction[0]
  }

  private static func parseNumbers(_ parts: [UTF8Slice], widths: [Int?]) -> [Int64]? {
    guard parts.count == widths.count else { return nil }
    var numbers: [Int64] = []
    for (digits, width) in zip(parts, widths) {
      guard width == nil || digits.count == width, !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
      // There are at most nine digits, so the number cannot overflow.
      numbers.append(digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) })
    }
    return numbers
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
    let (sum, isTooFar) = milliseconds.addingReportingOverflow(Self.millisecondsFrom1970To2001)
    if isTooFar { return nil }
    self.init(milliseconds: sum)
  }

  /// The number of seconds since 2001-01-01T00:00:00Z.
  package var secondsSince2001: Double { (Double(milliseconds) - Double(Self.millisecondsFrom1970To2001)) / 1000 }
}
