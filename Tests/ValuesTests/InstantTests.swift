import TestInputs
import Testing
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct `A point in time` {
  private static let day: Int64 = 86_400_000

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// Returns all dates of a year in the Gregorian calendar.
  private static func dates(of year: Int) -> [String] {
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return zip(1..., lengths).flatMap { month, length in
      (1...length).map { "\(year)-\(padded(month))-\(padded($0))" }
    }
  }

  @Test func `is written as exact seconds since 2001`() {
    let reference: Int64 = 978_307_200_000
    for (milliseconds, text) in [
      (0, "0"), (1, "0.001"), (10, "0.01"), (999, "0.999"), (1000, "1"), (-1, "-0.001"), (-250, "-0.25"),
      (-999, "-0.999"),
      (-1000, "-1"), (-1001, "-1.001"), (-reference - 1, "-978307200.001"), (700_000_000_120, "700000000.12"),
    ] as [(Int64, String)] {
      #expect(Instant(millisecondsSince2001: milliseconds)?.secondsSince2001Text == text)
    }
    #expect(Instant(milliseconds: .max).secondsSince2001Text == "9223371058547575.807")
    #expect(Instant(milliseconds: .min).secondsSince2001Text == "-9223373015161975.808")
    #expect(Instant(millisecondsSince2001: .max) == nil)
    #expect(Instant(millisecondsSince2001: .max - reference)?.milliseconds == .max)
  }

  /// Tests all days of two centuries, or exhaustively of eight, in which the leap years repeat twice.
  @Test func `is printed and parsed back for every day of centuries`() throws {
    let years = 1600...(runsExhaustively ? 2400 : 1800)
    var milliseconds = try #require(Instant("1600-01-01T00:00:00Z")).milliseconds
    for year in years {
      for date in Self.dates(of: year) {
        let instant = Instant(milliseconds: milliseconds)
        let last = Instant(milliseconds: milliseconds + Self.day - 1)
        // This loop avoids `#expect`, because it is slower than formatting a date.
        if instant.dateText != date || last.dateText != date { Issue.record("\(date) is \(instant) to \(last)") }
        if Instant(instant.description) != instant { Issue.record("\(instant) is read otherwise") }
        milliseconds += Self.day
      }
    }
    #expect(Instant(milliseconds: milliseconds).description == "\(years.upperBound + 1)-01-01T00:00:00Z")
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"), (1, "1970-01-01T00:00:00.001Z"),
    (-86_400_000, "1969-12-31T00:00:00Z"), (-86_400_001, "1969-12-30T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00Z"), (1_679_493_909_000, "2023-03-22T14:05:09Z"),
    (1_709_164_800_120, "2024-02-29T00:00:00.120Z"), (-62_167_219_200_000, "0000-01-01T00:00:00Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func `is printed and parsed back`(milliseconds: Int64, text: String) {
    #expect(Instant(milliseconds: milliseconds).description == text)
    #expect(Instant(text) == Instant(milliseconds: milliseconds))
  }

  @Test func `has a leap day in leap years only`() {
    for year in 1600...2400 {
      #expect((Instant("\(year)-02-29T00:00:00Z") != nil) == Self.isLeap(year), "\(year)")
    }
  }

  @Test func `does not trap at the limits of its range`() {
    #expect(Instant(milliseconds: .max).description == "292278994-08-17T07:12:55.807Z")
    #expect(Instant(milliseconds: .min).description == "-292275055-05-16T16:47:04.192Z")
    #expect(Instant(milliseconds: .max).dateText == "292278994-08-17")
    #expect(Instant(milliseconds: .min).timeText == "16:47:04")
    #expect(Instant(milliseconds: .min) < Instant(milliseconds: .max))
    #expect(Instant(milliseconds: -62_167_219_200_001).description == "-0001-12-31T23:59:59.999Z")
  }

  @Test(arguments: [
    "", "Z", "T", "TZ", "2023-03-22", "2023-03-22T14:05:09", "2023-03-22 14:05:09Z", "2023-03-22T14:05Z",
    "2023-03-22T24:00:00Z", "2023-03-22T14:60:09Z", "2023-03-22T14:05:60Z", "2023-13-01T00:00:00Z",
    "2023-00-01T00:00:00Z", "2023-01-00T00:00:00Z", "2023-01-32T00:00:00Z", "2023-04-31T00:00:00Z",
    "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "23-03-22T14:05:09Z", "2023-3-22T14:05:09Z",
    "-001-03-22T14:05:09Z", "+023-03-22T14:05:09Z", "2023-03-22T14:05:09.Z", "2023-03-22T14:05:09.12.3Z",
    "2023-03-22T14:05:09z", "2023-03-22T14:05:09ZZ",
    "2023-03-22T14:05:09Z\n", " 2023-03-22T14:05:09Z", "2023-03-22T14:05:09+", "2023-03-22T14:05:09+1",
    "2023-03-22T14:05:09+01:", "2023-03-22T14:05:09+01:0", "2023-03-22T14:05:09+24:00", "2023-03-22T14:05:09+01:60",
    "2023-03-22T14:05:09+01:00Z", "2023-03-22T14:05:09Z+01:00", "2023-03-22T14:05:09+-1:00",
    "2023-03-22T14:05:09 +01:00",
    "2023-03-22T14:05:09.+01:00", "2023-03-22+01:00", "-0000-03-22T14:05:09Z", "02023-03-22T14:05:09Z",
    "٢٠٢٣-03-22T14:05:09Z",
    "2023-03-22T14:05:09\u{600}Z", "2023-03-22T14:05:09Z\u{301}", "2023-03-22T\u{301}14:05:09Z",
    "2023\u{301}-03-22T14:05:09Z", "2023--3-22T14:05:09Z", "2023-03-22T14:05:-9Z", "99999999999999999999Z",
  ])
  func `is not parsed from any other text`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    ("2024-02-01T10:00:00+02:00", "2024-02-01T08:00:00Z"), ("2024-02-01T10:00:00-0230", "2024-02-01T12:30:00Z"),
    ("2024-02-01T10:00:00-02", "2024-02-01T12:00:00Z"), ("2024-02-01T10:00:00-00:00", "2024-02-01T10:00:00Z"),
    ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00Z"), ("2023-12-31T23:30:00.5-23:59", "2024-01-01T23:29:00.500Z"),
    ("1970-01-01T00:00:00+00:01", "1969-12-31T23:59:00Z"), ("0000-01-01T00:00:00+12:00", "-0001-12-31T12:00:00Z"),
    ("292278994-08-18T07:12:55.807+24:00", nil),
    ("292278994-08-18T06:12:55.807+23:00", "292278994-08-17T07:12:55.807Z"),
    ("-292275055-05-16T16:47:04.192-00:01", "-292275055-05-16T16:48:04.192Z"),
    ("-292275055-05-16T16:47:04.192+00:01", nil),
    ("-292275055-05-15T17:47:04.192-23:00", "-292275055-05-16T16:47:04.192Z"),
  ])
  func `with an offset is converted to UTC`(text: String, converted: String?) {
    #expect(Instant(text)?.description == converted)
  }

  @Test(arguments: [
    ("2024-02-01T10:00:00.5Z", "2024-02-01T10:00:00.500Z", true),
    ("2024-02-01T10:00:00.25Z", "2024-02-01T10:00:00.250Z", true),
    ("2024-02-01T10:00:00.123000Z", "2024-02-01T10:00:00.123Z", true),
    ("2024-02-01T10:00:00.123456Z", "2024-02-01T10:00:00.123Z", false),
    ("2024-12-31T23:59:59.9999999999999999999999999Z", "2024-12-31T23:59:59.999Z", false),
    ("1969-12-31T23:59:59.0009+00:00", "1969-12-31T23:59:59Z", false),
  ])
  func `loses digits after the milliseconds, which are cut off`(text: String, cut: String, isExact: Bool) {
    #expect(Instant(text)?.description == cut && (Instant(exactly: text) != nil) == isExact)
  }

  @Test func `is parsed back with every offset`() throws {
    let instant = Instant(milliseconds: 1_709_164_799_120)
    for minutes in -1439...1439 {
      let local = Instant(milliseconds: instant.milliseconds + Int64(minutes) * 60_000)
      let (hour, minute) = (abs(minutes) / 60, abs(minutes) % 60)
      let offset =
        (minutes < 0 ? "-" : "+") + (hour < 10 ? "0" : "") + "\(hour)" + (minute < 10 ? ":0" : ":") + "\(minute)"
      if Instant("\(local.description.dropLast())\(offset)") != instant { Issue.record("\(offset)") }
    }
  }

  @Test func `is stored as text`() throws {
    let instant = Instant(milliseconds: 1_679_493_909_000)
    let data = try JSONEncoder().encode([instant])
    #expect(String(decoding: data, as: UTF8.self) == #"["2023-03-22T14:05:09Z"]"#)
    #expect(try JSONDecoder().decode([Instant].self, from: data) == [instant])
  }

  @Test func `has a clear error when decoding fails`() {
    let fault = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Instant].self, from: Data(#"["soon"]"#.utf8))
    }
    guard case .dataCorrupted(let context)? = fault else {
      Issue.record("expected corrupted data, not \(String(describing: fault))")
      return
    }
    #expect(context.debugDescription == #""soon" is not a point in time such as 2023-03-22T14:05:09Z"#)
  }

  @Test(arguments: ["2023-03-22", "-0044-03-15", "1970-01-01", "0000-02-29", "123456-01-01"])
  func `is parsed from a date as midnight UTC`(_ day: String) throws {
    #expect(Instant(dateText: day) == Instant(day + "T00:00:00Z") && Instant(dateText: day)?.dateText == day)
  }

  @Test(arguments: [
    "", "2023-02-29", "2023-3-22", "2023-03-22T", "2023-03-22 ", "٢٠٢٣-03-22", "02023-03-22", "9999999999-01-01",
  ])
  func `is not parsed from an invalid date`(_ text: String) { #expect(Instant(dateText: text) == nil) }
}
