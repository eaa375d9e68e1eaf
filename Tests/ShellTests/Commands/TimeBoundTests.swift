import Testing
import Values

@testable import Shell

@Suite struct `A time bound` {
  private let now = Instant("2023-03-22T23:30:00Z")
  private let east = TimeZoneRules(offset: 3600)

  private func bound(_ text: String, in zone: TimeZoneRules = .utc) throws -> TimeBound? {
    TimeBound(text, now: try #require(now), zone: zone)
  }

  @Test func `is a day, a time or a duration before now`() throws {
    #expect(try bound("2024-02-29") == CalendarDay("2024-02-29").map(TimeBound.day))
    #expect(try bound("today") == bound("2023-03-22") && bound("yesterday") == bound("2023-03-21"))
    #expect(try bound("today", in: east) == bound("2023-03-23"), "it is the next day in the east already")
    #expect(try bound("yesterday", in: east) == bound("2023-03-22"))
    #expect(try bound("2023-03-22T10:00+01:00") == nil, "seconds are part of a time with an offset")
    #expect(try bound("2023-03-22T10:00:00+01:00") == Instant("2023-03-22T09:00:00Z").map(TimeBound.instant))
    #expect(try bound("2023-03-22T10:00") == Instant("2023-03-22T10:00:00Z").map(TimeBound.localTime))
    #expect(try bound("2023-03-22T10:00:00.5") == Instant("2023-03-22T10:00:00.500Z").map(TimeBound.localTime))
    #expect(try bound("-90m") == Instant("2023-03-22T22:00:00Z").map(TimeBound.instant))
    #expect(try bound("-24h") == bound("-1d") && bound("-7d") == bound("-1w") && bound("-0d") != nil)
  }

  @Test func `is nothing else`() throws {
    let texts = [
      "", "-", "-d", "-+1d", "- 1d", "-1", "-1y", "1d", "+1d", "-1.5d", "-9223372036854775807w", "2023-02-29",
      "2023-3-2",
      "2023-03-22T25:00", "2023-03-22T", "Today", "now",
    ]
    for text in texts { #expect(try bound(text) == nil, "\(text)") }
  }

  @Test func `includes its own time and its whole day`() throws {
    let instant = try #require(Instant("2023-03-22T23:30:00Z"))
    for text in ["2023-03-22T23:30:00Z", "2023-03-22T23:30", "2023-03-22"] {
      let bound = try #require(try bound(text))
      #expect(bound.isAtOrBefore(instant, in: .utc) && bound.isAtOrAfter(instant, in: .utc), "\(text)")
    }
    let day = try #require(try bound("2023-03-22"))
    #expect(day.isAtOrBefore(instant, in: east) && !day.isAtOrAfter(instant, in: east))
    let time = try #require(try bound("2023-03-23T00:30"))
    #expect(time.isAtOrBefore(instant, in: east) && !time.isAtOrBefore(instant, in: .utc))
    let last = Instant(milliseconds: .max)
    #expect(day.isAtOrBefore(last, in: east) && time.isAtOrBefore(last, in: east))
  }
}
