import Testing
import Values

@Suite struct `A time bound` {
  private let now = Instant("2023-03-22T23:30:00Z")
  private let east = TimeZoneRules(offset: 3600)

  private func bound(_ text: String, in zone: TimeZoneRules = .utc) throws -> TimeBound? {
    TimeBound(text, now: try #require(now), in: zone)
  }

  @Test func `is a day, a time or a duration before now`() throws {
    let day = try #require(try bound("2024-02-29"))
    #expect(day.start == Instant("2024-02-29T00:00:00Z") && day.end == Instant("2024-02-29T23:59:59.999Z"))
    #expect(try bound("today") == bound("2023-03-22") && bound("yesterday") == bound("2023-03-21"))
    #expect(try bound("today", in: east) == bound("2023-03-23", in: east), "it is the next day in the east already")
    #expect(try bound("yesterday", in: east) == bound("2023-03-22", in: east))
    #expect(try bound("2023-03-22T10:00+01:00") == bound("2023-03-22T10:00:00+01:00"))
    #expect(try bound("2023-03-22T10:00Z", in: east)?.start == Instant("2023-03-22T10:00:00Z"))
    #expect(try bound("2023-03-22T10:00:00+01:00")?.start == Instant("2023-03-22T09:00:00Z"))
    #expect(try bound("2023-03-22T10:00")?.start == Instant("2023-03-22T10:00:00Z"))
    #expect(try bound("2023-03-22T10:00:00.5")?.start == Instant("2023-03-22T10:00:00.500Z"))
    #expect(try bound("2023-03-22 10:00:49") == bound("2023-03-22T10:00:49"))
    #expect(try bound("-90m")?.start == Instant("2023-03-22T22:00:00Z"))
    #expect(try bound("-24h") == bound("-1d") && bound("-7d") == bound("-1w") && bound("-0d") != nil)
  }

  @Test func `is nothing else`() throws {
    let texts = [
      "", "-", "-d", "-+1d", "- 1d", "-1", "-1y", "1d", "+1d", "-1.5d", "-9223372036854775807w", "2023-02-29",
      "2023-3-2",
      "2023-03-22T25:00", "2023-03-22T", "2023-03-22T10", "2023-03-22T10:00:", "2023-03-22T10:00+", "Today", "now",
    ]
    for text in texts { #expect(try bound(text) == nil, "\(text)") }
  }

  @Test func `has a beginning and an end in its time zone`() throws {
    let day = try #require(try bound("2023-03-22", in: east))
    #expect(day.start == Instant("2023-03-21T23:00:00Z") && day.end == Instant("2023-03-22T22:59:59.999Z"))
    let time = try #require(try bound("2023-03-22T10:00", in: east))
    #expect(time.start == Instant("2023-03-22T09:00:00Z") && time.end == time.start)
  }
}
